/**
 * Shows how much of what the variances of a table's pairs differ by is known beforehand. Ranks rest on variances
 * between blocks, each moderated by a prior whose degrees of freedom are few if variances differ by more than chance. A
 * target whose slices scatter more within a block should differ more between blocks: the table has how much the
 * variances' logarithms differ beyond chance, and how much of it is left after a line through the scatter of slices.
 *
 *   npm run figure -- variance-trend [run …]
 */
import digamma from '@stdlib/math-base-special-digamma';
import trigamma from '@stdlib/math-base-special-trigamma';
import { mean, standardDeviation, variancePrior } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns, blockSeries, rankedTables } from './support/runs.ts';

/** Fewer targets say little about a line. */
const LEAST_TARGETS = 20;

interface Pair {
  /** Logarithm of the variance between blocks, without the bias that few blocks give it. */
  log: number;
  /** Logarithm of the variance that the scatter of slices explains. */
  ofSlices: number;
}

function pairsOf(series: ReturnType<typeof blockSeries>, blocks: readonly number[]): Pair[] {
  const half = (blocks.length - 1) / 2;
  return series.flatMap((one, at) =>
    series.slice(at + 1).flatMap((other) => {
      const ratios = blocks.map((block) =>
        Math.log((one.byBlock.get(block) ?? 0) / (other.byBlock.get(block) ?? 0)),
      );
      const variance = standardDeviation(ratios) ** 2;
      const scatter = (one.scatter ?? 0) + (other.scatter ?? 0);
      return variance > 0 && scatter > 0
        ? [{ log: Math.log(variance) - digamma(half) + Math.log(half), ofSlices: Math.log(scatter) }]
        : [];
    }),
  );
}

const tables = blockRuns(process.argv.slice(2)).flatMap((store) =>
  [...rankedTables(store.targets())].flatMap(([key, cells]) => {
    const blocks = (store.run.blocks ?? []).map(({ block }) => block);
    const series = blockSeries(cells, 'throughputPerSecond').filter(
      ({ byBlock }) => byBlock.size === blocks.length,
    );
    if (blocks.length < 2 || series.length < LEAST_TARGETS) return [];
    const pairs = pairsOf(series, blocks);
    const [log, ofSlices] = [mean(pairs.map((pair) => pair.log)), mean(pairs.map((pair) => pair.ofSlices))];
    const sum = (of: (pair: Pair) => number): number => pairs.reduce((total, pair) => total + of(pair), 0);
    const slope =
      sum((pair) => (pair.ofSlices - ofSlices) * (pair.log - log)) /
      sum((pair) => (pair.ofSlices - ofSlices) ** 2);
    const chance = trigamma((blocks.length - 1) / 2);
    const beyond = sum((pair) => (pair.log - log) ** 2) / (pairs.length - 1) - chance;
    const after =
      sum((pair) => (pair.log - log - slope * (pair.ofSlices - ofSlices)) ** 2) / (pairs.length - 2) - chance;
    const prior = variancePrior(
      pairs.map((pair) => Math.exp(pair.log)),
      blocks.length - 1,
    );
    const degrees =
      prior === null ? '' : prior.degrees === Number.POSITIVE_INFINITY ? '∞' : prior.degrees.toFixed(1);
    return [
      {
        named: [store.run.id, key, String(blocks.length), degrees],
        beyond: Math.max(0, beyond),
        after: Math.max(0, after),
        slope,
      },
    ];
  }),
);
console.log(
  table(
    [
      { title: 'run' },
      { title: 'table' },
      { title: 'blocks', align: 'right' },
      { title: 'degrees of the prior', align: 'right' },
      { title: 'variances differ beyond chance', align: 'right' },
      { title: 'after the scatter of slices', align: 'right' },
      { title: 'slope', align: 'right' },
    ],
    tables.map(({ named, beyond, after, slope }) => [
      ...named,
      ...[beyond, after, slope].map((value) => value.toFixed(2)),
    ]),
  ),
);
if (tables.length > 0) {
  const [beyond, left] = [mean(tables.map((one) => one.beyond)), mean(tables.map(({ after }) => after))];
  console.log(
    `Mean over ${tables.length} tables: ${beyond.toFixed(2)} beyond chance, of which ${left.toFixed(2)} is left after the scatter of slices`,
  );
}
