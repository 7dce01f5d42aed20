/**
 * How often a duet is wrong on this machine, from what `bench calibrate` recorded: spread of pairs that are the same,
 * false alarms, known slowdowns found, the error of their size, coverage of intervals, and known latencies. Rounds are
 * drawn again from those recorded, with replacement; pairs of the same server are turned around at random, so that no
 * difference between them is left.
 *
 *   npm run bench -- calibrate && npm run figure -- duet-errors [file]
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  CALIBRATION_SCHEMA_VERSION,
  type ComparedCell,
  type Comparison,
  calibrationSchema,
  knownQuantile,
  LOOKS,
} from '../src/model/index.ts';
import { costRatios } from '../src/results/verdict.ts';
import { judge, mean, pairedEffect, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { readJson } from '../src/util/atomic-file.ts';
import { fingerprint } from '../src/util/machine.ts';
import { seededRandom } from '../src/util/random.ts';
import { repository } from '../src/util/repository.ts';

const DRAWS = 10_000;
const MINIMUM_EFFECT = 0.01;
const most = LOOKS[LOOKS.length - 1]?.rounds ?? 90;

const file = process.argv[2] ?? join(repository.results, 'calibrations', `${fingerprint().id}.json`);
if (!existsSync(file)) {
  console.error(
    `${relative(process.cwd(), file)}: expected a calibration; make it with: npm run bench -- calibrate`,
  );
  process.exit(2);
}
const { comparisons, latency } = readJson(file, calibrationSchema, {
  maxBytes: 32 * 1024 * 1024,
  schemaVersion: CALIBRATION_SCHEMA_VERSION,
});
const random = seededRandom(1);
const percent = (value: number, digits = 1): string => `${(value * 100).toFixed(digits)} %`;

const drawn = (ratios: readonly number[], count: number): number[] =>
  Array.from({ length: count }, () => ratios[random.below(ratios.length)] as number);
/** As if nobody could say which side is which. */
const turned = (ratios: readonly number[], count: number): number[] =>
  drawn(ratios, count).map((ratio) => (random.next() < 0.5 ? ratio : 1 / ratio));

function secondsEach({ cells }: Comparison): number {
  const started = cells.flatMap(({ rounds }) => rounds.startedSeconds).sort((a, b) => a - b);
  return ((started.at(-1) ?? 0) - (started[0] ?? 0)) / Math.max(1, started.length - 1);
}

/** What is found of cells with so many pairs, measured again where they are flagged. */
function alarmsIn(
  ratios: readonly number[],
  cells: number,
): { flagged: number; reported: number; differ: number } {
  const evidence = Array.from({ length: cells }, () => ({
    ratios: turned(ratios, most),
    confirmation: null as readonly number[] | null,
    minimumEffect: MINIMUM_EFFECT,
  }));
  const first = judge(evidence, LOOKS);
  first.forEach(({ flagged, look }, index) => {
    const cell = evidence[index];
    if (flagged && cell) cell.confirmation = turned(ratios, LOOKS[look ?? 0]?.rounds ?? most);
  });
  const judged = first.some(({ flagged }) => flagged) ? judge(evidence, LOOKS) : first;
  return {
    flagged: first.filter(({ flagged }) => flagged).length,
    reported: judged.filter(({ state }) => state === 'regressed' || state === 'improved').length,
    differ: first.filter(({ differs }) => differs).length,
  };
}

function nameOf({ pairs }: Comparison, cell: ComparedCell): string {
  return pairs[cell.pair]?.head.label ?? '';
}

const right = 'right' as const;
const same = comparisons.flatMap((comparison) =>
  comparison.cells.filter(({ pair }) => pair === 0).map((cell) => ({ comparison, cell })),
);
console.log('Pairs of the same server, both at once');
console.log(
  table(
    [
      { title: 'server' },
      { title: 'pairs', align: right },
      { title: 'deviation of the ratio', align: right },
      { title: 'mean', align: right },
      { title: 's a pair', align: right },
      { title: 'of 12 cells: any reported', align: right },
      { title: 'of 120 cells', align: right },
      { title: 'cells said to differ', align: right },
    ],
    same.map(({ comparison, cell }) => {
      const ratios = costRatios(cell, false);
      const logs = ratios.map(Math.log);
      const small = Array.from({ length: DRAWS / 10 }, () => alarmsIn(ratios, 12));
      const large = Array.from({ length: DRAWS / 100 }, () => alarmsIn(ratios, 120));
      const share = (of: typeof small): string =>
        percent(of.filter(({ reported }) => reported > 0).length / of.length);
      const differing = small.reduce((sum, { differ }) => sum + differ, 0) / (small.length * 12);
      return [
        nameOf(comparison, cell),
        String(ratios.length),
        percent(standardDeviation(logs), 2),
        percent(Math.exp(mean(logs)) - 1, 2),
        secondsEach(comparison).toFixed(1),
        share(small),
        share(large),
        percent(differing, 2),
      ];
    }),
  ),
);

console.log('\nKnown slowdowns');
console.log(
  table(
    [
      { title: 'head' },
      { title: 'pairs', align: right },
      { title: 'added', align: right },
      { title: 'found', align: right },
      { title: 'error', align: right },
      ...LOOKS.map(({ rounds }) => ({ title: `differs by ${rounds} pairs`, align: right })),
      { title: 'intervals that hold it', align: right },
    ],
    comparisons.flatMap((comparison) =>
      comparison.cells
        .filter(({ pair }) => comparison.pairs[pair]?.head.burnNanoseconds !== undefined)
        .map((cell) => {
          const ratios = costRatios(cell, false);
          const costs = cell.rounds.base.filter((value) => value !== null);
          const added = (comparison.pairs[cell.pair]?.head.burnNanoseconds ?? 0) / mean(costs);
          const found = (pairedEffect(ratios)?.ratio ?? 1) - 1;
          const truth = Math.exp(mean(ratios.map(Math.log)));
          const draws = Array.from({ length: DRAWS / 10 }, () => drawn(ratios, most));
          const seen = LOOKS.map((look, index) => {
            const looks = LOOKS.slice(0, index + 1);
            const hits = draws.filter((pairs) => {
              const evidence = { ratios: pairs.slice(0, look.rounds), confirmation: null };
              return judge([{ ...evidence, minimumEffect: MINIMUM_EFFECT }], looks)[0]?.differs === 'worse';
            });
            return percent(hits.length / draws.length, 0);
          });
          const holding = draws.filter((pairs) => {
            const effect = pairedEffect(pairs.slice(0, 30));
            return effect !== null && effect.low <= truth && truth <= effect.high;
          });
          return [
            nameOf(comparison, cell),
            String(ratios.length),
            percent(added, 2),
            percent(found, 2),
            `${((found - added) * 100).toFixed(2)} points`,
            ...seen,
            percent(holding.length / draws.length),
          ];
        }),
    ),
  ),
);

if (latency.length > 0) {
  console.log('\nKnown latencies: stalls of a server that answers at once otherwise');
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
        `${truth.stallMilliseconds} ms each ${truth.stallEveryMilliseconds / 1_000} s`,
        ...quantiles.flatMap(([probability, key]) => [
          milliseconds(truth[key]),
          milliseconds(knownQuantile(truth, probability)),
        ]),
      ]),
    ),
  );
}
