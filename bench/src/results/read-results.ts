import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { z } from 'zod';
import {
  type Machine,
  machineSchema,
  RESULT_SCHEMA_VERSION,
  type Run,
  runName,
  runSchema,
  type TargetRun,
  targetRunSchema,
} from '../model/index.ts';
import { PitwallError } from '../util/errors.ts';
import { readJson } from '../util/json-file.ts';
import { markedWhenRead } from './marked-when-read.ts';
import { type StrangeEntry, strangeEntries, strangeEntryError } from './plain-files.ts';
import { MAX_RESULT_BYTES, RUN_FILE, targetFileName } from './run-store.ts';

/** A target's result with its file, as a path below the results folder. */
export interface TargetResult {
  file: string;
  result: TargetRun;
}

/** The location of a run that has not been read yet. */
export interface RunFolder {
  machine: string;
  /** The run's folder name, which is also its name in addresses. */
  name: string;
  /** Path below the results folder: `runs/<machine>/<year>/<name>`. */
  folder: string;
  /** Names of its files, `run.json` among them. */
  files: string[];
  /** Digest of all its bytes: the same digest means the same run. */
  digest: string;
}

export interface RunResult {
  name: string;
  folder: string;
  run: Run;
  targets: TargetResult[];
}

export interface FoundResults {
  machines: Machine[];
  /** In order of machine, year and name. */
  runs: RunFolder[];
}

/** Takes a fault: what is left out, as a path below the results folder, and why. */
type OnFault = (path: string, error: unknown) => void;

/**
 * Finds all committed results. Reads and validates machines; only locates runs, with a digest that shows
 * whether one has changed. A results folder that does not exist has none.
 *
 * @param onFault takes each fault, and everything else is found; by default the first fault is thrown
 */
export async function findResults(resultsFolder: string, onFault: OnFault = rethrow): Promise<FoundResults> {
  const strange = strangeEntries(resultsFolder);
  const reader = new Reader(resultsFolder, strange);
  const unlessFaulty = (path: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      onFault(path, error);
    }
  };
  const refuse = ({ path, kind }: StrangeEntry): never => {
    throw strangeEntryError(reader.show(path), kind);
  };
  // Within a run, it is the fault of the run.
  for (const entry of strange.filter(({ path }) => !IN_A_RUN.test(path)))
    unlessFaulty(entry.path, () => refuse(entry));
  const machines: Machine[] = [];
  for (const file of await reader.jsonFiles('machines')) {
    unlessFaulty(`machines/${file}`, () => {
      const machine = reader.document(`machines/${file}`, machineSchema);
      reader.same(`machines/${file}`, 'id', file.replace(/\.json$/, ''), machine.id);
      machines.push(machine);
    });
  }
  const known = new Set(machines.map(({ id }) => id));
  const runs = new Map<string, RunFolder>();
  for (const machine of await reader.folders('runs')) {
    for (const year of await reader.folders(`runs/${machine}`)) {
      for (const name of await reader.folders(`runs/${machine}/${year}`)) {
        const folder = `runs/${machine}/${year}/${name}`;
        const files = await reader.jsonFiles(folder);
        unlessFaulty(folder, () => {
          const inside = strange.find(({ path }) => path.startsWith(`${folder}/`));
          if (inside) refuse(inside);
          if (!known.has(machine)) throw unknownMachine(reader.show(`runs/${machine}`), machine);
          if (!runName.safeParse(name).success) throw unfitName(reader.show(folder), name);
          // This throws that there is no such file.
          if (!files.includes(RUN_FILE)) reader.document(`${folder}/${RUN_FILE}`, runSchema);
          const other = runs.get(`${machine}/${name}`);
          if (other) throw sameAddress(reader.show(folder), reader.show(other.folder));
          const digest = reader.digest(folder, files);
          runs.set(`${machine}/${name}`, { machine, name, folder, files, digest });
        });
      }
    }
  }
  return { machines, runs: [...runs.values()] };
}

const IN_A_RUN = /^runs\/[^/]+\/[^/]+\/[^/]+\//;

function rethrow(_: string, error: unknown): never {
  throw error;
}

/**
 * Reads one run and validates it against its schemas; throws a PitwallError that names the invalid file. Targets
 * that share a name have their language appended.
 */
export function readRunFolder(resultsFolder: string, { machine, name, folder, files }: RunFolder): RunResult {
  const reader = new Reader(resultsFolder);
  const runFile = `${folder}/${RUN_FILE}`;
  const run = reader.document(runFile, runSchema);
  reader.same(runFile, 'machine', machine, run.machine);
  reader.same(runFile, 'id', name, run.id);
  reader.same(runFile, 'startedAt', yearOf(folder), run.startedAt.slice(0, 4));
  const targets: TargetResult[] = [];
  for (const fileName of files) {
    if (fileName === RUN_FILE) continue;
    const file = `${folder}/${fileName}`;
    const result = reader.document(file, targetRunSchema);
    reader.same(file, 'run', run.id, result.run);
    reader.same(file, 'target and variant', fileName, targetFileName(result.target, result.variant));
    targets.push({ file, result });
  }
  const marked = targets.map(({ file, result }) => ({
    file,
    result: markedWhenRead(run, result),
  }));
  return { name, folder, run, targets: withLanguages(marked) };
}

/** Appends the language where targets of a run share a name: `Vert.x (Java)`, `Vert.x (Kotlin)`. */
function withLanguages(targets: readonly TargetResult[]): TargetResult[] {
  const shared = new Map<string, Set<string>>();
  for (const { result } of targets)
    shared.set(result.name, (shared.get(result.name) ?? new Set()).add(result.target));
  return targets.map((entry) => {
    const { name, language } = entry.result;
    if (shared.get(name)?.size === 1) return entry;
    return { ...entry, result: { ...entry.result, name: `${name} (${language})` } };
  });
}

/** The year in `runs/<machine>/<year>/<name>`. */
function yearOf(folder: string): string {
  return folder.split('/')[2] ?? '';
}

/** Reads all results in full, for commands that look at every block. */
export async function readResults(
  resultsFolder: string,
): Promise<{ machines: Machine[]; runs: RunResult[] }> {
  const { machines, runs } = await findResults(resultsFolder);
  return { machines, runs: runs.map((run) => readRunFolder(resultsFolder, run)) };
}

function unfitName(where: string, name: string): PitwallError {
  return new PitwallError({
    what: 'Invalid name of a run folder',
    where,
    expected: 'letters, digits, dots, hyphens and underscores, <time>-<commit>',
    seen: JSON.stringify(name),
    next: 'Rename the folder, or delete it if it is not a run',
  });
}

/** Addresses leave out years, so a name must be unique for each machine. */
function sameAddress(where: string, other: string): PitwallError {
  return new PitwallError({
    what: 'Two runs of one machine have the same name',
    where,
    expected: 'a unique name, <time>-<commit>',
    seen: `the name of ${other}`,
    next: 'Delete the copy',
  });
}

function unknownMachine(where: string, machine: string): PitwallError {
  return new PitwallError({
    what: 'The machine of these runs has no machine file',
    where,
    expected: `a file machines/${machine}.json beside it`,
    seen: 'none',
    next: 'Commit the machine file together with its runs',
  });
}

/** Reads files below the results folder by relative names, so that an error is the same on every machine. */
class Reader {
  readonly #folder: string;
  readonly #strange: readonly StrangeEntry[];

  /** @param strange what is not to be opened */
  constructor(folder: string, strange: readonly StrangeEntry[] = []) {
    this.#folder = folder;
    this.#strange = strange;
  }

  show(path: string): string {
    return relative(process.cwd(), join(this.#folder, path)) || path;
  }

  async folders(path: string): Promise<string[]> {
    return (await this.#entries(path)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  async jsonFiles(path: string): Promise<string[]> {
    return (await this.#entries(path))
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map(({ name }) => name);
  }

  async #entries(path: string) {
    if (this.#strange.some((entry) => entry.path === path)) return [];
    const entries = await readdir(join(this.#folder, path), { withFileTypes: true }).catch((error) => {
      if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return [];
      throw error;
    });
    return entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  document<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
    return readJson(join(this.#folder, path), schema, {
      maxBytes: MAX_RESULT_BYTES,
      schemaVersion: RESULT_SCHEMA_VERSION,
      name: this.show(path),
    });
  }

  /** Digest of names and bytes. A file over the limit counts by its size, since reading it fails anyway. */
  digest(folder: string, files: readonly string[]): string {
    const hash = createHash('sha256');
    for (const name of files) {
      const path = join(this.#folder, folder, name);
      const { size } = statSync(path);
      hash.update(`${name}\n${size}\n`);
      if (size <= MAX_RESULT_BYTES) hash.update(readFileSync(path));
    }
    return hash.digest('hex');
  }

  same(path: string, field: string, expected: string, seen: string): void {
    if (expected === seen) return;
    throw new PitwallError({
      what: 'The result file is in the wrong place',
      where: `${this.show(path)} › ${field}`,
      expected,
      seen,
      next: 'Move the file to where its contents say it belongs, or restore it from git',
    });
  }
}
