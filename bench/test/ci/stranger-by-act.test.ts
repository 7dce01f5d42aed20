import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { repository } from '../../src/util/repository.ts';
import { act, skipWithoutAct } from './support/act.ts';
import { pullPayload } from './support/events.ts';
import { mayMerge, REVIEWED } from './support/fake-gate.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';
import { type ActRun, endsOf, makeWorld, type World } from './support/world.ts';

/**
 * The life of a stranger's pull requests, by act, told in order: an honest one from its opening to the site, and a
 * hostile one to where it ends. Rules of main let merge what has passed every required check, and nothing else.
 */

const NUMBER = 7;
const { rules } = JSON.parse(readFileSync(join(repository.root, '.github/rulesets/main.json'), 'utf8')) as {
  rules: { type: string; parameters?: { required_status_checks?: { context: string }[] } }[];
};
const CHECKS = rules.flatMap(({ parameters }) =>
  (parameters?.required_status_checks ?? []).map(({ context }) => context),
);

describe('a pull request of a stranger, by act', { skip: skipWithoutAct }, () => {
  let world: World;
  let github: FakeGitHub;
  before(async () => {
    world = makeWorld(act);
    github = await startFakeGitHub();
    github.environments['pinned-runner'] = REVIEWED;
  });
  after(async () => {
    world?.remove();
    await github?.close();
  });

  /** Opens it with this change, and lets every workflow answer that a pull request starts on GitHub. */
  async function open(change: () => void): Promise<{ head: string; runs: Record<string, ActRun> }> {
    const base = world.onMain('rev-parse', 'main');
    const head = world.pullRequest(change);
    github.pulls[NUMBER] = { head, base, state: 'open' };
    const runs: Record<string, ActRun> = {};
    for (const workflow of ['ci', 'results', 'targets', 'pr-bench']) {
      runs[workflow] = await world.run(
        workflow === 'pr-bench' ? 'pull_request_target' : 'pull_request',
        workflow,
        {
          fixture: 'pull-request-from-fork',
          payload: pullPayload(head, base),
          environment: github.environmentOf(workflow),
        },
      );
    }
    // GitHub makes a check of each job; the report of pr-bench makes its own through the interface.
    for (const workflow of ['ci', 'results', 'targets'])
      for (const { name, conclusion } of endsOf(workflow, runs[workflow] as ActRun))
        github.checks.push({ name, head_sha: head, conclusion, output: { title: '', summary: '' } });
    return { head, runs };
  }
  const passed = (): string[] => CHECKS.filter((check) => mayMerge(github, NUMBER, check));

  test('honest: a target is built, verified, merged, measured, committed, and on the site', async () => {
    const { runs } = await open(() => {
      for (const file of ['target.yaml', 'Dockerfile', 'go.mod', 'main.go', 'router.go', 'shared.go'])
        world.write(
          `targets/go/newcomer/${file}`,
          world.read(`targets/go/busy/${file}`).replaceAll('go/busy', 'go/newcomer'),
        );
    });
    for (const [workflow, { exitCode, log }] of Object.entries(runs))
      assert.equal(exitCode, 0, `${workflow}: ${log.slice(-6_000)}`);
    assert.deepEqual(passed(), CHECKS);
    assert.ok(github.checks.some(({ name }) => name === 'go/newcomer'));

    const before = world.onMain('rev-parse', 'main');
    world.merge();
    const merged = world.onMain('rev-parse', 'main');
    const { exitCode, log } = await world.run('push', 'bench', {
      payload: { ref: 'refs/heads/main', before, after: merged },
      environment: github.environmentOf('bench'),
    });
    assert.equal(exitCode, 0, log.slice(-6_000));
    const files = world.onMain('diff', '--name-only', merged, 'main').split('\n');
    assert.ok(
      files.some((file) => /^results\/runs\/.*\/go-newcomer\.json$/.test(file)),
      files.join(' '),
    );
    assert.ok(files.every((file) => file.startsWith('results/')));
    assert.match(readFileSync(join(world.artifacts, 'github-pages-1', 'index.html'), 'utf8'), /newcomer/);
    assert.deepEqual(github.issues, []);
  });

  test('hostile: better results of its own, and a variant less to be compared by, are not merged', async () => {
    const run = world.onMain('ls-tree', '-r', '--name-only', 'main', '--', 'results/runs').split('\n');
    const own = run.find((file) => file.endsWith('/go-newcomer.json')) ?? assert.fail(run.join(' '));
    const { head, runs } = await open(() => {
      const better = (digits: string): string => String(Number(digits) * 2);
      world.write(own, world.read(own).replace(/\d{4,}/, better));
      const manifest = world.read('targets/go/newcomer/target.yaml');
      world.write('targets/go/newcomer/target.yaml', manifest.replace(/- id: default\b/, '- id: renamed'));
    });
    assert.deepEqual(passed(), ['npm test', 'touched targets']);
    assert.match(runs.results?.log ?? '', /edits committed measurements/);
    const check = github.checks.findLast(({ name }) => name === 'pitwall / regression');
    assert.deepEqual([check?.head_sha, check?.conclusion], [head, 'failure']);
    assert.match(github.comments[0]?.body ?? '', /go\/newcomer: head has no such variant/);
  });

  test('hostile: what it changes after it has passed has not passed', async () => {
    await open(() => world.write('site/README.md', 'A word.\n'));
    assert.deepEqual(passed(), CHECKS);
    const base = world.onMain('rev-parse', 'main');
    const head = world.pullRequest(() => world.write('.github/workflows/bench.yml', 'name: mine\n'));
    github.pulls[NUMBER] = { head, base, state: 'open' };
    assert.deepEqual(passed(), []);
  });
});
