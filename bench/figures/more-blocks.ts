/**
 * Draws how wide the rank intervals of p99 at a rate would become with more blocks. Each target keeps its level, and
 * deviates between blocks as it did in the recorded run. Takes the named runs, or the newest of each profile, that have
 * at least three blocks: fewer do not show which targets are erratic.
 *
 *   npm run figure -- more-blocks [-- --draws 100] [run …]
 */
import { parseArgs } from 'node:util';
import { hasRate, startsOf } from '../src/model/index.ts';
import { additiveFit, mean, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { drawnWidth, type Level } from './support/drawn-tables.ts';
import {
  blockRuns,
  blockSeries,
  logEntries,
  type NamedCell,
  newestOfProfiles,
  rankedTables,
} from './support/runs.ts';

const { values, positionals } = parseArgs({
  options: { draws: { type: 'string', default: '100' } },
  allowPositionals: true,
});
const draws = Number(values.draws);
const LEAST_BLOCKS = 3;
const BLOCKS = [4, 6, 8, 10, 12];
const random = seededRandom(1);

function levelsOf(cells: readonly NamedCell[]): Level[] {
  const entries = logEntries(blockSeries(cells, 'latencyP99Seconds'));
  const { rows, residuals } = additiveFit(entries);
  return [...rows].map(([row, level]) => {
    const own = residuals.filter((_, at) => entries[at]?.row === row);
    return { level, deviation: own.length < 2 ? 0 : standardDeviation(own) };
  });
}

const runs = positionals.length > 0 ? blockRuns(positionals) : newestOfProfiles(blockRuns());
const rows = runs
  .filter(({ run }) => startsOf(run.profile) >= LEAST_BLOCKS)
  .flatMap((store) =>
    [...rankedTables(store.targets())]
      .filter(([, [first]]) => first !== undefined && hasRate(first.cell.loadShape))
      .flatMap(([name, cells]) => {
        const levels = levelsOf(cells);
        if (levels.length < 2) return [];
        const widths = BLOCKS.map((blocks) =>
          mean(Array.from({ length: draws }, () => drawnWidth(levels, blocks, 'lower', random))).toFixed(2),
        );
        return [[store.run.id, name, String(levels.length), String(startsOf(store.run.profile)), ...widths]];
      }),
  );
if (rows.length === 0) {
  console.error(
    `No finished run at a rate has ${LEAST_BLOCKS} blocks; measure one with: npm run bench -- run`,
  );
  process.exit(2);
}
console.log(
  table(
    [
      { title: 'run' },
      { title: 'table' },
      { title: 'targets', align: 'right' },
      { title: 'blocks', align: 'right' },
      ...BLOCKS.map((blocks) => ({ title: `width with ${blocks}`, align: 'right' as const })),
    ],
    rows,
  ),
);
