/**
 * Compares ways to spend a run's time: few blocks of many slices, or many blocks of few. Takes the spread of
 * single slices and of fresh starts from recorded runs, then draws tables with the recorded levels of the
 * targets and prints how wide their rank intervals become. A block costs a warm-up of every target, a slice
 * costs about a second of one.
 *
 *   npm run figure -- block-plan [-- --draws 100] [run …]
 */
import { parseArgs } from 'node:util';
import { hasRate } from '../src/model/index.ts';
import { additiveFit, mean } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { drawnWidth } from './support/drawn-tables.ts';
import {
  blockRuns,
  blockSeries,
  logEntries,
  type NamedCell,
  newestOfProfiles,
  rankedTables,
} from './support/runs.ts';
import { percent } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: { draws: { type: 'string', default: '100' } },
  allowPositionals: true,
});
const draws = Number(values.draws);
const PLANS = [2, 3, 5].flatMap((blocks) => [3, 5, 8, 12, 20].map((slices) => ({ blocks, slices })));

/** Standard deviations of logarithms. */
interface SliceSpread {
  /** Standard deviation of a slice, beside the level of its start and its cycle. */
  slice: number;
  /** Standard deviation of a start's level, beside its target's: what slices leave unexplained. */
  start: number;
}

interface Value {
  target: string;
  start: string;
  cycle: string;
  log: number;
}

function slicesOf(cells: readonly NamedCell[]): Value[] {
  return cells.flatMap(({ name, cell: { slices } }) =>
    (slices?.requests ?? []).flatMap((requests, at) =>
      slices?.kept[at] && requests > 0
        ? [
            {
              target: name,
              start: `${name} ${slices.block[at]}`,
              cycle: `${slices.block[at]} ${slices.cycle[at]}`,
              log: Math.log(requests / (slices.durationSeconds[at] as number)),
            },
          ]
        : [],
    ),
  );
}

/** Returns the sum of squares that rows and cycles leave, and its degrees of freedom. */
function leftAfter(slices: readonly Value[], row: 'target' | 'start'): { squares: number; degrees: number } {
  const entries = slices.map((slice) => ({ row: slice[row], column: slice.cycle, value: slice.log }));
  const { rows, columns, residuals } = additiveFit(entries);
  // Within a block, the starts' levels and the cycles' share one constant.
  const joined = row === 'target' ? 1 : new Set(slices.map(({ cycle }) => cycle.split(' ')[0])).size;
  return {
    squares: residuals.reduce((sum, residual) => sum + residual ** 2, 0),
    degrees: entries.length - rows.size - columns.size + joined,
  };
}

/** Analysis of variance: what starts explain beyond targets, less what slices alone would. */
function spreadOf(slices: readonly Value[]): SliceSpread | null {
  const targets = leftAfter(slices, 'target');
  const starts = leftAfter(slices, 'start');
  if (starts.degrees < 3 || targets.degrees <= starts.degrees) return null;
  const slice = starts.squares / starts.degrees;
  const between = (targets.squares - starts.squares) / (targets.degrees - starts.degrees);
  const perStart = slices.length / new Set(slices.map(({ start }) => start)).size;
  return { slice: Math.sqrt(slice), start: Math.sqrt(Math.max(0, (between - slice) / perStart)) };
}

const runs = positionals.length > 0 ? blockRuns(positionals) : newestOfProfiles(blockRuns());
const tables = runs.flatMap((store) =>
  [...rankedTables(store.targets())].flatMap(([name, cells]) => {
    if (cells[0] === undefined || hasRate(cells[0].cell.loadShape)) return [];
    const spread = spreadOf(slicesOf(cells));
    if (spread === null) return [];
    const { rows } = additiveFit(logEntries(blockSeries(cells, 'throughputPerSecond')));
    return [{ run: store.run.id, name, spread, levels: [...rows.values()] }];
  }),
);
if (tables.length === 0) {
  console.error('No finished run of several blocks; measure one with: npm run bench -- run');
  process.exit(2);
}
console.log(
  table(
    [
      { title: 'run' },
      { title: 'table' },
      { title: 'targets', align: 'right' },
      { title: 'slices', align: 'right' },
      { title: 'starts', align: 'right' },
    ],
    tables.map(({ run, name, spread, levels }) => [
      run,
      name,
      String(levels.length),
      percent(spread.slice),
      percent(spread.start),
    ]),
  ),
);
const random = seededRandom(1);
console.log(
  `\nMean rank width over these tables, ${draws} draws each\n${table(
    [
      { title: 'blocks', align: 'right' },
      { title: 'slices per block', align: 'right' },
      { title: 'slices in all', align: 'right' },
      { title: 'rank width', align: 'right' },
    ],
    PLANS.map(({ blocks, slices }) => {
      const widths = tables.flatMap(({ spread, levels }) => {
        const deviation = Math.sqrt(spread.start ** 2 + spread.slice ** 2 / slices);
        const drawn = levels.map((level) => ({ level, deviation }));
        return Array.from({ length: draws }, () => drawnWidth(drawn, blocks, 'higher', random));
      });
      return [String(blocks), String(slices), String(blocks * slices), mean(widths).toFixed(3)];
    }),
  )}`,
);
