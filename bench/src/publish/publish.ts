import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calibrationSummaries } from '../analysis/calibration-summary.ts';
import { levelChanges } from '../analysis/level-changes.ts';
import {
  chooseShownRun,
  chooseShownTables,
  chooseWarmUps,
  compareShown,
  newestFirst,
  runsOfTables,
} from '../analysis/shown-run.ts';
import {
  type Comparison,
  changesDataSchema,
  comparableRunsSchema,
  compareDataSchema,
  curvesDataSchema,
  type Download,
  diffDataSchema,
  type Machine,
  type ManifestData,
  metricSlugs,
  type Profile,
  type RankingTable,
  type Replay,
  type ReplayData,
  releasesDataSchema,
  replayDataSchema,
  runDataSchema,
  type ShownRunData,
  SITE_DATA_SCHEMA_VERSION,
  type SiteIndex,
  shownRunDataSchema,
  siteIndexSchema,
  sourceDataSchema,
  type Target,
  type TrendData,
  targetDataSchema,
  variantKey,
  verdictDataSchema,
  warmUpDataSchema,
} from '../model/index.ts';
import { readSoundComparisons, readSoundReleases } from '../results/judgement.ts';
import { PUBLISHED } from '../results/published.ts';
import { type FoundResults, findResults } from '../results/read-results.ts';
import { releaseFiles } from '../results/release-store.ts';
import { runOptions } from '../words/index.ts';
import { badges } from './badge.ts';
import { constants } from './constants.ts';
import { rankingCsv } from './csv.ts';
import { compareData } from './data/compare-data.ts';
import { joinedCurves } from './data/latency-curves.ts';
import { releasesData } from './data/releases-data.ts';
import { replayData } from './data/replay-data.ts';
import { runData, type ShownMachine, withoutRaw } from './data/run-data.ts';
import { diffData, runsBefore } from './data/run-diff.ts';
import { isComparable, runFiguresData } from './data/run-figures.ts';
import { shownPart, targetsData } from './data/target-data.ts';
import { verdictData, verdictSummary } from './data/verdict-data.ts';
import { warmUpData } from './data/warm-up-data.ts';
import { DataFolder, INDEX_FILE, refuseForeign } from './data-folder.ts';
import { fieldCharts } from './field-chart.ts';
import { Cache } from './incremental/cache.ts';
import { CachedRuns } from './incremental/cached-runs.ts';
import { CachedSplits } from './incremental/cached-splits.ts';
import { cachedTrends } from './incremental/cached-trends.ts';
import { type KnownRun, summaryOf } from './incremental/reduced-run.ts';
import { jsonSchemas } from './json-schemas.ts';
import { sourceData } from './source-data.ts';

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
    const report = await new Publication(options, found, cache, next).write();
    await rm(dataFolder, { recursive: true, force: true });
    await rename(next, dataFolder);
    return { ...report, dataFolder };
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** One publish: the results that were found, the cache, and the output. */
class Publication {
  readonly #options: PublishOptions;
  readonly #found: FoundResults;
  readonly #write: DataFolder;
  readonly #cache: Cache;
  readonly #runs: CachedRuns;

  constructor(options: PublishOptions, found: FoundResults, cache: Cache, folder: string) {
    this.#options = options;
    this.#found = found;
    this.#write = new DataFolder(folder);
    this.#cache = cache;
    this.#runs = new CachedRuns(options.resultsFolder, cache);
  }

  async write(): Promise<Omit<PublishReport, 'dataFolder'>> {
    await this.#runs.reduce(this.#found.runs);
    const runs = newestFirst(this.#found.runs.map((folder) => this.#runs.known(folder)));
    const machines = this.#shownMachines(runs);
    const shown = machines.filter((entry) => entry.shown !== null);
    const shownRuns = shown.flatMap((machine) => machine.runs);
    const targets = targetsData(
      shown,
      runs,
      (run) => this.#runs.whole(run),
      (run) => runOptions(run, this.#options.profiles),
    );
    const raw = new Set([
      ...shownRuns,
      ...runs.slice(0, RAW_RUNS),
      ...runs.filter((run) =>
        targets.some(({ appearances }) =>
          appearances.some((appearance) => appearance.runs.some((part) => part.run === run.name)),
        ),
      ),
    ]);
    const before = runsBefore(runs);
    const series = this.#trends(runs, machines);
    const splits = new CachedSplits(this.#cache);
    // Threads do the search while this one writes.
    await both(splits.search(series.flatMap(valuesOf)), this.#writeRuns(runs, machines, raw, before));
    let tables = 0;
    for (const machine of shown) tables += await this.#writeShown(machine, machines, before);
    for (const target of targets) {
      const checked = targetDataSchema.parse({ ...target, appearances: withoutRaw(target.appearances, raw) });
      await this.#write.json(`targets/${target.target}.json`, checked);
      const source = this.#options.targets?.find(({ id }) => id === target.target);
      if (source) {
        const data = sourceDataSchema.parse(await sourceData(source));
        await this.#write.json(`sources/${target.target}.json`, data);
      }
    }
    for (const machine of machines) await this.#writeWarmUps(machine.machine, runs);
    const comparisons = readSoundComparisons(this.#options.resultsFolder);
    const trends = await this.#writeTrends(series, runs, machines, comparisons, splits);
    const verdicts = await this.#writeVerdicts(comparisons);
    const releases = await this.#writeReleases();
    const studies = await this.#writeReplays(runs);
    await this.#writeDownloads(raw);
    const listed: readonly Download['kind'][] = ['machine', 'published', 'replay', 'schema'];
    const index: SiteIndex = {
      schemaVersion: SITE_DATA_SCHEMA_VERSION,
      machines: machines.map(({ machine, shown: run, runs: from }) => ({
        machine,
        shownRun: run?.name ?? null,
        shownRuns: from.map(({ name }) => name),
      })),
      runs: runs.map((run) => summaryOf(run, before.get(run) ?? null)),
      targets: targets.map(({ target, name, language, kind, appearances }) => ({
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
        manifest: this.#manifest(target),
      })),
      trends,
      verdicts,
      releases,
      replays: studies.map(({ study }) => study),
      constants: constants(),
      calibrations: calibrationSummaries(this.#options.resultsFolder),
      downloads: this.#write.downloads.filter(({ kind }) => listed.includes(kind)),
      rawRuns: RAW_RUNS,
    };
    await this.#write.json(INDEX_FILE, siteIndexSchema.parse(index));
    await this.#write.json('public/files.json', this.#write.downloads);
    this.#cache.prune();
    return {
      machines: machines.length,
      runs: runs.length,
      parsed: this.#runs.parsed,
      tables,
      targets: targets.length,
      replays: studies.length,
      verdicts: verdicts.length,
      downloads: this.#write.downloads.length,
    };
  }

  #shownMachines(runs: readonly KnownRun[]): ShownMachine[] {
    return this.#found.machines
      .map((machine) => {
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
      })
      .sort(compareShown);
  }

  async #writeRuns(
    runs: readonly KnownRun[],
    machines: readonly ShownMachine[],
    raw: ReadonlySet<KnownRun>,
    before: ReadonlyMap<KnownRun, KnownRun>,
  ): Promise<void> {
    for (const run of runs) await this.#writeRun(run, machines, raw, before.get(run) ?? null);
    for (const { machine } of machines) await this.#writeComparable(runs, machine);
  }

  async #writeRun(
    known: KnownRun,
    machines: readonly ShownMachine[],
    raw: ReadonlySet<KnownRun>,
    before: KnownRun | null,
  ): Promise<void> {
    const data = runDataSchema.parse(runData(known, machines, raw.has(known), before));
    await this.#write.json(`runs/${data.machine.id}/${data.name}.json`, data);
    if (isComparable(known)) {
      const figures = this.#cache.getLine('run-figures', [known.digest], () =>
        runFiguresData(known, this.#runs.figures(known)),
      );
      await this.#write.download('figures', `figures/${data.machine.id}/${data.name}.json`, figures);
    }
    if (before === null) return;
    const diff = this.#cache.getLine('diff', [before.digest, known.digest], () => {
      const earlier = { known: before, figures: this.#runs.figures(before) };
      return diffDataSchema.parse(diffData(earlier, { known, figures: this.#runs.figures(known) }));
    });
    await this.#write.download('diff', `diffs/${data.machine.id}/${data.name}.json`, diff);
  }

  /** Writes which runs of a machine can be compared. */
  async #writeComparable(runs: readonly KnownRun[], machine: Machine): Promise<void> {
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
    await this.#write.download('figures', `figures/${machine.id}.json`, `${JSON.stringify(list)}\n`);
  }

  /**
   * Writes what represents a machine: its tables as pages, files and badges, and every target against every
   * other.
   *
   * @returns the number of tables
   */
  async #writeShown(
    shown: ShownMachine,
    machines: readonly ShownMachine[],
    before: ReadonlyMap<KnownRun, KnownRun>,
  ): Promise<number> {
    const { shown: first, machine } = shown;
    if (first === null) return 0;
    const isOf =
      (run: KnownRun) =>
      (scenario: string, loadShapeId: string): boolean =>
        shown.tables.some(
          (table) => table.run === run && table.scenario === scenario && table.loadShapeId === loadShapeId,
        );
    const parts = shown.runs.map((run) => ({ run, ...this.#runs.whole(run), isShown: isOf(run) }));
    const tables = shown.tables.flatMap(({ scenario, loadShapeId, run }) =>
      (parts.find((part) => part.run === run)?.tables ?? []).filter(
        (table) => table.scenario === scenario && table.loadShapeId === loadShapeId,
      ),
    );
    const data: ShownRunData = {
      ...runData(first, machines, true, before.get(first) ?? null),
      runs: parts.map(({ result }) => shownPart(result)),
      tables,
    };
    await this.#write.json(`shown/${machine.id}.json`, shownRunDataSchema.parse(data));
    for (const table of tables) {
      const stem = `ranking/${table.machine}/${table.scenario}/${table.loadShapeId}/${metricSlugs[table.metric]}`;
      await this.#write.download('ranking-json', `${stem}.json`, `${JSON.stringify(table, null, 1)}\n`);
      await this.#write.download('ranking-csv', `${stem}.csv`, rankingCsv(table));
    }
    const digests = [
      ...shown.runs.map(({ digest }) => digest),
      ...shown.tables.map(({ scenario, loadShapeId, run }) => `${scenario} ${loadShapeId} ${run.name}`),
    ];
    const compared = this.#cache.get('compare', digests, () =>
      compareData(parts).map((one) => compareDataSchema.parse(one)),
    );
    for (const one of compared) {
      const path = `compare/${one.machine}/${variantKey(one)}.json`;
      await this.#write.download('compare', path, `${JSON.stringify(one)}\n`);
    }
    const curves = parts.flatMap((part) =>
      part.curves.flatMap((one) => {
        const own = one.curves.filter(({ scenario, loadShapeId }) => part.isShown(scenario, loadShapeId));
        return own.length === 0 ? [] : [{ ...one, curves: own }];
      }),
    );
    for (const one of joinedCurves(curves)) {
      const path = `curves/${one.machine}/${variantKey(one)}.json`;
      await this.#write.download('curves', path, `${JSON.stringify(curvesDataSchema.parse(one))}\n`);
    }
    const isHome = shown === machines.find((one) => one.shown !== null);
    const table = isHome ? badgeTable(tables) : undefined;
    for (const { name, svg } of table ? badges(table) : []) {
      await this.#write.download('badge', `badges/${name}.svg`, svg);
    }
    for (const { name, svg } of table ? fieldCharts(table) : []) {
      await this.#write.download('chart', `charts/${name}.svg`, svg);
    }
    return tables.length;
  }

  /**
   * Writes how the targets of a machine warm up. Every machine has the file, so that no page has to check.
   */
  async #writeWarmUps({ id }: Machine, runs: readonly KnownRun[]): Promise<void> {
    const chosen = chooseWarmUps(runs.filter(({ run }) => run.machine === id));
    const digests = [id, ...chosen.map(({ digest }) => digest)];
    const line = this.#cache.getLine('warm-up', digests, () => {
      const results = chosen.map((run) => this.#runs.parse(run));
      return warmUpDataSchema.parse(warmUpData(id, results));
    });
    await this.#write.download('warm-up', `warm-up/${id}.json`, line);
  }

  /**
   * Writes trends as files for every machine and as pages for the first, and the change points of all
   * machines.
   */
  async #writeTrends(
    trends: readonly TrendData[],
    runs: readonly KnownRun[],
    machines: readonly ShownMachine[],
    comparisons: readonly Comparison[],
    splits: CachedSplits,
  ): Promise<SiteIndex['trends']> {
    const byName = new Map(runs.map(({ run, name }) => [`${run.machine}/${name}`, run]));
    const changes = levelChanges(trends, byName, comparisons, splits.find);
    splits.save();
    await this.#write.json('changes.json', changesDataSchema.parse(changes));
    await this.#write.download('changes', 'changes.json', `${JSON.stringify(changes, null, 1)}\n`);
    const index: SiteIndex['trends'] = [];
    for (const data of trends) {
      const path = `trends/${data.machine}/${data.target.replace('/', '-')}/${data.scenario}.json`;
      await this.#write.download('trend', path, `${JSON.stringify(data)}\n`);
      if (data.machine === machines[0]?.machine.id) {
        index.push({
          target: data.target,
          scenario: data.scenario,
          runs: data.runs.length,
          longest: Math.max(0, ...data.series.map(({ points }) => points.length)),
        });
      }
    }
    return index;
  }

  /** Every series of every machine, without change points yet. */
  #trends(runs: readonly KnownRun[], machines: readonly ShownMachine[]): TrendData[] {
    return machines.flatMap(({ machine }) => {
      const own = runs.filter(({ run }) => run.machine === machine.id);
      const all = cachedTrends(machine.id, own, (run) => this.#runs.figures(run), this.#cache);
      // One run makes no trend.
      return all.filter((data) => data.runs.length > 1);
    });
  }

  async #writeVerdicts(comparisons: readonly Comparison[]): Promise<SiteIndex['verdicts']> {
    const all = comparisons.toReversed();
    const summaries: SiteIndex['verdicts'] = [];
    for (const comparison of all) {
      const data = verdictDataSchema.parse(verdictData(comparison));
      await this.#write.json(`verdicts/${data.machine}/${data.id}.json`, data);
      await this.#write.copy('comparison', data.file, join(this.#options.resultsFolder, data.file));
      summaries.push(verdictSummary(data));
    }
    return summaries;
  }

  /** Writes the histories of releases; their files are downloads, from which anybody can compute them again. */
  async #writeReleases(): Promise<SiteIndex['releases']> {
    const { resultsFolder, targets } = this.#options;
    const stored = readSoundReleases(resultsFolder);
    const nameOf = (id: string) => targets?.find((target) => target.id === id)?.manifest.name;
    const data = releasesDataSchema.parse(releasesData(stored, nameOf));
    await this.#write.json('releases.json', data);
    for (const file of stored.length > 0 ? releaseFiles(resultsFolder) : []) {
      await this.#write.copy('release', file, join(resultsFolder, file));
    }
    return [...new Set(data.histories.map(({ target }) => target))];
  }

  /** Writes each study with its replays, for the pages and, together with its own figures, as downloads. */
  async #writeReplays(runs: readonly KnownRun[]): Promise<ReplayData[]> {
    const replays = [...Map.groupBy(this.#options.replays ?? [], ({ study }) => study).values()];
    const studies: ReplayData[] = [];
    for (const versions of replays) {
      const own = runs.filter(({ run }) => versions.some(({ name }) => name === run.replay?.name));
      const digests = [JSON.stringify(versions), ...own.map(({ digest }) => digest)];
      const data = this.#cache.get('replay', digests, () =>
        replayDataSchema.parse(
          replayData(
            versions,
            own.map((run) => this.#runs.parse(run)),
          ),
        ),
      );
      await this.#write.json(`replays/${data.study}.json`, data);
      await this.#write.download(
        'replay',
        `replays/${data.study}.json`,
        `${JSON.stringify(data, null, 1)}\n`,
      );
      const file = `${PUBLISHED}/${data.study}.json`;
      await this.#write.copy('published', file, join(this.#options.resultsFolder, file));
      studies.push(data);
    }
    return studies;
  }

  /** Copies results byte for byte, to permanent addresses. */
  async #writeDownloads(raw: ReadonlySet<KnownRun>): Promise<void> {
    const { resultsFolder } = this.#options;
    for (const { folder, files } of raw) {
      for (const name of files)
        await this.#write.copy('run', `${folder}/${name}`, join(resultsFolder, folder, name));
    }
    for (const { id } of this.#found.machines) {
      await this.#write.copy('machine', `machines/${id}.json`, join(resultsFolder, `machines/${id}.json`));
    }
    for (const [name, schema] of Object.entries(jsonSchemas())) {
      await this.#write.download(
        'schema',
        `schemas/${name}.schema.json`,
        `${JSON.stringify(schema, null, 1)}\n`,
      );
    }
  }

  #manifest(id: string): ManifestData | null {
    const manifest = this.#options.targets?.find((target) => target.id === id)?.manifest;
    if (manifest === undefined) return null;
    return {
      site: manifest.framework.site,
      repository: manifest.framework.repository,
      notes: manifest.notes ?? null,
      maintainers: manifest.maintainers,
      variants: manifest.variants.map(({ id: variant, description, server }) => ({
        id: variant,
        description,
        server: server ?? manifest.server ?? null,
      })),
      flags: manifest.flags ?? [],
    };
  }
}

/** Waits for all, even if one fails, so that nothing is still running afterwards. */
async function both(...work: readonly Promise<void>[]): Promise<void> {
  for (const done of await Promise.allSettled(work)) if (done.status === 'rejected') throw done.reason;
}

/** Medians of each series, in which change points are searched. */
function valuesOf({ series }: TrendData): number[][] {
  return series.map(({ points }) => points.map(([, median]) => median));
}

/** The table that badges and charts show: throughput of small JSON, or else the first table. */
function badgeTable(tables: readonly RankingTable[]): RankingTable | undefined {
  return (
    tables.find(({ scenario, metric }) => scenario === 'json' && metric === 'throughputPerSecond') ??
    tables[0]
  );
}
