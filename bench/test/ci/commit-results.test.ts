import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { collect, commitResults } from '../../src/ci/commit-results.ts';
import { gatherResults } from '../../src/ci/gather.ts';
import { type Machine, machineSchema, runSchema } from '../../src/model/index.ts';
import { formatResult } from '../../src/results/run-store.ts';
import { repositoryAt } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { runOf, targetOf, throughputCell } from '../publish/small-results.ts';
import { gitIn } from './support/git.ts';

let scratch = '';
let folder: (name: string) => string;
const made: string[] = [];
const signal = new AbortController().signal;
after(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'pitwall-commit-'));
  made.push(scratch);
  folder = (name) => join(scratch, name);
  mkdirSync(folder('origin.git'));
  gitIn(folder('origin.git'))('init', '-q', '--bare', '-b', 'main');
  mkdirSync(folder('first'));
  const git = gitIn(folder('first'));
  git('init', '-q', '-b', 'main');
  mkdirSync(join(folder('first'), 'results'));
  writeFileSync(join(folder('first'), 'results/README.md'), 'results\n');
  writeFileSync(join(folder('first'), '.gitignore'), '/.cache/\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('push', '-q', folder('origin.git'), 'main');
});

function clone(name: string) {
  gitIn(scratch)('clone', '-q', folder('origin.git'), name);
  return { path: folder(name), git: gitIn(folder(name)), repository: repositoryAt(folder(name)) };
}

const machineOf = (id: string): Machine =>
  machineSchema.parse({
    schemaVersion: 1,
    id,
    processor: 'x',
    architecture: 'x64',
    logicalProcessors: 2,
    memoryBytes: 2 ** 34,
    operatingSystem: 'x',
    kernel: '6.1',
    governor: null,
    virtualisation: null,
    shared: true,
  });

/** What a job of a machine hands on. */
function artifact(
  into: string,
  machine: string,
  id: string,
  change: { finishedAt?: null; requests?: number } = {},
): void {
  const name = `20260101T000000Z-${id}`;
  const run = { ...runOf([targetOf('go/gin', [])]).run, id: name, machine };
  if (change.finishedAt === null) run.finishedAt = null;
  const cell = throughputCell([1_000, 1_010, change.requests ?? 1_005]);
  for (const [column, values] of Object.entries(cell.rounds)) {
    if (values?.every((value) => value === null))
      Object.assign(cell.missing, { [column]: 'not-told-by-loader' });
  }
  const target = targetOf('go/gin', [cell], { run: name });
  const write = (path: string, value: unknown): void => {
    mkdirSync(join(into, path, '..'), { recursive: true });
    writeFileSync(join(into, path), formatResult(value));
  };
  write(`machines/${machine}.json`, machineOf(machine));
  write(`runs/${machine}/2026/${name}/run.json`, runSchema.parse(run));
  write(`runs/${machine}/2026/${name}/go-gin.json`, target);
}

const options = (repository: ReturnType<typeof repositoryAt>) => ({
  repository,
  branch: 'main',
  remote: 'origin',
  environment: process.env,
  signal,
  pause: () => 1,
});
const filesOnMain = (): string[] =>
  gitIn(folder('origin.git'))('ls-tree', '-r', '--name-only', 'main').split('\n');

describe('results into one commit', () => {
  test('all artifacts of a run: one commit, and the checkout is as it was', async () => {
    artifact(folder('artifacts/results-a'), 'a', 'aaaaaaa');
    artifact(folder('artifacts/results-b'), 'b', 'bbbbbbb');
    const { repository, git } = clone('one');
    const before = git('rev-parse', 'HEAD');
    const commit = await commitResults(await collect(folder('artifacts')), options(repository));
    assert.equal(gitIn(folder('origin.git'))('rev-parse', 'main'), commit);
    assert.equal(gitIn(folder('origin.git'))('rev-list', '--count', 'main'), '2');
    assert.equal(filesOnMain().filter((file) => file.endsWith('/run.json')).length, 2);
    assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain')], [before, '']);
    assert.equal(git('worktree', 'list').split('\n').length, 1);
    assert.equal(await commitResults(await collect(folder('artifacts')), options(repository)), null);
  });

  test('ten that finish at once: all results land, none is written over', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `m${index}`);
    await Promise.all(
      names.map(async (name) => {
        artifact(folder(`from-${name}/results`), name, 'ccccccc');
        const { repository } = clone(`clone-${name}`);
        // A jittered pause, as in a workflow, but short.
        const pause = (): number => Math.random() * 200;
        await commitResults(await collect(folder(`from-${name}`)), { ...options(repository), pause });
      }),
    );
    assert.equal(filesOnMain().filter((file) => file.endsWith('/run.json')).length, 10);
  });

  test('a push that comes between fetch and push: the commit is made again on top of it', async () => {
    artifact(folder('artifacts/results'), 'a', 'aaaaaaa');
    const { repository } = clone('one');
    const other = clone('other');
    let raced = 0;
    const hook = join(folder('origin.git'), 'hooks/pre-receive');
    // The first push is refused as if another had come first, and another does come.
    writeFileSync(hook, '#!/bin/sh\nif [ ! -e once ]; then touch once; exit 1; fi\n', { mode: 0o755 });
    await commitResults(await collect(folder('artifacts')), {
      ...options(repository),
      onRetry: () => {
        raced++;
        writeFileSync(join(other.path, 'elsewhere'), 'x');
        other.git('add', 'elsewhere');
        other.git('commit', '-qm', 'elsewhere');
        other.git('push', '-q', 'origin', 'main');
      },
    });
    assert.equal(raced, 1);
    assert.ok(filesOnMain().includes('elsewhere'));
    assert.ok(filesOnMain().some((file) => file.endsWith('run.json')));
    assert.equal(gitIn(folder('origin.git'))('rev-list', '--count', 'main'), '3');
  });

  test('a runner that died before its first block: nothing of its run lands, what others measured does', async () => {
    artifact(folder('artifacts/results-a'), 'a', 'aaaaaaa', { finishedAt: null });
    artifact(folder('artifacts/results-b'), 'b', 'bbbbbbb');
    const collected = await collect(folder('artifacts'));
    assert.match(collected.leftOut[0]?.why ?? '', /did not finish/);
    await commitResults(collected, options(clone('one').repository));
    assert.ok(!filesOnMain().some((file) => file.includes('/a')));
    assert.ok(filesOnMain().some((file) => file.startsWith('results/runs/b/')));
  });

  test('a file that is cut off, and figures that cannot be: left out aloud', async () => {
    artifact(folder('artifacts/results-a'), 'a', 'aaaaaaa');
    const path = folder('artifacts/results-a/runs/a/2026/20260101T000000Z-aaaaaaa/go-gin.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 300));
    artifact(folder('artifacts/results-b'), 'b', 'bbbbbbb', { requests: -5 });
    const collected = await collect(folder('artifacts'));
    assert.equal(collected.leftOut.length, 2);
    assert.deepEqual(
      collected.parts.flatMap(({ files }) => files),
      [],
    );
  });

  test('a result that is committed is never changed', async () => {
    artifact(folder('artifacts/results'), 'a', 'aaaaaaa');
    const { repository } = clone('one');
    await commitResults(await collect(folder('artifacts')), options(repository));
    artifact(folder('artifacts/results'), 'a', 'aaaaaaa', { requests: 1_006 });
    const collected = await collect(folder('artifacts'));
    const refusal = await refusalOf(() => commitResults(collected, options(repository)));
    assert.match(refusal.what, /Cannot change a committed result/);
  });

  test('a branch that takes no push: said after some tries, and the artifacts are still there', async () => {
    artifact(folder('artifacts/results'), 'a', 'aaaaaaa');
    writeFileSync(join(folder('origin.git'), 'hooks/pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { repository } = clone('one');
    const collected = await collect(folder('artifacts'));
    const refusal = await refusalOf(() => commitResults(collected, options(repository)));
    assert.match(refusal.next, /uses the same artifacts/);
    assert.ok(existsSync(folder('artifacts/results/machines/a.json')));
  });
});

test('a job hands on what it measured, not what was there before', async () => {
  const { repository, path, git } = clone('one');
  artifact(repository.results, 'old', 'ddddddd');
  git('add', 'results');
  git('commit', '-qm', 'old');
  artifact(repository.results, 'new', 'eeeeeee');
  writeFileSync(join(path, 'results/notes.txt'), 'x');
  await gatherResults(repository, folder('measured'), signal);
  assert.deepEqual(readdirSync(folder('measured')), ['machines', 'runs']);
  assert.deepEqual(readdirSync(folder('measured/runs')), ['new']);
  cpSync(folder('measured'), folder('artifacts/results'), { recursive: true });
  assert.equal((await collect(folder('artifacts'))).runs.length, 1);
});
