import { rounded } from '../../analysis/cells.ts';
import type { TableInRun } from '../../analysis/shown-run.ts';
import { tableErrorRate } from '../../analysis/table-comparison.ts';
import {
  type Estimate,
  FIRST_SECONDS,
  hasBlocks,
  loadShapeId,
  type Rank,
  reachedLevel,
  SITE_DATA_SCHEMA_VERSION,
  type TargetRun,
  variantNameOf,
  WARM_UP_STARTS,
  type WarmUpData,
  type WarmUpMetricId,
  type WarmUpRow,
  type WarmUpTable,
  type Warmup,
  warmUpMetricIds,
} from '../../model/index.ts';
import type { RunResult } from '../../results/read-results.ts';
import { BUCKET_STEP, estimate, median, rankIntervals } from '../../stats/index.ts';
import { significant } from '../../util/rounding.ts';

/** A curve needs no more digits than a picture shows. */
const DIGITS = 4;

/**
 * The warm-ups that are figures: those of the scenario that the profile puts first on each start, from its
 * first request on. One per block: the first, if a target was started in two groups of it.
 */
function firstWarmups(run: RunResult['run'], { warmups = [] }: TargetRun): Warmup[] {
  const curve = hasBlocks(run.profile) ? run.profile.warmup.curve : undefined;
  if (curve === undefined) return [];
  const blocks = new Set<number>();
  return warmups.filter(
    ({ block, scenario, place, lightSeconds }) =>
      place === 0 && lightSeconds === 0 && scenario === curve && !blocks.has(block) && blocks.add(block),
  );
}

/** Lists the warm-up tables that a run can give, to choose which run each comes from. */
export function warmUpTables({ run, targets }: RunResult): TableInRun[] {
  const having = targets.flatMap(({ result }) => firstWarmups(run, result).slice(0, 1));
  const [first] = having;
  return first === undefined
    ? []
    : [{ scenario: first.scenario, loadShapeId: first.loadShapeId, variants: having.length }];
}

export function warmUpData(machine: string, runs: readonly RunResult[]): WarmUpData {
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine,
    tables: runs.flatMap((run) => warmUpTable(run) ?? []),
  };
}

/** Figures of one start. */
interface Start {
  block: number;
  steadyPerSecond: number;
  values: Record<WarmUpMetricId, number | null>;
}

/** Returns `null` if the run has no such figures. */
function warmUpTable({ run, name, targets }: RunResult): WarmUpTable | null {
  const { profile } = run;
  if (!hasBlocks(profile)) return null;
  const found = targets.flatMap(({ result }) => {
    const warmups = firstWarmups(run, result);
    const starts = warmups.flatMap((warmup) => startOf(warmup) ?? []);
    return starts.length === 0 ? [] : [{ result, warmups, starts }];
  });
  const warmup = found[0]?.warmups[0];
  const loadShape = profile.loadShapes.find((shape) => loadShapeId(shape) === warmup?.loadShapeId);
  if (warmup === undefined || loadShape === undefined) return null;
  const { scenario } = warmup;
  const cell = targets.flatMap(({ result }) => result.cells).find((one) => one.scenario === scenario);
  const steady = found.filter(
    ({ warmups, starts }) => starts.length >= WARM_UP_STARTS && warmups.every(({ steady }) => steady),
  );
  // A platform does not compete, unless there is nothing else.
  const frameworks = steady.filter(({ result }) => result.kind !== 'platform');
  const ranked = frameworks.length > 0 ? frameworks : steady;
  const ranks = new Map(warmUpMetricIds.map((metric) => [metric, ranksOf(run, ranked, metric)] as const));
  const rows = found.map(({ result, warmups, starts }): WarmUpRow => {
    const figure = (metric: WarmUpMetricId) => {
      const own = estimateOf(starts, metric);
      return own && { estimate: own, rank: ranks.get(metric)?.get(variantNameOf(result)) ?? null };
    };
    return {
      target: result.target,
      variant: result.variant,
      name: result.name,
      language: result.language,
      kind: result.kind,
      starts: warmups.length,
      notWarm: warmups.filter(({ steady }) => !steady).length,
      figures: {
        warmupSeconds: figure('warmupSeconds') as NonNullable<ReturnType<typeof figure>>,
        warmupRequests: figure('warmupRequests') as NonNullable<ReturnType<typeof figure>>,
        warmupWorstLatencySeconds: figure('warmupWorstLatencySeconds'),
      },
      steadyPerSecond: significant(median(starts.map(({ steadyPerSecond }) => steadyPerSecond))),
      curve: curveOf(warmups),
    };
  });
  return {
    run: name,
    startedAt: run.startedAt,
    profile: profile.name,
    blocks: run.blocks?.length ?? 0,
    scenario,
    scenarioVersion: cell?.scenarioVersion ?? 1,
    loadShape,
    loadShapeId: warmup.loadShapeId,
    maxSeconds: profile.warmup.maxSeconds,
    rows: rows.sort(compareRows),
  };
}

/** Returns `null` for a start without a level: it has no figures, and is a start that was not warm all the same. */
function startOf(warmup: Warmup): Start | null {
  const { block, throughputPerSecond, durationSeconds, latencyMaxSeconds } = warmup;
  const reached = reachedLevel(throughputPerSecond);
  if (reached === null) return null;
  const before = { seconds: 0, requests: 0 };
  for (let second = 0; second < reached.second; second++) {
    const lasted = durationSeconds[second] ?? 0;
    before.seconds += lasted;
    before.requests += lasted * (throughputPerSecond[second] ?? 0);
  }
  const first = latencyMaxSeconds.slice(0, FIRST_SECONDS).flatMap((value, second) => {
    // A second without a response has no latency: whoever asked waited for all of it, and longer.
    if (value === null && throughputPerSecond[second] === 0) return durationSeconds[second] ?? [];
    return value ?? [];
  });
  return {
    block,
    steadyPerSecond: reached.steadyPerSecond,
    values: {
      // Loads last a second, so they resolve no less than that.
      warmupSeconds: 1 + Math.round(before.seconds),
      warmupRequests: 1 + Math.round(before.requests),
      warmupWorstLatencySeconds: first.length === 0 ? null : Math.max(...first),
    },
  };
}

/** Seconds and requests count whole loads: starts that agree show how coarse that is, and no interval. */
const STEPS: Record<WarmUpMetricId, number | null> = {
  warmupSeconds: null,
  warmupRequests: null,
  warmupWorstLatencySeconds: BUCKET_STEP,
};

function estimateOf(starts: readonly Start[], metric: WarmUpMetricId): Estimate | null {
  const values = starts.flatMap(({ values: own }) => own[metric] ?? []);
  return values.length === 0 ? null : rounded(estimate(values, STEPS[metric]));
}

function ranksOf(
  run: RunResult['run'],
  ranked: readonly { result: TargetRun; starts: readonly Start[] }[],
  metric: WarmUpMetricId,
): Map<string, Rank> {
  const series = ranked.map(({ result, starts }) => ({
    id: variantNameOf(result),
    byBlock: new Map(
      starts.flatMap(({ block, values }) => {
        const value = values[metric];
        return value === null ? [] : [[block, value] as const];
      }),
    ),
  }));
  return rankIntervals(
    series.filter(({ byBlock }) => byBlock.size >= WARM_UP_STARTS),
    'lower',
    tableErrorRate(run),
  );
}

/** Second by second, as long as half of the starts were warming up: fewer do not represent the target. */
function curveOf(warmups: readonly Warmup[]): WarmUpRow['curve'] {
  const lengths = warmups.map(({ throughputPerSecond }) => throughputPerSecond.length).sort((a, b) => b - a);
  const seconds = lengths[Math.ceil(lengths.length / 2) - 1] ?? 0;
  const at = (second: number): number[] =>
    warmups.flatMap(({ throughputPerSecond }) => throughputPerSecond[second] ?? []);
  const each = (of: (values: number[]) => number): number[] =>
    Array.from({ length: seconds }, (_, second) => significant(of(at(second)), DIGITS));
  return {
    median: each(median),
    low: each((values) => Math.min(...values)),
    high: each((values) => Math.max(...values)),
    compiling: Array.from({ length: seconds }, (_, second) => {
      const known = warmups.flatMap(({ compilingRatio }) => compilingRatio[second] ?? []);
      return known.length === 0 ? null : significant(median(known), 3);
    }),
  };
}

function compareRows(a: WarmUpRow, b: WarmUpRow): number {
  const isRanked = ({ figures }: WarmUpRow): boolean => figures.warmupSeconds.rank !== null;
  const [first, second] = [a, b].map(({ figures }) => figures.warmupSeconds.estimate.median);
  return (
    Number(isRanked(b)) - Number(isRanked(a)) ||
    (first as number) - (second as number) ||
    a.figures.warmupRequests.estimate.median - b.figures.warmupRequests.estimate.median ||
    (variantNameOf(a) < variantNameOf(b) ? -1 : 1)
  );
}
