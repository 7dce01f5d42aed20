/**
 * Checks that the order of the slices of a visit changes no figure: prints the throughput of the first slice of a visit
 * over that of the others, by how the runtime gets warm. Each slice is taken relative to the median of its cell in the
 * same start; the interval is over starts. Only runs whose tables share visits have such slices.
 *
 *   npm run figure -- visit-order [run …]
 */
import { hasRate, type TargetRun } from '../src/model/index.ts';
import { mean, median, pairedEffect } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns, runtimesOf } from './support/runs.ts';
import { effectText } from './support/script.ts';

/** Slices of a visit begin within this time of each other: the next visit to the server is half a minute away. */
const VISIT_SECONDS = 5;

interface PlacedSlice {
  block: number;
  startedSeconds: number;
  /** Logarithm of its throughput over the median of its cell in the block. */
  deviation: number;
}

/** Returns the slices that count, of all tables of a server that are no tables at a fixed rate. */
function slicesOf({ cells }: Pick<TargetRun, 'cells'>): PlacedSlice[] {
  return cells.flatMap(({ slices, loadShape }) => {
    if (!slices || hasRate(loadShape)) return [];
    const found = slices.block.flatMap((block, at) => {
      const requests = slices.requests[at] ?? 0;
      if (!slices.kept[at] || requests === 0) return [];
      const level = Math.log(requests / (slices.durationSeconds[at] as number));
      return [{ block, startedSeconds: slices.startedSeconds[at] as number, level }];
    });
    return [...Map.groupBy(found, ({ block }) => block).values()].flatMap((own) => {
      const usual = median(own.map(({ level }) => level));
      return own.map(({ level, ...slice }) => ({ ...slice, deviation: level - usual }));
    });
  });
}

/** Returns the visits of one start that have several slices, each in order of time. */
function visitsOf(start: readonly PlacedSlice[]): PlacedSlice[][] {
  const visits: PlacedSlice[][] = [];
  for (const slice of start.toSorted((a, b) => a.startedSeconds - b.startedSeconds)) {
    const last = visits.at(-1);
    const before = last?.at(-1)?.startedSeconds ?? Number.NEGATIVE_INFINITY;
    if (last && slice.startedSeconds - before < VISIT_SECONDS) last.push(slice);
    else visits.push([slice]);
  }
  return visits.filter(({ length }) => length > 1);
}

const starts = blockRuns(process.argv.slice(2)).flatMap((store) =>
  store.targets().flatMap((result) =>
    [...Map.groupBy(slicesOf(result), ({ block }) => block).values()].flatMap((start) => {
      const visits = visitsOf(start);
      if (visits.length === 0) return [];
      const of = (slices: readonly PlacedSlice[]) => mean(slices.map(({ deviation }) => deviation));
      return [
        {
          key: `${store.run.id}\n${runtimesOf(result.language)}`,
          visits: visits.length,
          ratio: Math.exp(
            of(visits.flatMap((visit) => visit.slice(0, 1))) - of(visits.flatMap((visit) => visit.slice(1))),
          ),
        },
      ];
    }),
  ),
);

console.log(
  table(
    [
      { title: 'run' },
      { title: 'runtimes' },
      { title: 'starts', align: 'right' },
      { title: 'visits', align: 'right' },
      { title: 'first slice over the others', align: 'right' },
    ],
    [...Map.groupBy(starts, ({ key }) => key)].map(([key, own]) => [
      ...key.split('\n'),
      String(own.length),
      String(own.reduce((sum, { visits }) => sum + visits, 0)),
      effectText(pairedEffect(own.map(({ ratio }) => ratio))),
    ]),
  ),
);
