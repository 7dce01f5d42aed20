import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ChangesData,
  type CompareData,
  changesDataSchema,
  compareDataSchema,
  type DiffData,
  diffDataSchema,
  type ReleasesData,
  type ReplayData,
  type RunData,
  releasesDataSchema,
  replayDataSchema,
  runDataSchema,
  type ShownRunData,
  SITE_DATA_SCHEMA_VERSION,
  type SiteIndex,
  type SourceData,
  shownRunDataSchema,
  siteIndexSchema,
  sourceDataSchema,
  type TargetData,
  type TrendData,
  targetDataSchema,
  trendDataSchema,
  type VerdictData,
  verdictDataSchema,
  type WarmUpData,
  warmUpDataSchema,
} from '@pitwall/bench/model';
import type { z } from 'zod';
import { dataFolder } from './folders.ts';

/** The index of a site without published data. */
const empty: SiteIndex = {
  schemaVersion: SITE_DATA_SCHEMA_VERSION,
  machines: [],
  runs: [],
  targets: [],
  trends: [],
  verdicts: [],
  releases: [],
  replays: [],
  constants: [],
  calibrations: [],
  downloads: [],
  rawRuns: 0,
};

const read = new Map<string, Promise<unknown>>();

/** Each document is read and checked once, however many pages show it. */
function once<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
  let data = read.get(path) as Promise<z.output<Schema>> | undefined;
  if (data === undefined) {
    data = document(path).then((found) => schema.parse(found));
    read.set(path, data);
  }
  return data;
}

let index: Promise<SiteIndex> | undefined;

export function siteIndex(): Promise<SiteIndex> {
  index ??= document('index.json').then((found) => (found === null ? empty : siteIndexSchema.parse(found)));
  return index;
}

/**
 * Each such document is shown on one page, built in all languages in a row; there are too many to keep all.
 */
const RECENT = 16;
const recent = new Map<string, Promise<unknown>>();

function recently<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
  let data = recent.get(path) as Promise<z.output<Schema>> | undefined;
  if (data === undefined) {
    data = document(path).then((found) => schema.parse(found));
    recent.set(path, data);
    const [oldest] = recent.keys();
    if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest);
  }
  return data;
}

export function readRunData(machine: string, name: string): Promise<RunData> {
  return recently(`runs/${machine}/${name}.json`, runDataSchema);
}

export function readDiffData(machine: string, name: string): Promise<DiffData> {
  return recently(`public/diffs/${machine}/${name}.json`, diffDataSchema);
}

/** The change points of all series; empty before anything is published. */
export async function readChangesData(): Promise<ChangesData['changes']> {
  const { runs } = await siteIndex();
  if (runs.length === 0) return [];
  return (await once('changes.json', changesDataSchema)).changes;
}

/** What each release costs, of all targets; empty before anything is published. */
export async function readReleasesData(): Promise<ReleasesData['histories']> {
  const { releases } = await siteIndex();
  return releases.length === 0 ? [] : (await once('releases.json', releasesDataSchema)).histories;
}

/** Trends on the home page's machine. */
export async function readTrendData(target: string, scenario: string): Promise<TrendData> {
  const { machines } = await siteIndex();
  const folder = `public/trends/${machines[0]?.machine.id}/${target.replace('/', '-')}`;
  return recently(`${folder}/${scenario}.json`, trendDataSchema);
}

export function readVerdictData(machine: string, id: string): Promise<VerdictData> {
  return recently(`verdicts/${machine}/${id}.json`, verdictDataSchema);
}

/** One target variant of the shown run of a machine against all others. */
export function readCompareData(machine: string, key: string): Promise<CompareData> {
  return once(`public/compare/${machine}/${key}.json`, compareDataSchema);
}

/** The warm-ups of a machine's targets; there may be no tables. */
export function readWarmUpData(machine: string): Promise<WarmUpData> {
  return once(`public/warm-up/${machine}.json`, warmUpDataSchema);
}

/** The warm-ups of the first machine that has ranked ones or else of the first that has any; `null` if none has. */
export async function homeWarmUp(): Promise<WarmUpData | null> {
  const { machines } = await siteIndex();
  const all = await Promise.all(machines.map(({ machine }) => readWarmUpData(machine.id)));
  const having = all.filter(({ tables }) => tables.length > 0);
  return having.find(hasRanks) ?? having[0] ?? null;
}

function hasRanks({ tables }: WarmUpData): boolean {
  return tables.some(({ rows }) =>
    rows.some(({ figures }) =>
      Object.values(figures).some((figure) => figure !== null && figure.rank !== null),
    ),
  );
}

function replayData(study: string): Promise<ReplayData> {
  return once(`replays/${study}.json`, replayDataSchema);
}

/** Published studies beside their replays, oldest first. */
export async function allReplays(): Promise<ReplayData[]> {
  const { replays } = await siteIndex();
  return Promise.all(replays.map(replayData));
}

/** The source of a target that the repository has. */
export function readSourceData(target: string): Promise<SourceData> {
  return recently(`sources/${target}.json`, sourceDataSchema);
}

export function readTargetData(target: string): Promise<TargetData> {
  return once(`targets/${target}.json`, targetDataSchema);
}

/** The shown run of a machine; `null` if it has no finished run. */
export async function shownRun(machine: string): Promise<ShownRunData | null> {
  const { machines } = await siteIndex();
  const entry = machines.find((one) => one.machine.id === machine);
  return entry?.shownRun ? once(`shown/${machine}.json`, shownRunDataSchema) : null;
}

/** Shown runs in the order of the index; the first is the home page's. */
export async function shownRuns(): Promise<ShownRunData[]> {
  const { machines } = await siteIndex();
  const shown = await Promise.all(machines.map(({ machine }) => shownRun(machine.id)));
  return shown.filter((run) => run !== null);
}

async function document(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(dataFolder(), path), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (path !== 'index.json') throw new Error(`${path} is not among the published data; publish again`);
    await refuseHalf();
    return null;
  }
}

/** A data folder with files but no index is broken, not empty. */
async function refuseHalf(): Promise<void> {
  const names = await readdir(dataFolder()).catch(() => []);
  if (names.length > 0) throw new Error(`${dataFolder()} has no index.json; publish again`);
}
