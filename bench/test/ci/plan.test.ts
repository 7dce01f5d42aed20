import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Expected } from '../../src/ci/gate/expected.ts';
import {
  byCommit,
  byProfiles,
  measuredCommits,
  type Plan,
  shardsOf,
  unmeasuredProfiles,
} from '../../src/ci/plan.ts';
import { ciPlan } from '../../src/commands/ci/index.ts';
import type { Run, TargetRun } from '../../src/model/index.ts';
import { formatResult } from '../../src/results/format-result.ts';
import type { RunResult } from '../../src/results/read-results.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { type MadeRepository, makeRepository } from '../measure/support/repository.ts';
import { runOf, targetOf, throughputCell, withReasons } from '../publish/small-results.ts';
import { writeArtifact } from './support/artifact.ts';
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

async function plan(
  options: Record<string, string | boolean>,
  ...names: string[]
): Promise<Plan & { expected?: Expected }> {
  const invocation = invocationIn(made, { arguments: names, options });
  assert.equal(await ciPlan.run(invocation), exitCodes.ok);
  return JSON.parse(invocation.output()) as Plan & { expected?: Expected };
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

  test('of those that the harness alone touches, some that rotate, beside those that are touched themselves', async () => {
    const drawn = new Set<string>();
    for (let commits = 0; commits < all.length; commits++) {
      branch('topic', 'bench/src/cli.ts');
      for (let more = 0; more < commits; more++) git('commit', '-q', '--allow-empty', '-m', 'another');
      const some = ids(await plan({ since: first, sample: '1' }));
      assert.equal(some.length, 1);
      drawn.add(some[0] ?? '');
    }
    assert.deepEqual([...drawn].sort(), all);
    made.write('targets/javascript/b/server.js', 'changed too');
    git('add', 'targets');
    git('commit', '-qm', 'a handler');
    const both = ids(await plan({ since: first, sample: '1' }));
    assert.ok(both.includes('javascript/b') && both.length === 2, both.join());
    assert.deepEqual(ids(await plan({ since: first, sample: '9' })), all, 'no more than there are');
  });

  test('seen from another checkout, only folders of targets count, and what main got since then does not', async () => {
    const head = branch('topic', 'targets/javascript/a/server.js');
    const base = branch('main', 'targets/javascript/b/server.js', 'main moved on');
    const found = await plan({ since: base, head });
    assert.deepEqual(ids(found), ['javascript/a']);
    assert.equal(found.base, first);
  });

  test('seen from main, what head merged of main is no part of its change', async () => {
    branch('topic', 'targets/javascript/a/server.js');
    const merged = branch('main', 'targets/javascript/b/server.js', 'main moved on');
    git('checkout', '-q', 'topic');
    git('merge', '-q', '-m', 'an update', 'main');
    const head = git('rev-parse', 'HEAD');
    git('checkout', '-q', 'main');
    made.write('targets/javascript/c/server.js', 'and on');
    git('commit', '-qam', 'main again');
    const found = await plan({ since: 'HEAD', head });
    assert.deepEqual([found.base, ids(found)], [merged, ['javascript/a']]);
    // What an older base would show.
    assert.deepEqual(ids(await plan({ since: first, head })), ['javascript/a', 'javascript/b']);
  });

  test('of a merge with main, its first parent is the base, however far main has moved on', async () => {
    branch('topic', 'targets/javascript/a/server.js');
    const main = branch('main', 'targets/javascript/b/server.js', 'main moved on');
    git('checkout', '-q', '--detach');
    git('merge', '-q', '--no-ff', '-m', 'refs/pull/7/merge', 'topic');
    const found = await plan({ since: 'HEAD^1' });
    assert.deepEqual([found.base, ids(found)], [main, ['javascript/a']]);
    assert.deepEqual(ids(await plan({ since: first })), ['javascript/a', 'javascript/b']);
  });

  test('seen from another checkout, shared data take some targets that rotate, and whom somebody names', async () => {
    const head = branch('topic', 'targets/shared/sentence.txt');
    const drawn = new Set<string>();
    for (let commits = 0; commits < all.length; commits++) {
      git('checkout', '-q', '-B', 'main', first);
      for (let more = 0; more < commits; more++) git('commit', '-q', '--allow-empty', '-m', 'another');
      const some = await plan({ since: 'HEAD', head, sample: '1' });
      assert.deepEqual([some.targets.length, some.expected?.partial], [1, false]);
      drawn.add(ids(some)[0] ?? '');
    }
    assert.deepEqual([...drawn].sort(), all);
    for (const name of all) {
      const named = await plan({ since: 'HEAD', head, sample: '1' }, name);
      assert.deepEqual([ids(named), named.expected?.partial], [[name], true]);
    }
    git('checkout', '-q', 'topic');
    made.write('targets/javascript/b/server.js', 'changed too');
    git('commit', '-qam', 'a handler');
    const two = git('rev-parse', 'HEAD');
    git('checkout', '-q', 'main');
    const both = ids(await plan({ since: 'HEAD', head: two, sample: '1' }));
    assert.ok(both.includes('javascript/b') && both.length === 2, both.join());
  });

  test('counts of instructions are for targets that the base has, in a language that can be counted', async () => {
    branch('topic', 'targets/javascript/a/server.js');
    made.addTarget('newcomer');
    const { targets } = await plan({ since: first }, 'javascript/a', 'javascript/newcomer');
    assert.deepEqual(
      targets.map(({ target, slug, countable }) => [target, slug, countable]),
      [
        ['javascript/a', 'javascript-a', true],
        ['javascript/newcomer', 'javascript-newcomer', false],
      ],
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
  made.addProfile('standard-unserved', { scenarios: ['asset'] });
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
    include.map(({ runner, machine, targets, profiles, pinned, since, ref, resume }) => [
      ...[runner, machine, targets, profiles, pinned, since, ref, resume],
    ]),
    [['one', '', 'javascript/b', 'standard standard-more', true, '', 'main', '']],
  );
  assert.equal(lines.runs, '2');
  assert.match(invocation.progress(), /standard-unserved is left out on one: no target there serves/);
  assert.equal(lines.expected, '');
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
  const { where } = await refusalOf(() => plan({ since: '--output=x' }));
  assert.equal(where, '--since --output=x');
});

const unmeasured = (commits: ReadonlyMap<string, string | null>, runs: RunResult[]): string[] => [
  ...unmeasuredProfiles(commits, runs, ['quick'], () => true).keys(),
];
const LATER = '2026-01-02T00:00:00.000Z';
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
  assert.deepEqual(unmeasured(commits, [...runs, unfinished].reverse()), ['go/old', 'go/new']);
});

test('a part of a standard run that died is measured, and not the parts that finished', () => {
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
  const by = (
    name: string,
    targets: Record<string, string>,
    finishedAt: string | null = LATER,
  ): RunResult => {
    const found = on('m', '2026-01-01T00:00:00.000Z', targets);
    const { run } = found;
    return { ...found, run: { ...run, finishedAt, profile: { ...run.profile, name } } };
  };
  const all = { 'go/gin': one, 'go/plain': one, 'go/echo': one };
  const runs = [
    by('standard', all),
    by('standard-databases', all, null),
    by('standard-databases', { 'go/gin': two, 'go/echo': one }),
    by('field', { 'go/new': one }),
  ];
  const commits = new Map([...Object.entries(all), ['go/new', one]]);
  const profiles = ['standard', 'standard-databases'];
  const serves = (target: string, profile: string): boolean =>
    target !== 'go/plain' || profile === 'standard';
  const lacking = unmeasuredProfiles(commits, runs, profiles, serves);
  assert.deepEqual(
    [...lacking],
    [
      ['go/gin', ['standard-databases']],
      ['go/new', profiles],
    ],
  );
  assert.deepEqual([...unmeasuredProfiles(commits, runs, [], serves).keys()], [], 'any run will do');
  lacking.set('go/plain', profiles);
  assert.deepEqual(byProfiles(['go/gin', 'go/new', 'go/plain'], lacking), [
    { targets: ['go/gin'], profiles: ['standard-databases'] },
    { targets: ['go/new', 'go/plain'], profiles },
  ]);
});

test('a run of a clock that is ahead is not the newest for ever', () => {
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
  const ahead = on('m', '2099-01-01T00:00:00.000Z', { 'go/gin': one });
  const now = on('m', '2026-01-01T00:00:00.000Z', { 'go/gin': two });
  assert.deepEqual(unmeasured(new Map([['go/gin', two]]), [ahead, now]), []);
  assert.deepEqual(unmeasured(new Map([['go/gin', one]]), [ahead]), ['go/gin']);
});

describe('shards', () => {
  const runs = [
    on('xeon-pitwall-a', '2026-01-01T00:00:00.000Z', { 'go/gin': null, 'go/elton': null }),
    on('xeon-pitwall-b', '2026-01-02T00:00:00.000Z', { 'rust/axum': null }),
    on('xeon-pitwall-gone', '2026-01-03T00:00:00.000Z', { 'c/nginx': null }),
  ];
  const targets = ['c/nginx', 'go/elton', 'go/gin', 'java/vertx', 'rust/axum'];
  const names = new Map([
    ['xeon-pitwall-a', 'pitwall-a'],
    ['xeon-pitwall-b', 'pitwall-b'],
    ['xeon-pitwall-gone', 'pitwall-gone'],
  ]);

  test('a target stays on its machine; what is new or homeless goes where there is room, and a move is said', () => {
    const { shards, moved } = shardsOf(targets, ['pitwall-a', 'pitwall-b'], runs, names);
    assert.deepEqual(shards, [
      { runner: 'pitwall-a', machine: 'pitwall-a', targets: ['go/elton', 'go/gin', 'java/vertx'] },
      { runner: 'pitwall-b', machine: 'pitwall-b', targets: ['rust/axum', 'c/nginx'] },
    ]);
    assert.deepEqual(moved, [{ target: 'c/nginx', from: 'xeon-pitwall-gone', to: 'pitwall-b' }]);
  });

  test('another order of the machines moves nothing', () => {
    const { shards } = shardsOf(targets.slice(1, 3), ['pitwall-b', 'pitwall-a'], runs, names);
    assert.deepEqual(shards, [
      { runner: 'pitwall-a', machine: 'pitwall-a', targets: ['go/elton', 'go/gin'] },
    ]);
  });

  test('every target is in one shard; one runner takes all', () => {
    for (const runners of [['x'], ['pitwall-a', 'pitwall-b', 'x', 'y', 'z', 'w']]) {
      const { shards } = shardsOf(targets, runners, runs, names);
      assert.deepEqual(shards.flatMap((shard) => shard.targets).sort(), [...targets].sort());
    }
    assert.deepEqual(shardsOf([], ['x'], runs, names).shards, []);
  });

  test('a label that ends like another machine, or like a kernel, does not get its targets', () => {
    const other = [
      on('xeon-6-1', '2026-01-01T00:00:00.000Z', { 'go/gin': null }),
      on('xeon-6-1-pinned-1', '2026-01-02T00:00:00.000Z', { 'rust/axum': null }),
    ];
    const given = new Map([
      ['xeon-6-1', ''],
      ['xeon-6-1-pinned-1', 'pinned-1'],
    ]);
    const { shards, moved } = shardsOf(['go/gin', 'rust/axum'], ['1', 'pinned-1'], other, given);
    assert.deepEqual(shards, [
      { runner: '1', machine: '1', targets: ['go/gin'] },
      { runner: 'pinned-1', machine: 'pinned-1', targets: ['rust/axum'] },
    ]);
    assert.deepEqual(
      moved.map(({ target }) => target),
      ['go/gin'],
    );
  });

  test('one machine has no name, so that its series goes on when another label is beside it in blanks only', () => {
    assert.deepEqual(shardsOf(['go/gin'], ['pitwall-a'], runs, names).shards, [
      { runner: 'pitwall-a', machine: '', targets: ['go/gin'] },
    ]);
  });
});

test('labels are separated by whatever a person types; blanks name no machine', async () => {
  const output = join(scratch, 'labels');
  interface Labelled {
    runner: string;
    machine: string;
    pinned: boolean;
  }
  const jobs = async (runners: string): Promise<Labelled[]> => {
    const invocation = invocationIn(made, { options: { runners, profile: '' } });
    rmSync(output, { force: true });
    await ciPlan.run({ ...invocation, environment: { GITHUB_OUTPUT: output } });
    const [, line = ''] = /^jobs=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? [];
    return (JSON.parse(line) as { include: Labelled[] }).include;
  };
  git('checkout', '-q', '-f', 'main');
  for (const several of ['pitwall-a pitwall-b', 'pitwall-a,pitwall-b', 'pitwall-a\r\npitwall-b\n'])
    assert.deepEqual(
      (await jobs(several)).map(({ runner, machine, pinned }) => [runner, machine, pinned]),
      [
        ['pitwall-a', 'pitwall-a', true],
        ['pitwall-b', 'pitwall-b', true],
      ],
      JSON.stringify(several),
    );
  for (const one of ['pitwall-a', 'pitwall-a ', ' pitwall-a\n', 'pitwall-a,'])
    assert.deepEqual(
      (await jobs(one)).map(({ machine, pinned }) => [machine, pinned]),
      [['', true]],
      JSON.stringify(one),
    );
  for (const none of ['', ' ', '\n'])
    assert.deepEqual(
      (await jobs(none)).map(({ runner, pinned }) => [runner, pinned]),
      [['ubuntu-24.04', false]],
    );
  const refusal = await refusalOf(() => plan({ runners: 'pitwall_a Pitwall-A' }));
  assert.match(refusal.seen, /pitwall_a and Pitwall-A/);
});

test('after a push, targets are compared with what was measured of them last, whichever push it was', () => {
  const [one, two, three] = ['1'.repeat(40), '2'.repeat(40), '3'.repeat(40)];
  const runs = [
    on('m', '2026-01-01T00:00:00.000Z', { 'go/gin': one, 'go/elton': one, 'rust/axum': two }),
    on('m', '2026-02-01T00:00:00.000Z', { 'rust/axum': three }),
  ];
  const commits = new Map([
    ['go/gin', two],
    ['go/elton', two],
    ['rust/axum', three],
    ['c/nginx', three],
  ]);
  const since = measuredCommits(commits, runs);
  assert.equal(byCommit([...commits.keys()], since), `${one}:go/gin,go/elton`);
  assert.equal(byCommit(['c/nginx'], since), '');
});

/** A finished run of the profile `standard` among the results of a repository. */
function writeRun(own: MadeRepository, targets: readonly TargetRun[], parts: Partial<Run>): void {
  const profile = { ...runOf([]).run.profile, name: 'standard' };
  const { run, folder } = runOf([...targets], { profile, ...parts });
  own.write(`results/${folder}/run.json`, formatResult(run));
  for (const target of targets)
    own.write(
      `results/${folder}/${target.target.replace('/', '-')}.json`,
      formatResult({ ...target, run: run.id }),
    );
}

test('after a push of what every server runs in, some targets that rotate are measured, until one run has it', async () => {
  const own = makeRepository();
  try {
    const ownGit = gitIn(own.repository.root);
    const commit = (): string => {
      ownGit('add', 'targets', 'compose.yaml');
      ownGit('commit', '-q', '--allow-empty', '-m', 'change');
      return ownGit('rev-parse', 'HEAD');
    };
    own.addProfile('standard');
    own.write('compose.yaml', 'first\n');
    const names = ['one', 'two', 'three'];
    const all = names.map((name) => `javascript/${name}`).sort();
    ownGit('init', '-q', '-b', 'main');
    for (const name of names) own.addTarget(name);
    const before = commit();
    const measured = all.map((id) =>
      targetOf(id, [withReasons(throughputCell([1, 1, 1]))], { commit: before }),
    );
    writeArtifact(own.repository.results, 'machine', 'bbbbbbb');
    const id = '20260101T000000Z-aaaaaaa';
    const planned = async (options: Record<string, string> = { sample: '1' }): Promise<string[]> => {
      const invocation = invocationIn(own, { options: { unmeasured: true, profile: '', ...options } });
      assert.equal(await ciPlan.run(invocation), exitCodes.ok);
      return ids(JSON.parse(invocation.output()) as Plan);
    };
    writeRun(own, measured, { id, commit: before });
    assert.deepEqual(await planned(), []);
    for (const path of ['compose.yaml', 'targets/shared/sentence.txt', 'targets/.dockerignore']) {
      ownGit('reset', '-q', '--hard', before);
      const drawn = new Set<string>();
      for (const _ of names) {
        own.write(path, 'second\n');
        commit();
        const [target = '', ...others] = await planned();
        assert.deepEqual(others, [], path);
        drawn.add(target);
      }
      assert.deepEqual([...drawn].sort(), all, path);
    }
    assert.deepEqual(await planned({}), [], 'nobody asked for a sample');
    writeRun(own, measured, { id, commit: '1'.repeat(40) });
    assert.deepEqual(await planned(), [], 'a run of a history that was rewritten tells nothing');
    writeRun(own, measured, { id, commit: before });
    assert.equal((await planned()).length, 1);
    const [day, end] = ['2026-01-02T00:00:00.000Z', '2026-01-02T01:00:00.000Z'];
    const then = { id: '20260102T000000Z-ccccccc', startedAt: day, finishedAt: end };
    writeRun(own, measured.slice(0, 1), { ...then, commit: ownGit('rev-parse', 'HEAD') });
    assert.deepEqual(await planned(), []);
  } finally {
    own.remove();
  }
});

test('after a push, each target is measured by what it lacks; new ones, and those as they were, are not compared', async () => {
  const own = makeRepository();
  try {
    const ownGit = gitIn(own.repository.root);
    const commit = (message: string): string => {
      ownGit('add', 'targets');
      ownGit('commit', '-qm', message);
      return ownGit('rev-parse', 'HEAD');
    };
    own.addProfile('standard');
    const names = ['changed', 'reverted', 'untouched', 'added'];
    const servers = names.slice(0, 3).map((name) => `targets/javascript/${name}/server.js`);
    ownGit('init', '-q', '-b', 'main');
    for (const name of names.slice(0, 3)) own.addTarget(name);
    const before = commit('first');
    const measuredThen = names.slice(0, 3).map((name) => {
      const cells = [withReasons(throughputCell([1, 1, 1]))];
      return targetOf(`javascript/${name}`, cells, { commit: before });
    });
    writeArtifact(own.repository.results, 'machine', 'bbbbbbb');
    writeRun(own, measuredThen, { id: '20260101T000000Z-aaaaaaa' });
    for (const path of servers.slice(0, 2)) own.write(path, 'changed');
    commit('second');
    ownGit('checkout', '-q', before, '--', servers[1] ?? '');
    own.addTarget('added');
    commit('third');
    const output = join(scratch, 'since');
    const planned = async (): Promise<Record<'targets' | 'profiles' | 'since', string>[]> => {
      const invocation = invocationIn(own, { options: { unmeasured: true, profile: '', runners: 'one' } });
      rmSync(output, { force: true });
      await ciPlan.run({ ...invocation, environment: { GITHUB_OUTPUT: output } });
      const [, line = ''] = /^jobs=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? [];
      const { include } = JSON.parse(line) as { include: Awaited<ReturnType<typeof planned>> };
      return include.map(({ targets, profiles, since }) => ({ targets, profiles, since }));
    };
    const touched = 'javascript/added javascript/changed javascript/reverted';
    const since = `${before}:javascript/changed`;
    assert.deepEqual(await planned(), [{ targets: touched, profiles: 'standard', since }]);
    // As after a run of which this part died.
    own.addProfile('standard-more');
    assert.deepEqual(await planned(), [
      { targets: touched, profiles: 'standard standard-more', since },
      { targets: 'javascript/untouched', profiles: 'standard-more', since: '' },
    ]);
  } finally {
    own.remove();
  }
});

describe('what a comparison of a pull request must contain', () => {
  const changed = (name: string, change: () => void): Promise<{ expected?: Expected }> => {
    git('checkout', '-q', '-f', '-B', name, first);
    change();
    git('add', '-A', 'targets');
    git('commit', '-qm', name);
    const head = git('rev-parse', 'HEAD');
    git('checkout', '-q', '-f', 'main');
    return plan({ since: first, head });
  };
  const a = 'targets/javascript/a';

  test('a handler changed: its scenarios, of the usual ones', async () => {
    const { expected } = await changed('handler', () => made.write(`${a}/server.js`, 'changed'));
    assert.deepEqual(expected, {
      ...{ base: first, partial: false, cells: ['javascript/a json'], missing: [], common: [] },
    });
  });

  test('what affects every target is named: of it, main gives both sides all but the shared data', async () => {
    const compared = async (...paths: string[]) => {
      const { expected } = await changed('common', () => {
        for (const path of paths) made.write(path, 'changed');
        git('add', 'bench');
      });
      return [expected?.cells.length, expected?.common];
    };
    const engine = 'bench/src/databases/mysql/start.ts';
    assert.deepEqual(await compared(engine, 'bench/src/cli.ts'), [0, [engine]]);
    assert.deepEqual(await compared(engine, `${a}/server.js`), [1, [engine]]);
    const text = 'targets/shared/sentence.txt';
    assert.deepEqual(await compared(text), [3, [text]]);
  });

  test('a scenario that head drops is named, though nothing else is left to compare', async () => {
    const { expected } = await changed('less', () =>
      made.addTarget('a', 'right', { scenarios: ['counter'] }),
    );
    assert.deepEqual(expected?.cells, []);
    assert.deepEqual(
      expected?.missing.map(({ what }) => what),
      ['javascript/a json'],
    );
  });

  test('a scenario that is not of the usual ones is named, too', async () => {
    const { expected } = await changed('counter', () =>
      made.addTarget('a', 'right', { scenarios: ['json'] }),
    );
    assert.deepEqual(expected?.cells, ['javascript/a json']);
    assert.deepEqual(
      expected?.missing.map(({ what }) => what),
      ['javascript/a counter'],
    );
  });

  test('a variant under another name is one that head lacks', async () => {
    const variants = [{ id: 'other', description: 'The same.', environment: {} }];
    const { expected } = await changed('variant', () => made.addTarget('a', 'right', { variants }));
    assert.deepEqual(expected?.cells, []);
    assert.deepEqual(expected?.missing, [{ what: 'javascript/a', why: 'head has no such variant' }]);
  });

  test('a target that is gone, and one whose manifest cannot be read', async () => {
    const gone = await changed('gone', () => rmSync(join(made.repository.root, a), { recursive: true }));
    assert.deepEqual(gone.expected?.missing, [{ what: 'javascript/a', why: 'head has no such target' }]);
    const broken = await changed('broken', () => made.write(`${a}/target.yaml`, 'name: [\n'));
    assert.deepEqual(broken.expected?.cells, []);
    assert.match(broken.expected?.missing[0]?.why ?? '', /head: The manifest is not YAML/);
  });

  test('a target that main has changed, too, is not compared with what main no longer has', async () => {
    git('checkout', '-q', '-f', '-B', 'late', first);
    for (const name of ['a', 'b']) made.write(`targets/javascript/${name}/server.js`, 'quicker, and slower');
    git('commit', '-qam', 'late');
    const late = git('rev-parse', 'HEAD');
    const since = branch('ahead', `${a}/server.js`, 'quicker');
    const { expected } = await plan({ since, head: late });
    assert.deepEqual(expected?.cells, ['javascript/b json']);
    assert.deepEqual(
      expected?.missing.map(({ what }) => what),
      ['javascript/a'],
    );
    assert.match(expected?.missing[0]?.why ?? '', /merge main into the branch/);
    git('checkout', '-q', '--detach', late);
    git('merge', '-q', '-X', 'ours', '-m', 'an update', 'ahead');
    const updated = (await plan({ since, head: git('rev-parse', 'HEAD') })).expected;
    git('checkout', '-q', '-f', 'main');
    assert.deepEqual(
      [updated?.base, updated?.cells, updated?.missing],
      [since, ['javascript/a json', 'javascript/b json'], []],
    );
  });

  test('a part that a comment asks for is one', async () => {
    git('checkout', '-q', '-f', '-B', 'two', first);
    for (const name of ['a', 'b']) made.write(`targets/javascript/${name}/server.js`, 'two');
    git('commit', '-qam', 'two');
    const head = git('rev-parse', 'HEAD');
    git('checkout', '-q', '-f', 'main');
    const partial = async (options: Record<string, string>, ...names: string[]) =>
      (await plan({ since: first, head, ...options }, ...names)).expected?.partial;
    assert.equal(await partial({}), false);
    assert.equal(await partial({}, 'javascript/a'), true);
    assert.equal(await partial({}, 'javascript/a', 'javascript/b'), false);
    assert.equal(await partial({ scenario: 'json' }), true);
    assert.equal(await partial({ scenario: '' }), false);
    assert.equal(await partial({ pairs: '200' }), true);
    assert.equal(await partial({ pairs: '' }), false);
  });
});

test('the state before the first push of a branch is no base: every target is touched', async () => {
  git('checkout', '-q', '-f', 'main');
  const found = await plan({ since: '0'.repeat(40) });
  assert.ok(ids(found).length >= 3);
  assert.equal(found.base, null);
});

test('more targets than GitHub takes in a matrix: the first get a job, and the rest are not left out in silence', async () => {
  const many = makeRepository();
  try {
    for (let number = 0; number < 258; number++) many.addTarget(`t${number}`);
    const output = join(scratch, 'many');
    const invocation = invocationIn(many);
    await ciPlan.run({ ...invocation, environment: { GITHUB_OUTPUT: output } });
    const matrix = /^matrix=(.*)$/m.exec(readFileSync(output, 'utf8'))?.[1] ?? '';
    assert.equal((JSON.parse(matrix) as { include: object[] }).include.length, 256);
    assert.match(invocation.progress(), /Only the first 256 of 258 targets get a job/);
  } finally {
    many.remove();
  }
});
