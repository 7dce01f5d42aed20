import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ReleaseHistory } from '../../src/model/index.ts';
import { type GoProxy, startGoProxy, useModule } from '../measure/support/go-proxy.ts';
import { act, skipWithoutAct } from './support/act.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';
import { type ActRun, makeWorld, WORK, type World } from './support/world.ts';

/** The weekly workflow, run by act with a made-up registry: a story of a few weeks, in order. */

const DAY_MILLISECONDS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MILLISECONDS);

describe('releases, run by act', { skip: skipWithoutAct }, () => {
  let world: World;
  let github: FakeGitHub;
  let registry: GoProxy;
  before(async () => {
    registry = await startGoProxy([
      { version: 'v1.0.0', releasedAt: daysAgo(40), turns: WORK },
      { version: 'v1.0.1', releasedAt: daysAgo(30), turns: WORK },
    ]);
    world = makeWorld(act);
    await useModule(join(world.root, 'targets/go/busy'), registry, 'v1.0.0', goFolder(world));
    world.git('add', '.');
    world.git('commit', '-qm', 'A package does the work');
    world.git('push', '-q', 'origin', 'main');
    github = await startFakeGitHub();
  });
  after(async () => {
    world?.remove();
    await Promise.all([github?.close(), registry?.close()]);
  });

  const week = (event: 'schedule' | 'workflow_dispatch', inputs?: Record<string, string>): Promise<ActRun> =>
    world.run(event, 'releases', {
      ...(inputs === undefined ? {} : { inputs }),
      variables: { PITWALL_RELEASES_RUNNER: 'ubuntu-24.04', PITWALL_RELEASES_PAIRS: '12' },
      environment: {
        ...registry.environment(goFolder(world)),
        ...github.environmentOf('releases'),
      },
    });
  const passed = ({ exitCode, log }: ActRun): string => {
    assert.equal(exitCode, 0, log.slice(-6_000));
    return log;
  };
  const history = (): ReleaseHistory => {
    const names = world.onMain('ls-tree', '-r', '--name-only', 'main', '--', 'results/releases').split('\n');
    const file = names.find((name) => name.endsWith('/history.json'));
    assert.ok(file, names.join(' '));
    return JSON.parse(world.onMain('show', `main:${file}`)) as ReleaseHistory;
  };
  const states = (): string[] =>
    history().releases.map(({ version, outcome }) =>
      [version, outcome.state, ...(outcome.state === 'failed' ? [outcome.code] : [])].join(' '),
    );
  const page = (): string => join(world.artifacts, 'github-pages-1', 'releases/index.html');

  test('a history is begun by hand: every release of the registry beside the one of the lock file', async () => {
    passed(await week('workflow_dispatch', { target: 'go/busy', package: '' }));
    assert.deepEqual(states(), ['1.0.0 frozen', '1.0.1 measured']);
    assert.match(readFileSync(page(), 'utf8'), /busy/);
    assert.deepEqual(github.issues, [], 'a release that costs the same is no news');
  });

  test('a new release that costs more is found, measured twice, committed, published, and reported once', async () => {
    registry.releases.push({ version: 'v1.1.0', releasedAt: daysAgo(1), turns: WORK * 1.4 });
    const before = world.onMain('rev-parse', 'main');
    passed(await week('schedule'));
    assert.deepEqual(states(), ['1.0.0 frozen', '1.0.1 measured', '1.1.0 measured']);
    assert.equal(world.onMain('rev-list', '--count', `${before}..main`), '1');
    assert.deepEqual(
      history().confirmations.map(({ from, to }) => [from, to]),
      [['1.0.1', '1.1.0']],
    );
    assert.match(readFileSync(page(), 'utf8'), /1\.1\.0/);
    assert.deepEqual(
      github.issues.map(({ title }) => title),
      ['busy 1.1.0 costs more CPU time per request (go/busy)'],
    );
    assert.match(github.issues[0]?.body ?? '', /bench -- duet go\/busy@example\.org\/made\/work=1\.0\.1 go/);
  });

  test('a week later, a release that does not compile has its row, and no second issue is opened', async () => {
    for (const issue of github.issues) issue.state = 'closed';
    registry.releases.push({
      ...{ version: 'v1.2.0', releasedAt: daysAgo(0), turns: WORK },
      source: 'package work\n\nfunc Do() { thisIsGone() }\n',
    });
    passed(await week('schedule'));
    assert.deepEqual(states().slice(-2), ['1.1.0 measured', '1.2.0 failed does-not-build']);
    assert.equal(github.issues.length, 1);
  });

  test('a registry that does not answer fails the job, and what was measured stays as it is', async () => {
    registry.isDown = true;
    const before = history();
    const { exitCode, log } = await week('schedule');
    assert.notEqual(exitCode, 0, 'somebody is notified');
    assert.match(log, /The registry does not answer/);
    assert.deepEqual(history(), before);
    assert.ok(!existsSync(page()), 'nothing new, nothing to publish');
    assert.deepEqual(
      github.issues.filter(({ state }) => state === 'open').map(({ title }) => title),
      ['Trouble on main: the workflow releases'],
    );
  });
});

function goFolder({ root }: World): string {
  return join(root, '../go-modules');
}
