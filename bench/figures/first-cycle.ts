/**
 * Prints the throughput of the first slices after warming up over that of the later slices of the same start, by
 * how the runtime gets warm: geometric means over cells and blocks. Runs since servers are settled have a first
 * slice that counts for nothing; in older ones it counted.
 *
 *   npm run figure -- first-cycle [run …]
 */

import { hasRate, type TargetRun } from '../src/model/index.ts';
import { mean, pairedEffect } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns, newestOfProfiles, runtimesOf } from './support/runs.ts';
import { effectText } from './support/script.ts';

const names = process.argv.slice(2);
const runs = names.length > 0 ? blockRuns(names) : newestOfProfiles(blockRuns());

const SHOWN = 3;

type Columns = NonNullable<TargetRun['cells'][number]['slices']>;

/** Returns the throughput of each cycle of a block, in order: of the repetition, if a slice was repeated. */
function byCycle(slices: Columns, block: number): number[] {
  const cycles = new Map<number, number>();
  slices.requests.forEach((requests, at) => {
    if (slices.block[at] !== block || requests === 0) return;
    cycles.set(slices.cycle[at] as number, requests / (slices.durationSeconds[at] as number));
  });
  return [...cycles].sort(([a], [b]) => a - b).map(([, throughput]) => throughput);
}

/** Returns each of the first slices over the geometric mean of all after it; none if no slice comes after. */
function overLater(throughputs: readonly number[]): number[] {
  return throughputs
    .slice(0, SHOWN)
    .flatMap((throughput, at) =>
      at + 1 < throughputs.length
        ? [throughput / Math.exp(mean(throughputs.slice(at + 1).map(Math.log)))]
        : [],
    );
}

const found = runs.flatMap((store) =>
  store.targets().flatMap(({ language, cells }) =>
    cells.flatMap(({ scenario, loadShape, slices }) =>
      slices && !hasRate(loadShape)
        ? [...new Set(slices.block)].map((block) => ({
            key: [store.run.id, scenario, runtimesOf(language)].join('\n'),
            over: overLater(byCycle(slices, block)),
          }))
        : [],
    ),
  ),
);

console.log(
  table(
    [
      { title: 'run' },
      { title: 'scenario' },
      { title: 'runtimes' },
      { title: 'starts', align: 'right' },
      ...Array.from({ length: SHOWN }, (_, at) => ({
        title: `slice ${at + 1} over those after it`,
        align: 'right' as const,
      })),
    ],
    [...Map.groupBy(found, ({ key }) => key)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, starts]) => [
        ...key.split('\n'),
        String(starts.length),
        ...Array.from({ length: SHOWN }, (_, at) =>
          effectText(pairedEffect(starts.flatMap(({ over }) => over[at] ?? []))),
        ),
      ]),
  ),
);
