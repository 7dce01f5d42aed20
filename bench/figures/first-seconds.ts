/**
 * Prints what a request costs in the first seconds of load on a server, over what it costs at the end of its
 * warm-up, by language: medians over all recorded warm-ups of six seconds and more. Nothing is left to warm up
 * where the first second costs what the last one does. Warm-ups from a server's first request on are apart from those
 * that light load had preceded, and from later ones of the same start. A second table shows how long warm servers that
 * had waited took to settle.
 *
 *   npm run figure -- first-seconds [run …]
 */
import { hasBlocks, type Warmup } from '../src/model/index.ts';
import { median } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns } from './support/runs.ts';

const SECONDS = 3;
const LEAST_SECONDS = 2 * SECONDS;

const runs = blockRuns(process.argv.slice(2)).filter(({ run }) => hasBlocks(run.profile));
const found = runs.flatMap((store) =>
  store.targets().flatMap(({ language, warmups = [] }) =>
    warmups.flatMap((warmup) => {
      if (warmup.settling) return [];
      const over = overEnd(warmup);
      return over === null ? [] : [{ language, begins: beginsWith(warmup), over }];
    }),
  ),
);

/** Names what a server had done before the warm-up, for the rows of the table. */
function beginsWith({ place, lightSeconds }: Warmup): string {
  if (place > 0) return 'after another scenario';
  return lightSeconds > 0 ? 'after light load' : 'first request';
}

/** Returns the cost of each of the first seconds over the median of the last ones; `null` if any is not known. */
function overEnd({ cpuPerRequestNanoseconds: costs }: Warmup): number[] | null {
  const known = costs.filter((cost) => cost !== null);
  if (known.length < costs.length || known.length < LEAST_SECONDS) return null;
  const end = median(known.slice(-SECONDS));
  return known.slice(0, SECONDS).map((cost) => cost / end);
}

const groups = Map.groupBy(found, ({ language, begins }) => `${language}\n${begins}`);
console.log(
  table(
    [
      { title: 'language' },
      { title: 'begins' },
      { title: 'warm-ups', align: 'right' },
      ...Array.from({ length: SECONDS }, (_, at) => ({
        title: `second ${at + 1}`,
        align: 'right' as const,
      })),
    ],
    [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, warmups]) => [
        ...key.split('\n'),
        String(warmups.length),
        ...Array.from({ length: SECONDS }, (_, at) =>
          median(warmups.map(({ over }) => over[at] as number)).toFixed(3),
        ),
      ]),
  ),
);

const settling = runs.flatMap((store) =>
  store.targets().flatMap(({ language, warmups = [] }) =>
    warmups.flatMap(({ settling, scenario, together, steady, throughputPerSecond }) => {
      const what = together ? `${together.length} together` : scenario;
      return settling ? [{ language, what, steady, seconds: throughputPerSecond.length }] : [];
    }),
  ),
);
const settled = Map.groupBy(settling, ({ language, what }) => `${language}\n${what}`);
const settledTable = () =>
  table(
    [
      { title: 'language' },
      { title: 'scenario' },
      { title: 'settled', align: 'right' },
      { title: 'median', align: 'right' },
      { title: 'longest', align: 'right' },
    ],
    [...settled]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [
        ...key.split('\n'),
        `${own.filter(({ steady }) => steady).length} of ${own.length}`,
        `${median(own.map(({ seconds }) => seconds))} s`,
        `${Math.max(...own.map(({ seconds }) => seconds))} s`,
      ]),
  );
if (settled.size > 0) console.log(settledTable());
