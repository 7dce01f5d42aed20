import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Download,
  metricSlugs,
  type Replay,
  type ReplayData,
  type RunData,
  type RunSummary,
  replayDataSchema,
  runDataSchema,
  SITE_DATA_SCHEMA_VERSION,
  type SiteIndex,
  siteIndexSchema,
  targetDataSchema,
} from '../model/index.ts';
import { PUBLISHED } from '../results/published.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { constants } from './constants.ts';
import { rankingCsv } from './csv.ts';
import { jsonSchemas } from './json-schemas.ts';
import { rankingTables } from './ranking.ts';
import { type Results, type RunResult, readResults } from './read-results.ts';
import { replayData } from './replay-data.ts';
import { chooseShownRun, compareShown, newestFirst } from './shown-run.ts';
import { type ShownRun, targetsData } from './target-data.ts';

export interface PublishOptions {
  /** The folder with `machines/` and `runs/`; one that is not there holds no results. */
  resultsFolder: string;
  /** The site's own folder; its `data/` is replaced. */
  siteFolder: string;
  /** How published studies are measured again; none where left out. */
  replays?: readonly Replay[];
  /** Where to write instead of `<siteFolder>/data`; replaced as a whole. */
  dataFolder?: string;
}

export interface PublishReport {
  machines: number;
  runs: number;
  /** Ranking tables over all runs. */
  tables: number;
  targets: number;
  /** Published studies that are shown beside their replays. */
  replays: number;
  downloads: number;
  dataFolder: string;
}

/** Written into the folder, so that a later publish knows it may replace it. */
const MARKER = 'index.json';

/** Reads all results, reduces them and replaces the site's data: all of it or, if anything is wrong, nothing. */
export async function publish(options: PublishOptions): Promise<PublishReport> {
  const dataFolder = options.dataFolder ?? join(options.siteFolder, 'data');
  const results = await readResults(options.resultsFolder);
  await refuseForeign(dataFolder);
  const next = `${dataFolder}.next-${process.pid}`;
  await rm(next, { recursive: true, force: true });
  try {
    const report = await writeAll(results, options.replays ?? [], options.resultsFolder, next);
    await rm(dataFolder, { recursive: true, force: true });
    await rename(next, dataFolder);
    return { ...report, dataFolder };
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

async function writeAll(
  results: Results,
  replays: readonly Replay[],
  resultsFolder: string,
  folder: string,
): Promise<Omit<PublishReport, 'dataFolder'>> {
  const write = new Writer(folder);
  const machines = results.machines
    .map((machine) => {
      const runs = results.runs.filter(({ run }) => run.machine === machine.id);
      return { machine, id: machine.id, shared: machine.shared, shown: chooseShownRun(runs) };
    })
    .sort(compareShown);
  const shown: ShownRun[] = [];
  const all: ShownRun[] = [];
  let tables = 0;
  for (const result of newestFirst(results.runs)) {
    const data = runData(result, results);
    tables += data.tables.length;
    await write.json(`runs/${data.machine.id}/${data.name}.json`, runDataSchema.parse(data));
    const withTables = { result, tables: data.tables };
    all.push(withTables);
    if (machines.some((entry) => entry.shown === result)) shown.push(withTables);
  }
  const place = ({ result }: ShownRun): number => machines.findIndex((entry) => entry.shown === result);
  shown.sort((a, b) => place(a) - place(b));
  const targets = targetsData(shown, all);
  for (const target of targets) {
    await write.json(`targets/${target.target}.json`, targetDataSchema.parse(target));
  }
  const studies = [...Map.groupBy(replays, ({ study }) => study).values()].map((versions) =>
    replayData(versions, results.runs),
  );
  for (const data of studies) await writeReplay(write, data, resultsFolder);
  await writeDownloads(write, results, shown, resultsFolder);
  const index: SiteIndex = {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machines: machines.map(({ machine, shown: run }) => ({ machine, shownRun: run?.name ?? null })),
    runs: newestFirst(results.runs).map(summaryOf),
    targets: targets.map(({ target, name, language, kind }) => ({ target, name, language, kind })),
    replays: studies.map(({ study }) => study),
    constants: constants(),
    downloads: write.downloads,
  };
  await write.json(MARKER, siteIndexSchema.parse(index));
  return {
    machines: machines.length,
    runs: results.runs.length,
    tables,
    targets: targets.length,
    replays: studies.length,
    downloads: write.downloads.length,
  };
}

function summaryOf({ run, name, targets }: RunResult): RunSummary {
  const measured = targets.filter(({ result }) => result.state.step === 'measured').length;
  return {
    machine: run.machine,
    name,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    commit: run.commit,
    modified: run.modified,
    profile: run.profile.name,
    targets: { measured, dropped: targets.length - measured },
  };
}

function runData(result: RunResult, results: Results): RunData {
  const machine = results.machines.find(({ id }) => id === result.run.machine);
  if (machine === undefined) throw new RangeError(`no machine ${result.run.machine}`);
  const written = (target: string, variant: string) =>
    result.targets.find((entry) => entry.result.target === target && entry.result.variant === variant);
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    name: result.name,
    run: result.run,
    machine,
    raw: `${result.folder}/run.json`,
    targets: result.run.targets.map(({ target, variant }) => {
      const found = written(target, variant);
      return {
        target,
        variant,
        name: found?.result.name ?? target,
        state: found?.result.state ?? null,
        raw: found?.file ?? null,
      };
    }),
    tables: rankingTables(result),
  };
}

/** A study then and now: for the pages, and for everyone together with the study's own figures. */
async function writeReplay(write: Writer, data: ReplayData, resultsFolder: string): Promise<void> {
  const checked = replayDataSchema.parse(data);
  await write.json(`replays/${data.study}.json`, checked);
  await write.download('replay', `replays/${data.study}.json`, `${JSON.stringify(checked, null, 1)}\n`);
  const file = `${PUBLISHED}/${data.study}.json`;
  await write.copy('published', file, join(resultsFolder, file));
}

/** Everything that people download, at addresses that stay: results are copied byte for byte. */
async function writeDownloads(
  write: Writer,
  results: Results,
  shown: readonly ShownRun[],
  resultsFolder: string,
): Promise<void> {
  for (const table of shown.flatMap(({ tables }) => tables)) {
    const stem = `ranking/${table.machine}/${table.scenario}/${table.loadShapeId}/${metricSlugs[table.metric]}`;
    await write.download('ranking-json', `${stem}.json`, `${JSON.stringify(table, null, 1)}\n`);
    await write.download('ranking-csv', `${stem}.csv`, rankingCsv(table));
  }
  for (const { folder, targets } of newestFirst(results.runs)) {
    for (const file of [`${folder}/run.json`, ...targets.map((entry) => entry.file)]) {
      await write.copy('run', file, join(resultsFolder, file));
    }
  }
  for (const { id } of results.machines) {
    await write.copy('machine', `machines/${id}.json`, join(resultsFolder, `machines/${id}.json`));
  }
  for (const [name, schema] of Object.entries(jsonSchemas())) {
    await write.download('schema', `schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 1)}\n`);
  }
}

class Writer {
  readonly #folder: string;
  readonly downloads: Download[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  async json(path: string, document: unknown): Promise<void> {
    await this.#file(path, `${JSON.stringify(document)}\n`);
  }

  async download(kind: Download['kind'], path: string, content: string): Promise<void> {
    await this.#file(`public/${path}`, content);
    this.downloads.push({ path, kind, sizeBytes: Buffer.byteLength(content) });
  }

  async copy(kind: Download['kind'], path: string, from: string): Promise<void> {
    const to = join(this.#folder, 'public', path);
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
    this.downloads.push({ path, kind, sizeBytes: (await stat(to)).size });
  }

  async #file(path: string, content: string): Promise<void> {
    const to = join(this.#folder, path);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, content);
  }
}

/** The data folder is replaced as a whole: never a folder that holds anything else. */
async function refuseForeign(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => []);
  if (names.length === 0 || names.includes(MARKER)) return;
  throw new PitwallError({
    what: 'The folder for the site data holds something else',
    where: folder,
    expected: `no folder, an empty one, or one with the ${MARKER} of an earlier publish`,
    seen: names.slice(0, 5).join(', '),
    next: 'Name another folder, or empty this one.',
    exitCode: exitCodes.usage,
  });
}
