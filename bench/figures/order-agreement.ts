/**
 * Checks whether two runs of one machine put targets in the same order. For every pair of targets in every
 * table of both runs: which runs distinguish the two, whether both runs order them alike, and how far apart the two
 * runs are in how many times faster one is than the other: beyond a twentieth, and beyond what the intervals of both
 * allow, those that the pages that compare two targets show.
 *
 *   npm run figure -- order-agreement [<run> <run>]
 */
import { tableErrorRate } from '../src/analysis/table-comparison.ts';
import { isRanked, type MetricId, metricIds, metricOf, startsOf, variantName } from '../src/model/index.ts';
import type { RunStore } from '../src/results/run-store.ts';
import { median, pairInterval, provenPairs, type RankedSeries, tablePairs } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns, blockSeries, type NamedCell, profileKey } from './support/runs.ts';
import { percent } from './support/script.ts';

const names = process.argv.slice(2);
const chosen = names.length > 0 ? blockRuns(names) : newestOfOneProfile(blockRuns());
const [first, second] = chosen;
if (!first || !second || chosen.length > 2 || first.run.machine !== second.run.machine) {
  const found = chosen.map(({ run }) => `${run.id} on ${run.machine}`);
  console.error(
    `Needs two finished runs in blocks of one machine, named by the start of their folders; found: ${found.join(', ') || 'none'}`,
  );
  process.exit(2);
}

/** Returns the newest run that has one like it before it, and that one, oldest first. */
function newestOfOneProfile(stores: readonly RunStore[]): RunStore[] {
  const alike = Object.values(Object.groupBy(stores, profileKey)).flatMap((group = []) =>
    group.length > 1 ? [group.slice(-2)] : [],
  );
  return alike.sort((a, b) => (a[1]?.run.id ?? '').localeCompare(b[1]?.run.id ?? '')).at(-1) ?? [];
}

/** A table of one run. */
interface Seen {
  /** The pairs that the run distinguishes, as `a|b` in order of names. */
  proven: Map<string, 'ahead' | 'behind'>;
  /** Logarithm of each target's figure, the median of its blocks. */
  levels: Map<string, number>;
  /** The interval of a pair's ratio, a ÷ b, under its name. */
  intervals: Map<string, Interval>;
}

interface Interval {
  low: number;
  high: number;
}

/** Two runs should agree on nearly all factors between targets within this one. */
const FACTOR = 1.05;

/** Returns each table of the run, by metric, scenario and load. */
function tablesOf(store: RunStore, shared: ReadonlySet<string>): Map<string, Seen> {
  const cells = new Map<string, NamedCell[]>();
  for (const target of store.targets()) {
    const name = variantName(target.target, target.variant);
    if (!shared.has(name)) continue;
    for (const cell of target.cells) {
      if (!isRanked(cell)) continue;
      const key = `${cell.scenario} v${cell.scenarioVersion} ${cell.loadShapeId}`;
      cells.set(key, [...(cells.get(key) ?? []), { name, cell }]);
    }
  }
  const found = new Map<string, Seen>();
  for (const [key, entries] of cells) {
    for (const metric of metricIds) {
      const series = blockSeries(entries, metric);
      if (series.length > 0) found.set(`${metric} ${key}`, seenIn(series, metric, tableErrorRate(store.run)));
    }
  }
  return found;
}

function seenIn(series: readonly RankedSeries[], metric: MetricId, errorRate: number): Seen {
  const proven: Seen['proven'] = new Map();
  for (const { better, worse } of provenPairs(series, metricOf(metric).direction, errorRate)) {
    const [a, b] = [better, worse].sort();
    proven.set(`${a}|${b}`, a === better ? 'ahead' : 'behind');
  }
  const levels = new Map(
    series.flatMap(({ id, byBlock }) => {
      const level = Math.log(median([...byBlock.values()]));
      return Number.isFinite(level) ? [[id, level] as const] : [];
    }),
  );
  return { proven, levels, intervals: intervalsIn(series, errorRate) };
}

function intervalsIn(series: readonly RankedSeries[], errorRate: number): Seen['intervals'] {
  return new Map(
    tablePairs(series, errorRate).flatMap((pair): [string, Interval][] => {
      const interval = pairInterval(pair);
      if (interval === null) return [];
      const { low, high } = interval;
      return pair.a < pair.b
        ? [[`${pair.a}|${pair.b}`, interval]]
        : [[`${pair.b}|${pair.a}`, { low: 1 / high, high: 1 / low }]];
    }),
  );
}

const targetsOf = (store: RunStore): string[] =>
  store.targets().map(({ target, variant }) => variantName(target, variant));
const shared = new Set(targetsOf(first).filter((name) => targetsOf(second).includes(name)));
const [before, after] = [tablesOf(first, shared), tablesOf(second, shared)];

/** Returns by how much the two runs differ in the factor between two targets, as a logarithm, for each pair. */
function factorsApart(left: Seen['levels'], right: Seen['levels']): number[] {
  const apart = [...left].flatMap(([name, level]) => {
    const other = right.get(name);
    return other === undefined ? [] : [level - other];
  });
  return apart.flatMap((one, at) => apart.slice(at + 1).map((other) => Math.abs(one - other)));
}

const shareBeyond = (apart: readonly number[]): number =>
  apart.filter((one) => one > Math.log(FACTOR)).length / apart.length;

/** Returns for each pair with an interval in both runs whether the two intervals have nothing in common. */
function intervalsApart(left: Seen['intervals'], right: Seen['intervals']): boolean[] {
  return [...left].flatMap(([pair, one]) => {
    const other = right.get(pair);
    return other === undefined ? [] : [one.high < other.low || other.high < one.low];
  });
}

const swapped: string[] = [];
const rows = metricIds.flatMap((metric: MetricId) => {
  let [either, both, same, tables] = [0, 0, 0, 0];
  const apart: number[] = [];
  const disjoint: boolean[] = [];
  for (const [key, left] of before) {
    const right = after.get(key);
    if (!key.startsWith(`${metric} `) || !right) continue;
    tables += 1;
    apart.push(...factorsApart(left.levels, right.levels));
    disjoint.push(...intervalsApart(left.intervals, right.intervals));
    for (const pair of new Set([...left.proven.keys(), ...right.proven.keys()])) {
      either += 1;
      const [one, other] = [left.proven.get(pair), right.proven.get(pair)];
      if (!one || !other) continue;
      both += 1;
      if (one === other) same += 1;
      else swapped.push(`${key}: ${pair.replace('|', ' and ')}`);
    }
  }
  return tables === 0
    ? []
    : [
        [
          metricOf(metric).title,
          String(tables),
          String(either),
          String(both),
          String(same),
          String(both - same),
          ...(apart.length === 0
            ? ['', '']
            : [percent(Math.expm1(median(apart))), percent(shareBeyond(apart))]),
          disjoint.length === 0 ? '' : percent(disjoint.filter(Boolean).length / disjoint.length),
        ],
      ];
});
console.log(
  `${first.run.id} and ${second.run.id}: ${shared.size} targets in both, ${startsOf(first.run.profile)} and ${startsOf(second.run.profile)} starts`,
);
console.log(
  table(
    [
      { title: 'figure' },
      { title: 'tables', align: 'right' },
      { title: 'pairs distinguished by either', align: 'right' },
      { title: 'by both', align: 'right' },
      { title: 'same order', align: 'right' },
      { title: 'swapped', align: 'right' },
      { title: 'factors of all pairs differ by, median', align: 'right' },
      { title: `by more than ${percent(FACTOR - 1)}`, align: 'right' },
      { title: 'intervals that do not overlap', align: 'right' },
    ],
    rows,
  ),
);
if (swapped.length > 0) console.log(`Swapped:\n${swapped.map((line) => `  ${line}`).join('\n')}`);
