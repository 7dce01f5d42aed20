/**
 * Checks whether rank intervals hold the true ranks. Draws tables from the blocks of recorded runs: each target keeps
 * its level, its own spread between blocks and the scatter of its slices, and deviates as any recorded target did from
 * the fit of target and block. Then pulls the levels together, because targets far apart are no test; the true ranks
 * are known. Counts whole tables: one wrong interval makes the table wrong. If all levels are the same, any order is
 * wrong.
 * Then draws tables in which all targets are the same but for one or two that deviate by more between blocks.
 *
 *   npm run figure -- rank-coverage [-- --draws 10000] [run …]
 */
import { parseArgs } from 'node:util';
import { hasRate } from '../src/model/index.ts';
import {
  additiveFit,
  mean,
  meanRankWidth,
  provenPairs,
  rankIntervals,
  standardDeviation,
} from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { blockRuns, blockSeries, logEntries, type NamedCell, rankedTables } from './support/runs.ts';
import { percent } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: { draws: { type: 'string', default: '10000' } },
  allowPositionals: true,
});
const draws = Number(values.draws);
const LEAST_BLOCKS = 3;
const random = seededRandom(1);

interface Level {
  log: number;
  spread: number;
  /** Variance that the scatter of slices explains, and from how many slices it is known; absent if it is not. */
  scatter: { variance: number; slices: number } | undefined;
}

function scatterOf(
  row: string,
  cells: readonly NamedCell[],
  series: ReturnType<typeof blockSeries>,
): Level['scatter'] {
  const variance = series.find(({ id }) => id === row)?.scatter;
  const own = cells.find(({ name }) => name === row)?.cell;
  if (variance === undefined || own === undefined) return undefined;
  return { variance, slices: (own.slices?.kept ?? []).filter(Boolean).length / own.rounds.round.length };
}

/** Draws what a table sees of it: one variance, of as many slices as its blocks have. */
function seen(scatter: Level['scatter'], blocks: number): number | undefined {
  if (scatter === undefined) return undefined;
  const degrees = Math.max(1, Math.round(blocks * (scatter.slices - 1)));
  const squares = Array.from({ length: degrees }, () => random.normal() ** 2);
  return scatter.variance * mean(squares);
}

/** All throughput tables, as levels and spreads of the logarithms. */
const tables: Level[][] = [];
/** Deviations in units of their target's spread, widened for what fitting removed. */
const deviations: number[] = [];
for (const store of blockRuns(positionals)) {
  for (const cells of rankedTables(store.targets()).values()) {
    if (cells[0] === undefined || hasRate(cells[0].cell.loadShape)) continue;
    const series = blockSeries(cells, 'throughputPerSecond').filter(
      ({ byBlock }) => byBlock.size >= LEAST_BLOCKS,
    );
    if (series.length < LEAST_BLOCKS) continue;
    const entries = logEntries(series);
    const { rows, residuals } = additiveFit(entries);
    const levels = [...rows].flatMap(([row, log]) => {
      const own = residuals.filter((_, at) => entries[at]?.row === row);
      const widened = Math.sqrt(series.length / (series.length - 1));
      const spread = standardDeviation(own) * widened;
      if (!(spread > 0)) return [];
      const degrees = Math.sqrt(own.length / (own.length - 1));
      deviations.push(...own.map((value) => ((value * widened) / spread) * degrees));
      return [{ log, spread, scatter: scatterOf(row, cells, series) }];
    });
    tables.push(levels);
  }
}
if (tables.length === 0) {
  console.error(`No finished run of ${LEAST_BLOCKS} blocks or more; measure one with: npm run bench -- run`);
  process.exit(2);
}

/** Draws the logarithm of a figure for each block. */
function drawnBlocks(blocks: number, draw: () => number): Map<number, number> {
  return new Map(Array.from({ length: blocks }, (_, block) => [block, Math.exp(draw())]));
}

interface Coverage {
  /** The figures are shares of tables. */
  held: number;
  ordered: number;
  width: number;
}

function coverage(blocks: number, pull: number): Coverage {
  let [held, ordered, width] = [0, 0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const levels = tables[draw % tables.length] as Level[];
    const centre = mean(levels.map(({ log }) => log));
    const logs = levels.map(({ log }) => centre + (log - centre) * pull);
    const series = levels.map(({ spread, scatter }, at) => ({
      id: String(at),
      scatter: seen(scatter, blocks),
      byBlock: drawnBlocks(
        blocks,
        () => (logs[at] as number) + spread * (deviations[random.below(deviations.length)] as number),
      ),
    }));
    const ranks = rankIntervals(series, 'higher');
    const right = series.every(({ id }, at) => {
      const own = logs[at] as number;
      const rank = ranks.get(id);
      // If levels are the same, any of the ranks that they share is right.
      const best = 1 + logs.filter((log) => log > own).length;
      const worst = logs.filter((log) => log >= own).length;
      return rank !== undefined && rank.best <= best && rank.worst >= worst;
    });
    if (right) held += 1;
    if ([...ranks.values()].some(({ best, worst }) => worst - best < ranks.size - 1)) ordered += 1;
    width += meanRankWidth(ranks);
  }
  return { held: held / draws, ordered: ordered / draws, width: width / draws };
}

console.log(
  `${tables.length} tables, ${deviations.length} recorded figures of a block; ${draws.toLocaleString('en')} tables drawn per row`,
);
const lines = [2, 3, 4, 5, 8].flatMap((blocks) =>
  [0, 0.05, 0.2, 1].map((pull) => {
    const { held, ordered, width } = coverage(blocks, pull);
    return [
      String(blocks),
      pull === 0 ? 'all the same' : pull === 1 ? 'as recorded' : `${percent(pull, 0)} of those recorded`,
      percent(held),
      percent(ordered),
      width.toFixed(3),
    ];
  }),
);
console.log(
  table(
    [
      { title: 'blocks', align: 'right' },
      { title: 'differences' },
      { title: 'tables with all ranks held', align: 'right' },
      { title: 'tables with any order', align: 'right' },
      { title: 'mean rank width', align: 'right' },
    ],
    lines,
  ),
);

const STEADY = 28;
/** Standard deviations, of the logarithm of a block's figure. */
const DEVIATION = 0.01;
const ERRATIC_TIMES = 6;

/** Returns the share of tables with any order, where there is none. */
function orderedBeside(erratic: number, blocks: number): number {
  let ordered = 0;
  for (let draw = 0; draw < draws; draw++) {
    const series = Array.from({ length: STEADY + erratic }, (_, at) => {
      const deviation = DEVIATION * (at < STEADY ? 1 : ERRATIC_TIMES);
      return { id: String(at), byBlock: drawnBlocks(blocks, () => deviation * random.normal()) };
    });
    if (provenPairs(series, 'higher').length > 0) ordered += 1;
  }
  return ordered / draws;
}

console.log(
  `\n${STEADY} targets that are the same, beside some that deviate ${ERRATIC_TIMES} times as much:`,
);
console.log(
  table(
    [
      { title: 'blocks', align: 'right' },
      { title: 'that deviate more', align: 'right' },
      { title: 'tables with any order', align: 'right' },
    ],
    [2, 3, 5].flatMap((blocks) =>
      [0, 1, 2].map((erratic) => [String(blocks), String(erratic), percent(orderedBeside(erratic, blocks))]),
    ),
  ),
);
