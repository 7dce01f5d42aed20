import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ReplayData,
  type RunData,
  replayDataSchema,
  runDataSchema,
  SITE_DATA_SCHEMA_VERSION,
  type SiteIndex,
  siteIndexSchema,
  type TargetData,
  targetDataSchema,
} from '@pitwall/bench/model';
import { dataFolder } from './folders.ts';

/** The published data, read and checked once for each build. Without any, the site is that of no results. */
const empty: SiteIndex = {
  schemaVersion: SITE_DATA_SCHEMA_VERSION,
  machines: [],
  runs: [],
  targets: [],
  replays: [],
  constants: [],
  downloads: [],
};

let index: Promise<SiteIndex> | undefined;
const runs = new Map<string, Promise<RunData>>();

export function siteIndex(): Promise<SiteIndex> {
  index ??= document('index.json').then((found) => (found === null ? empty : siteIndexSchema.parse(found)));
  return index;
}

export function runData(machine: string, name: string): Promise<RunData> {
  const path = `runs/${machine}/${name}.json`;
  let data = runs.get(path);
  if (data === undefined) {
    data = document(path).then((found) => runDataSchema.parse(found));
    runs.set(path, data);
  }
  return data;
}

export async function replayData(study: string): Promise<ReplayData> {
  return replayDataSchema.parse(await document(`replays/${study}.json`));
}

/** Published studies beside their replays, oldest first. */
export async function allReplays(): Promise<ReplayData[]> {
  const { replays } = await siteIndex();
  return Promise.all(replays.map(replayData));
}

export async function targetData(target: string): Promise<TargetData> {
  return targetDataSchema.parse(await document(`targets/${target}.json`));
}

/** Shown runs in the order of the index: the first is the one of the home page. */
export async function shownRuns(): Promise<RunData[]> {
  const { machines } = await siteIndex();
  return Promise.all(
    machines.flatMap(({ machine, shownRun }) => (shownRun === null ? [] : [runData(machine.id, shownRun)])),
  );
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
