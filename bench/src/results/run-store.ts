import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import {
  type Cell,
  cellColumns,
  hasBlocks,
  type Machine,
  machineSchema,
  putsLoad,
  RESULT_SCHEMA_VERSION,
  type Run,
  runSchema,
  type TargetRun,
  targetRunSchema,
  variantKey,
} from '../model/index.ts';
import { isTemporary, writeFileAtomic } from '../util/atomic-file.ts';
import { PitwallError } from '../util/errors.ts';
import { readJson } from '../util/json-file.ts';
import type { Repository } from '../util/repository.ts';
import { formatResult } from './format-result.ts';

/** A result file that is larger than this was not written by Pitwall. */
export const MAX_RESULT_BYTES = 8 * 1024 * 1024;

export const RUN_FILE = 'run.json';

/** `go/gin` → `go-gin.json`, `javascript/koa:cluster` → `javascript-koa.cluster.json`. */
export function targetFileName(target: string, variant: string): string {
  return `${variantKey({ target, variant })}.json`;
}

/** `20261121T101500Z-0123456`: sorts by time and says what was measured. */
export function runIdOf(startedAt: Date, commit: string | null): string {
  const time = startedAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${time}-${commit?.slice(0, 7) ?? 'nocommit'}`;
}

/** A run that ended before another one of its machine, of which that one learns what to expect. */
interface EarlierRun {
  run: Run;
  targets(): TargetRun[];
}

/**
 * The folder of one run. Every write replaces a whole file at once, so that a killed run leaves the last
 * complete state of each target.
 */
export class RunStore {
  readonly folder: string;
  readonly run: Run;

  private constructor(folder: string, run: Run) {
    this.folder = folder;
    this.run = run;
  }

  static create(repository: Repository, machine: Machine, run: Run): RunStore {
    const machineFile = join(repository.results, 'machines', `${machine.id}.json`);
    writeResult(machineFile, machine);
    const folder = join(repository.results, 'runs', machine.id, run.startedAt.slice(0, 4), run.id);
    if (existsSync(folder))
      throw new PitwallError({
        what: 'A run of this name exists already',
        where: relative(repository.root, folder),
        expected: 'one run a second on one machine',
        seen: 'the results of another run that began in the same second',
        next: 'Begin this one again',
      });
    const store = new RunStore(folder, run);
    store.writeRun();
    return store;
  }

  static open(folder: string): RunStore {
    return new RunStore(folder, readRun(join(folder, RUN_FILE)));
  }

  writeRun(): void {
    writeResult(join(this.folder, RUN_FILE), this.run);
  }

  writeTarget(result: TargetRun): void {
    writeResult(this.targetFile(result.target, result.variant), result);
  }

  /** What has been measured of one target variant; `null` before its first write. */
  readTarget(target: string, variant: string): TargetRun | null {
    const file = this.targetFile(target, variant);
    return existsSync(file) ? readTargetRun(file) : null;
  }

  targets(): TargetRun[] {
    return targetFilesIn(this.folder).map(readTargetRun);
  }

  /**
   * The finished runs in blocks of this run's machine that began before it, oldest first. What cannot be read is left
   * out, a run or a target of it: nothing that is measured depends on them.
   */
  earlierRuns(): EarlierRun[] {
    return this.#before([dirname(dirname(this.folder))]);
  }

  /**
   * The same of all machines, those of this run's last: where it has none, what servers took elsewhere is a better guess
   * than none.
   */
  earlierRunsAnywhere(): EarlierRun[] {
    const machine = dirname(dirname(this.folder));
    const others = foldersIn(dirname(machine)).filter((other) => other !== machine);
    return [...this.#before(others), ...this.earlierRuns()];
  }

  #before(machines: readonly string[]): EarlierRun[] {
    return runFoldersIn(machines)
      .filter((folder) => isBefore(folder, this.folder))
      .flatMap((folder) => readableOrNone(() => RunStore.open(folder)))
      .filter(({ run }) => run.finishedAt !== null && hasBlocks(run.profile) && putsLoad(run.profile))
      .map(({ run, folder }) => ({
        run,
        targets: () => targetFilesIn(folder).flatMap((file) => readableOrNone(() => readTargetRun(file))),
      }));
  }

  /** Fresh starts that at least one cell has, including those that failed. */
  measuredStarts(): number {
    const tried = this.targets().flatMap(({ cells }) =>
      cells.flatMap(({ rounds, failures }) => [
        ...rounds.round,
        ...failures.map(({ round: block }) => block),
      ]),
    );
    return tried.reduce((most, block) => Math.max(most, block + 1), 0);
  }

  /** Removes what a program that was killed while it wrote a file has left beside it. */
  removeParts(): void {
    for (const name of readdirSync(this.folder))
      if (isTemporary(name)) rmSync(join(this.folder, name), { force: true });
  }

  private targetFile(target: string, variant: string): string {
    return join(this.folder, targetFileName(target, variant));
  }
}

function readableOrNone<Found>(read: () => Found): [Found] | [] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof PitwallError) return [];
    throw error;
  }
}

export function targetFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== RUN_FILE)
    .sort()
    .map((name) => join(folder, name));
}

const options = { maxBytes: MAX_RESULT_BYTES, schemaVersion: RESULT_SCHEMA_VERSION };

export function readRun(file: string): Run {
  return readJson(file, runSchema, options);
}

export function readTargetRun(file: string): TargetRun {
  return readJson(file, targetRunSchema, options);
}

export function readMachine(file: string): Machine {
  return readJson(file, machineSchema, options);
}

/** Every run folder, oldest first. */
export function runFolders(repository: Repository): string[] {
  return runFoldersIn(foldersIn(join(repository.results, 'runs')));
}

/** @param machines folders of results of one machine each */
function runFoldersIn(machines: readonly string[]): string[] {
  return machines
    .flatMap(foldersIn)
    .flatMap(foldersIn)
    .filter((folder) => existsSync(join(folder, RUN_FILE)))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((found) => found.isDirectory())
    .map(({ name }) => join(path, name));
}

/** A folder's name begins with the time at which its run began. */
function isBefore(folder: string, other: string): boolean {
  return basename(folder) < basename(other);
}

/** The newest unfinished run of a machine; `null` if there is none. */
export function unfinishedRun(repository: Repository, machine: string): string | null {
  return newestFolder(runFoldersOf(repository, machine), (run) => run.finishedAt === null);
}

/** The newest unfinished run of any machine, of those that can be read; `null` if there is none. */
export function unfinishedAnywhere(repository: Repository): string | null {
  const isUnfinished = (folder: string): boolean =>
    readableOrNone(() => readRun(join(folder, RUN_FILE))).some(({ finishedAt }) => finishedAt === null);
  return runFolders(repository).findLast(isUnfinished) ?? null;
}

/** The newest run of a machine, without replays; `null` if there is none. */
export function newestRun(repository: Repository, machine: string): string | null {
  return newestFolder(runFoldersOf(repository, machine), (run) => run.replay === undefined);
}

/** Those of one machine alone: an unreadable file of another machine then gets in nobody's way. */
function runFoldersOf(repository: Repository, machine: string): string[] {
  return runFoldersIn([join(repository.results, 'runs', machine)]);
}

function newestFolder(folders: readonly string[], isAsked: (run: Run) => boolean): string | null {
  return folders.findLast((folder) => isAsked(readRun(join(folder, RUN_FILE)))) ?? null;
}

export function shownPath(repository: Repository, path: string): string {
  return relative(repository.root, path) || '.';
}

function writeResult(file: string, value: unknown): void {
  writeFileAtomic(file, formatResult(value));
}

export function emptyCell(parts: Omit<Cell, 'rounds' | 'missing' | 'marks' | 'failures'>): Cell {
  const columns = Object.keys(cellColumns).map((name) => [name, []]);
  return {
    ...parts,
    rounds: Object.fromEntries(columns) as Cell['rounds'],
    missing: {},
    marks: [],
    failures: [],
  };
}
