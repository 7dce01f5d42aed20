import { type ComparedCell, type Comparison, variantName } from '../model/index.ts';
import type { UnmeasuredWords } from '../words/index.ts';
import { gaveUp } from './gave-up.ts';
import { judgedPairs, type Verdict } from './verdict.ts';

/**
 * A cell of a comparison that was not measured to its end: it was given up, too few of its pairs can be judged, or head
 * failed in what another pair replaced. Nothing follows from it, least of all that nothing regressed.
 */
interface Unmeasured extends UnmeasuredWords {
  cell: ComparedCell;
}

interface Measured {
  /** All cells, as they are shown. */
  cells: ShownCell[];
  unmeasured: Unmeasured[];
  /** Counts of the other cells. */
  counts: Verdict['counts'];
}

type ShownCell = Verdict['cells'][number] & { unmeasured: UnmeasuredWords | null };

/**
 * Failures that head may have beyond those of base, as a share of the pairs that are judged, and in any case. A pair that
 * failed is replaced, so that the machine's own failures cost nothing: they are rare and strike either side, and those of
 * base are subtracted. What is left is head's. One failure can be chance however few pairs there are; two of sixty are
 * 3 % of the pairs, in each of which at least one response was wrong or missing.
 */
const MORE_FAILURES_RATIO = 0.02;
const MORE_FAILURES = 1;

/** Separates the cells that were not measured to their end from the others. */
export function measuredOf(verdict: Verdict): Measured {
  const counts = { regressed: 0, improved: 0, same: 0, undecided: 0 };
  const found: Unmeasured[] = [];
  const cells = shownCells(verdict);
  for (const { cell, judgement, unmeasured } of cells) {
    if (unmeasured === null) counts[judgement.state]++;
    else found.push({ cell, ...unmeasured });
  }
  return { cells, unmeasured: found, counts };
}

/**
 * The cells as they are shown: one that was not measured to its end is undecided, whatever its pairs say, and says what
 * is missing.
 */
export function shownCells({ comparison, cells }: Verdict): ShownCell[] {
  return cells.map((one) => {
    const unmeasured = gapOf(one.cell, one.judgement, comparison.method.looks);
    if (unmeasured === null) return { ...one, unmeasured };
    return { ...one, judgement: { ...one.judgement, state: 'undecided' }, unmeasured };
  });
}

/** Returns what is missing from a cell; `null` if it was measured to its end. A regression needs fewer pairs. */
function gapOf(
  cell: ComparedCell,
  { state, flagged, look }: Verdict['cells'][number]['judgement'],
  looks: Comparison['method']['looks'],
): UnmeasuredWords | null {
  if (state === 'regressed') return null;
  // A flagged cell needs its second measurement; an undecided one every look; any other its deciding look.
  const again = flagged !== null;
  const needed = again || state !== 'undecided' ? looks[look ?? 0] : looks.at(-1);
  const wanted = needed?.rounds ?? 0;
  const judged = judgedPairs(cell, again).length;
  if (judged < wanted || gaveUp(cell))
    return { judged, wanted, again, moreFailures: null, failure: lastOf(cell.failures) };
  const moreFailures = moreFailuresOf(cell);
  if (moreFailures === null) return null;
  return { judged: allJudged(cell), wanted, again, moreFailures, failure: lastOf(failuresOf(cell, 'head')) };
}

/** Returns how many pairs head failed in beyond those of base, if that is more than chance; else `null`. */
export function moreFailuresOf(cell: ComparedCell): number | null {
  const more = failuresOf(cell, 'head').length - failuresOf(cell, 'base').length;
  return more > Math.max(MORE_FAILURES, allJudged(cell) * MORE_FAILURES_RATIO) ? more : null;
}

function allJudged(cell: ComparedCell): number {
  return judgedPairs(cell, false).length + judgedPairs(cell, true).length;
}

function lastOf(failures: ComparedCell['failures']): UnmeasuredWords['failure'] {
  const last = failures.at(-1);
  return last === undefined ? null : { side: last.side, what: last.what };
}

export function failuresOf({ failures }: ComparedCell, side: 'base' | 'head'): ComparedCell['failures'] {
  return failures.filter((failure) => failure.side === side);
}

/** `go/gin json`: the variant and the scenario of a cell. */
export function comparedCellName(
  { pairs }: Pick<Comparison, 'pairs'>,
  { pair, scenario }: ComparedCell,
): string {
  const head = pairs[pair]?.head;
  return `${head ? variantName(head.target, head.variant) : `pair ${pair}`} ${scenario}`;
}
