import {
  comparableRunsSchema,
  diffDataSchema,
  type Machine,
  runDataSchema,
  SITE_DATA_SCHEMA_VERSION,
} from '../../model/index.ts';
import { runData, type ShownMachine } from '../data/run-data.ts';
import { diffData } from '../data/run-diff.ts';
import { isComparable, runFiguresData } from '../data/run-figures.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';
import type { Publication } from './publication.ts';

/** Writes the page of each run, its figures, and how it differs from the run before. */
export async function writeRuns(
  publication: Publication,
  runs: readonly KnownRun[],
  machines: readonly ShownMachine[],
  raw: ReadonlySet<KnownRun>,
  before: ReadonlyMap<KnownRun, KnownRun>,
): Promise<void> {
  for (const run of runs) await writeRun(publication, run, machines, raw, before.get(run) ?? null);
  for (const { machine } of machines) await writeComparable(publication, runs, machine);
}

async function writeRun(
  { write, cache, reduced }: Publication,
  known: KnownRun,
  machines: readonly ShownMachine[],
  raw: ReadonlySet<KnownRun>,
  before: KnownRun | null,
): Promise<void> {
  const data = runDataSchema.parse(runData(known, machines, raw.has(known), before));
  await write.json(`runs/${data.machine.id}/${data.name}.json`, data);
  if (isComparable(known)) {
    const figures = cache.getLine('run-figures', [known.digest], () =>
      runFiguresData(known, reduced.figures(known)),
    );
    await write.download('figures', `figures/${data.machine.id}/${data.name}.json`, figures);
  }
  if (before === null) return;
  const diff = cache.getLine('diff', [before.digest, known.digest], () => {
    const earlier = { known: before, figures: reduced.figures(before) };
    return diffDataSchema.parse(diffData(earlier, { known, figures: reduced.figures(known) }));
  });
  await write.download('diff', `diffs/${data.machine.id}/${data.name}.json`, diff);
}

/** Writes which runs of a machine can be compared. */
async function writeComparable(
  { write }: Publication,
  runs: readonly KnownRun[],
  machine: Machine,
): Promise<void> {
  const list = comparableRunsSchema.parse({
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine: machine.id,
    runs: runs
      .filter((known) => known.run.machine === machine.id && isComparable(known))
      .map(({ name, run, targets }) => ({
        run: name,
        startedAt: run.startedAt,
        profile: run.profile.name,
        targets: targets.length,
      })),
  });
  await write.download('figures', `figures/${machine.id}.json`, `${JSON.stringify(list)}\n`);
}
