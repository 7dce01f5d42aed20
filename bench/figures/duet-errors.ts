/**
 * Shows how often a duet is wrong, from what `bench calibrate` recorded on this machine, or on another if nothing was
 * recorded on this one: the spread of unchanged pairs, false alarms, known slowdowns found, the error of their size,
 * coverage of intervals, and known latencies. "Drawn" means that pairs are resampled from the recorded ones, with
 * replacement. Pairs of the same server are then flipped at random, so that no difference between the sides remains.
 *
 *   npm run bench -- calibrate && npm run figure -- duet-errors [-- --draws 10000] [file]
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type CalibrationKind, calibrationKinds, timedShare } from '../src/analysis/calibration-kinds.ts';
import { fingerprintOf } from '../src/hosts/role-hosts.ts';
import { knownQuantile, LOOKS, MINIMUM_EFFECTS } from '../src/model/index.ts';
import { calibrationFile, readCalibration, readCalibrations } from '../src/results/calibration-store.ts';
import { judge, mean, median, pairedEffect, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { repository } from '../src/util/repository.ts';
import { english } from '../src/words/index.ts';
import { percent } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: { draws: { type: 'string', default: '10000' } },
  allowPositionals: true,
});
const draws = Number(values.draws);
const minimumEffect = MINIMUM_EFFECTS.cpuPerRequestNanoseconds;

const file = positionals[0] ?? ownOrLargest();
const { comparisons, latency } = readCalibration(file);
if (comparisons.length === 0) {
  console.error(
    `${relative(process.cwd(), file)}: expected a calibration; create it with: npm run bench -- calibrate`,
  );
  process.exit(2);
}
console.log(`${relative(process.cwd(), file)}\n`);

/** Returns the calibration of this machine, or the one with most comparisons if this machine has none. */
function ownOrLargest(): string {
  const own = fingerprintOf(null).id;
  const all = readCalibrations(repository.results).filter(
    ({ calibration }) => calibration.comparisons.length > 0,
  );
  all.sort((a, b) => b.calibration.comparisons.length - a.calibration.comparisons.length);
  const chosen = all.find(({ machine }) => machine === own) ?? all[0];
  return calibrationFile(repository, chosen?.machine ?? own);
}

/** How a kind is called in a table. */
const nameOf = ({ server, warm }: Pick<CalibrationKind, 'server' | 'warm'>): string =>
  warm === null ? server : `${server}, warm${warm === 'quiet' ? ' and quiet' : ''}`;

/** Median over the pairs' bases, in nanoseconds. */
const costOf = ({ cells }: CalibrationKind): number =>
  median(cells.flatMap(({ cell }) => cell.rounds.base.flatMap((base) => base ?? [])));

const random = seededRandom(1);
const right = 'right' as const;

const kinds = calibrationKinds(comparisons);
const same = kinds.filter(({ added }) => added === 0);
const together = same.filter(({ mode }) => mode === 'together');
const slowed = kinds.filter(({ added }) => added > 0);

const drawn = (ratios: readonly number[], count: number): number[] =>
  Array.from({ length: count }, () => ratios[random.below(ratios.length)] as number);
/** Draws ratios and flips each at random, as if the sides were unknown. */
const turned = (ratios: readonly number[], count: number): number[] =>
  drawn(ratios, count).map((ratio) => (random.next() < 0.5 ? ratio : 1 / ratio));

interface Alarms {
  flagged: number;
  reported: number;
  differ: number;
}

/**
 * Simulates a comparison of unchanged cells, each of a server drawn at random; flagged cells are measured
 * again.
 */
function alarmsIn(pool: readonly CalibrationKind[], cells: number): Alarms {
  const { looks } = pool[0] as CalibrationKind;
  const most = looks.at(-1)?.rounds ?? 0;
  const sources = Array.from({ length: cells }, () => pool[random.below(pool.length)] as CalibrationKind);
  const evidence = sources.map(({ ratios }) => ({
    ratios: turned(ratios, most),
    confirmation: null as readonly number[] | null,
    minimumEffect,
  }));
  const first = judge(evidence, looks);
  first.forEach(({ flagged, look }, index) => {
    const cell = evidence[index];
    if (flagged && cell) {
      cell.confirmation = turned(
        (sources[index] as CalibrationKind).ratios,
        looks[look ?? 0]?.rounds ?? most,
      );
    }
  });
  const judged = first.some(({ flagged }) => flagged) ? judge(evidence, looks) : first;
  return {
    flagged: first.filter(({ flagged }) => flagged).length,
    reported: judged.filter(({ state }) => state === 'regressed' || state === 'improved').length,
    differ: first.filter(({ differs }) => differs).length,
  };
}

console.log('Pairs of the same server');
console.log(
  table(
    [
      { title: 'server' },
      { title: 'how' },
      { title: 'pairs', align: right },
      { title: 'deviation of the ratio', align: right },
      { title: 'without outliers', align: right },
      { title: 'head ÷ base', align: right },
      { title: 'first ÷ second', align: right },
      { title: 'time per pair', align: right },
      { title: 'CPU time per request', align: right },
    ],
    same.map((kind) => {
      const { mode, ratios, order, secondsEach: each } = kind;
      const logs = ratios.map(Math.log);
      const deviation = standardDeviation(logs);
      const twoErrors = (2 * deviation) / Math.sqrt(logs.length);
      return [
        nameOf(kind),
        mode === 'together' ? 'together, CPU time per request' : 'in turn, throughput',
        String(ratios.length),
        percent(deviation, 2),
        percent(1.4826 * median(logs.map(Math.abs)), 2),
        `${percent(mean(logs), 2)} ± ${percent(twoErrors, 2)}`,
        `${percent(mean(order), 2)} ± ${percent(twoErrors, 2)}`,
        `${each.toFixed(2)} s`,
        mode === 'together' ? english.figure('nanoseconds', costOf(kind)) : '–',
      ];
    }),
  ),
);

/** Judges cells of recorded pairs in their order, each pair in one cell only, without drawing. */
function recordedCells({
  ratios,
  looks: [look],
}: CalibrationKind): Pick<Alarms, 'flagged' | 'differ'> & { cells: number } {
  if (!look) throw new RangeError('no look');
  const cells = Array.from({ length: Math.floor(ratios.length / look.rounds) }, (_, index) =>
    ratios.slice(index * look.rounds, (index + 1) * look.rounds),
  );
  // Judge each alone, like a comparison of one cell at its first look.
  const judged = cells.flatMap((own) => judge([{ ratios: own, confirmation: null, minimumEffect }], [look]));
  return {
    cells: cells.length,
    flagged: judged.filter(({ flagged }) => flagged).length,
    differ: judged.filter(({ differs }) => differs).length,
  };
}

console.log('\nFalse alarms');
const outOf = (count: number, of: number): string => `${count} (${percent(count / Math.max(1, of), 2)})`;
/** Servers whose cells could be in one comparison. */
const pools = [LOOKS.short, LOOKS.long, LOOKS.steady].flatMap((looks) => {
  const pool = together.filter((kind) => kind.looks === looks);
  return pool.length > 0 ? [pool] : [];
});
const recorded = together.map((kind) => ({ kind, ...recordedCells(kind) }));
const all = recorded.reduce(
  (sum, { cells, differ, flagged }) => ({
    cells: sum.cells + cells,
    differ: sum.differ + differ,
    flagged: sum.flagged + flagged,
  }),
  { cells: 0, differ: 0, flagged: 0 },
);
console.log(
  table(
    [
      { title: 'pairs of the same server' },
      { title: 'cells', align: right },
      { title: 'cells that differ at all', align: right },
      { title: 'cells flagged', align: right },
      { title: 'comparisons with a cell reported', align: right },
    ],
    [
      ...[...recorded, { kind: null, ...all }].map(({ kind, cells, differ, flagged }) => [
        kind
          ? `${nameOf(kind)}, as recorded: ${kind.looks[0]?.rounds} pairs per cell, first look`
          : 'all recorded cells',
        String(cells),
        outOf(differ, cells),
        outOf(flagged, cells),
        '–',
      ]),
      ...pools.flatMap((pool) =>
        [12, 120].map((cells) => {
          const found = Array.from({ length: draws }, () => alarmsIn(pool, cells));
          const total = (key: keyof Alarms): number => found.reduce((sum, one) => sum + one[key], 0);
          return [
            `${pool.map(nameOf).join(', ')}: ${draws.toLocaleString('en')} comparisons drawn, all looks`,
            String(cells),
            percent(total('differ') / (cells * draws), 3),
            percent(total('flagged') / (cells * draws), 3),
            percent(found.filter(({ reported }) => reported > 0).length / draws, 2),
          ];
        }),
      ),
    ],
  ),
);

/**
 * Returns the share of draws in which a slowdown is found as a difference from zero, at a look within the
 * given seconds.
 */
function power(
  ratios: readonly number[],
  { looks: planned, secondsEach: each }: CalibrationKind,
  seconds: number,
): string {
  const looks = planned.filter(({ rounds }) => rounds * each <= seconds);
  const last = looks.at(-1);
  if (!last) return `no look within ${seconds} s`;
  const times = Math.min(draws, 2_000);
  let seen = 0;
  for (let draw = 0; draw < times; draw++) {
    const cell = { ratios: drawn(ratios, last.rounds), confirmation: null, minimumEffect };
    if (judge([cell], looks)[0]?.differs === 'worse') seen += 1;
  }
  return `${percent(seen / times)} (${last.rounds} pairs)`;
}

console.log('\nSlowdowns found as a difference from zero, drawn');
const LIMITS = [60, 120, 300];
console.log(
  table(
    [
      { title: 'server' },
      { title: 'how it was slowed' },
      { title: 'slower by', align: right },
      ...LIMITS.map((seconds) => ({ title: `within ${seconds} s`, align: right })),
    ],
    [
      ...slowed.map((kind) => [
        nameOf(kind),
        `iterations of a loop, ${kind.ratios.length} pairs`,
        percent(kind.added),
        ...LIMITS.map((seconds) => power(kind.ratios, kind, seconds)),
      ]),
      ...together.flatMap((kind) =>
        [0.01, 0.02, 0.05].map((added) => {
          const { ratios } = kind;
          const centre = Math.exp(mean(ratios.map(Math.log)));
          const slower = ratios.map((ratio) => (ratio / centre) * (1 + added));
          return [
            nameOf(kind),
            'recorded pairs of the same server, multiplied',
            percent(added),
            ...LIMITS.map((seconds) => power(slower, kind, seconds)),
          ];
        }),
      ),
    ],
  ),
);

console.log('\nThe size of known slowdowns, and intervals of 30 pairs drawn');
function coverage(ratios: readonly number[], truth: number): string {
  const hits = Array.from({ length: draws }, () => pairedEffect(drawn(ratios, 30))).filter(
    (effect) => effect !== null && effect.low <= truth && truth <= effect.high,
  ).length;
  return percent(hits / draws);
}
console.log(
  table(
    [
      { title: 'server' },
      { title: 'pairs', align: right },
      { title: 'known by iterations', align: right },
      { title: 'by its own clock', align: right },
      { title: 'found', align: right },
      { title: '95 % interval', align: right },
      { title: 'error against iterations, points', align: right },
      { title: 'intervals that hold the mean', align: right },
    ],
    [...together, ...slowed].map((kind) => {
      const { ratios, added } = kind;
      const timed = timedShare(kind);
      const effect = pairedEffect(ratios);
      const found = (effect?.ratio ?? 1) - 1;
      return [
        nameOf(kind),
        String(ratios.length),
        percent(added, 2),
        timed === null ? '–' : percent(timed, 2),
        percent(found, 2),
        effect ? `${percent(effect.low - 1, 2)} … ${percent(effect.high - 1, 2)}` : '–',
        ((found - added) * 100).toFixed(2),
        coverage(ratios, Math.exp(mean(ratios.map(Math.log)))),
      ];
    }),
  ),
);

if (latency.length > 0) {
  console.log('\nKnown latencies: stalls of a server that otherwise answers at once');
  const milliseconds = (value: number | null): string =>
    value === null ? '–' : `${(value * 1_000).toFixed(1)} ms`;
  const quantiles = [
    [0.5, 'p50Seconds'],
    [0.99, 'p99Seconds'],
    [0.999, 'p999Seconds'],
  ] as const;
  console.log(
    table(
      [
        { title: 'rate', align: right },
        { title: 'stall' },
        ...quantiles.flatMap(([probability]) => [
          { title: `p${probability * 100}`, align: right },
          { title: 'known', align: right },
        ]),
      ],
      latency.map((truth) => [
        `${truth.ratePerSecond}/s`,
        `${truth.stallMilliseconds} ms every ${truth.stallEveryMilliseconds / 1_000} s`,
        ...quantiles.flatMap(([probability, key]) => [
          milliseconds(truth[key]),
          milliseconds(knownQuantile(truth, probability)),
        ]),
      ]),
    ),
  );
}
