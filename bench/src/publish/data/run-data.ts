import type { Shown } from '../../analysis/shown-run.ts';
import { type Machine, type RunData, SITE_DATA_SCHEMA_VERSION } from '../../model/index.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';
import { canaryCosts } from './canary-costs.ts';
import type { targetsData } from './target-data.ts';

/** A machine, the tables that represent it, each with its run, and the run of the first table. */
export interface ShownMachine extends Shown<KnownRun> {
  machine: Machine;
  shown: KnownRun | null;
}

/**
 * What the page of a run shows.
 *
 * @param raw whether the files of the run are among the downloads
 */
export function runData(
  known: KnownRun,
  machines: readonly ShownMachine[],
  raw: boolean,
  before: KnownRun | null,
): RunData {
  const machine = machines.find((entry) => entry.machine.id === known.run.machine)?.machine;
  if (machine === undefined) throw new RangeError(`no machine ${known.run.machine}`);
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    name: known.name,
    run: known.run,
    machine,
    folder: known.folder,
    raw: raw ? `${known.folder}/run.json` : null,
    targets: known.run.targets.map(({ target, variant }) => {
      const found = known.targets.find((entry) => entry.target === target && entry.variant === variant);
      return {
        target,
        variant,
        name: found?.name ?? target,
        state: found?.state ?? null,
        framework: found?.framework ?? null,
        runtime: found?.runtime ?? null,
        raw: raw && found ? found.file : null,
      };
    }),
    glance: known.glance,
    canary: canaryCosts(known.run.canary),
    before: before?.name ?? null,
  };
}

type Appearances = ReturnType<typeof targetsData>[number]['appearances'];

/** Drops links to files that are not among the downloads. */
export function withoutRaw(appearances: Appearances, raw: ReadonlySet<KnownRun>): Appearances {
  const names = new Set([...raw].map(({ run, name }) => `${run.machine}/${name}`));
  return appearances.map((appearance) => ({
    ...appearance,
    variants: appearance.variants.map((variant) => ({
      ...variant,
      raw: variant.raw.filter(({ run }) => names.has(`${appearance.machine}/${run}`)),
    })),
  }));
}
