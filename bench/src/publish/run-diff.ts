import cdf from '@stdlib/stats-base-dists-t-cdf';
import {
  type DiffData,
  type MetricId,
  metricOf,
  type RunChange,
  SITE_DATA_SCHEMA_VERSION,
  variantName,
} from '../model/index.ts';
import { falseDiscoveryAdjusted } from '../stats/false-discovery.ts';
import { CONFIDENCE, mean, median, standardDeviation, tQuantile } from '../stats/index.ts';
import { significant } from '../util/round.ts';
import type { FigureCell, KnownRun, RunFigures } from './reduced-run.ts';
import { newestFirst } from './shown-run.ts';

/**
 * Two runs were not measured together, so what the machine did in between is part of every difference. Their
 * thresholds are therefore wider than those of a verdict.
 */
export const RUN_DIFF_THRESHOLDS: Partial<Record<MetricId, number>> = {
  throughputPerSecond: 0.05,
  cpuPerRequestNanoseconds: 0.05,
  latencyP99Seconds: 0.1,
  peakMemoryBytes: 0.1,
};
/** Of all figures called different, at most this share by chance. */
export const RUN_DIFF_ERROR_RATE = 0.05;
/** Rows of one list; the numbers of all are told. */
const MOST_ROWS = 100;

/** For each run, the newest one before it on the same machine with the same profile. */
export function runsBefore(runs: readonly KnownRun[]): Map<KnownRun, KnownRun> {
  const before = new Map<KnownRun, KnownRun>();
  const latest = new Map<string, KnownRun[]>();
  for (const run of newestFirst(runs).reverse()) {
    if (run.run.finishedAt === null || run.run.replay !== undefined) continue;
    const key = `${run.run.machine} ${run.run.profile.name}`;
    const earlier = latest.get(key) ?? [];
    const names = new Set(run.targets.map(nameOf));
    const found = earlier.findLast(({ targets }) => targets.some((target) => names.has(nameOf(target))));
    if (found) before.set(run, found);
    earlier.push(run);
    // A run of a few targets is rarely more than a few behind one that has them.
    if (earlier.length > MOST_LOOKED_AT) earlier.shift();
    latest.set(key, earlier);
  }
  return before;
}
const MOST_LOOKED_AT = 100;

const nameOf = ({ target, variant }: { target: string; variant: string }): string =>
  variantName(target, variant);

interface Difference extends RunChange {
  /** One-sided: that it lies beyond its threshold, in the direction seen. */
  p: number;
  threshold: number;
}

export function diffData(
  before: { known: KnownRun; figures: RunFigures },
  after: { known: KnownRun; figures: RunFigures },
): DiffData {
  const earlier = new Map(before.figures.cells.map((cell) => [keyOf(cell), cell]));
  const differences = after.figures.cells.flatMap((cell) => {
    const old = earlier.get(keyOf(cell));
    const loadShape = after.figures.shapes[cell.loadShapeId];
    if (!old?.ranked || !cell.ranked || loadShape === undefined) return [];
    return (Object.keys(RUN_DIFF_THRESHOLDS) as MetricId[]).flatMap(
      (metric) => difference(old, cell, metric, loadShape) ?? [],
    );
  });
  const adjusted = falseDiscoveryAdjusted(differences.map(({ p }) => p));
  const significantOnes = differences.filter((_, index) => (adjusted[index] ?? 1) <= RUN_DIFF_ERROR_RATE);
  const known = new Set(significantOnes);
  const within = ({ low, high, threshold }: Difference): boolean =>
    high < 1 + threshold && low > 1 / (1 + threshold);
  const rest = differences.filter((one) => !known.has(one));
  const open = rest.filter((one) => !within(one));
  const size = ({ ratio }: Difference): number => Math.abs(Math.log(ratio));
  const width = ({ low, high }: Difference): number => Math.log(high / low);
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine: after.known.run.machine,
    before: { run: before.known.name, startedAt: before.known.run.startedAt },
    after: { run: after.known.name, startedAt: after.known.run.startedAt },
    changed: changed(before.known, after.known),
    cells: differences.length,
    same: rest.length - open.length,
    thresholds: RUN_DIFF_THRESHOLDS,
    counts: {
      worse: significantOnes.filter(({ ratio }) => ratio > 1).length,
      better: significantOnes.filter(({ ratio }) => ratio < 1).length,
      unresolved: open.length,
    },
    significant: shown(significantOnes, size),
    unresolved: shown(open, width),
  };
}

function shown(differences: readonly Difference[], by: (one: Difference) => number): RunChange[] {
  return [...differences]
    .sort((a, b) => by(b) - by(a))
    .slice(0, MOST_ROWS)
    .map(({ p: _, threshold: __, ...change }) => change);
}

function keyOf({ target, variant, scenario, scenarioVersion, loadShapeId }: FigureCell): string {
  return [target, variant, scenario, scenarioVersion, loadShapeId].join(' ');
}

/**
 * Geometric means of the rounds of both runs, with the t interval of the difference of their logarithms. The degrees
 * of freedom are those of the run with fewer rounds: fewer than Welch's, so the interval is never too narrow.
 */
function difference(
  before: FigureCell,
  after: FigureCell,
  metric: MetricId,
  loadShape: RunFigures['shapes'][string],
): Difference | null {
  const [old, now] = [before.figures[metric]?.rounds, after.figures[metric]?.rounds];
  const threshold = RUN_DIFF_THRESHOLDS[metric];
  if (!old || !now || threshold === undefined || old.length < 2 || now.length < 2) return null;
  if (![...old, ...now].every((value) => value > 0)) return null;
  const [oldLogs, nowLogs] = [old.map(Math.log), now.map(Math.log)];
  const sign = metricOf(metric).direction === 'lower' ? 1 : -1;
  const centre = sign * (mean(nowLogs) - mean(oldLogs));
  const error = Math.hypot(
    standardDeviation(oldLogs) / Math.sqrt(old.length),
    standardDeviation(nowLogs) / Math.sqrt(now.length),
  );
  const degrees = Math.min(old.length, now.length) - 1;
  const half = tQuantile((1 + CONFIDENCE) / 2, degrees) * error;
  const beyond = Math.abs(centre) - Math.log(1 + threshold);
  return {
    target: after.target,
    variant: after.variant,
    name: after.name,
    scenario: after.scenario,
    scenarioVersion: after.scenarioVersion,
    loadShape: loadShape as RunChange['loadShape'],
    loadShapeId: after.loadShapeId,
    metric,
    before: significant(median(old)),
    after: significant(median(now)),
    ratio: significant(Math.exp(centre)),
    low: significant(Math.exp(centre - half)),
    high: significant(Math.exp(centre + half)),
    p: error === 0 ? (beyond > 0 ? 0 : 1) : cdf(-beyond / error, degrees),
    threshold,
  };
}

/** Commit, tools, databases and versions of the targets that both have. */
function changed(before: KnownRun, after: KnownRun): DiffData['changed'] {
  const rows: DiffData['changed'] = [];
  const add = (
    kind: DiffData['changed'][number]['kind'],
    of: string | null,
    old: string | null,
    now: string | null,
  ): void => {
    if (old !== now) rows.push({ kind, of, before: old, after: now });
  };
  add('commit', null, before.run.commit, after.run.commit);
  const both = (
    a: readonly { name: string; version: string | null }[],
    b: typeof a,
    kind: 'tool' | 'database',
  ) => {
    for (const { name, version } of b) {
      const old = a.find((one) => one.name === name);
      if (old) add(kind, name, old.version, version);
    }
  };
  both(before.run.tools, after.run.tools, 'tool');
  const databases = ({ run }: KnownRun) =>
    run.databases.map(({ kind, product, version }) => ({ name: product ?? kind, version }));
  both(databases(before), databases(after), 'database');
  for (const now of after.targets) {
    const old = before.targets.find((target) => nameOf(target) === nameOf(now));
    if (old) add('version', nameOf(now), old.framework.version, now.framework.version);
  }
  return rows;
}
