import { gaveUp } from '../../analysis/gave-up.ts';
import { judgedPairs, mostPairs, verdictOf } from '../../analysis/verdict.ts';
import type { ComparedCell, Comparison } from '../../model/index.ts';
import { isUntilSteady, loadShapeId, MOST_MESSAGE, metricOfColumns, scenarioOf } from '../../model/index.ts';
import { nowSince } from '../../util/clock.ts';
import { cutToLength } from '../../util/cut.ts';
import { messageOf } from '../../util/errors.ts';
import { seededRandom } from '../../util/random.ts';
import { significant } from '../../util/rounding.ts';
import type { Building, Measuring } from '../bench.ts';
import { type Canary, watchCanaryBeside } from '../canary.ts';
import { mix } from '../planned-cells.ts';
import { measureAlone } from '../slice/alone.ts';
import { AskedDatabases } from './asked-databases.ts';
import { type DuetSide, duringDuet } from './measure-duet.ts';
import type { DuetFigures, Meter } from './measure-load.ts';
import { forSide, SIDES, type Side, SideError } from './side-error.ts';

export type Sides = Readonly<Record<Side, DuetSide>>;

export interface ComparisonWork {
  bench: Measuring & Pick<Building, 'report'>;
  /** Filled while it is measured. */
  comparison: Comparison;
  /** Sides in the order of `comparison.pairs`. */
  sides: readonly Sides[];
  /** The canary; `null` if it is not available. */
  canary?: Canary | null;
  /** Reads what the servers time themselves; `onMetered` receives it. */
  meter?: Meter;
  onMetered?(cell: ComparedCell, mean: Readonly<Record<Side, number | null>>): void;
  /** When to stop, on the clock of `performance.now()`, in milliseconds; a pair that has begun is finished. */
  deadline?: number;
  /** Called after each pair, so that nothing measured is lost. */
  save(): void;
}

/**
 * Passes between loads of the canary: few enough to show a drift of the machine, many enough to cost at most
 * a twentieth of the time.
 */
const PASSES_PER_CANARY = 20;

/** More digits than elsewhere in results, because the ratio of two figures is what counts. */
const DIGITS = 7;

/**
 * Measures pair after pair, in a new order on each pass, until every cell is decided at one of the planned
 * looks or has had all of them. Then measures flagged cells again from fresh starts. At the deadline it stops
 * and leaves the comparison unfinished. Throws only if interrupted.
 */
export async function carryOutComparison(work: ComparisonWork): Promise<void> {
  const { comparison } = work;
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1_000;
  for (const [index, look] of comparison.method.looks.entries()) {
    const open = openCells(comparison);
    const pairs = { cells: open, wanted: look.rounds, stage: `look ${index + 1}` };
    if (!(await measurePairs(work, pairs, elapsed))) return;
    if (openCells(comparison).length === 0) break;
  }
  const flagged = verdictOf(comparison).cells.filter(({ judgement }) => judgement.flagged !== null);
  const pairsOf = ({ judgement }: (typeof flagged)[number]): number =>
    comparison.method.looks[judgement.look ?? 0]?.rounds ?? 0;
  for (const [wanted, judged] of Map.groupBy(flagged, pairsOf)) {
    const cells = judged.map(({ cell }) => cell);
    if (!(await measurePairs(work, { cells, wanted, stage: 'again', again: true }, elapsed))) return;
  }
  comparison.finishedAt = nowSince(comparison.startedAt);
  work.save();
}

function openCells(comparison: Comparison): ComparedCell[] {
  return verdictOf(comparison).cells.flatMap(({ cell, judgement }) =>
    judgement.state === 'undecided' && judgement.flagged === null && !gaveUp(cell) ? [cell] : [],
  );
}

/** Pairs to measure of some cells. */
interface WantedPairs {
  cells: readonly ComparedCell[];
  /** How many of each cell, beside those that cannot be judged. */
  wanted: number;
  /** What progress calls them. */
  stage: string;
  /** Whether they confirm cells that were flagged. */
  again?: boolean;
}

/**
 * Measures until each cell has `wanted` pairs that can be judged, or `mostPairs(wanted)` in all if the
 * machine is noisy. Returns whether it came that far before the deadline.
 */
export async function measurePairs(
  work: ComparisonWork,
  { cells: all, wanted, stage, again = false }: WantedPairs,
  elapsed: () => number,
): Promise<boolean> {
  const { bench, comparison, deadline = Number.POSITIVE_INFINITY } = work;
  for (let pass = 0; ; pass++) {
    const left = all.filter((cell) => !hasPairs(cell, wanted, again) && !gaveUp(cell));
    if (left.length === 0) return true;
    if (work.canary && pass % PASSES_PER_CANARY === 0) {
      await watchCanaryBeside(bench, comparison, work.canary, elapsed());
    }
    const random = seededRandom(mix(comparison.seed, wanted, pass, Number(again)));
    for (const cells of random.shuffled(byStart(comparison, random.shuffled(left)))) {
      if (performance.now() >= deadline) return false;
      const announce = (cell: ComparedCell): void =>
        bench.report({
          kind: 'progress',
          done: pairsDone(all, wanted, again),
          total: all.length * wanted,
          text: `${stage}: ${cellText(comparison, cell)}`,
          secondsLeft: null,
        });
      await measureStart({ ...work, announce }, cells, elapsed, again);
    }
  }
}

/**
 * Divides cells into those whose pairs come from one start of both sides. Where these are warmed up to their steady
 * state, one start pays for all scenarios: what compiled the first has compiled most of the others. A scenario that
 * inserts has starts of its own, since the others are to find their database as it was filled.
 */
function byStart({ method }: Comparison, cells: readonly ComparedCell[]): ComparedCell[][] {
  const canShare = ({ mode, scenario }: ComparedCell): boolean =>
    mode === 'together' && !scenarioOf(scenario).inserts;
  const sharing = isUntilSteady(method.warmup) ? cells.filter(canShare) : [];
  const alone = cells.filter((cell) => !sharing.includes(cell));
  return [...alone.map((cell) => [cell]), ...Map.groupBy(sharing, ({ pair }) => pair).values()];
}

function pairsDone(cells: readonly ComparedCell[], wanted: number, again: boolean): number {
  return cells.reduce((sum, cell) => sum + Math.min(judgedPairs(cell, again).length, wanted), 0);
}

function hasPairs(cell: ComparedCell, wanted: number, again: boolean): boolean {
  const measured = cell.rounds.again.filter((each) => each === again).length;
  return judgedPairs(cell, again).length >= wanted || measured >= mostPairs(wanted);
}

function cellText({ pairs }: Comparison, { pair, scenario, loadShape, metric }: ComparedCell): string {
  return `${pairs[pair]?.head.label} ${scenario} ${loadShapeId(loadShape)} ${metric}`;
}

/**
 * Measures one pair of each cell: one cell alone, or several in one start of both sides. Where one of several fails, the
 * others wait for the next start: a server that has failed in one may fail in them for it.
 */
async function measureStart(
  work: ComparisonWork & { announce(cell: ComparedCell): void },
  cells: readonly ComparedCell[],
  elapsed: () => number,
  again: boolean,
): Promise<void> {
  const { bench, comparison, deadline = Number.POSITIVE_INFINITY } = work;
  const [lead] = cells;
  if (!lead) throw new RangeError('no cell to measure');
  const sides = work.sides[lead.pair];
  if (!sides) throw new RangeError(`no pair ${lead.pair}`);
  // Draw which side comes first, so that each does so equally often.
  const first: Side = seededRandom(seedOf(comparison, lead)).next() < 0.5 ? 'base' : 'head';
  const begun: ComparedCell[] = [];
  const measureCell: MeasureCell = async (cell, measured) => {
    if (begun.length > 0 && performance.now() >= deadline) return null;
    begun.push(cell);
    work.announce(cell);
    const startedSeconds = elapsed();
    const pair = await measured();
    return () => {
      keepPair(work, cell, { ...pair, first, startedSeconds, again });
      work.save();
    };
  };
  const failed = (cell: ComparedCell, error: unknown): void => {
    bench.signal.throwIfAborted();
    noteFailure(work, cell, error);
    work.save();
  };
  try {
    if (lead.mode === 'in-turn') (await measureCell(lead, () => measureInTurn(work, lead, sides, first)))?.();
    else await measureTogether(work, cells, { sides, first }, { measureCell, failed });
  } catch (error) {
    // If the servers did not start, no cell has a figure.
    for (const cell of begun.length === 0 ? cells : begun.slice(-1)) failed(cell, error);
  }
}

/** Measures a pair of a cell; returns what keeps it, or `null` if the time was up before it began. */
type MeasureCell = (cell: ComparedCell, measured: () => Promise<Pair>) => Promise<(() => void) | null>;

/** Number of the cell's next pair, failed ones included. */
function numberOf({ rounds, failures }: ComparedCell): number {
  return rounds.round.length + failures.length;
}

function seedOf(comparison: Comparison, cell: ComparedCell): number {
  return mix(comparison.seed, cell.pair, comparison.cells.indexOf(cell), numberOf(cell));
}

function keepPair(
  work: ComparisonWork,
  cell: ComparedCell,
  pair: Pair & { first: Side; startedSeconds: number; again: boolean },
): void {
  const { rounds } = cell;
  rounds.round.push(numberOf(cell));
  rounds.startedSeconds.push(significant(pair.startedSeconds));
  rounds.first.push(pair.first);
  rounds.base.push(kept(pair.base.value));
  rounds.head.push(kept(pair.head.value));
  rounds.baseRequests.push(pair.base.requests);
  rounds.headRequests.push(pair.head.requests);
  rounds.stolenRatio.push(pair.stolenRatio === null ? null : significant(pair.stolenRatio));
  rounds.again.push(pair.again);
  if (pair.metered) {
    work.onMetered?.(cell, { base: kept(pair.metered.base), head: kept(pair.metered.head) });
  }
}

function noteFailure({ bench, comparison }: ComparisonWork, cell: ComparedCell, error: unknown): void {
  const number = numberOf(cell);
  bench.report({ kind: 'no-figure', cell: cellText(comparison, cell), number: number + 1, error });
  const side = error instanceof SideError ? error.side : null;
  cell.failures.push({ round: number, side, what: cutToLength(messageOf(error), MOST_MESSAGE) });
}

function kept(value: number | null): number | null {
  return value === null || !(value > 0) || !Number.isFinite(value) ? null : significant(value, DIGITS);
}

interface Pair {
  base: { value: number | null; requests: number };
  head: { value: number | null; requests: number };
  stolenRatio: number | null;
  metered?: Record<Side, number | null>;
}

/** Measures cells in one start of both sides; those that ask a database are kept once it has been found to be asked. */
async function measureTogether(
  { bench, comparison, meter }: ComparisonWork,
  cells: readonly ComparedCell[],
  { sides, first }: { sides: Sides; first: Side },
  { measureCell, failed }: { measureCell: MeasureCell; failed(cell: ComparedCell, error: unknown): void },
): Promise<void> {
  const { measureSeconds, warmup } = comparison.method;
  const scenarios = cells.map(({ scenario }) => scenarioOf(scenario));
  const asked = await AskedDatabases.fill(sides, scenarios, bench.data);
  const settings = { sides, measureSeconds, warmup, first, asked, ...(meter && { meter }) };
  const measured: { cell: ComparedCell; keep(): void }[] = [];
  try {
    await duringDuet(bench, settings, async (measure) => {
      for (const cell of cells) {
        const { loadShape: shape } = cell;
        const load = { scenario: scenarioOf(cell.scenario), shape, seed: seedOf(comparison, cell) };
        const keep = await measureCell(cell, async () => pairOf(await measure(load)));
        if (keep === null) break;
        measured.push({ cell, keep });
      }
    });
  } finally {
    // Both servers have stopped, whether or not one of the loads failed.
    for (const { cell, keep } of measured) {
      try {
        await asked.requireQueries(scenarioOf(cell.scenario));
        keep();
      } catch (error) {
        failed(cell, error);
      }
    }
  }
}

function pairOf({ sides: { base, head }, stolenRatio }: DuetFigures): Pair {
  const figure = ({ cpuPerRequestNanoseconds, requests }: typeof base) => ({
    value: cpuPerRequestNanoseconds,
    requests,
  });
  return {
    base: figure(base),
    head: figure(head),
    stolenRatio,
    ...(base.meteredNanoseconds === null && head.meteredNanoseconds === null
      ? {}
      : { metered: { base: base.meteredNanoseconds, head: head.meteredNanoseconds } }),
  };
}

/**
 * Measures the sides one after the other, each alone as in a run, for metrics that two servers at once would
 * affect.
 */
async function measureInTurn(
  { comparison }: ComparisonWork,
  cell: ComparedCell,
  sides: Sides,
  first: Side,
): Promise<Pair> {
  const { loadShape: shape, metric } = cell;
  const seed = seedOf(comparison, cell);
  const found: Partial<Record<Side, { value: number | null; requests: number }>> = {};
  let stolenRatio: number | null = null;
  for (const side of first === 'base' ? SIDES : [...SIDES].reverse()) {
    const { spec, built, bench: own } = sides[side];
    const values = await forSide(side, () =>
      measureAlone(own, built, {
        cell: { targetVariant: spec.targetVariant, scenario: scenarioOf(cell.scenario), shape },
        seconds: 'seconds' in shape && shape.seconds ? shape.seconds : comparison.method.measureSeconds,
        warmup: comparison.method.warmup,
        ratePerSecond: 'rate' in shape && 'perSecond' in shape.rate ? shape.rate.perSecond : null,
        seed,
      }),
    );
    found[side] = { value: metricOfColumns(values, metric), requests: values.requests ?? 0 };
    // Where one side does not know it, the pair is not known to be quiet either.
    if (values.stolenRatio !== null) stolenRatio = Math.max(stolenRatio ?? 0, values.stolenRatio);
  }
  return { base: found.base ?? NONE, head: found.head ?? NONE, stolenRatio };
}

const NONE = { value: null, requests: 0 };
