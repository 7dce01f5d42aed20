/**
 * Shows what requests that open a connection may have done to p99 at a rate before they were left out, from the
 * histograms of recorded runs: p99 of all requests, and p99 of the others if those that opened a connection were
 * the slowest of all. The truth lies between the two, which are close where opening is cheap. Medians over the
 * run's tables at one rate.
 *
 *   npm run figure -- opening-connections [run …]
 */
import { hasBlocks, hasRate, loadSeconds, variantName } from '../src/model/index.ts';
import { median } from '../src/stats/index.ts';
import { histogramQuantiles } from '../src/stats/latency-histogram.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns } from './support/runs.ts';
import { percent } from './support/script.ts';

const found = blockRuns(process.argv.slice(2)).flatMap((store) => {
  const { profile, latencies } = store.run;
  if (!hasBlocks(profile) || latencies !== undefined) return [];
  return store.targets().flatMap(({ target, variant, cells }) =>
    cells.flatMap(({ scenario, loadShape, latencyHistogram }) => {
      if (!hasRate(loadShape) || loadShape.connection === 'close' || !latencyHistogram) return [];
      if (!('perSecond' in loadShape.rate)) return [];
      const { perSecond } = loadShape.rate;
      const requests = perSecond * loadSeconds(scenario, loadShape, profile);
      const opening = loadShape.connections / requests;
      const [all = 0, open = 0] = histogramQuantiles(latencyHistogram.encoded, [0.99, 0.99 * (1 - opening)]);
      return [{ name: variantName(target, variant), perSecond, opening, all, open }];
    }),
  );
});
if (found.length === 0) {
  console.error('No finished run in blocks has histograms from before these requests were left out.');
  process.exit(2);
}

const groups = Map.groupBy(found, ({ name, perSecond }) => `${perSecond} ${name}`);
const milliseconds = (value: number): string => `${(value * 1_000).toFixed(2)} ms`;
console.log(
  table(
    [
      { title: 'target' },
      { title: 'requests/s', align: 'right' },
      { title: 'tables', align: 'right' },
      { title: 'open a connection', align: 'right' },
      { title: 'p99 of all', align: 'right' },
      { title: 'if these were the slowest', align: 'right' },
      { title: 'at most', align: 'right' },
    ],
    [...groups.values()]
      .sort(([a], [b]) => (b?.perSecond ?? 0) - (a?.perSecond ?? 0))
      .map((own) => [
        own[0]?.name ?? '',
        String(own[0]?.perSecond),
        String(own.length),
        percent(median(own.map(({ opening }) => opening)), 1),
        milliseconds(median(own.map(({ all }) => all))),
        milliseconds(median(own.map(({ open }) => open))),
        `${median(own.map(({ all, open }) => all / open)).toFixed(1)}×`,
      ]),
  ),
);
