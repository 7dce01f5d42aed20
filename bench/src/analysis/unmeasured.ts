import { type ComparedCell, type Comparison, variantName } from '../model/index.ts';
import type { UnmeasuredWords } from '../words/index.ts';
import { gaveUp } from './gave-up.ts';
import { judgedPairs, type Verdict } from './verdict.ts';

/**
 * A cell of a comparison that was not measured to its end: it was given up, or too few of its pairs can be judged.
 * Nothing follows from it, least of all that nothing regressed.
 */
interface Unmeasured extends UnmeasuredWords {
  cell: ComparedCell;
}

interface Measured {
  unmeasured: Unmeasured[];
  /** Counts of the other cells. */
  counts: Verdict['counts'];
}

/** Separates the cells that were not measured to their end from the others. */
export function measuredOf({ comparison, cells }: Verdict): Measured {
  const counts = { regressed: 0, improved: 0, same: 0, undecided: 0 };
  const unmeasured: Unmeasured[] = [];
  for (const { cell, judgement } of cells) {
    const gap = gapOf(cell, judgement, comparison.method.looks);
    if (gap === null) counts[judgement.state]++;
    else unmeasured.push({ cell, ...gap });
  }
  return { unmeasured, counts };
}

/** Returns what is missing of a cell; `null` if it was measured to its end. A regression needs fewer pairs. */
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
  if (judged >= wanted && !gaveUp(cell)) return null;
  return { judged, wanted, again, failure: cell.failures.at(-1) ?? null };
}

/** `go/gin json`: the variant and the scenario of a cell. */
export function comparedCellName(
  { pairs }: Pick<Comparison, 'pairs'>,
  { pair, scenario }: ComparedCell,
): string {
  const head = pairs[pair]?.head;
  return `${head ? variantName(head.target, head.variant) : `pair ${pair}`} ${scenario}`;
}
