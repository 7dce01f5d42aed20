/**
 * Shows how much of a run is load, and how little processor time the harness takes during it. Reads one run, or
 * the newest finished one of a profile; measures nothing.
 *
 *   npm run figure -- harness-share [profile or beginning of a run's id]
 */

import { RunStore, runFolders } from '../src/results/run-store.ts';
import { ascending, median, quantileOfSorted } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { repository } from '../src/util/repository.ts';
import { percent } from './support/script.ts';

const LEAST_LOAD_SHARE = 0.6;
const MOST_HARNESS_SHARE = 0.02;

const asked = process.argv[2] ?? 'standard';
const store = runFolders(repository)
  .map((folder) => RunStore.open(folder))
  .findLast(({ run }) => run.finishedAt !== null && (run.profile.name === asked || run.id.startsWith(asked)));
if (!store?.run.time) throw new Error(`no finished run of ${asked}: npm run bench -- run --profile ${asked}`);

const { time } = store.run;
const shares = ascending(
  store.targets().flatMap(({ cells }) =>
    cells.flatMap(({ rounds: columns }) =>
      columns.harnessCpuNanoseconds.flatMap((nanoseconds, index) => {
        const seconds = columns.durationSeconds[index];
        return nanoseconds === null || !seconds ? [] : [nanoseconds / 1e9 / seconds];
      }),
    ),
  ),
);
const loadShare = time.loadSeconds / time.wallSeconds;

console.log(
  `Run ${store.run.id}, profile ${store.run.profile.name}: ${shares.length} blocks in ${(time.wallSeconds / 60).toFixed(1)} minutes.`,
);
console.log(
  table(
    [{ title: 'figure' }, { title: 'value', align: 'right' }, { title: 'goal', align: 'right' }],
    [
      ['wall time under load', percent(loadShare, 0), `≥ ${percent(LEAST_LOAD_SHARE, 0)}`],
      ['wall time in measured load alone', percent(time.measuredSeconds / time.wallSeconds, 0), ''],
      [
        'harness during a load, of one core: median',
        percent(median(shares), 2),
        `< ${percent(MOST_HARNESS_SHARE, 0)}`,
      ],
      ['95th percentile of blocks', percent(quantileOfSorted(shares, 0.95), 2), ''],
      ['highest of all blocks', percent(shares.at(-1) ?? 0, 2), ''],
    ],
  ),
);
process.exitCode = loadShare >= LEAST_LOAD_SHARE && median(shares) < MOST_HARNESS_SHARE ? 0 : 1;
