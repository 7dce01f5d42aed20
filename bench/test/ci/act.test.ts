import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { aptInstall } from '../../src/process/apt-install.ts';
import { which } from '../../src/process/which.ts';
import { skipWithoutAct } from './support/act.ts';
import { actStory, passed, requiredConclusion } from './support/act-story.ts';
import { pullPayload } from './support/events.ts';
import { BOT } from './support/fake-github.ts';
import { type ActRun, busy, WORK } from './support/world.ts';

/** The workflows themselves, run by act on this machine; pr-bench has `pr-bench-by-act.test.ts`. */

describe('workflows, run by act', { skip: skipWithoutAct }, () => {
  const story = actStory();

  test('ci: checks out, sets up, has the checkers, tests', async () => {
    const log = passed(await story.world.run('push', 'ci'));
    assert.match(log, /a test of the world/);
  });

  test('targets: a pull request that adds a target has it built, verified and put under load', async () => {
    const base = story.baseOfMain();
    const head = story.world.pullRequest(() => {
      for (const file of ['target.yaml', 'Dockerfile', 'go.mod', 'main.go', 'router.go', 'shared.go'])
        story.world.write(
          `targets/go/newcomer/${file}`,
          story.world.read(`targets/go/busy/${file}`).replaceAll('go/busy', 'go/newcomer'),
        );
    });
    const run = await story.world.run('pull_request', 'targets', {
      fixture: 'pull-request-from-fork',
      payload: pullPayload(head, base),
    });
    passed(run);
    assert.deepEqual(readdirSync(story.world.artifacts), ['target-go-newcomer']);
    const [verified] = JSON.parse(story.artifactOf('target-go-newcomer', 'verify.json')) as {
      state: string;
    }[];
    assert.equal(verified?.state, 'passed');
    assert.ok(existsSync(join(story.world.artifacts, 'target-go-newcomer', 'run.json')));
    assert.equal(requiredConclusion(run), 'success');
  });

  test('targets: a handler that breaks the contract is shown on its line', async () => {
    const base = story.baseOfMain();
    const head = story.world.pullRequest(() => {
      const source = story.world.read('targets/go/busy/router.go');
      story.world.write('targets/go/busy/router.go', source.replace('"成功"', '"\\n::error::forged\\n"'));
    });
    const run = await story.world.run('pull_request', 'targets', {
      fixture: 'pull-request-from-fork',
      payload: pullPayload(head, base),
    });
    const { exitCode, log } = run;
    assert.notEqual(exitCode, 0);
    assert.equal(requiredConclusion(run), 'failure');
    const line =
      story.world
        .read('targets/go/busy/router.go')
        .split('\n')
        .findIndex((text) => text.includes('"GET /json"')) + 1;
    assert.match(log, new RegExp(`file=targets/go/busy/router\\.go,line=${line},title=go/busy%3A json/body`));
    assert.doesNotMatch(log, /^[^:]*::error::forged/m);
  });

  test('targets: a handler that executes more is reported before anybody approves anything', {
    skip: which('valgrind') === null && `no valgrind on this machine: ${aptInstall('valgrind')}`,
  }, async () => {
    const base = story.baseOfMain();
    const head = story.world.pullRequest(() => {
      const source = story.world.read('targets/go/busy/router.go');
      story.world.write('targets/go/busy/router.go', busy(source, WORK * 1.1));
    });
    passed(
      await story.world.run('pull_request', 'targets', {
        fixture: 'pull-request-from-fork',
        payload: pullPayload(head, base),
      }),
    );
    const { scenarios } = JSON.parse(story.artifactOf('target-go-busy', 'instructions.json')) as {
      scenarios: { verdict: string; effect: { ratio: number } }[];
    };
    assert.equal(scenarios[0]?.verdict, 'more');
    assert.ok((scenarios[0]?.effect.ratio ?? 0) > 1.05);
  });

  test('bench: a push is measured, committed once, the site is built with it, and the next push finds nothing to do', async () => {
    const before = story.baseOfMain();
    const options = {
      payload: { ref: 'refs/heads/main', before, after: before },
      environment: story.github.environmentOf('bench'),
    };
    passed(await story.world.run('push', 'bench', options));
    assert.equal(story.world.onMain('rev-list', '--count', `${before}..main`), '1');
    assert.equal(story.world.onMain('log', '-1', '--format=%an', 'main'), BOT);
    const files = story.world
      .onMain('ls-tree', '-r', '--name-only', 'main', '--', 'results/runs')
      .split('\n');
    assert.ok(
      files.some((file) => file.endsWith('/go-busy.json')),
      files.join(' '),
    );
    assert.match(story.artifactOf('github-pages-1', 'index.html'), /busy/);
    assert.deepEqual(story.github.issues, []);

    const log = passed(await story.world.run('push', 'bench', options));
    assert.match(log, /"targets": \[\]/);
    assert.equal(story.world.onMain('rev-list', '--count', `${before}..main`), '1');
  });

  test('bench: by hand, the chosen targets by the chosen profile; nothing unfinished, nothing to continue', async () => {
    const before = story.baseOfMain();
    const environment = story.github.environmentOf('bench');
    const inputs = { targets: 'go/busy', profile: 'smoke', unfinished: 'false', artifacts: '' };
    passed(await story.world.run('workflow_dispatch', 'bench', { inputs, environment }));
    assert.equal(story.world.onMain('rev-list', '--count', `${before}..main`), '1');
    const changed = story.world.onMain('diff', '--name-only', before, 'main').split('\n');
    const run = changed.find((file) => file.endsWith('/run.json')) ?? '';
    assert.equal(
      (JSON.parse(story.world.onMain('show', `main:${run}`)) as { profile: { name: string } }).profile.name,
      'smoke',
    );
    const again = { ...inputs, unfinished: 'true' };
    const log = passed(await story.world.run('workflow_dispatch', 'bench', { inputs: again, environment }));
    assert.match(log, /"jobs": \[\]/);
    assert.equal(story.world.onMain('rev-list', '--count', `${before}..main`), '1');
    assert.deepEqual(story.github.issues, []);
  });

  test('bench: on a schedule, everything, although nothing has changed', async () => {
    const before = story.baseOfMain();
    passed(await story.world.run('schedule', 'bench', { environment: story.github.environmentOf('bench') }));
    assert.equal(story.world.onMain('rev-list', '--count', `${before}..main`), '1');
    assert.match(story.artifactOf('github-pages-1', 'index.html'), /busy/);
  });

  test('results: a measurement that a pull request edits is refused, unless a maintainer labels it', async () => {
    const base = story.baseOfMain();
    const head = story.world.pullRequest(() =>
      story.world.write('results/runs/mine/2026/x/run.json', '{}\n'),
    );
    const { pull_request: pull } = pullPayload(head, base);
    const labels = ['bug', 'results-by-hand'].map((name) => ({ name }));
    const check = (name: string, action = 'labeled'): Promise<ActRun> =>
      story.world.run('pull_request', 'results', {
        fixture: 'pull-request-from-fork',
        payload: { action, label: { name }, pull_request: { ...pull, labels } },
      });
    const refused = await check('bug');
    assert.notEqual(refused.exitCode, 0);
    assert.match(refused.log, /edits committed measurements/);
    passed(await check('results-by-hand'));
    const pushedAfter = await check('results-by-hand', 'synchronize');
    assert.notEqual(pushedAfter.exitCode, 0, 'the label speaks for what was there when it was set');
  });

  test('a merge queue gets what main requires', async () => {
    const log = passed(await story.world.run('merge_group', 'ci'));
    assert.match(log, /a test of the world/);
    passed(await story.world.run('merge_group', 'merge-queue'));
    assert.equal(requiredConclusion(await story.world.run('merge_group', 'targets')), 'success');
  });

  test('pages: a pull request that changes results gets a preview that opens without a server', async () => {
    const base = story.baseOfMain();
    const head = story.world.pullRequest(() => story.world.write('results/README.md', 'changed\n'));
    passed(
      await story.world.run('pull_request', 'pages', {
        fixture: 'pull-request-from-fork',
        payload: pullPayload(head, base),
      }),
    );
    assert.match(story.artifactOf('site-preview', 'index.html'), /<html/);
    assert.ok(!existsSync(join(story.world.artifacts, 'github-pages-1')));
  });
});
