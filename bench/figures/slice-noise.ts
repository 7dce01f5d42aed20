/**
 * Shows what a slice is worth, from the slices of recorded runs: how much single slices deviate, how much
 * deviation remains after target and cycle are removed, and what that implies for a block, compared with the
 * deviation between starts. What remains hardly correlates with that of the slice before, of another target: so a model
 * of what slows the machine for seconds would sharpen nothing.
 *
 *   npm run figure -- slice-noise [run …]
 */
import { hasRate } from '../src/model/index.ts';
import { additiveFit, mean, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import {
  blockRuns,
  blockSeries,
  logEntries,
  type NamedCell,
  newestOfProfiles,
  rankedTables,
} from './support/runs.ts';
import { percent } from './support/script.ts';

const names = process.argv.slice(2);
const runs = names.length > 0 ? blockRuns(names) : newestOfProfiles(blockRuns());
if (runs.length === 0) {
  console.error('No finished run in blocks; measure one with: npm run bench -- run');
  process.exit(2);
}

interface Noise {
  /** Slices of a target. */
  slices: number;
  alone: number;
  left: number;
  /** Correlation of what is left with that of the next slice in time. */
  withNext: number;
  seconds: number;
}

/** Returns the noise of the slices of one table in one block. */
function noiseOf(cells: readonly NamedCell[], block: number): Noise | null {
  const entries = cells.flatMap(({ name, cell }) =>
    (cell.slices?.requests ?? []).flatMap((requests, at) => {
      const { slices } = cell;
      if (!slices?.kept[at] || slices.block[at] !== block || requests === 0) return [];
      const seconds = slices.durationSeconds[at] as number;
      return [
        {
          row: name,
          column: slices.cycle[at] as number,
          value: Math.log(requests / seconds),
          seconds,
          startedSeconds: slices.startedSeconds[at] as number,
        },
      ];
    }),
  );
  entries.sort((a, b) => a.startedSeconds - b.startedSeconds);
  const rows = new Map(entries.map(({ row }) => [row, entries.filter((entry) => entry.row === row)]));
  const cycles = new Set(entries.map(({ column }) => column)).size;
  if (cycles < 3 || rows.size < 3) return null;
  const alone = [...rows.values()].flatMap((own) => {
    const centre = mean(own.map(({ value }) => value));
    return own.map(({ value }) => (value - centre) * Math.sqrt(own.length / Math.max(1, own.length - 1)));
  });
  const { residuals } = additiveFit(entries);
  // A target of a group has slices in the group's cycles only; shared targets join the groups.
  const degrees = entries.length - rows.size - cycles + 1;
  return {
    slices: entries.length / rows.size,
    alone: Math.sqrt(mean(alone.map((value) => value ** 2))),
    left: Math.sqrt(residuals.reduce((sum, value) => sum + value ** 2, 0) / degrees),
    withNext:
      mean(residuals.slice(1).map((value, at) => value * (residuals[at] as number))) /
      mean(residuals.map((value) => value ** 2)),
    seconds: mean(entries.map(({ seconds }) => seconds)),
  };
}

const lines = runs.flatMap((store) =>
  [...rankedTables(store.targets())].flatMap(([name, cells]) => {
    if (cells.length < 3 || hasRate((cells[0] as NamedCell).cell.loadShape)) return [];
    const blocks = (store.run.blocks ?? []).flatMap(({ block }) => noiseOf(cells, block) ?? []);
    if (blocks.length === 0) return [];
    const series = blockSeries(cells, 'throughputPerSecond');
    const { residuals } = additiveFit(logEntries(series));
    const left = mean(blocks.map((block) => block.left));
    const slices = mean(blocks.map((block) => block.slices));
    return [
      [
        store.run.id,
        name,
        mean(blocks.map(({ seconds }) => seconds)).toFixed(2),
        slices.toFixed(1),
        percent(mean(blocks.map(({ alone }) => alone))),
        percent(left),
        mean(blocks.map(({ withNext }) => withNext)).toFixed(2),
        percent(left / Math.sqrt(slices)),
        blocks.length > 1 ? percent(standardDeviation(residuals)) : '',
      ],
    ];
  }),
);
console.log(
  table(
    [
      { title: 'run' },
      { title: 'table' },
      { title: 'slice, s', align: 'right' },
      { title: 'slices per block', align: 'right' },
      { title: 'single slices', align: 'right' },
      { title: 'after target and cycle', align: 'right' },
      { title: 'correlation with the next', align: 'right' },
      { title: 'implied for a block', align: 'right' },
      { title: 'observed blocks', align: 'right' },
    ],
    lines,
  ),
);
