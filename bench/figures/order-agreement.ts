/**
 * Checks whether two runs of one machine put targets in the same order. For every pair of targets in every
 * table of both runs: which runs distinguish the two, and whether both runs order them alike.
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
import { provenPairs } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { repository } from '../src/util/repository.ts';

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

type Proven = Map<string, 'ahead' | 'behind'>;

/** Returns, for each table, the pairs that the run distinguishes, as `a|b` in order of names. */
function provenOf(store: RunStore, shared: ReadonlySet<string>): Map<string, Proven> {
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
  const found = new Map<string, Proven>();
  for (const [key, entries] of cells) {
    for (const metric of metricIds) {
      const shape = entries[0]?.cell.loadShape;
      if (!shape || !shapeGives(shape, metricOf(metric))) continue;
      const pairs = provenPairs(
        entries.map(({ name, cell }) => ({ id: name, byBlock: metricByBlock(cell, metric) })),
        metricOf(metric).direction,
      );
      const proven: Proven = new Map();
      for (const { better, worse } of pairs) {
        const [a, b] = [better, worse].sort();
        proven.set(`${a}|${b}`, a === better ? 'ahead' : 'behind');
      }
      found.set(`${metric} ${key}`, proven);
    }
  }
  return found;
}

const targetsOf = (store: RunStore): string[] =>
  store.targets().map(({ target, variant }) => variantName(target, variant));
const shared = new Set(targetsOf(first).filter((name) => targetsOf(second).includes(name)));
const [before, after] = [provenOf(first, shared), provenOf(second, shared)];
const swapped: string[] = [];
const rows = metricIds.flatMap((metric: MetricId) => {
  let [either, both, same, tables] = [0, 0, 0, 0];
  for (const [key, left] of before) {
    const right = after.get(key);
    if (!key.startsWith(`${metric} `) || !right) continue;
    tables += 1;
    for (const pair of new Set([...left.keys(), ...right.keys()])) {
      either += 1;
      const [one, other] = [left.get(pair), right.get(pair)];
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
    ],
    rows,
  ),
);
if (swapped.length > 0) console.log(`Swapped:\n${swapped.map((line) => `  ${line}`).join('\n')}`);
