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
import { MAX_RESULT_BYTES, RUN_FILE, targetFileName } from '../results/run-store.ts';
import { readJson } from '../util/atomic-file.ts';
import { PitwallError } from '../util/errors.ts';

/** A target's result with the file it came from, named below the results folder. */
export interface TargetResult {
  file: string;
  result: TargetRun;
}

export interface RunResult {
  /** The run's folder name: its name in addresses. */
  name: string;
  /** Below the results folder: `runs/<machine>/<year>/<name>`. */
  folder: string;
  run: Run;
  targets: TargetResult[];
}

export interface Results {
  machines: Machine[];
  /** In no particular order. */
  runs: RunResult[];
}

/** All committed results, checked against their schemas; a results folder that is not there holds none. */
export async function readResults(resultsFolder: string): Promise<Results> {
  const reader = new Reader(resultsFolder);
  const machines: Machine[] = [];
  for (const file of await reader.jsonFiles('machines')) {
    const machine = reader.document(`machines/${file}`, machineSchema);
    reader.same(`machines/${file}`, 'id', file.replace(/\.json$/, ''), machine.id);
    machines.push(machine);
  }
  const known = new Set(machines.map(({ id }) => id));
  const runs: RunResult[] = [];
  for (const machine of await reader.folders('runs')) {
    if (!known.has(machine)) throw unknownMachine(reader.show(`runs/${machine}`), machine);
    for (const year of await reader.folders(`runs/${machine}`)) {
      for (const name of await reader.folders(`runs/${machine}/${year}`)) {
        runs.push(await readRun(reader, machine, `runs/${machine}/${year}/${name}`, name));
      }
    }
  }
  refuseTwice(reader, runs);
  return { machines, runs };
}

async function readRun(reader: Reader, machine: string, folder: string, name: string): Promise<RunResult> {
  if (!runName.safeParse(name).success) {
    throw new PitwallError({
      what: 'The folder of a run has a name that does not fit an address',
      where: reader.show(folder),
      expected: 'letters, digits, dots, hyphens and underscores, <time>-<commit>',
      seen: JSON.stringify(name),
      next: 'Rename the folder, or delete it if it is no run.',
    });
  }
  const fileNames = await reader.jsonFiles(folder);
  const run = reader.document(`${folder}/${RUN_FILE}`, runSchema);
  reader.same(`${folder}/${RUN_FILE}`, 'machine', machine, run.machine);
  const targets: TargetResult[] = [];
  for (const fileName of fileNames) {
    if (fileName === RUN_FILE) continue;
    const file = `${folder}/${fileName}`;
    const result = reader.document(file, targetRunSchema);
    reader.same(file, 'run', run.id, result.run);
    reader.same(file, 'target and variant', fileName, targetFileName(result.target, result.variant));
    targets.push({ file, result });
  }
  return { name, folder, run, targets };
}

/** Years are left out of addresses, so a name may be there only once for each machine. */
function refuseTwice(reader: Reader, runs: readonly RunResult[]): void {
  const seen = new Map<string, string>();
  for (const { run, name, folder } of runs) {
    const key = `${run.machine}/${name}`;
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
