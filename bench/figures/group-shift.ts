/**
 * Shows by how much groups of servers that were not alive at once are shifted against each other in a block: for each
 * table of a run whose blocks had unlike groups, the median over a group of what its targets did in that block over the
 * next one, the furthest group over the nearest. Shared targets join the groups; what those deviate by shifts all.
 *
 *   npm run figure -- group-shift [run …]
 */
import { metricByBlock } from '../src/model/index.ts';
import { median } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns, type NamedCell, rankedTables } from './support/runs.ts';
import { percent } from './support/script.ts';

/** The median of fewer tells little. */
const LEAST_TARGETS = 8;

/** Names the group of a cell in a block by its first and last cycle; shared targets have more cycles than others. */
function groupOf({ cell: { slices } }: NamedCell, block: number): string {
  const cycles = (slices?.cycle ?? []).filter((_, at) => slices?.block[at] === block);
  return `${Math.min(...cycles)} to ${Math.max(...cycles)}`;
}

const rows = blockRuns(process.argv.slice(2)).flatMap((store) =>
  (store.run.blocks ?? []).flatMap(({ block, groups }, at) => {
    const next = store.run.blocks?.[at + 1];
    if (groups < 2 || next === undefined) return [];
    return [...rankedTables(store.targets())].flatMap(([key, cells]) => {
      const ratios = cells.flatMap((named) => {
        const figures = metricByBlock(named.cell, 'throughputPerSecond');
        const [own, other] = [figures.get(block), figures.get(next.block)];
        return own && other ? [{ group: groupOf(named, block), log: Math.log(own / other) }] : [];
      });
      const medians = [...Map.groupBy(ratios, ({ group }) => group).values()]
        .filter(({ length }) => length >= LEAST_TARGETS)
        .map((group) => median(group.map(({ log }) => log)));
      if (medians.length < 2) return [];
      const shift = Math.expm1(Math.max(...medians) - Math.min(...medians));
      return [
        [store.run.id, String(block + 1), key, String(medians.length), String(next.groups), percent(shift)],
      ];
    });
  }),
);

console.log(
  table(
    [
      { title: 'run' },
      { title: 'block', align: 'right' },
      { title: 'table' },
      { title: 'groups', align: 'right' },
      { title: 'groups of the next block', align: 'right' },
      { title: 'furthest group over the nearest', align: 'right' },
    ],
    rows,
  ),
);
