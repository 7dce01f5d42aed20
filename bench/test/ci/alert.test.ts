import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readTargets } from '../../src/catalog/targets.ts';
import { troublesOf } from '../../src/ci/alert.ts';
import { alertMaintainers } from '../../src/ci/alert-issues.ts';
import { githubOf } from '../../src/ci/github/github.ts';
import type { PlannedComparison } from '../../src/ci/jobs/planned-comparisons.ts';
import { jobTroubles, readNeeds, releaseJobTroubles } from '../../src/ci/jobs/troubles.ts';
import { ciAlert } from '../../src/commands/ci/index.ts';
import type { Comparison, Run, ScenarioId } from '../../src/model/index.ts';
import { resultPath } from '../../src/results/comparison-store.ts';
import { formatResult } from '../../src/results/format-result.ts';
import type { RunResult } from '../../src/results/read-results.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';
import { roundsProfile, runOf, targetOf, throughputCell } from '../publish/small-results.ts';
import { writeArtifact } from './support/artifact.ts';
import { BASE, comparisonOf, HEAD } from './support/comparison.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';

const made = makeRepository();
made.addTarget('well', 'right', { maintainers: ['keeper'] });
made.addTarget('sick', 'right', { maintainers: ['nurse', 'doctor'] });
let github: FakeGitHub;
before(async () => {
  github = await startFakeGitHub();
});
after(async () => {
  made.remove();
  await github.close();
});

const SICK = 'Trouble on main: javascript/sick';
const measured = (target: string) => targetOf(target, [throughputCell([1, 1, 1])]);
const broken = (target: string) =>
  targetOf(target, [], { state: { step: 'verify', reason: 'json/body: @everyone <b>', next: 'fix it' } });
const run = (runs: RunResult[], comparisons: Comparison[] = [], planned: PlannedComparison[] = []) =>
  alertMaintainers(
    githubOf(github.environment, new AbortController().signal),
    troublesOf(runs, comparisons, planned),
    readTargets(made.repository),
    'https://github.com/pitwall/pitwall/actions/runs/9',
  );

test('maintainers are called once, and the issue is closed when the target is well again', async () => {
  const bad = [runOf([measured('javascript/well'), broken('javascript/sick')])];
  assert.deepEqual(await run(bad), { opened: [SICK], closed: [] });
  const [issue] = github.issues;
  assert.equal(issue?.title, 'Trouble on main: javascript/sick');
  assert.match(issue?.body ?? '', /@nurse @doctor/);
  assert.doesNotMatch(issue?.body ?? '', /@everyone|<b>|@keeper/);

  assert.deepEqual(await run(bad), { opened: [], closed: [] });
  assert.equal(github.issues.length, 1);

  assert.deepEqual(await run([runOf([measured('javascript/sick')])]), {
    opened: [],
    closed: [SICK],
  });
  assert.equal(github.issues[0]?.state, 'closed');
  assert.deepEqual((await run(bad)).opened, [SICK]);
});

test('nobody is called again about what is open, however many issues are newer', async () => {
  github.issues = [];
  const bad = [runOf([broken('javascript/sick')])];
  await run(bad);
  const [first] = github.issues;
  assert.ok(first);
  for (let number = 1_000; number < 1_120; number++)
    github.issues.push({ ...first, number, title: `Trouble on main: go/t${number}` });
  assert.deepEqual(await run(bad), { opened: [], closed: [] });
  assert.deepEqual((await run([runOf([measured('javascript/sick')])])).closed, [SICK]);
});

describe('what closes an issue', () => {
  const cells = (...scenarios: ScenarioId[]) =>
    scenarios.map((scenario) => throughputCell([1], { scenario }));
  const empty = (scenario: ScenarioId) =>
    throughputCell([], { scenario, rounds: { round: [] }, failures: [{ round: 0, what: 'it died' }] });
  const of = (...found: ReturnType<typeof cells>) => runOf([targetOf('javascript/sick', found)]);
  const closing = async (runs: RunResult[], comparisons: Parameters<typeof run>[1] = []) =>
    (await run(runs, comparisons)).closed;

  test('of a cell: a run that measures its scenario, not one that measures others', async () => {
    github.issues = [];
    await run([of(empty('json'), ...cells('counter'))]);
    assert.deepEqual(await closing([of(...cells('counter'))]), []);
    assert.deepEqual(await closing([of(...cells('json'))]), [SICK]);
  });

  test('of a target that failed to start: a run of all that it was to be measured in', async () => {
    github.issues = [];
    const profile = { ...of().run.profile, scenarios: ['json', 'counter', 'menus'] } as Run['profile'];
    await run([runOf([broken('javascript/sick')], { profile })]);
    assert.deepEqual(await closing([of(...cells('json'))]), []);
    // It does not serve menus.
    assert.deepEqual(await closing([of(...cells('json', 'counter'))]), [SICK]);
  });

  test('cells that failed while it was open count as well', async () => {
    github.issues = [];
    await run([of(empty('json'), ...cells('counter'))]);
    assert.deepEqual((await run([of(empty('counter'))])).opened, []);
    assert.deepEqual(await closing([of(...cells('json'))]), []);
    assert.deepEqual(await closing([of(...cells('json', 'counter'))]), [SICK]);
    assert.equal(github.issues.length, 1);
  });

  test('nothing that leaves the target out', async () => {
    github.issues = [];
    await run([of(empty('json'))]);
    const leftOut = targetOf('javascript/sick', [], {
      state: { step: 'left-out', reason: 'no Node', next: 'get Node' },
    });
    assert.deepEqual(await closing([runOf([leftOut])]), []);
  });

  test('of a regression: a comparison that finds it faster, not a run that compares nothing', async () => {
    github.issues = [];
    const slower = 'Slower on main: go/gin';
    assert.deepEqual((await run([], [comparisonOf(1.1)])).opened, [slower]);
    const measuredGin = runOf([targetOf('go/gin', cells('json'))]);
    assert.deepEqual(await closing([measuredGin]), [], 'as of the schedule');
    assert.deepEqual(await closing([measuredGin], [comparisonOf(1)]), [], 'as slow as before');
    const failing = comparisonOf(1 / 1.1);
    for (const cell of failing.cells)
      cell.failures = [16, 17].map((round) => ({ round, side: 'head', what: 'it answered 503' }));
    assert.deepEqual(await closing([measuredGin], [failing]), [], 'faster where it does not fail');
    assert.deepEqual(await closing([measuredGin], [comparisonOf(1 / 1.1)]), [slower]);
  });
});

test('a regression on main is trouble; what the machine lacks is none', () => {
  const { troubles } = troublesOf([], [comparisonOf(1.1), comparisonOf(1)]);
  assert.deepEqual(
    troubles.map(({ target, what }) => [target, what.length]),
    [['go/gin', 1]],
  );
  assert.match(troubles[0]?.what[0] ?? '', /json costs \+10 % since bbbbbbb/);
  const leftOut = targetOf('go/x', [], { state: { step: 'left-out', reason: 'no Go', next: 'get Go' } });
  assert.deepEqual(troublesOf([runOf([leftOut])], []).troubles, []);
});

test('an issue of somebody else with the same title is not ours to close', async () => {
  github.issues = [
    {
      number: 500,
      title: 'Trouble on main: javascript/well',
      body: '',
      state: 'open',
      labels: ['target-trouble'],
      user: { login: 'mallory' },
    },
  ];
  assert.deepEqual(await run([runOf([measured('javascript/well')])]), { opened: [], closed: [] });
  assert.equal(github.issues[0]?.state, 'open');
});

describe('a comparison that was planned and is not there', () => {
  const UNCOMPARED = 'Not compared on main: go/gin';
  const GIN = { target: 'go/gin', commit: BASE };
  const gin = runOf([measured('go/gin')]);

  test('is told, until a later one of the target is finished', async () => {
    github.issues = [];
    assert.deepEqual((await run([gin], [], [GIN])).opened, [UNCOMPARED]);
    assert.match(github.issues[0]?.body ?? '', /compare b{12} go\/gin/);
    assert.deepEqual((await run([gin], [])).closed, [], 'the schedule compares nothing');
    assert.deepEqual((await run([gin], [comparisonOf(1)], [GIN])).closed, [UNCOMPARED]);
    assert.deepEqual((await run([gin], [comparisonOf(1)], [{ ...GIN, commit: HEAD }])).opened, [UNCOMPARED]);
  });

  test('is not missed if the target has no new result: the next run compares it with the same commit', () => {
    const unfinished = runOf([measured('go/gin')], { finishedAt: null });
    for (const runs of [[], [unfinished], [runOf([broken('go/gin')])]])
      assert.ok(troublesOf(runs, [], [GIN]).troubles.every(({ kind }) => kind !== 'uncompared'));
  });

  test('is known by the plan, of each of its jobs', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'pitwall-uncompared-'));
    const found = async (since: string, comparison: Comparison | null): Promise<string[]> => {
      github.issues = [];
      const jobs = JSON.stringify({
        include: [
          { name: 'a', since },
          { name: 'b', since: '' },
        ],
      });
      const needs = {
        plan: { result: 'success', outputs: { any: 'true', runs: '1', jobs } },
        measure: { result: 'success' },
        commit: { result: 'success' },
      };
      const folder = mkdtempSync(join(scratch, 'artifacts-'));
      writeArtifact(join(folder, 'results-a'), 'machine', 'aaaaaaa');
      if (comparison !== null) {
        const file = join(folder, 'results-a', resultPath(comparison));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, formatResult(comparison));
      }
      const invocation = invocationIn(made, {
        arguments: [folder],
        options: { needs: JSON.stringify(needs) },
      });
      const environment = { ...github.environment, GITHUB_RUN_ID: '9' };
      assert.equal(await ciAlert.run({ ...invocation, environment }), exitCodes.ok);
      return github.issues.map(({ title }) => title);
    };
    try {
      const planned = `${HEAD}:c/nginx ${BASE}:rust/axum,go/gin`;
      assert.deepEqual(await found(planned, null), [UNCOMPARED]);
      assert.deepEqual(await found(planned, comparisonOf(1, { finishedAt: null })), [UNCOMPARED]);
      assert.deepEqual(await found(planned, comparisonOf(1)), []);
      assert.deepEqual(await found('', null), []);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });
});

describe('jobs that die', () => {
  const needs = (change: Record<string, object> = {}): string =>
    JSON.stringify({
      plan: { result: 'success', outputs: { any: 'true', runs: '3' } },
      measure: { result: 'success', outputs: {} },
      // As act writes it of a job without outputs.
      commit: { result: 'success', outputs: null },
      ...change,
    });

  test('a job that left fewer runs than were planned is trouble, however it ended', () => {
    for (const result of ['failure', 'cancelled', 'success']) {
      const [what = '', ...more] = jobTroubles(readNeeds(needs({ measure: { result } })), 2, '9');
      assert.match(what, new RegExp(`ended with ${result}, and 2 of 3 runs arrived`));
      assert.match(what, /gh workflow run bench\.yml -f unfinished=true/);
      assert.deepEqual(more, []);
    }
  });

  test('a job that failed because a target did is none: the target has an issue of its own', () => {
    assert.deepEqual(jobTroubles(readNeeds(needs({ measure: { result: 'failure' } })), 3, '9'), []);
  });

  test('a plan or a commit that failed is, with the command that continues', () => {
    const planless = needs({
      plan: { result: 'failure', outputs: {} },
      measure: { result: 'skipped' },
      commit: { result: 'skipped' },
    });
    assert.match(jobTroubles(readNeeds(planless), 0, '9').join(), /^The job plan failed/);
    assert.match(
      jobTroubles(readNeeds(needs({ commit: { result: 'failure' } })), 3, '9').join(),
      /gh workflow run bench\.yml -f artifacts=9$/,
    );
  });

  test('so is a rescue that failed, and a search for what there is to rescue', () => {
    const found = { result: 'success', outputs: { run: '4' } };
    const of = (change: Record<string, object>): string =>
      jobTroubles(readNeeds(needs(change)), 3, '9').join('\n');
    assert.equal(of({ find: found, rescue: { result: 'success' } }), '');
    assert.match(of({ find: found, rescue: { result: 'failure' } }), /^The job rescue failed.* artifacts=4$/);
    const asked = { find: { result: 'skipped' }, rescue: { result: 'failure' } };
    assert.match(of(asked), /^The job rescue failed.* artifacts=RUN_ID$/);
    assert.match(of({ find: { result: 'failure' }, rescue: { result: 'skipped' } }), /^The job find failed/);
  });

  test('runs that did not arrive keep the issue open until they do, of their profile and runner', async () => {
    github.issues = [];
    const scratch = mkdtempSync(join(tmpdir(), 'pitwall-lost-runs-'));
    const open = async (job: Record<string, string>, ...arrived: string[]): Promise<string[]> => {
      const folder = mkdtempSync(join(scratch, 'artifacts-'));
      for (const [index, name] of arrived.entries())
        writeArtifact(join(folder, 'results-x'), 'machine', `${index}`.repeat(7), {
          run: { profile: { ...roundsProfile, name } },
        });
      const jobs = JSON.stringify({ include: [{ targets: 'go/gin', ...job }] });
      const runs = String((job.profiles ?? 'resumed').split(' ').length);
      const options = { needs: needs({ plan: { result: 'success', outputs: { any: 'true', runs, jobs } } }) };
      const invocation = invocationIn(made, { arguments: [folder], options });
      const environment = { ...github.environment, GITHUB_RUN_ID: '9' };
      assert.equal(await ciAlert.run({ ...invocation, environment }), exitCodes.ok);
      return github.issues.filter(({ state }) => state === 'open').map(({ title }) => title);
    };
    const [ours, other] = ['pitwall-b.1', 'pitwall-a'];
    const both = 'standard full';
    const title = 'Trouble on main: the workflow bench';
    try {
      assert.deepEqual(await open({ runner: ours, profiles: both }), [title]);
      assert.deepEqual(
        await open({ runner: ours, profiles: 'full' }, 'full'),
        [title],
        'standard is lacking',
      );
      assert.deepEqual(await open({ runner: other, profiles: both }, 'standard', 'full'), [title]);
      assert.deepEqual(await open({ runner: ours, profiles: both }, 'standard', 'full'), []);

      assert.deepEqual(await open({ runner: ours, resume: 'runs/machine/2026/x' }), [title]);
      assert.deepEqual(await open({ runner: other, profiles: 'full' }, 'full'), [title]);
      assert.deepEqual(await open({ runner: ours, profiles: 'full' }, 'full'), []);
      assert.equal(github.issues.length, 2);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });

  describe('a job that was cancelled', () => {
    const TIME_IS_UP = 'The job has exceeded the maximum execution time of 10m0s';
    const BY_PERSON = 'The run was canceled by @keeper.';
    const SUPERSEDED = "Canceling since a higher priority waiting request for 'bench-push' exists";
    const cancelled = { result: 'cancelled', outputs: {} };
    const skipped = { result: 'skipped' };
    const planless = needs({ plan: cancelled, measure: skipped, commit: skipped });
    /** The bodies of open issues after jobs ended as cancelled, with what GitHub says beside each. */
    const alert = async (said: string[][] | null, text: string, workflow = 'bench') => {
      const jobs = [...(said ?? []).keys()].map((id) => ({
        id: id + 70,
        name: 'job',
        conclusion: 'cancelled',
      }));
      github.jobs = { 9: [{ id: 60, name: 'find', conclusion: 'success' }, ...jobs] };
      github.annotations = Object.fromEntries((said ?? []).map((words, id) => [id + 70, words]));
      const options = { needs: text, workflow };
      const invocation = invocationIn(made, { arguments: ['no-such-folder'], options });
      const environment = { ...github.environment, GITHUB_RUN_ID: '9' };
      assert.equal(await ciAlert.run({ ...invocation, environment }), exitCodes.ok);
      return github.issues.filter(({ state }) => state === 'open').map(({ body }) => body);
    };

    test('is trouble if it ran out of time, whichever it was', async () => {
      const commitless = needs({ plan: { result: 'success', outputs: { runs: '0' } }, commit: cancelled });
      const cases: [string, RegExp][] = [
        [planless, /The job plan was cancelled or ran out of time, so nothing was measured/],
        [commitless, /The job commit was cancelled or ran out of time: see its log/],
        [needs({ measure: cancelled }), /The job measure ended with cancelled, and 0 of 3 runs arrived/],
      ];
      for (const [text, expected] of cases) {
        github.issues = [];
        assert.match((await alert([[TIME_IS_UP, 'The operation was canceled.']], text)).join(), expected);
      }
      github.issues = [];
      const weekly = JSON.stringify({ measure: cancelled, commit: { result: 'success' } });
      assert.equal((await alert([[TIME_IS_UP]], weekly, 'releases')).length, 1);
    });

    test('is none if a person or a newer run cancelled it, and closes no issue', async () => {
      for (const words of [[BY_PERSON], [SUPERSEDED]]) {
        github.issues = [];
        assert.deepEqual(await alert([words, []], needs({ measure: cancelled })), []);
      }
      const failed = needs({ measure: cancelled, commit: { result: 'failure' } });
      assert.match((await alert([[BY_PERSON]], failed)).join(), /^- The job commit failed/, 'that besides');
      assert.equal((await alert([[BY_PERSON]], planless)).length, 1, 'it does not show that all is well');
    });

    test('is trouble if GitHub does not say who cancelled it, or another ran out of time', async () => {
      for (const said of [null, [], [['The operation was canceled.']], [[BY_PERSON], [TIME_IS_UP]]]) {
        github.issues = [];
        assert.equal((await alert(said, planless)).length, 1, JSON.stringify(said));
      }
    });
  });

  test('one issue for the workflow, closed when it runs through', async () => {
    github.issues = [];
    const alert = async (text: string): Promise<void> => {
      const invocation = invocationIn(made, { arguments: ['no-such-folder'], options: { needs: text } });
      const environment = { ...github.environment, GITHUB_RUN_ID: '9' };
      assert.equal(await ciAlert.run({ ...invocation, environment }), exitCodes.ok);
    };
    await alert(needs());
    await alert(needs({ measure: { result: 'failure' } }));
    assert.deepEqual(
      github.issues.map(({ title, state }) => [title, state]),
      [['Trouble on main: the workflow bench', 'open']],
    );
    await alert(needs({ plan: { result: 'success', outputs: { runs: '0' } } }));
    assert.equal(github.issues[0]?.state, 'closed');
  });

  test('where issues are switched off, the summary says it, and the job does not fail', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitwall-alert-'));
    const summary = join(folder, 'summary');
    github.hasIssues = false;
    try {
      const text = needs({ measure: { result: 'failure' }, plan: { result: 'failure', outputs: {} } });
      const invocation = invocationIn(made, { arguments: ['no-such-folder'], options: { needs: text } });
      const environment = { ...github.environment, GITHUB_RUN_ID: '9', GITHUB_STEP_SUMMARY: summary };
      assert.equal(await ciAlert.run({ ...invocation, environment }), exitCodes.ok);
      assert.match(invocation.output(), /Found: Trouble on main: the workflow bench/);
      assert.match(invocation.progress(), /gh repo edit pitwall\/pitwall --enable-issues/);
      const said = readFileSync(summary, 'utf8');
      assert.match(said, /### Trouble on main: the workflow bench\n\n- The job plan failed/);
      assert.doesNotMatch(said, /notified only once/);
    } finally {
      github.hasIssues = true;
      rmSync(folder, { recursive: true });
    }
  });

  test('of releases, what failed is trouble, with the command that continues', () => {
    const of = (measure: string, commit: string): string =>
      releaseJobTroubles(
        readNeeds(JSON.stringify({ measure: { result: measure }, commit: { result: commit } })),
        '9',
      ).join();
    assert.match(of('failure', 'success'), /^The job measure failed.* gh workflow run releases\.yml$/);
    assert.match(
      of('success', 'failure'),
      /^The job commit failed.* gh workflow run bench\.yml -f artifacts=9$/,
    );
    assert.match(of('cancelled', 'success'), /^The job measure was cancelled or ran out of time/);
    for (const ended of ['success', 'skipped']) assert.equal(of(ended, 'success'), '');
  });

  test('releases have an issue of their own, which bench does not close', async () => {
    github.issues = [];
    const alert = async (workflow: string, commit: string): Promise<void> => {
      const text = JSON.stringify({ measure: { result: 'success' }, commit: { result: commit } });
      const options = { needs: text, workflow };
      const invocation = invocationIn(made, { arguments: ['no-such-folder'], options });
      const environment = { ...github.environment, GITHUB_RUN_ID: '9' };
      assert.equal(await ciAlert.run({ ...invocation, environment }), exitCodes.ok);
    };
    await alert('releases', 'failure');
    await alert('bench', 'success');
    assert.deepEqual(
      github.issues.map(({ title, state }) => [title, state]),
      [['Trouble on main: the workflow releases', 'open']],
    );
    await alert('releases', 'success');
    assert.equal(github.issues[0]?.state, 'closed');
    await refusalOf(() => alert('pages', 'success'));
  });

  test('what is no list of jobs is refused', async () => {
    await refusalOf(() => readNeeds('{"plan":{"result":"excellent"}}'));
  });
});
