import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { collect } from '../../src/ci/collect-results.ts';
import { commitResults } from '../../src/ci/commit-results.ts';
import { gatherResults } from '../../src/ci/gather.ts';
import type { GitHub } from '../../src/ci/github/github.ts';
import { requireOwnRun } from '../../src/ci/jobs/own-run.ts';
import { ciCommit } from '../../src/commands/ci/index.ts';
import type { Cell, Warmup } from '../../src/model/index.ts';
import { type Repository, repositoryAt } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import type { MadeRepository } from '../measure/support/repository.ts';
import { writeArtifact } from './support/artifact.ts';
import { gitIn } from './support/git.ts';

/** A run that takes several jobs: what each leaves is committed, and only ever grows. */

const made: string[] = [];
after(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});
type Collected = Awaited<ReturnType<typeof collect>>;
const { signal } = new AbortController();
let scratch = '';
let repository: Repository;
let git: ReturnType<typeof gitIn>;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'pitwall-continued-'));
  made.push(scratch);
  const origin = join(scratch, 'origin.git');
  mkdirSync(origin);
  gitIn(origin)('init', '-q', '--bare', '-b', 'main');
  const root = join(scratch, 'checkout');
  mkdirSync(root);
  git = gitIn(root);
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', origin);
  writeFileSync(join(root, '.gitignore'), '/.cache/\n/artifacts/\n/measured/\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('push', '-q', 'origin', 'main');
  repository = repositoryAt(root);
});

type Parts = Parameters<typeof writeArtifact>[3];
/** What a job left, committed as `ci commit` does. */
async function commit(name: string, parts: Parts): Promise<string | null> {
  const collected = await artifactOf(name, parts);
  assert.deepEqual(collected.leftOut, []);
  return commitAll(collected);
}

function artifactOf(name: string, parts: Parts): Promise<Collected> {
  const artifacts = join(scratch, name);
  writeArtifact(join(artifacts, 'results-m'), 'm', 'aaaaaaa', parts);
  return collect(artifacts);
}

function commitAll(collected: Collected): Promise<string | null> {
  return commitResults(collected, {
    repository,
    branch: 'main',
    remote: 'origin',
    environment: process.env,
    signal,
    pause: () => 1,
  });
}
const unfinished = { finishedAt: null };
const onMain = (file: string): string => {
  git('fetch', '-q', 'origin', 'main');
  return git('show', `FETCH_HEAD:results/runs/m/2026/20260101T000000Z-aaaaaaa/${file}`);
};

describe('a run that grows', () => {
  test('is committed with its first block, and again when it has more, and when it is finished', async () => {
    assert.ok(await commit('one', { requests: [1_000], blocks: 1, run: unfinished }));
    assert.match(git('log', '-1', '--format=%B', 'FETCH_HEAD') + onMain('run.json'), /"finishedAt": null/);
    assert.match(git('log', '-1', '--format=%B', 'FETCH_HEAD'), /1 block so far/);
    assert.ok(await commit('two', { requests: [1_000, 1_010], blocks: 2, run: unfinished }));
    assert.ok(await commit('three', { blocks: 3 }));
    assert.doesNotMatch(onMain('run.json'), /"finishedAt": null/);
    assert.match(onMain('go-gin.json'), /1000,1010,1005/);
  });

  test('a late artifact of an earlier job takes nothing away', async () => {
    await commit('one', { requests: [1_000, 1_010], blocks: 2, run: unfinished });
    assert.equal(await commit('late', { requests: [1_000], blocks: 1, run: unfinished }), null);
    await commit('three', { blocks: 3 });
    assert.equal(await commit('later', { requests: [1_000, 1_010], blocks: 2, run: unfinished }), null);
    assert.match(onMain('go-gin.json'), /1000,1010,1005/);
  });

  for (const [what, parts] of [
    ['a figure of a committed block', { requests: [999, 1_010], blocks: 2, run: unfinished }],
    ['the seed', { requests: [1_000, 1_010], blocks: 2, run: { ...unfinished, seed: 5 } }],
    ['a run that is finished', { requests: [1_000, 1_010, 999], blocks: 3 }],
  ] as [string, Parts][]) {
    test(`is refused if it changes: ${what}`, async () => {
      const isWhole = what.startsWith('a run');
      await commit('one', isWhole ? { blocks: 3 } : { requests: [1_000], blocks: 1, run: unfinished });
      const before = onMain('go-gin.json');
      const collected = await artifactOf('two', parts);
      assert.equal(await commitAll(collected), null);
      assert.match(collected.leftOut[0]?.why ?? '', /Cannot change a committed result/);
      assert.equal(onMain('go-gin.json'), before);
    });
  }

  const slicesOf = (requests: number[]): NonNullable<Cell['slices']> => {
    const ones = requests.map(() => 1);
    return {
      ...{ block: requests.map((_, block) => block), cycle: ones, startedSeconds: ones, requests },
      ...{ durationSeconds: ones, serverCpuNanoseconds: ones, stolenRatio: ones, kept: ones.map(() => true) },
    };
  };
  /** What the first job says of block 0, beside its figures, and what the second must not make of it. */
  const said: [string, (cell: Cell) => Cell, (cell: Cell) => Cell][] = [
    [
      'a mark that keeps the cell out of the ranking',
      (cell) => ({ ...cell, marks: [{ code: 'errors', detail: 'some', rounds: [0] }] }),
      (cell) => ({ ...cell, marks: [{ code: 'errors', detail: 'some', rounds: [1] }] }),
    ],
    [
      'a column',
      (cell) => ({ ...cell, rounds: { ...cell.rounds, throughputPerSecond: cell.rounds.requests } }),
      (cell) => cell,
    ],
    [
      'a failure',
      (cell) => ({ ...cell, failures: [{ round: 0, what: 'it died' }] }),
      (cell) => ({ ...cell, failures: [] }),
    ],
    [
      'the slices',
      (cell) => ({ ...cell, slices: slicesOf([10]) }),
      (cell) => ({ ...cell, slices: slicesOf([11, 10]) }),
    ],
  ];
  for (const [what, first, second] of said) {
    test(`is refused if it takes back: ${what}`, async () => {
      await commit('one', { requests: [1_000], blocks: 1, run: unfinished, cell: first });
      const kept = onMain('go-gin.json');
      const two = { requests: [1_000, 1_010], blocks: 2, run: unfinished };
      const collected = await artifactOf('two', { ...two, cell: second });
      assert.equal(await commitAll(collected), null);
      assert.match(collected.leftOut[0]?.why ?? '', /Cannot change a committed result/);
      assert.equal(onMain('go-gin.json'), kept);
      assert.ok(await commit('three', { ...two, cell: first }), 'and taken if it does not');
    });
  }

  test('is refused if it takes back a warm-up', async () => {
    const warmup: Warmup = {
      ...{ block: 0, scenario: 'json', loadShapeId: 'wrk-64', place: 0, steady: true, lightSeconds: 0 },
      ...{ throughputPerSecond: [1], durationSeconds: [1], cpuPerRequestNanoseconds: [1] },
      ...{ compilingRatio: [null], latencyMaxSeconds: [1] },
    };
    await commit('one', { requests: [1_000], blocks: 1, run: unfinished, warmups: [warmup] });
    const two = { requests: [1_000, 1_010], blocks: 2, run: unfinished };
    const collected = await artifactOf('two', { ...two, warmups: [] });
    assert.equal(await commitAll(collected), null);
    assert.ok(await commit('three', { ...two, warmups: [warmup, { ...warmup, block: 1 }] }));
  });

  test('a block that a killed harness wrote in part may be measured again', async () => {
    await commit('one', { requests: [1_000, 5], blocks: 1, run: unfinished });
    assert.ok(await commit('two', { requests: [1_000, 1_010], blocks: 2, run: unfinished }));
    assert.match(onMain('go-gin.json'), /1000,1010/);
  });

  test('before its first block there is nothing to keep', async () => {
    writeArtifact(join(scratch, 'artifacts/results-m'), 'm', 'aaaaaaa', { blocks: 0, run: unfinished });
    const { leftOut, parts } = await collect(join(scratch, 'artifacts'));
    assert.match(leftOut[0]?.why ?? '', /did not finish its first block/);
    assert.deepEqual(
      parts.flatMap(({ files }) => files),
      [],
    );
  });
});

test('the job says whether a further one can continue: only if it added a block', async () => {
  const commitJob = async (parts: Parts): Promise<string> => {
    writeArtifact(join(scratch, 'artifacts/results-m'), 'm', 'aaaaaaa', parts);
    const output = join(scratch, 'output');
    writeFileSync(output, '');
    const invocation = invocationIn({ repository } as MadeRepository, {
      arguments: [join(scratch, 'artifacts')],
    });
    await ciCommit.run({ ...invocation, environment: { ...process.env, GITHUB_OUTPUT: output } });
    git('pull', '-q', 'origin', 'main');
    return readFileSync(output, 'utf8');
  };
  assert.match(await commitJob({ requests: [1_000], blocks: 1, run: unfinished }), /unfinished=true/);
  assert.match(await commitJob({ requests: [1_000], blocks: 1, run: unfinished }), /unfinished=false/);
  assert.match(await commitJob({ blocks: 3 }), /committed=true\nunfinished=false/);
});

test('a job hands on a run as a whole, with files that it did not change, and nothing that is deleted', async () => {
  writeArtifact(repository.results, 'm', 'aaaaaaa', { requests: [1_000], blocks: 1, run: unfinished });
  writeArtifact(repository.results, 'gone', 'bbbbbbb');
  git('add', 'results');
  git('commit', '-qm', 'results');
  rmSync(join(repository.results, 'runs/gone'), { recursive: true });
  const file = join(repository.results, 'runs/m/2026/20260101T000000Z-aaaaaaa/run.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"launcher": "process"', '"launcher": "compose"'));
  const handed = await gatherResults(repository, join(repository.root, 'measured'), signal);
  assert.deepEqual(handed.files, [
    'results/machines/m.json',
    'results/runs/m/2026/20260101T000000Z-aaaaaaa/go-gin.json',
    'results/runs/m/2026/20260101T000000Z-aaaaaaa/run.json',
  ]);
});

describe('artifacts of another run are committed only if it measured main', () => {
  const own = {
    path: '.github/workflows/bench.yml@main',
    head_branch: 'main',
    head_repository: { full_name: 'pitwall/pitwall' },
    event: 'workflow_dispatch',
  };
  const check = (run: object, id = '7'): Promise<string> => {
    const github = {
      repository: 'pitwall/pitwall',
      webAddress: 'https://github.com/pitwall/pitwall',
      get: async (_path: string, schema: { parse(value: unknown): unknown }) => schema.parse(run),
    };
    return requireOwnRun(github as unknown as GitHub, id);
  };

  test('by its own workflow, on a push, a schedule or by hand', async () => {
    for (const event of ['push', 'schedule', 'workflow_dispatch']) await check({ ...own, event });
    assert.equal(await check({ ...own, path: '.github/workflows/bench.yml' }), 'bench.yml');
    assert.equal(await check({ ...own, path: '.github/workflows/releases.yml@main' }), 'releases.yml');
  });

  for (const [what, change] of [
    ['a workflow that a pull request adds', { path: '.github/workflows/x.yml', event: 'pull_request' }],
    ['the same file in a pull request', { event: 'pull_request' }],
    ['a fork', { head_repository: { full_name: 'mallory/pitwall' } }],
    ['a deleted fork', { head_repository: null }],
    ['another branch', { head_branch: 'topic' }],
  ] as [string, object][]) {
    test(`not by ${what}`, async () => {
      const refusal = await refusalOf(() => check({ ...own, ...change }));
      assert.match(refusal.what, /not from a measurement of main/);
    });
  }

  test('a number that is none asks nothing', async () => {
    await refusalOf(() => check(own, '7/../8'));
  });
});
