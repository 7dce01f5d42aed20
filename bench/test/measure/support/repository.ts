import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { isAlive, readStat } from '../../../src/process/proc.ts';
import { type Repository, repositoryAt, repository as thisRepository } from '../../../src/util/repository.ts';

/** A checkout of its own with tiny servers as targets, gone when the test is done. */
export interface MadeRepository {
  repository: Repository;
  /** Adds `targets/javascript/<name>`, whose server behaves as fixtures/server.js says. */
  addTarget(name: string, behaviour?: string, change?: object): void;
  /** Adds `bench/profiles/<name>.yaml`: short, unless `change` says otherwise. */
  addProfile(name: string, change?: object): void;
  write(path: string, text: string): void;
  /** Pids of everything that the target's servers ever started and that is still there. */
  leftAlive(name: string): number[];
  /** Folders that a load has not cleaned up. */
  scratch(): string[];
  remove(): void;
}

const SERVER = readFileSync(new URL('../fixtures/server.js', import.meta.url));

export function makeRepository(): MadeRepository {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-measure-'));
  const repository = repositoryAt(root);
  cpSync(thisRepository.shared, repository.shared, { recursive: true });
  // The servers' database driver, and the pinned Node.
  symlinkSync(join(thisRepository.root, 'node_modules'), join(root, 'node_modules'));
  for (const folder of [repository.profiles, repository.results, join(root, 'state')])
    mkdirSync(folder, { recursive: true });
  const stateFile = (name: string): string => join(root, 'state', name);
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const remove = (): void => {
    process.removeListener('exit', remove);
    rmSync(root, { recursive: true, force: true });
  };
  // A test that fails may not come to its own clean-up.
  process.once('exit', remove);
  return {
    repository,
    write,
    addTarget(name, behaviour = 'right', change = {}) {
      const folder = `targets/javascript/${name}`;
      const environment = { BEHAVIOUR: behaviour, STATE: stateFile(name) };
      write(
        `${folder}/target.yaml`,
        stringify({ ...manifestOf(name, ['json', 'counter'], environment), ...change }),
      );
      write(`${folder}/Dockerfile`, 'FROM scratch\n');
      write(`${folder}/server.js`, SERVER.toString());
    },
    addProfile(name, change = {}) {
      write(`bench/profiles/${name}.yaml`, stringify({ ...shortProfile, ...change }));
    },
    leftAlive(name) {
      if (!existsSync(stateFile(name))) return [];
      const pids = [...readFileSync(stateFile(name), 'utf8').matchAll(/^start (\d+)$/gm)];
      return pids.map(([, pid]) => Number(pid)).filter((pid) => isAlive(readStat(pid)));
    },
    scratch: () => readdirSync(repository.cache).filter((name) => name.startsWith('load-')),
    remove,
  };
}

/** A whole manifest as a plain document, for tests to spoil. */
export function manifestOf(name: string, scenarios: string[], environment: Record<string, string> = {}) {
  return {
    name,
    language: 'JavaScript',
    framework: {
      site: 'https://example.org',
      repository: 'https://example.org/repository',
      version: { runtime: true },
    },
    runtime: { name: 'Node.js', process: ['node', '--version'], container: ['node', '--version'] },
    kind: 'platform',
    databaseAccess: {},
    ...serving(...scenarios),
    variants: [{ id: 'default', description: 'The only one.', environment }],
    process: { toolchains: ['node'], build: [], artifact: 'server.js', start: ['node', 'server.js'] },
    container: { dockerfile: 'Dockerfile' },
    maintainers: [],
  };
}

/** The part of a manifest that says what is served. */
export const serving = (...scenarios: string[]) => ({ scenarios });

/** What a target needs to say to be measured with the database as well. */
export const withMenus = {
  ...serving('json', 'counter', 'menus'),
  databaseAccess: { postgresql: { kind: 'raw', library: 'pg' } },
};

export const shortProfile = {
  description: 'As short as can be.',
  scenarios: ['json'],
  loadShapes: [{ loader: 'wrk', connections: 8 }],
  blocks: 1,
  sliceSeconds: 1,
  cycles: 1,
  // Too short for a language that compiles as it runs: its figures are marked, and the tests are not slow.
  warmup: { maxSeconds: 2, otherwise: 'mark' },
  coldStarts: 0,
};
