import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ARTIFACT_FILE } from '../../src/ci/report.ts';
import { aptInstall } from '../../src/process/apt-install.ts';
import { which } from '../../src/process/which.ts';
import { act, skipWithoutAct } from './support/act.ts';
import { COMPARISON_ARTIFACT } from './support/comparison.ts';
import { pullPayload } from './support/events.ts';
import { REVIEWED } from './support/fake-gate.ts';
import { BOT, type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';
import { type ActRun, busy, endsOf, makeWorld, WORK, type World } from './support/world.ts';
import { zipOf } from './support/zip.ts';

/** The workflows themselves, run by act on this machine: a story of a small repository, in order. */

describe('workflows, run by act', { skip: skipWithoutAct }, () => {
  let world: World;
  let github: FakeGitHub;
  before(async () => {
    world = makeWorld(act);
    github = await startFakeGitHub();
    github.permissions.maintainer = 'write';
    github.environments['pinned-runner'] = REVIEWED;
  });
  after(async () => {
    world?.remove();
    await github?.close();
  });

  const passed = ({ exitCode, log }: ActRun): string => {
    assert.equal(exitCode, 0, log.slice(-6_000));
    return log;
  };
  /** How the check that main requires ended. */
  const touchedTargets = (run: ActRun): string | undefined =>
    endsOf('targets', run).find(({ name }) => name === 'touched targets')?.conclusion;
  const artifactOf = (...path: string[]): string => readFileSync(join(world.artifacts, ...path), 'utf8');
  const baseOfMain = (): string => world.onMain('rev-parse', 'main');

  test('ci: checks out, sets up, has the checkers, tests', async () => {
    const log = passed(await world.run('push', 'ci'));
    assert.match(log, /a test of the world/);
  });

  test('targets: a pull request that adds a target has it built, verified and put under load', async () => {
    const base = baseOfMain();
    const head = world.pullRequest(() => {
      for (const file of ['target.yaml', 'Dockerfile', 'go.mod', 'main.go', 'router.go', 'shared.go'])
        world.write(
          `targets/go/newcomer/${file}`,
          world.read(`targets/go/busy/${file}`).replaceAll('go/busy', 'go/newcomer'),
        );
    });
    const run = await world.run('pull_request', 'targets', {
      fixture: 'pull-request-from-fork',
      payload: pullPayload(head, base),
    });
    passed(run);
    assert.deepEqual(readdirSync(world.artifacts), ['target-go-newcomer']);
    const [verified] = JSON.parse(artifactOf('target-go-newcomer', 'verify.json')) as { state: string }[];
    assert.equal(verified?.state, 'passed');
    assert.ok(existsSync(join(world.artifacts, 'target-go-newcomer', 'run.json')));
    assert.equal(touchedTargets(run), 'success');
  });

  test('targets: a handler that breaks the contract is shown on its line', async () => {
    const base = baseOfMain();
    const head = world.pullRequest(() => {
      const source = world.read('targets/go/busy/router.go');
      world.write('targets/go/busy/router.go', source.replace('"成功"', '"\\n::error::forged\\n"'));
    });
    const run = await world.run('pull_request', 'targets', {
      fixture: 'pull-request-from-fork',
      payload: pullPayload(head, base),
    });
    const { exitCode, log } = run;
    assert.notEqual(exitCode, 0);
    assert.equal(touchedTargets(run), 'failure');
    const line =
      world
        .read('targets/go/busy/router.go')
        .split('\n')
        .findIndex((text) => text.includes('"GET /json"')) + 1;
    assert.match(log, new RegExp(`file=targets/go/busy/router\\.go,line=${line},title=go/busy%3A json/body`));
    assert.doesNotMatch(log, /^[^:]*::error::forged/m);
  });

  test('targets: a handler that executes more is reported before anybody approves anything', {
    skip: which('valgrind') === null && `no valgrind on this machine: ${aptInstall('valgrind')}`,
  }, async () => {
    const base = baseOfMain();
    const head = world.pullRequest(() => {
      const source = world.read('targets/go/busy/router.go');
      world.write('targets/go/busy/router.go', busy(source, WORK * 1.1));
    });
    passed(
      await world.run('pull_request', 'targets', {
        fixture: 'pull-request-from-fork',
        payload: pullPayload(head, base),
      }),
    );
    const { scenarios } = JSON.parse(artifactOf('target-go-busy', 'instructions.json')) as {
      scenarios: { verdict: string; effect: { ratio: number } }[];
    };
    assert.equal(scenarios[0]?.verdict, 'more');
    assert.ok((scenarios[0]?.effect.ratio ?? 0) > 1.05);
  });

  test('bench: a push is measured, committed once, the site is built with it, and the next push finds nothing to do', async () => {
    const before = baseOfMain();
    const options = {
      payload: { ref: 'refs/heads/main', before, after: before },
      environment: github.environmentOf('bench'),
    };
    passed(await world.run('push', 'bench', options));
    assert.equal(world.onMain('rev-list', '--count', `${before}..main`), '1');
    assert.equal(world.onMain('log', '-1', '--format=%an', 'main'), BOT);
    const files = world.onMain('ls-tree', '-r', '--name-only', 'main', '--', 'results/runs').split('\n');
    assert.ok(
      files.some((file) => file.endsWith('/go-busy.json')),
      files.join(' '),
    );
    assert.match(artifactOf('github-pages-1', 'index.html'), /busy/);
    assert.deepEqual(github.issues, []);

    const log = passed(await world.run('push', 'bench', options));
    assert.match(log, /"targets": \[\]/);
    assert.equal(world.onMain('rev-list', '--count', `${before}..main`), '1');
  });

  test('bench: by hand, the chosen targets by the chosen profile; nothing unfinished, nothing to continue', async () => {
    const before = baseOfMain();
    const environment = github.environmentOf('bench');
    const inputs = { targets: 'go/busy', profile: 'smoke', unfinished: 'false', artifacts: '' };
    passed(await world.run('workflow_dispatch', 'bench', { inputs, environment }));
    assert.equal(world.onMain('rev-list', '--count', `${before}..main`), '1');
    const changed = world.onMain('diff', '--name-only', before, 'main').split('\n');
    const run = changed.find((file) => file.endsWith('/run.json')) ?? '';
    assert.equal(
      (JSON.parse(world.onMain('show', `main:${run}`)) as { profile: { name: string } }).profile.name,
      'smoke',
    );
    const again = { ...inputs, unfinished: 'true' };
    const log = passed(await world.run('workflow_dispatch', 'bench', { inputs: again, environment }));
    assert.match(log, /"jobs": \[\]/);
    assert.equal(world.onMain('rev-list', '--count', `${before}..main`), '1');
    assert.deepEqual(github.issues, []);
  });

  test('bench: on a schedule, everything, although nothing has changed', async () => {
    const before = baseOfMain();
    passed(await world.run('schedule', 'bench', { environment: github.environmentOf('bench') }));
    assert.equal(world.onMain('rev-list', '--count', `${before}..main`), '1');
    assert.match(artifactOf('github-pages-1', 'index.html'), /busy/);
  });

  test('results: a measurement that a pull request edits is refused, unless a maintainer labels it', async () => {
    const base = baseOfMain();
    const head = world.pullRequest(() => world.write('results/runs/mine/2026/x/run.json', '{}\n'));
    const { pull_request: pull } = pullPayload(head, base);
    const labels = ['bug', 'results-by-hand'].map((name) => ({ name }));
    const check = (name: string, action = 'labeled'): Promise<ActRun> =>
      world.run('pull_request', 'results', {
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

  /** pr-bench of pull request 7, from GitHub's event to the check. */
  async function review(
    change: () => void,
    options: { variables?: Record<string, string>; archive?: () => Buffer } = {},
  ): Promise<{ base: string; head: string; run: ActRun }> {
    const base = baseOfMain();
    const head = world.pullRequest(change);
    github.pulls[7] = { head, base, state: 'open' };
    const file = join(world.artifacts, COMPARISON_ARTIFACT, ARTIFACT_FILE);
    const measured = (): Buffer => zipOf({ name: ARTIFACT_FILE, content: readFileSync(file) });
    // What the run has uploaded by the time that it is asked for.
    github.artifacts = {
      get 1() {
        return existsSync(file)
          ? [{ name: COMPARISON_ARTIFACT, archive: (options.archive ?? measured)() }]
          : [];
      },
    };
    const run = await world.run('pull_request_target', 'pr-bench', {
      fixture: 'pull-request-from-fork',
      payload: pullPayload(head, base),
      variables: { PITWALL_PR_PAIRS: '12', ...options.variables },
      environment: github.environmentOf('pr-bench'),
    });
    return { base, head, run };
  }

  test('pr-bench: a target that costs 10 % more is caught, and its page is where the comment says', async () => {
    const { head, run } = await review(() => {
      const source = world.read('targets/go/busy/router.go');
      // The rest of a request, about a sixth of it, stays as it is.
      world.write('targets/go/busy/router.go', busy(source, WORK * 1.12));
    });
    assert.notEqual(run.exitCode, 0);
    const check = github.checks.at(-1);
    assert.deepEqual([check?.conclusion, check?.head_sha], ['failure', head], run.log.slice(-6_000));
    assert.equal(github.comments.length, 1);
    const change = /\| \+(\d+(?:\.\d+)?) % \|[^\n]*\*\*regressed\*\*/.exec(
      github.comments[0]?.body ?? '',
    )?.[1];
    assert.ok(Number(change) > 5 && Number(change) < 15, github.comments[0]?.body);
    const page = /`(verdicts\/[^`]+)`/.exec(github.comments[0]?.body ?? '')?.[1] ?? '';
    assert.match(artifactOf('verdict-page', page), /go\/busy/);
  });

  test('pr-bench: a change of a comment is quiet, in the same comment', async () => {
    const { run } = await review(() => {
      const source = world.read('targets/go/busy/main.go');
      world.write('targets/go/busy/main.go', `// Nothing but a comment.\n${source}`);
    });
    passed(run);
    assert.notEqual(github.checks.at(-1)?.conclusion, 'failure');
    assert.equal(github.comments.length, 1);
    assert.match(github.comments[0]?.body ?? '', /No regression/);
  });

  test('pr-bench: an artifact that means harm fails the check, and nothing of it is shown', async () => {
    await review(
      () => world.write('targets/go/busy/main.go', `// Harm.\n${world.read('targets/go/busy/main.go')}`),
      {
        variables: { PITWALL_PR_PAIRS: '2' },
        archive: () => zipOf({ name: '../../../comparison.json', content: '<script>@everyone</script>' }),
      },
    );
    assert.equal(github.checks.at(-1)?.conclusion, 'failure');
    assert.equal(github.checks.at(-1)?.output.title, 'The artifact cannot be used');
    assert.doesNotMatch(github.comments[0]?.body ?? '', /script|@everyone/);
  });

  test('pr-bench: a variant that head drops is measured by nobody and fails the check', async () => {
    const { run } = await review(() => {
      const manifest = world.read('targets/go/busy/target.yaml');
      const renamed = manifest.replace(/- id: default\b/, '- id: renamed');
      assert.notEqual(renamed, manifest);
      world.write('targets/go/busy/target.yaml', renamed);
    });
    passed(run);
    assert.ok(!existsSync(join(world.artifacts, COMPARISON_ARTIFACT)), 'nothing was built for it');
    assert.equal(github.checks.at(-1)?.conclusion, 'failure');
    assert.match(github.comments[0]?.body ?? '', /go\/busy: head has no such variant/);
  });

  test('pr-bench: a pull request that touches no target gets its check at once', async () => {
    const { head, run } = await review(() => world.write('site/README.md', 'changed\n'));
    passed(run);
    const check = github.checks.at(-1);
    assert.deepEqual([check?.conclusion, check?.head_sha], ['success', head]);
    assert.ok(!existsSync(join(world.artifacts, COMPARISON_ARTIFACT)));
  });

  test('pr-bench: nothing is measured for which nobody has to approve, on a pinned runner or a hosted one', async () => {
    github.environments = {};
    for (const runner of ['ubuntu-24.04', '']) {
      const { head, run } = await review(
        () => world.write('targets/go/busy/main.go', `// Open.\n${world.read('targets/go/busy/main.go')}`),
        { variables: { PITWALL_PR_RUNNER: runner } },
      );
      assert.notEqual(run.exitCode, 0);
      assert.match(run.log, /Nobody would have to approve/);
      assert.ok(!existsSync(join(world.artifacts, COMPARISON_ARTIFACT)));
      const check = github.checks.at(-1);
      assert.deepEqual([check?.conclusion, check?.head_sha], ['failure', head]);
    }
  });

  test('a merge queue gets what main requires', async () => {
    const log = passed(await world.run('merge_group', 'ci'));
    assert.match(log, /a test of the world/);
    passed(await world.run('merge_group', 'merge-queue'));
    assert.equal(touchedTargets(await world.run('merge_group', 'targets')), 'success');
  });

  test("pr-ask: a maintainer's comment starts pr-bench, an outsider's does not", async () => {
    const run = (fixture: string): Promise<ActRun> =>
      world.run('issue_comment', 'pr-ask', { fixture, environment: github.environmentOf('pr-ask') });
    passed(await run('comment-of-outsider'));
    assert.equal(github.dispatches.length, 0);
    passed(await run('comment-of-maintainer'));
    assert.deepEqual(
      github.dispatches.map(({ inputs }) => inputs.target),
      ['go/busy'],
    );
  });

  test('pr-bench: what a comment asked for is what runs, and the same run answers it', async () => {
    const { head = '' } = github.pulls[7] ?? {};
    const checks = github.checks.length;
    const run = await world.run('workflow_dispatch', 'pr-bench', {
      inputs: { pull_request: '7', head, target: 'go/busy', scenario: 'plaintext' },
      variables: { PITWALL_PR_PAIRS: '2' },
      environment: github.environmentOf('pr-bench'),
    });
    const { cells } = JSON.parse(artifactOf(COMPARISON_ARTIFACT, ARTIFACT_FILE)) as {
      cells: { scenario: string }[];
    };
    assert.deepEqual(
      cells.map(({ scenario }) => scenario),
      ['plaintext'],
      run.log.slice(-4_000),
    );
    assert.match(github.comments[0]?.body ?? '', /a part of the pull request/);
    assert.equal(github.checks.length, checks, 'a part does not pass the whole');
  });

  test('pages: a pull request that changes results gets a preview that opens without a server', async () => {
    const base = baseOfMain();
    const head = world.pullRequest(() => world.write('results/README.md', 'changed\n'));
    passed(
      await world.run('pull_request', 'pages', {
        fixture: 'pull-request-from-fork',
        payload: pullPayload(head, base),
      }),
    );
    assert.match(artifactOf('site-preview', 'index.html'), /<html/);
    assert.ok(!existsSync(join(world.artifacts, 'github-pages-1')));
  });
});
