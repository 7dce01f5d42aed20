/**
 * Do the intervals of a table hold what they say? Runs are drawn from the rounds of a recorded one: each cell keeps its
 * level and spread, and its rounds deviate as any recorded round did from its own cell. Levels are then pulled
 * together, because targets far apart are no test, and the ranks are known. Ranks are counted table by table: one
 * wrong interval makes the table wrong. Effects are those of one target against another, over the same rounds.
 *
 *   npm run figure -- rank-coverage [-- --draws 2000] [run]
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { isRanked, metricByRound } from '../src/model/index.ts';
import { RunStore, runFolders } from '../src/results/run-store.ts';
import { mean, pairedEffect, rankIntervals, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { repository } from '../src/util/repository.ts';
import { percent } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: { draws: { type: 'string', default: '2000' } },
  allowPositionals: true,
});
const draws = Number(values.draws);
const folders = runFolders(repository).filter((folder) => {
  const { run } = RunStore.open(folder);
  return run.finishedAt !== null && run.replay === undefined && run.profile.rounds >= 5;
});
const folder =
  positionals[0] === undefined
    ? folders.at(-1)
    : folders.findLast((path) => basename(path).startsWith(positionals[0] ?? ''));
if (!folder) {
  console.error('There is no such finished run of five rounds or more in results/runs');
  process.exit(2);
}
const store = RunStore.open(folder);
const random = seededRandom(1);

interface Level {
  log: number;
  spread: number;
}

/** Every table of throughput, as levels and spreads of the logarithms. */
const tables = new Map<string, Level[]>();
/** Deviations from a cell's own mean in its own spreads, widened for the mean being estimated from few rounds. */
const deviations: number[] = [];
for (const target of store.targets()) {
  for (const cell of target.cells) {
    if (!isRanked(cell)) continue;
    const logs = [...metricByRound(cell, 'throughputPerSecond').values()].map(Math.log);
    if (logs.length < 5) continue;
    const level = { log: mean(logs), spread: standardDeviation(logs) };
    if (!(level.spread > 0)) continue;
    const name = `${cell.scenario} ${cell.loadShapeId}`;
    tables.set(name, [...(tables.get(name) ?? []), level]);
    const widened = Math.sqrt(logs.length / (logs.length - 1));
    deviations.push(...logs.map((log) => ((log - level.log) / level.spread) * widened));
  }
}
const widest = [...tables.values()].filter((levels) => levels.length >= 2);

const drawnRound = ({ spread }: Level, log: number): number =>
  Math.exp(log + spread * (deviations[random.below(deviations.length)] as number));

/** The shares of tables whose rank intervals all hold the true rank, and of effects whose interval holds the truth. */
function coverage(rounds: number, pull: number): { ranks: number; effects: number; width: number } {
  let rightTables = 0;
  let rightEffects = 0;
  let effects = 0;
  let places = 0;
  let targets = 0;
  for (let draw = 0; draw < draws; draw++) {
    const levels = widest[draw % widest.length] as Level[];
    const centre = mean(levels.map(({ log }) => log));
    const logs = levels.map(({ log }) => centre + (log - centre) * pull);
    const series = levels.map((level, at) => ({
      id: String(at),
      byRound: new Map(
        Array.from({ length: rounds }, (_, round) => [round, drawnRound(level, logs[at] as number)]),
      ),
    }));
    const ranks = rankIntervals(series, 'higher');
    const right = series.every(({ id }, at) => {
      const own = logs[at] as number;
      const rank = ranks.get(id);
      // Where levels are the same, any of the ranks that they share is right.
      const best = 1 + logs.filter((log) => log > own).length;
      const worst = logs.filter((log) => log >= own).length;
      return rank !== undefined && rank.best <= best && rank.worst >= worst;
    });
    if (right) rightTables += 1;
    for (const { best, worst } of ranks.values()) places += worst - best + 1;
    targets += ranks.size;
    const [a, b] = random.shuffled(series);
    if (a && b) {
      const ratios = [...a.byRound].map(([round, value]) => value / (b.byRound.get(round) as number));
      const effect = pairedEffect(ratios);
      const truth = Math.exp((logs[Number(a.id)] as number) - (logs[Number(b.id)] as number));
      effects += 1;
      if (effect && effect.low <= truth && truth <= effect.high) rightEffects += 1;
    }
  }
  return { ranks: rightTables / draws, effects: rightEffects / effects, width: places / targets };
}

console.log(
  `${widest.length} tables of ${basename(folder)}, ${deviations.length} recorded rounds; ${draws.toLocaleString('en')} tables drawn each`,
);
const rows = [5, 10, 30].flatMap((rounds) =>
  [0, 0.05, 0.2, 1].map((pull) => {
    const { ranks, effects, width } = coverage(rounds, pull);
    return [
      String(rounds),
      pull === 0 ? 'all the same' : pull === 1 ? 'as recorded' : `${percent(pull)} of those recorded`,
      percent(ranks),
      width.toFixed(2),
      percent(effects),
    ];
  }),
);
console.log(
  table(
    [
      { title: 'rounds', align: 'right' },
      { title: 'differences' },
      { title: 'tables with every rank held', align: 'right' },
      { title: 'places in a rank', align: 'right' },
      { title: 'effects held', align: 'right' },
    ],
    rows,
  ),
);
