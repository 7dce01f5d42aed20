/**
 * Checks whether the order in which a start was warmed for its scenarios changes a figure. Uses only runs in
 * blocks that draw that order; a load of several scenarios may come before all of them. For each cell, compares
 * the deviation that remains after target and block are removed, between scenarios that came first in their start
 * and those that came last. The interval is drawn from starts, 10,000 times.
 *
 *   npm run figure -- scenario-order [run …]
 */
import { hasBlocks, hasRate, variantName } from '../src/model/index.ts';
import { additiveFit, mean } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { blockRuns, blockSeries, logEntries, newestOfProfiles, rankedTables } from './support/runs.ts';
import { percent } from './support/script.ts';

const DRAWS = 10_000;
const METRICS = ['throughputPerSecond', 'cpuPerRequestNanoseconds'] as const;
const names = process.argv.slice(2);
const drawn = blockRuns(names).filter(
  ({ run: { profile } }) =>
    hasBlocks(profile) &&
    (profile.warmup.curve === undefined || !profile.scenarios.includes(profile.warmup.curve)) &&
    profile.scenarios.length > 1,
);
const runs = names.length > 0 ? drawn : newestOfProfiles(drawn);
if (runs.length === 0) {
  console.error(
    'No finished run in blocks draws the order of its scenarios; measure one with: npm run bench -- run --profile standard-plain',
  );
  process.exit(2);
}

/** The deviation of a figure, with the place of its scenario in the warm-up of its start. */
interface Placed {
  start: string;
  place: 'first' | 'last' | 'between';
  deviation: number;
}

const lines = METRICS.map((metric) => {
  const placed = runs.flatMap((store): Placed[] => {
    const targets = store.targets();
    const order = new Map<string, string[]>();
    for (const { target, variant, warmups = [] } of targets) {
      for (const { block, scenario, together, settling } of warmups) {
        const key = `${variantName(target, variant)} ${block}`;
        const scenarios = order.get(key) ?? [];
        if (!together && !settling && !scenarios.includes(scenario)) order.set(key, [...scenarios, scenario]);
      }
    }
    return [...rankedTables(targets)].flatMap(([, cells]) => {
      const [first] = cells;
      if (!first || hasRate(first.cell.loadShape)) return [];
      const entries = logEntries(blockSeries(cells, metric));
      const { residuals } = additiveFit(entries);
      return entries.flatMap(({ row, column }, at): Placed[] => {
        const start = `${row} ${column}`;
        const scenarios = order.get(start) ?? [];
        const place = scenarios.indexOf(first.cell.scenario);
        if (scenarios.length < 2 || place < 0) return [];
        return [
          {
            start: `${store.run.id} ${start}`,
            place: place === 0 ? 'first' : place === scenarios.length - 1 ? 'last' : 'between',
            deviation: residuals[at] as number,
          },
        ];
      });
    });
  });
  const byStart = [...Map.groupBy(placed, ({ start }) => start).values()];
  const random = seededRandom(1);
  const draws = Array.from({ length: DRAWS }, () =>
    firstOverLast(byStart.flatMap(() => byStart[random.below(byStart.length)] as Placed[])),
  ).sort((a, b) => a - b);
  const count = (place: Placed['place']): string =>
    String(placed.filter((one) => one.place === place).length);
  return [
    metric,
    String(byStart.length),
    count('first'),
    count('last'),
    percent(Math.expm1(firstOverLast(placed)), 2),
    `${percent(Math.expm1(draws[Math.floor(DRAWS * 0.025)] as number), 2)} to ${percent(Math.expm1(draws[Math.floor(DRAWS * 0.975)] as number), 2)}`,
  ];
});

/** Returns the mean difference of logarithms between scenarios that were warmed first and last. */
function firstOverLast(placed: readonly Placed[]): number {
  const of = (place: Placed['place']): number[] =>
    placed.filter((one) => one.place === place).map(({ deviation }) => deviation);
  return mean(of('first')) - mean(of('last'));
}

console.log(
  table(
    [
      { title: 'figure' },
      { title: 'starts', align: 'right' },
      { title: 'cells first', align: 'right' },
      { title: 'cells last', align: 'right' },
      { title: 'first over last', align: 'right' },
      { title: '95 % of draws', align: 'right' },
    ],
    lines,
  ),
);
