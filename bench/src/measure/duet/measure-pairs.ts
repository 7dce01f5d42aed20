import { gaveUp } from '../../analysis/gave-up.ts';
import { judgedPairs, mostPairs, verdictOf } from '../../analysis/verdict.ts';
import type { ComparedCell, Comparison } from '../../model/index.ts';
import { loadShapeId, metricOfColumns, scenarioOf } from '../../model/index.ts';
import { nowSince } from '../../util/clock.ts';
import { cutToLength } from '../../util/cut.ts';
import { messageOf } from '../../util/errors.ts';
import { seededRandom } from '../../util/random.ts';
import { significant } from '../../util/rounding.ts';
import type { Building, Measuring } from '../bench.ts';
import { type Canary, watchCanaryBeside } from '../canary.ts';
import { mix } from '../planned-cells.ts';
import { measureAlone } from '../slice/alone.ts';
import { type DuetSide, type Meter, measureDuet, SIDES, type Side, SideError } from './measure-duet.ts';

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
    if (!(await measurePairs(work, open, look.rounds, `look ${index + 1}`, elapsed))) return;
    if (openCells(comparison).length === 0) break;
  }
  const flagged = verdictOf(comparison).cells.filter(({ judgement }) => judgement.flagged !== null);
  for (const { cell, judgement } of flagged) {
    const pairs = comparison.method.looks[judgement.look ?? 0]?.rounds ?? 0;
    if (!(await measurePairs(work, [cell], pairs, 'again', elapsed, true))) return;
  }
  comparison.finishedAt = nowSince(comparison.startedAt);
  work.save();
}

function openCells(comparison: Comparison): ComparedCell[] {
  return verdictOf(comparison).cells.flatMap(({ cell, judgement }) =>
    judgement.state === 'undecided' && judgement.flagged === null && !gaveUp(cell) ? [cell] : [],
  );
}

/**
 * Measures until each cell has `wanted` pairs that can be judged, or `mostPairs(wanted)` in all if the
 * machine is noisy. Returns whether it came that far before the deadline.
 */
export async function measurePairs(
  work: ComparisonWork,
  cells: readonly ComparedCell[],
  wanted: number,
  stage: string,
  elapsed: () => number,
  again = false,
): Promise<boolean> {
  const { bench, comparison, deadline = Number.POSITIVE_INFINITY } = work;
  for (let pass = 0; ; pass++) {
    const left = cells.filter((cell) => !hasPairs(cell, wanted, again) && !gaveUp(cell));
    if (left.length === 0) return true;
    if (work.canary && pass % PASSES_PER_CANARY === 0) {
      await watchCanaryBeside(bench, comparison, work.canary, elapsed());
    }
    const random = seededRandom(mix(comparison.seed, wanted, pass, Number(again)));
    for (const cell of random.shuffled(left)) {
      if (performance.now() >= deadline) return false;
      bench.report({
        kind: 'progress',
        done: cells.reduce((sum, cell) => sum + Math.min(judgedPairs(cell, again).length, wanted), 0),
        total: cells.length * wanted,
        text: `${stage}: ${cellText(comparison, cell)}`,
        secondsLeft: null,
      });
      await measurePair(work, cell, elapsed(), again);
      work.save();
    }
  }
}

function hasPairs(cell: ComparedCell, wanted: number, again: boolean): boolean {
  const measured = cell.rounds.again.filter((each) => each === again).length;
  return judgedPairs(cell, again).length >= wanted || measured >= mostPairs(wanted);
}

function cellText({ pairs }: Comparison, { pair, scenario, loadShape, metric }: ComparedCell): string {
  return `${pairs[pair]?.head.label} ${scenario} ${loadShapeId(loadShape)} ${metric}`;
}

async function measurePair(
  work: ComparisonWork,
  cell: ComparedCell,
  startedSeconds: number,
  again: boolean,
): Promise<void> {
  const { bench, comparison } = work;
  const number = cell.rounds.round.length + cell.failures.length;
  const seed = mix(comparison.seed, cell.pair, comparison.cells.indexOf(cell), number);
  // Draw which side comes first, so that each does so equally often.
  const first: Side = seededRandom(seed).next() < 0.5 ? 'base' : 'head';
  const sides = work.sides[cell.pair];
  if (!sides) throw new RangeError(`no pair ${cell.pair}`);
  try {
    const pair =
      cell.mode === 'together'
        ? await measureTogether(work, cell, sides, first, seed)
        : await measureInTurn(work, cell, sides, first, seed);
    const { rounds } = cell;
    rounds.round.push(number);
    rounds.startedSeconds.push(significant(startedSeconds));
    rounds.first.push(first);
    rounds.base.push(kept(pair.base.value));
    rounds.head.push(kept(pair.head.value));
    rounds.baseRequests.push(pair.base.requests);
    rounds.headRequests.push(pair.head.requests);
    rounds.stolenRatio.push(pair.stolenRatio === null ? null : significant(pair.stolenRatio));
    rounds.again.push(again);
    if (pair.metered) {
      work.onMetered?.(cell, { base: kept(pair.metered.base), head: kept(pair.metered.head) });
    }
  } catch (error) {
    bench.signal.throwIfAborted();
    bench.report({ kind: 'no-figure', cell: cellText(comparison, cell), number: number + 1, error });
    const side = error instanceof SideError ? error.side : null;
    cell.failures.push({ round: number, side, what: cutToLength(messageOf(error), 1_900) });
  }
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

async function measureTogether(
  { bench, comparison, meter }: ComparisonWork,
  { scenario, loadShape }: ComparedCell,
  sides: Sides,
  first: Side,
  seed: number,
): Promise<Pair> {
  const duet = await measureDuet(bench, {
    sides,
    scenario: scenarioOf(scenario),
    shape: loadShape,
    measureSeconds: comparison.method.measureSeconds,
    warmup: comparison.method.warmup,
    first,
    seed,
    ...(meter && { meter }),
  });
  const figure = (side: Side) => ({
    value: duet.sides[side].cpuPerRequestNanoseconds,
    requests: duet.sides[side].requests,
  });
  const { base, head } = duet.sides;
  return {
    base: figure('base'),
    head: figure('head'),
    stolenRatio: duet.stolenRatio,
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
  { bench, comparison }: ComparisonWork,
  cell: ComparedCell,
  sides: Sides,
  first: Side,
  seed: number,
): Promise<Pair> {
  const { loadShape: shape, metric } = cell;
  const found: Partial<Record<Side, { value: number | null; requests: number }>> = {};
  let stolenRatio: number | null = null;
  for (const side of first === 'base' ? SIDES : [...SIDES].reverse()) {
    const { spec, built, bench: own } = sides[side];
    try {
      const values = await measureAlone(own, built, {
        cell: { targetVariant: spec.targetVariant, scenario: scenarioOf(cell.scenario), shape },
        seconds: 'seconds' in shape && shape.seconds ? shape.seconds : comparison.method.measureSeconds,
        warmup: comparison.method.warmup,
        ratePerSecond: 'rate' in shape && 'perSecond' in shape.rate ? shape.rate.perSecond : null,
        seed,
      });
      found[side] = { value: metricOfColumns(values, metric), requests: values.requests ?? 0 };
      // Where one side does not know it, the pair is not known to be quiet either.
      if (values.stolenRatio !== null) stolenRatio = Math.max(stolenRatio ?? 0, values.stolenRatio);
    } catch (error) {
      bench.signal.throwIfAborted();
      throw new SideError(side, error);
    }
  }
  return { base: found.base ?? NONE, head: found.head ?? NONE, stolenRatio };
}

const NONE = { value: null, requests: 0 };
