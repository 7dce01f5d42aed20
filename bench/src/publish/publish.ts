import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calibrationSummaries } from '../analysis/calibration-summary.ts';
import {
  chooseShownRun,
  chooseShownTables,
  inShownOrder,
  newestFirst,
  runsOfTables,
} from '../analysis/shown-run.ts';
import { linesOfCode } from '../catalog/lines-of-code.ts';
import {
  type Download,
  type Machine,
  type ManifestData,
  type Profile,
  type Replay,
  SITE_DATA_SCHEMA_VERSION,
  type SiteIndex,
  siteIndexSchema,
  sourceDataSchema,
  type Target,
  type TargetData,
  type TrendData,
  targetDataSchema,
} from '../model/index.ts';
import { readSoundComparisons } from '../results/judgement.ts';
import { type FoundResults, findResults } from '../results/read-results.ts';
import { runOptions } from '../words/index.ts';
import { constants } from './constants.ts';
import { type ShownMachine, withoutRaw } from './data/run-data.ts';
import { runsBefore } from './data/run-diff.ts';
import { targetsData } from './data/target-data.ts';
import { DataFolder, INDEX_FILE, refuseForeign } from './data-folder.ts';
import { Cache } from './incremental/cache.ts';
import { CachedRuns } from './incremental/cached-runs.ts';
import { CachedSplits } from './incremental/cached-splits.ts';
import { type KnownRun, summaryOf } from './incremental/reduced-run.ts';
import { jsonSchemas } from './json-schemas.ts';
import { sourceData } from './source-data.ts';
import type { Publication } from './writers/publication.ts';
import { writeReleases, writeReplays, writeVerdicts } from './writers/write-comparisons.ts';
import { allTrends, writeTrends, writeWarmUps } from './writers/write-history.ts';
import { writeRuns } from './writers/write-runs.ts';
import { writeShown } from './writers/write-shown.ts';

export interface PublishOptions {
  /** The folder with `machines/` and `runs/`; if it does not exist, there are no results. */
  resultsFolder: string;
  /** The site's own folder; its `data/` is replaced. */
  siteFolder: string;
  /** Replays of published studies; none by default. */
  replays?: readonly Replay[];
  /** The targets of the repository as they are now, for their links and flags. */
  targets?: readonly Target[];
  /** Profiles of the repository as they are now: what a run did otherwise is an option of its command. */
  profiles?: readonly Pick<Profile, 'name' | 'scenarios'>[];
  /** Where to write instead of `<siteFolder>/data`; replaced as a whole. */
  dataFolder?: string;
  /** Where to cache what was read, so that an unchanged run is not parsed again; no cache by default. */
  cacheFolder?: string;
}

interface PublishReport {
  machines: number;
  runs: number;
  /** Runs that had to be parsed; the others were cached. */
  parsed: number;
  /** Ranking tables of the shown runs. */
  tables: number;
  targets: number;
  /** Published studies that are shown beside their replays. */
  replays: number;
  /** Comparisons of base and head. */
  verdicts: number;
  downloads: number;
  dataFolder: string;
}

/**
 * How many of the newest runs offer raw results as downloads, besides the shown runs and those behind the
 * pages of frameworks. The raw results of all runs would outgrow what a static host takes.
 */
const RAW_RUNS = 20;

/** Reads all results, reduces them and replaces the site's data: all of it or, if anything is wrong, nothing. */
export async function publish(options: PublishOptions): Promise<PublishReport> {
  const dataFolder = options.dataFolder ?? join(options.siteFolder, 'data');
  const cache = new Cache(options.cacheFolder ?? null);
  const found = await findResults(options.resultsFolder);
  await refuseForeign(dataFolder);
  const next = `${dataFolder}.next-${process.pid}`;
  await rm(next, { recursive: true, force: true });
  try {
    const { resultsFolder } = options;
    const reduced = new CachedRuns(resultsFolder, cache);
    const publication = { resultsFolder, write: new DataFolder(next), cache, reduced };
    const report = await writeAll(publication, options, found);
    await rm(dataFolder, { recursive: true, force: true });
    await rename(next, dataFolder);
    return { ...report, dataFolder };
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** Writes all documents and downloads, and last the index that names them. */
async function writeAll(
  publication: Publication,
  options: PublishOptions,
  found: FoundResults,
): Promise<Omit<PublishReport, 'dataFolder'>> {
  const { resultsFolder, write, cache, reduced } = publication;
  const manifests = options.targets ?? [];
  await reduced.reduce(found.runs);
  const runs = newestFirst(found.runs.map((folder) => reduced.known(folder)));
  const machines = shownMachines(found.machines, runs);
  const shown = machines.filter((machine) => machine.shown !== null);
  const lines = new Map(
    manifests.filter(({ folder }) => existsSync(folder)).map(({ id, folder }) => [id, linesOfCode(folder)]),
  );
  const targets = targetsData(shown, runs, (run) => reduced.whole(run), {
    optionsOf: (run) => runOptions(run, options.profiles),
    linesOf: (target) => lines.get(target) ?? null,
  });
  const raw = rawRuns(runs, shown, targets);
  const before = runsBefore(runs);
  const series = allTrends(publication, runs, machines);
  const splits = new CachedSplits(cache);
  // Threads do the search while this one writes.
  await both(splits.search(series.flatMap(valuesOf)), writeRuns(publication, runs, machines, raw, before));
  let tables = 0;
  for (const machine of shown) tables += await writeShown(publication, machine, machines, before);
  for (const target of targets) await writeTarget(publication, target, raw, manifests);
  for (const { machine } of machines) await writeWarmUps(publication, machine, runs);
  const comparisons = readSoundComparisons(resultsFolder);
  const trends = await writeTrends(publication, series, runs, machines, comparisons, splits);
  const verdicts = await writeVerdicts(publication, comparisons);
  const releases = await writeReleases(publication, manifests);
  const studies = await writeReplays(publication, runs, options.replays ?? []);
  await writeDownloads(publication, raw, found.machines);
  const listed: readonly Download['kind'][] = ['machine', 'published', 'replay', 'schema'];
  const index: SiteIndex = {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machines: machines.map(({ machine, shown: run, runs: from }) => ({
      machine,
      shownRun: run?.name ?? null,
      shownRuns: from.map(({ name }) => name),
    })),
    runs: runs.map((run) => summaryOf(run, before.get(run) ?? null)),
    targets: targets.map((target) => indexedTarget(target, manifests)),
    trends,
    verdicts,
    releases,
    replays: studies.map(({ study }) => study),
    constants: constants(),
    calibrations: calibrationSummaries(resultsFolder),
    downloads: write.downloads.filter(({ kind }) => listed.includes(kind)),
    rawRuns: RAW_RUNS,
  };
  await write.json(INDEX_FILE, siteIndexSchema.parse(index));
  await write.json('public/files.json', write.downloads);
  cache.prune();
  return {
    machines: machines.length,
    runs: runs.length,
    parsed: reduced.parsed,
    tables,
    targets: targets.length,
    replays: studies.length,
    verdicts: verdicts.length,
    downloads: write.downloads.length,
  };
}

function shownMachines(machines: readonly Machine[], runs: readonly KnownRun[]): ShownMachine[] {
  return inShownOrder(
    machines.map((machine) => {
      const own = runs.filter(({ run }) => run.machine === machine.id);
      const tables = chooseShownTables(own);
      const first = tables.find(({ scenario }) => scenario === 'json') ?? tables[0];
      const one = first?.run ?? chooseShownRun(own);
      return {
        machine,
        id: machine.id,
        shared: machine.shared,
        shown: one,
        // List a run that measured nothing too, with its errors.
        runs: one === null || tables.length > 0 ? runsOfTables(tables) : [one],
        tables,
      };
    }),
  );
}

/** Returns the runs whose raw results are downloads: those that pages show, and the newest. */
function rawRuns(
  runs: readonly KnownRun[],
  shown: readonly ShownMachine[],
  targets: readonly TargetData[],
): Set<KnownRun> {
  const named = new Set(
    targets.flatMap(({ appearances }) =>
      appearances.flatMap((appearance) => appearance.runs.map(({ run }) => run)),
    ),
  );
  return new Set([
    ...shown.flatMap((machine) => machine.runs),
    ...runs.slice(0, RAW_RUNS),
    ...runs.filter(({ name }) => named.has(name)),
  ]);
}

async function writeTarget(
  { write }: Publication,
  target: TargetData,
  raw: ReadonlySet<KnownRun>,
  manifests: readonly Target[],
): Promise<void> {
  const checked = targetDataSchema.parse({ ...target, appearances: withoutRaw(target.appearances, raw) });
  await write.json(`targets/${target.target}.json`, checked);
  const source = manifests.find(({ id }) => id === target.target);
  if (!source) return;
  const data = sourceDataSchema.parse(await sourceData(source));
  await write.json(`sources/${target.target}.json`, data);
}

/** Copies results byte for byte, to permanent addresses. */
async function writeDownloads(
  { write, resultsFolder }: Publication,
  raw: ReadonlySet<KnownRun>,
  machines: readonly Machine[],
): Promise<void> {
  for (const { folder, files } of raw) {
    for (const name of files) await write.copy('run', `${folder}/${name}`, join(resultsFolder, folder, name));
  }
  for (const { id } of machines) {
    await write.copy('machine', `machines/${id}.json`, join(resultsFolder, `machines/${id}.json`));
  }
  for (const [name, schema] of Object.entries(jsonSchemas())) {
    await write.download('schema', `schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 1)}\n`);
  }
}

function indexedTarget(
  { target, name, language, kind, appearances }: TargetData,
  manifests: readonly Target[],
): SiteIndex['targets'][number] {
  return {
    target,
    name,
    language,
    kind,
    runtimes: Object.fromEntries(
      // The first machine is the home page's, and has the last word.
      appearances
        .toReversed()
        .flatMap(({ variants }) => variants.map((one) => [one.variant, one.runtime.name])),
    ),
    manifest: manifestData(target, manifests, appearances[0]?.variants ?? []),
  };
}

function manifestData(
  id: string,
  targets: readonly Target[],
  measured: TargetData['appearances'][number]['variants'],
): ManifestData | null {
  const manifest = targets.find((target) => target.id === id)?.manifest;
  if (manifest === undefined) return null;
  return {
    site: manifest.framework.site,
    repository: manifest.framework.repository,
    distribution: manifest.framework.distribution ?? null,
    notes: manifest.notes ?? null,
    maintainers: manifest.maintainers,
    variants: manifest.variants.map(({ id: variant, description, server }) => {
      const recorded = measured.find((one) => one.variant === variant)?.server;
      return {
        id: variant,
        description,
        // A cost beside a platform is that of the server that was measured, which the manifest may have replaced.
        server: recorded === undefined ? (server ?? manifest.server ?? null) : recorded,
      };
    }),
    flags: manifest.flags ?? [],
  };
}

/** Waits for all, even if one fails, so that nothing is still running afterwards. */
async function both(...work: readonly Promise<void>[]): Promise<void> {
  for (const done of await Promise.allSettled(work)) if (done.status === 'rejected') throw done.reason;
}

/** Medians of each series, in which change points are searched. */
function valuesOf({ series }: TrendData): number[][] {
  return series.map(({ points }) => points.map(([, median]) => median));
}
