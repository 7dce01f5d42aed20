import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Manifest, manifestSchema, type Target, type Variant } from '../../src/model/index.ts';
import { type Repository, repositoryAt } from '../../src/util/repository.ts';

/** A checkout of its own with one target, whose server does what a test asks of it. */
export interface Fixture {
  repository: Repository;
  target: Target;
  variant: Variant;
  write(name: string, text: string): void;
  remove(): void;
}

const SERVER = readFileSync(new URL('fixtures/server.mjs', import.meta.url), 'utf8');

export function fixture(behaviour: string, change: { process?: Partial<Manifest['process']> } = {}): Fixture {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-launch-'));
  const folder = join(root, 'targets', 'javascript', 'fixture');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(root, 'targets', 'shared'));
  writeFileSync(join(root, 'targets', 'shared', 'sentence.txt'), '一');
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('server.mjs', SERVER);
  const manifest = manifestSchema.parse({
    name: 'Fixture',
    language: 'JavaScript',
    framework: {
      site: 'https://example.org',
      repository: 'https://example.org',
      version: { runtime: true },
    },
    runtime: { name: 'Node.js', process: ['node', '--version'], container: ['node', '--version'] },
    kind: 'platform',
    databaseAccess: {},
    scenarios: ['json'],
    variants: [{ id: 'default', description: 'The only one.', environment: { BEHAVIOUR: behaviour } }],
    process: {
      toolchains: ['node'],
      build: [],
      artifact: '.',
      start: ['node', 'server.mjs'],
      ...change.process,
    },
    container: { dockerfile: 'Dockerfile' },
    maintainers: [],
  });
  return {
    repository: repositoryAt(root),
    target: { id: 'javascript/fixture', build: 'javascript/fixture', folder, manifest },
    variant: manifest.variants[0] as Variant,
    write,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
