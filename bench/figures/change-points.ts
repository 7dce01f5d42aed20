/**
 * Shows how often change points are wrong, on series whose truth is known: steps of 5 % at a noise of 2 %,
 * and series that never change (plain, with one point in twenty far out, and autocorrelated with half of the
 * point before). Then shows how long 60 targets × 12 scenarios × 1,000 points take, a tenth of them with a
 * step.
 *
 *   npm run figure -- change-points [-- --series 2000]
 */
import { parseArgs } from 'node:util';
import { changePoints, changePointsOfAll, SEGMENT_POINTS } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { percent } from './support/script.ts';

const { values } = parseArgs({ options: { series: { type: 'string', default: '2000' } } });
const count = Number(values.series);
if (!Number.isInteger(count) || count < 1) {
  console.error('--series takes a whole number of 1 or more');
  process.exit(2);
}

const random = seededRandom(20_261_121);
const NOISE = 0.02;
const STEP = 0.05;
const POINTS = 100;

const plain = (): number => 1 + NOISE * random.normal();
const OUTLIERS = 0.05;
const withOutliers = (): number =>
  random.next() < OUTLIERS ? 1 + (random.next() < 0.5 ? -1 : 1) * NOISE * (5 + 10 * random.next()) : plain();
const CORRELATION = 0.5;

function autocorrelated(length: number): number[] {
  let state = random.normal();
  return Array.from({ length }, () => {
    state = CORRELATION * state + Math.sqrt(1 - CORRELATION ** 2) * random.normal();
    return 1 + NOISE * state;
  });
}

const series = (length: number, of: () => number): number[] => Array.from({ length }, of);
/** Returns Wilson's interval of a share, at 95 %. */
function interval(hits: number, of: number): string {
  const z = 1.96;
  const share = hits / of;
  const centre = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return `${percent(Math.max(0, centre - half))} – ${percent(centre + half)}`;
}

const rows: string[][] = [];
const unchanged: [string, (length: number) => number[]][] = [
  ['plain', (length) => series(length, plain)],
  [`${percent(OUTLIERS, 0)} outliers`, (length) => series(length, withOutliers)],
  [`autocorrelated, ρ = ${CORRELATION}`, autocorrelated],
];
for (const [name, make] of unchanged) {
  const called = Array.from({ length: count }, () => changePoints(make(POINTS))).filter(
    ({ length }) => length > 0,
  ).length;
  rows.push([
    `never changes, ${name}`,
    'change point reported',
    percent(called / count),
    interval(called, count),
  ]);
}
/**
 * Returns the step with the least squares when both levels are known, which is the best possible placement.
 */
function bestGuess(points: readonly number[]): number {
  let [best, least, squares] = [0, 0, 0];
  points.forEach((value, index) => {
    squares += (value - 1) ** 2 - (value - 1 - STEP) ** 2;
    if (squares < least) [best, least] = [index + 1, squares];
  });
  return best;
}
let within = 0;
let exact = 0;
let found = 0;
let possible = 0;
for (let at = 0; at < count; at++) {
  const step = 20 + random.below(POINTS - 40);
  const points = series(POINTS, plain).map((value, index) => value + (index >= step ? STEP : 0));
  const called = changePoints(points);
  const nearest = Math.min(...called.map(({ index }) => Math.abs(index - step)), POINTS);
  if (called.length > 0) found += 1;
  if (nearest <= 1) within += 1;
  if (nearest === 0) exact += 1;
  if (Math.abs(bestGuess(points) - step) <= 1) possible += 1;
}
const step = `a step of ${percent(STEP, 0)} at ${percent(NOISE, 0)} noise`;
rows.push([step, 'found', percent(found / count), interval(found, count)]);
rows.push([step, 'within 1 point', percent(within / count), interval(within, count)]);
rows.push([step, 'at the point', percent(exact / count), interval(exact, count)]);
rows.push([
  step,
  'within 1 point, if both levels and the single step are known',
  percent(possible / count),
  interval(possible, count),
]);

const many = Array.from({ length: 60 * 12 }, (_, place) => {
  const points = series(1_000, plain);
  return place % 10 > 0 ? points : points.map((value, index) => value + (index >= 500 ? STEP : 0));
});
const started = performance.now();
const calls = changePointsOfAll(many);
const seconds = (performance.now() - started) / 1_000;
const wrong = calls.reduce(
  (sum, points, place) =>
    sum + points.filter(({ index }) => place % 10 > 0 || Math.abs(index - 500) > SEGMENT_POINTS).length,
  0,
);
rows.push(['60 targets × 12 scenarios × 1,000 points', 'time', `${seconds.toFixed(1)} s`, '']);
rows.push([
  '… of which 72 have a step',
  'series with a reported step',
  String(calls.filter(({ length }, place) => place % 10 === 0 && length > 0).length),
  '',
]);
rows.push(['… and 648 have none', 'false change points', String(wrong), '']);

console.log(`${count.toLocaleString('en')} series of ${POINTS} points of each kind`);
console.log(
  table(
    [
      { title: 'series' },
      { title: 'what' },
      { title: 'share', align: 'right' },
      { title: '95 % interval', align: 'right' },
    ],
    rows,
  ),
);
