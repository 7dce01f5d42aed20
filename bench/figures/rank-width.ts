/**
 * Shows how sharp tables are, for the named runs in blocks or the newest of each profile: the mean width of
 * rank intervals as a share of the field (0 is an order without doubt, 1 is none), the pairs that are proven to
 * differ, the deviation of a block's figures after target and block are removed, the number of rows, ranked
 * or not, marked as doubtful, and of rows whose server was not full while what loads it was.
 *
 *   npm run figure -- rank-width [run …]
 */
import { tableErrorRate } from '../src/analysis/table-comparison.ts';
import { hasRate } from '../src/model/index.ts';
import { markedWhenRead } from '../src/results/marked-when-read.ts';
import { additiveFit, meanRankWidth, provenPairs, ranksOf, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import {
  blockRuns,
  blockSeries,
  cellsByTable,
  logEntries,
  newestOfProfiles,
  rankedTables,
} from './support/runs.ts';
import { percent } from './support/script.ts';

const DOUBTS: readonly string[] = ['unsteady', 'not-warm', 'stolen-time', 'disturbed'];
const names = process.argv.slice(2);
const runs = names.length > 0 ? blockRuns(names) : newestOfProfiles(blockRuns());
if (runs.length === 0) {
  console.error('No finished run in blocks; measure one with: npm run bench -- run');
  process.exit(2);
}

const widths: Record<string, number[]> = { throughput: [], p99: [] };
let [rows, doubtful] = [0, 0];
const lines: string[][] = [];
for (const store of runs) {
  const targets = store.targets().map((result) => markedWhenRead(store.run, result));
  // A cell that is not warm has no rank, and its row is doubtful all the same.
  const all = cellsByTable(targets);
  for (const [name, cells] of rankedTables(targets)) {
    const [first] = cells;
    if (!first || cells.length < 2) continue;
    const rate = hasRate(first.cell.loadShape);
    const series = blockSeries(cells, rate ? 'latencyP99Seconds' : 'throughputPerSecond');
    if (series.length < 2) continue;
    const proven = provenPairs(series, rate ? 'lower' : 'higher', tableErrorRate(store.run));
    const ids = series.map(({ id }) => id);
    const width = meanRankWidth(ranksOf(ids, proven));
    widths[rate ? 'p99' : 'throughput']?.push(width);
    const entries = logEntries(series);
    const { residuals } = additiveFit(entries);
    const shown = all.get(name) ?? [];
    const marked = shown.filter(({ cell }) => cell.marks.some(({ code }) => DOUBTS.includes(code)));
    const bound = shown.filter(({ cell }) => cell.marks.some(({ code }) => code === 'loader-bound'));
    rows += shown.length;
    doubtful += marked.length;
    lines.push([
      store.run.id,
      name,
      String(series.length),
      String(Math.max(...series.map(({ byBlock }) => byBlock.size))),
      width.toFixed(3),
      `${proven.length} of ${(ids.length * (ids.length - 1)) / 2}`,
      percent(standardDeviation(residuals)),
      String(marked.length),
      rate ? '' : String(bound.length),
    ]);
  }
}
console.log(
  table(
    [
      { title: 'run' },
      { title: 'table' },
      { title: 'targets', align: 'right' },
      { title: 'blocks', align: 'right' },
      { title: 'mean rank width', align: 'right' },
      { title: 'proven pairs', align: 'right' },
      { title: 'deviation of a block', align: 'right' },
      { title: 'doubtful rows', align: 'right' },
      { title: 'server not full', align: 'right' },
    ],
    lines,
  ),
);
for (const [metric, all] of Object.entries(widths)) {
  if (all.length === 0) continue;
  const mean = all.reduce((sum, width) => sum + width, 0) / all.length;
  console.log(`Mean over ${all.length} tables of ${metric}: ${mean.toFixed(3)} of the field`);
}
console.log(
  `Rows marked unsteady, not warm, stolen or disturbed: ${percent(doubtful / Math.max(1, rows))} of ${rows}`,
);
