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
import { readJson } from '../util/atomic-file.ts';
import { PitwallError } from '../util/errors.ts';
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

/**
 * Finds all committed results. Reads and validates machines; only locates runs, with a digest that shows
 * whether one has changed. A results folder that does not exist has none.
 */
export async function findResults(resultsFolder: string): Promise<FoundResults> {
  const reader = new Reader(resultsFolder);
  const machines: Machine[] = [];
  for (const file of await reader.jsonFiles('machines')) {
    const machine = reader.document(`machines/${file}`, machineSchema);
    reader.same(`machines/${file}`, 'id', file.replace(/\.json$/, ''), machine.id);
    machines.push(machine);
  }
  const known = new Set(machines.map(({ id }) => id));
  const runs: RunFolder[] = [];
  for (const machine of await reader.folders('runs')) {
    if (!known.has(machine)) throw unknownMachine(reader.show(`runs/${machine}`), machine);
    for (const year of await reader.folders(`runs/${machine}`)) {
      for (const name of await reader.folders(`runs/${machine}/${year}`)) {
        const folder = `runs/${machine}/${year}/${name}`;
        if (!runName.safeParse(name).success) throw unfitName(reader.show(folder), name);
        const files = await reader.jsonFiles(folder);
        if (!files.includes(RUN_FILE)) reader.document(`${folder}/${RUN_FILE}`, runSchema);
        runs.push({ machine, name, folder, files, digest: reader.digest(folder, files) });
      }
    }
  }
  refuseTwice(reader, runs);
  return { machines, runs };
}

/**
 * Reads one run and validates it against its schemas; throws a PitwallError that names the invalid file. Targets
 * that share a name have their language appended.
 */
export function readRunFolder(resultsFolder: string, { machine, name, folder, files }: RunFolder): RunResult {
  const reader = new Reader(resultsFolder);
  const run = reader.document(`${folder}/${RUN_FILE}`, runSchema);
  reader.same(`${folder}/${RUN_FILE}`, 'machine', machine, run.machine);
  const targets: TargetResult[] = [];
  for (const fileName of files) {
    if (fileName === RUN_FILE) continue;
    const file = `${folder}/${fileName}`;
    const result = reader.document(file, targetRunSchema);
    reader.same(file, 'run', run.id, result.run);
    reader.same(file, 'target and variant', fileName, targetFileName(result.target, result.variant));
    targets.push({ file, result });
  }
  return { name, folder, run, targets: withLanguages(targets) };
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

/** Reads all results in full, for commands that look at every round. */
export async function readResults(
  resultsFolder: string,
): Promise<{ machines: Machine[]; runs: RunResult[] }> {
  const { machines, runs } = await findResults(resultsFolder);
  return { machines, runs: runs.map((run) => readRunFolder(resultsFolder, run)) };
}

function unfitName(where: string, name: string): PitwallError {
  return new PitwallError({
    what: 'The name of the run folder does not fit an address',
    where,
    expected: 'letters, digits, dots, hyphens and underscores, <time>-<commit>',
    seen: JSON.stringify(name),
    next: 'Rename the folder, or delete it if it is not a run',
  });
}

/** Addresses leave out years, so a name must be unique for each machine. */
function refuseTwice(reader: Reader, runs: readonly RunFolder[]): void {
  const seen = new Map<string, string>();
  for (const { machine, name, folder } of runs) {
    const key = `${machine}/${name}`;
    const other = seen.get(key);
    if (other !== undefined) {
      throw new PitwallError({
        what: 'Two runs of one machine have the same name',
        where: reader.show(folder),
        expected: 'a unique name, <time>-<commit>',
        seen: `the name of ${reader.show(other)}`,
        next: 'Delete the copy',
      });
    }
    seen.set(key, folder);
  }
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

  constructor(folder: string) {
    this.#folder = folder;
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
    const entries = await readdir(join(this.#folder, path), { withFileTypes: true }).catch((error) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    });
    const link = entries.find((entry) => entry.isSymbolicLink());
    if (link) throw linkError(this.show(`${path}/${link.name}`));
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

/** Results are published, and a link could expose any file of the machine with them. */
function linkError(where: string): PitwallError {
  return new PitwallError({
    what: 'The results contain a link',
    where,
    expected: 'plain files and folders',
    seen: 'a symbolic link',
    next: 'Replace it with the file that it points to, or delete it',
  });
}
