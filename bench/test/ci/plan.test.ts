import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Plan, shardsOf, unmeasuredTargets } from '../../src/ci/plan.ts';
import { ciPlan } from '../../src/commands/ci/index.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';
import { runOf, targetOf } from '../publish/small-results.ts';
import { gitIn } from './support/git.ts';

const made = makeRepository();
const scratch = mkdtempSync(join(tmpdir(), 'pitwall-plan-'));
after(() => {
  made.remove();
  rmSync(scratch, { recursive: true, force: true });
});
const git = gitIn(made.repository.root);
for (const name of ['a', 'b', 'c']) made.addTarget(name);
made.write('bench/src/cli.ts', 'first');
made.write('bench/README.md', 'first');
made.write('targets/CONTRACT.md', 'first');
git('init', '-q', '-b', 'main');
git('add', 'targets', 'bench');
git('commit', '-qm', 'first');
const first = git('rev-parse', 'HEAD');

async function plan(options: Record<string, string | boolean>, ...names: string[]): Promise<Plan> {
  const invocation = invocationIn(made, { arguments: names, options });
  assert.equal(await ciPlan.run(invocation), exitCodes.ok);
  return JSON.parse(invocation.output()) as Plan;
}
const ids = ({ targets }: Plan): string[] => targets.map(({ target }) => target);
/** A commit with one file changed, on a branch of its own from the first commit. */
function branch(name: string, path: string, text = 'changed'): string {
  git('checkout', '-q', '-B', name, first);
  made.write(path, text);
  git('add', 'targets', 'bench');
  git('commit', '-qm', name);
  return git('rev-parse', 'HEAD');
}

describe('which targets a change touches', () => {
  const all = ['javascript/a', 'javascript/b', 'javascript/c'];
  const cases: [string, string, string[]][] = [
    ['a handler', 'targets/javascript/b/server.js', ['javascript/b']],
    ['the harness', 'bench/src/cli.ts', all],
    ['the contract', 'targets/CONTRACT.md', all],
    ['the shared data', 'targets/shared/sentence.txt', all],
    ['a document of the harness', 'bench/README.md', []],
  ];
  for (const [what, path, touched] of cases) {
    test(what, async () => {
      branch('topic', path);
      assert.deepEqual(ids(await plan({ since: first })), touched);
    });
  }

  test('seen from another checkout, only folders of targets count, and what main got since then does not', async () => {
    const head = branch('topic', 'targets/javascript/a/server.js');
    git('checkout', '-q', '-B', 'main', first);
    made.write('targets/javascript/b/server.js', 'main moved on');
    git('commit', '-qam', 'main');
    const base = git('rev-parse', 'HEAD');
    const found = await plan({ since: base, head });
    assert.deepEqual(ids(found), ['javascript/a']);
    assert.equal(found.base, first);
  });

  test('counts of instructions are for targets that the base has, in a language that can be counted', async () => {
    branch('topic', 'targets/javascript/a/server.js');
    made.addTarget('newcomer');
    const { targets } = await plan({ since: first }, 'javascript/a', 'javascript/newcomer');
    assert.deepEqual(
      targets.map(({ target, slug, countable }) => [target, slug, countable]),
      [['javascript/a', 'javascript-a', true]],
    );
    git('add', 'targets');
    git('commit', '-qm', 'new');
    const { targets: then } = await plan({ since: first }, 'javascript/newcomer');
    assert.deepEqual(then, [
      { target: 'javascript/newcomer', slug: 'javascript-newcomer', countable: false },
    ]);
  });
});

test('the outputs of the step are lines that fromJSON reads', async () => {
  branch('topic', 'targets/javascript/b/server.js');
  const output = join(scratch, 'output');
  made.addProfile('standard');
  made.addProfile('standard-more');
  const invocation = invocationIn(made, { options: { since: first, runners: 'one', profile: '' } });
  await ciPlan.run({ ...invocation, environment: { GITHUB_OUTPUT: output } });
  const lines = Object.fromEntries(
    readFileSync(output, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>;
  assert.equal(lines.any, 'true');
  assert.equal(lines.targets, 'javascript/b');
  const { include } = JSON.parse(lines.jobs ?? '') as { include: Record<string, unknown>[] };
  assert.deepEqual(
    include.map(({ runner, targets, profiles, ref, resume }) => [runner, targets, profiles, ref, resume]),
    [['one', 'javascript/b', 'standard standard-more', 'main', '']],
  );
  assert.equal(lines.runs, '2');
  assert.deepEqual(JSON.parse(lines.matrix ?? ''), {
    include: [{ target: 'javascript/b', slug: 'javascript-b', countable: true }],
  });
});

test('a folder whose name is no name, and a label that is none, reach no matrix', async () => {
  git('checkout', '-q', '-f', 'main');
  made.write('targets/javascript/$(reboot)/target.yaml', 'x');
  await refusalOf(() => plan({}));
  rmSync(join(made.repository.targets, 'javascript/$(reboot)'), { recursive: true });
  const refusal = await refusalOf(() => plan({ runners: 'pitwall "evil' }));
  assert.match(refusal.where, /PITWALL_RUNNERS/);
  await refusalOf(() => plan({ since: '--output=x' }));
});

const on = (machine: string, time: string, commits: Record<string, string | null>) =>
  runOf(
    Object.entries(commits).map(([target, commit]) => targetOf(target, [], { commit })),
    { machine, startedAt: time, id: `${time}-${machine}` },
  );

test('what has no result of its present state is measured: after a run that died, was cancelled or never began', () => {
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
  const runs = [
    on('m', '2026-01-01T00:00:00.000Z', { 'go/gin': one, 'go/old': one }),
    on('m', '2026-02-01T00:00:00.000Z', { 'go/gin': two }),
  ];
  const unfinished = on('m', '2026-03-01T00:00:00.000Z', { 'go/new': one });
  unfinished.run.finishedAt = null;
  const commits = new Map([
    ['go/gin', two],
    ['go/old', two],
    ['go/new', one],
  ]);
  assert.deepEqual(unmeasuredTargets(commits, [...runs, unfinished].reverse()), ['go/old', 'go/new']);
});

test('a run of a clock that is ahead is not the newest for ever', () => {
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
  const ahead = on('m', '2099-01-01T00:00:00.000Z', { 'go/gin': one });
  const now = on('m', '2026-01-01T00:00:00.000Z', { 'go/gin': two });
  assert.deepEqual(unmeasuredTargets(new Map([['go/gin', two]]), [ahead, now]), []);
  assert.deepEqual(unmeasuredTargets(new Map([['go/gin', one]]), [ahead]), ['go/gin']);
});

describe('shards', () => {
  const runs = [
    on('xeon-pitwall-a', '2026-01-01T00:00:00.000Z', { 'go/gin': null, 'go/elton': null }),
    on('xeon-pitwall-b', '2026-01-02T00:00:00.000Z', { 'rust/axum': null }),
    on('xeon-pitwall-gone', '2026-01-03T00:00:00.000Z', { 'c/nginx': null }),
  ];
  const targets = ['c/nginx', 'go/elton', 'go/gin', 'java/vertx', 'rust/axum'];

  test('a target stays on its machine; what is new or homeless goes where there is room, and a move is said', () => {
    const { shards, moved } = shardsOf(targets, ['pitwall-a', 'pitwall-b'], runs);
    assert.deepEqual(shards, [
      { runner: 'pitwall-a', targets: ['go/elton', 'go/gin', 'java/vertx'] },
      { runner: 'pitwall-b', targets: ['rust/axum', 'c/nginx'] },
    ]);
    assert.deepEqual(moved, [{ target: 'c/nginx', from: 'xeon-pitwall-gone', to: 'pitwall-b' }]);
  });

  test('another order of the machines moves nothing', () => {
    const { shards } = shardsOf(targets.slice(1, 3), ['pitwall-b', 'pitwall-a'], runs);
    assert.deepEqual(shards, [{ runner: 'pitwall-a', targets: ['go/elton', 'go/gin'] }]);
  });

  test('a label that another one ends with does not take its targets', () => {
    const there = [on('xeon-pinned-1', '2026-01-01T00:00:00.000Z', { 'go/gin': null })];
    const { shards } = shardsOf(['go/gin'], ['1', 'pinned-1'], there);
    assert.deepEqual(shards, [{ runner: 'pinned-1', targets: ['go/gin'] }]);
  });

  test('every target is in one shard; one runner takes all', () => {
    for (const runners of [['x'], ['pitwall-a', 'pitwall-b', 'x', 'y', 'z', 'w']]) {
      const { shards } = shardsOf(targets, runners, runs);
      assert.deepEqual(shards.flatMap((shard) => shard.targets).sort(), [...targets].sort());
    }
    assert.deepEqual(shardsOf([], ['x'], runs).shards, []);
  });
});

test('the state before the first push of a branch is no base: every target is touched', async () => {
  git('checkout', '-q', '-f', 'main');
  const found = await plan({ since: '0'.repeat(40) });
  assert.ok(ids(found).length >= 3);
  assert.equal(found.base, null);
});
