/**
 * Checks whether two runs of one machine put targets in the same order. For every pair of targets in every
 * table of both runs: which runs distinguish the two, whether both runs order them alike, and how far apart the two
 * runs are in how many times faster one is than the other.
 *
 *   npm run figure -- order-agreement [<run> <run>]
 */
import { basename } from 'node:path';
import {
  type Cell,
  isRanked,
  type MetricId,
  metricByBlock,
  metricIds,
  metricOf,
  shapeGives,
  startsOf,
  variantName,
} from '../src/model/index.ts';
import { RunStore, runFolders } from '../src/results/run-store.ts';
import { median, provenPairs } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { repository } from '../src/util/repository.ts';
import { percent } from './support/script.ts';

const names = process.argv.slice(2);
const stores = runFolders(repository)
  .filter((folder) => names.length === 0 || names.some((name) => basename(folder).startsWith(name)))
  .map((folder) => RunStore.open(folder))
  .filter(({ run }) => run.finishedAt !== null && run.replay === undefined);
const [first, second] = names.length === 2 ? stores : twoOfOneProfile();
if (!first || !second) {
  console.error(
    'Needs two finished runs of one profile on one machine; name them by the start of their folders',
  );
  process.exit(2);
}

/** Returns the newest two runs of the profile `standard`. */
function twoOfOneProfile(): RunStore[] {
  const standard = stores.filter(({ run }) => run.profile.name === 'standard');
  return standard.slice(-2);
}

/** A table of one run. */
interface Seen {
  /** The pairs that the run distinguishes, as `a|b` in order of names. */
  proven: Map<string, 'ahead' | 'behind'>;
  /** Logarithm of each target's figure, the median of its blocks. */
  levels: Map<string, number>;
}

/** Two runs should agree on nearly all factors between targets within this one. */
const FACTOR = 1.05;

/** Returns each table of the run, by metric, scenario and load. */
function tablesOf(store: RunStore, shared: ReadonlySet<string>): Map<string, Seen> {
  const cells = new Map<string, { name: string; cell: Cell }[]>();
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
      const shape = entries[0]?.cell.loadShape;
      if (!shape || !shapeGives(shape, metricOf(metric))) continue;
      const figures = entries.map(({ name, cell }) => ({ id: name, byBlock: metricByBlock(cell, metric) }));
      const pairs = provenPairs(figures, metricOf(metric).direction);
      const proven: Seen['proven'] = new Map();
      for (const { better, worse } of pairs) {
        const [a, b] = [better, worse].sort();
        proven.set(`${a}|${b}`, a === better ? 'ahead' : 'behind');
      }
      const levels = new Map(
        figures.flatMap(({ id, byBlock }) => {
          const level = Math.log(median([...byBlock.values()]));
          return Number.isFinite(level) ? [[id, level] as const] : [];
        }),
      );
      found.set(`${metric} ${key}`, { proven, levels });
    }
  }
  return found;
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

const swapped: string[] = [];
const rows = metricIds.flatMap((metric: MetricId) => {
  let [either, both, same, tables] = [0, 0, 0, 0];
  const apart: number[] = [];
  for (const [key, left] of before) {
    const right = after.get(key);
    if (!key.startsWith(`${metric} `) || !right) continue;
    tables += 1;
    apart.push(...factorsApart(left.levels, right.levels));
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
    ],
    rows,
  ),
);
if (swapped.length > 0) console.log(`Swapped:\n${swapped.map((line) => `  ${line}`).join('\n')}`);
