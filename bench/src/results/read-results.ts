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

/** A target's result with the file it came from, named below the results folder. */
export interface TargetResult {
  file: string;
  result: TargetRun;
}

/** Where a run lies, found and not read yet. */
export interface RunFolder {
  machine: string;
  /** The run's folder name: its name in addresses. */
  name: string;
  /** Below the results folder: `runs/<machine>/<year>/<name>`. */
  folder: string;
  /** Names of its files, `run.json` among them. */
  files: string[];
  /** Of all its bytes: the same digest is the same run. */
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
 * All committed results: machines read and checked, runs only found, with a digest that says whether one has changed.
 * A results folder that is not there holds none.
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

/** One run read whole and checked against its schemas; throws a PitwallError that names the file that is wrong. */
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
  return { name, folder, run, targets };
}

/** Everything at once: for a command that looks at every round. */
export async function readResults(
  resultsFolder: string,
): Promise<{ machines: Machine[]; runs: RunResult[] }> {
  const { machines, runs } = await findResults(resultsFolder);
  return { machines, runs: runs.map((run) => readRunFolder(resultsFolder, run)) };
}

function unfitName(where: string, name: string): PitwallError {
  return new PitwallError({
    what: 'The folder of a run has a name that does not fit an address',
    where,
    expected: 'letters, digits, dots, hyphens and underscores, <time>-<commit>',
    seen: JSON.stringify(name),
    next: 'Rename the folder, or delete it if it is no run.',
  });
}

/** Years are left out of addresses, so a name may be there only once for each machine. */
function refuseTwice(reader: Reader, runs: readonly RunFolder[]): void {
  const seen = new Map<string, string>();
  for (const { machine, name, folder } of runs) {
    const key = `${machine}/${name}`;
    const other = seen.get(key);
    if (other !== undefined) {
      throw new PitwallError({
        what: 'Two runs of one machine have the same name',
        where: reader.show(folder),
        expected: 'a name of its own, <time>-<commit>',
        seen: `the name of ${reader.show(other)}`,
        next: 'Delete the copy.',
      });
    }
    seen.set(key, folder);
  }
}

function unknownMachine(where: string, machine: string): PitwallError {
  return new PitwallError({
    what: 'Runs of a machine that nothing describes',
    where,
    expected: `a file machines/${machine}.json beside it`,
    seen: 'none',
    next: 'Commit the machine file together with its runs.',
  });
}

/** Files below the results folder, by names relative to it, so that an error reads the same everywhere. */
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

  /** Of names and bytes. A file beyond the limit counts by its size: it is refused when it is read. */
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
      what: 'A result file does not belong where it lies',
      where: `${this.show(path)} › ${field}`,
      expected,
      seen,
      next: 'Move the file to where its contents say it belongs, or restore it from git.',
    });
  }
}

/** Results are copied to where everyone can read them: a link could carry any file of the machine with it. */
function linkError(where: string): PitwallError {
  return new PitwallError({
    what: 'There is a link among the results',
    where,
    expected: 'plain files and folders',
    seen: 'a symbolic link',
    next: 'Replace it by what it stands for, or delete it.',
  });
}
