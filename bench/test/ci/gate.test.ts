import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readBenchRun } from '../../src/ci/gate/bench-run.ts';
import { costOf, costSentence, type Jobs, jobsOf } from '../../src/ci/gate/cost.ts';
import { type Expected, expectedOf, readExpected } from '../../src/ci/gate/expected.ts';
import { requireReviewers } from '../../src/ci/gate/reviewers.ts';
import { apiOf, githubOf } from '../../src/ci/github/github.ts';
import { settingsReader } from '../../src/ci/settings/read.ts';
import type { SideSpec } from '../../src/measure/duet/side-spec.ts';
import { scenarioOf } from '../../src/model/index.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { comparisonOf } from './support/comparison.ts';
import { readEventFixture } from './support/events.ts';
import { REVIEWED } from './support/fake-gate.ts';
import { type FakeGitHub, REPOSITORY, startFakeGitHub } from './support/fake-github.ts';

const HEAD = 'a'.repeat(40);
const folder = mkdtempSync(join(tmpdir(), 'pitwall-gate-'));
const signal = new AbortController().signal;
let github: FakeGitHub;
before(async () => {
  github = await startFakeGitHub();
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await github.close();
});

describe('whose result counts', () => {
  const file = join(folder, 'event.json');
  const environment = {
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/pr-bench.yml@refs/heads/main`,
    GITHUB_EVENT_NAME: 'pull_request_target',
    GITHUB_RUN_ID: '12',
    GITHUB_EVENT_PATH: file,
  };
  const readWith = (event: object, change: Record<string, string> = {}) => {
    writeFileSync(file, JSON.stringify(event));
    return readBenchRun({ ...environment, ...change });
  };
  const pull = readEventFixture('pull-request-from-fork') as { pull_request: { base: object } };

  test("main's pr-bench, for the pull request and the commit of GitHub's event", () => {
    assert.deepEqual(readWith(pull), { id: 12, number: 7, commit: HEAD, partial: false });
    const asked = {
      inputs: { pull_request: '7', head: HEAD, target: '', scenario: '' },
    };
    assert.deepEqual(readWith(asked, { GITHUB_EVENT_NAME: 'workflow_dispatch' }), {
      id: 12,
      number: 7,
      commit: HEAD,
      partial: false,
    });
    for (const change of [{ scenario: 'menus' }, { pairs: '200' }]) {
      const part = { inputs: { ...asked.inputs, ...change } };
      assert.equal(readWith(part, { GITHUB_EVENT_NAME: 'workflow_dispatch' }).partial, true);
    }
  });

  const foreign: [string, Record<string, string>][] = [
    [
      'a workflow of a fork that is called pr-bench',
      { GITHUB_WORKFLOW_REF: `mallory/pitwall/.github/workflows/pr-bench.yml@refs/heads/main` },
    ],
    [
      'another file of that name',
      { GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/x.yml@refs/heads/main` },
    ],
    [
      'the file of a pull request',
      { GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/pr-bench.yml@refs/pull/7/merge` },
    ],
    [
      'the file of another branch',
      { GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/pr-bench.yml@refs/heads/main2` },
    ],
    ['another event', { GITHUB_EVENT_NAME: 'pull_request' }],
    ['the end of another workflow', { GITHUB_EVENT_NAME: 'workflow_run' }],
  ];
  for (const [what, change] of foreign) {
    test(`${what} reports nothing`, async () => {
      await refusalOf(() => readWith(pull, change));
    });
  }

  test('a pull request for another branch, or inputs that are none, report nothing', async () => {
    const base = { ...pull.pull_request.base, ref: 'old' };
    await refusalOf(() => readWith({ ...pull, pull_request: { ...pull.pull_request, base } }));
    for (const inputs of [
      { pull_request: '0x7', head: HEAD },
      { pull_request: '7', head: 'main' },
      { pull_request: '7 ', head: HEAD },
    ])
      await refusalOf(() => readWith({ inputs }, { GITHUB_EVENT_NAME: 'workflow_dispatch' }));
  });
});

describe('who approves what runs on the pinned runner', () => {
  const [required = assert.fail()] = REVIEWED.protection_rules;
  const guard = () =>
    requireReviewers(
      settingsReader(apiOf(github.environment), 'a-token', signal),
      REPOSITORY,
      'pinned-runner',
    );

  test('an environment with required reviewers', async () => {
    github.environments['pinned-runner'] = { protection_rules: [{ type: 'branch_policy' }, required] };
    await guard();
  });

  const cases: [string, FakeGitHub['environments'], RegExp][] = [
    ['no environment: GitHub would make one without rules', {}, /no such environment/],
    ['no rules', { 'pinned-runner': { protection_rules: [] } }, /no rules/],
    ['a timer alone', { 'pinned-runner': { protection_rules: [{ type: 'wait_timer' }] } }, /only wait_timer/],
    [
      'a rule without anybody in it',
      { 'pinned-runner': { protection_rules: [{ ...required, reviewers: [] }] } },
      /only required_reviewers/,
    ],
    ['rules of another environment', { 'pinned-runner-asked': { protection_rules: [required] } }, /no such/],
  ];
  for (const [what, environments, seen] of cases) {
    test(`${what}: an error with what to do`, async () => {
      github.environments = environments;
      const refusal = await refusalOf(guard);
      assert.match(refusal.seen, seen);
      assert.match(refusal.next, /gh api -X PUT repos\/pitwall\/pitwall\/environments\/pinned-runner/);
    });
  }
});

describe('what a pull request costs', () => {
  const at = (time: string): string => `2026-11-21T${time}Z`;
  const jobs: Jobs = [
    { name: 'plan', started_at: at('10:00:00'), completed_at: at('10:01:00') },
    {
      name: 'approve',
      // When it was queued, not when it ran.
      started_at: at('10:01:00'),
      completed_at: at('10:05:10'),
      steps: [{ name: 'Set up job', started_at: at('10:05:00'), completed_at: at('10:05:05') }],
    },
    {
      name: 'duet',
      started_at: at('10:05:10'),
      completed_at: at('10:40:00'),
      steps: [
        { name: 'Set up job', started_at: at('10:07:10'), completed_at: at('10:07:20') },
        { name: 'Compare base and head', started_at: at('10:08:00'), completed_at: at('10:35:00') },
      ],
    },
  ];

  test('minutes of waiting, building and measuring, and the bound', async () => {
    github.jobs[5] = jobs;
    const found = costOf(await jobsOf(githubOf(github.environment, signal), 5), comparisonOf(1));
    assert.deepEqual(found, { approval: 240, queue: 120, build: 420, measure: 1_200 });
    assert.equal(
      costSentence(found, 240),
      'Time: 4 minutes waiting for approval, 2 minutes waiting for the machine, 7 minutes building, 20 minutes measuring (at most 240 on the machine).',
    );
  });

  test('without a comparison all of it is building; the artifact claims no time that the step did not have', () => {
    assert.deepEqual(costOf(jobs, null), { approval: 240, queue: 120, build: 1_620, measure: null });
    const early = comparisonOf(1, { startedAt: '2020-01-01T00:00:00.000Z' });
    const late = comparisonOf(1, { startedAt: '2099-01-01T00:00:00.000Z' });
    assert.deepEqual([costOf(jobs, early).build, costOf(jobs, early).measure], [0, 1_620]);
    assert.deepEqual([costOf(jobs, late).build, costOf(jobs, late).measure], [1_620, 0]);
  });

  test('what GitHub does not say is left out', () => {
    const unknown = costOf([], comparisonOf(1));
    assert.deepEqual(unknown, { approval: null, queue: null, build: null, measure: null });
    assert.equal(costSentence(unknown, 240), '');
  });
});

describe('what the plan hands to the report', () => {
  const expected: Expected = {
    base: 'b'.repeat(40),
    partial: false,
    cells: ['go/gin json', 'go/gin:gorm menus'],
    missing: [{ what: 'go/gin', why: '`$(id)` "quoted"\n' }],
    common: ['compose.yaml'],
  };
  test('is read as it was written, in one line', () => {
    const text = JSON.stringify(expected);
    assert.doesNotMatch(text, /[\r\n]/);
    assert.deepEqual(readExpected(text), expected);
    assert.equal(readExpected(''), null);
    const { common: _, ...older } = expected;
    assert.deepEqual(readExpected(JSON.stringify(older))?.common, [], 'main got the list in the meantime');
  });

  test('is not anything else', () => {
    const refused: [wrong: object, key: RegExp][] = [
      [{ ...expected, cells: ['../.. json'] }, /"cells"/],
      [{ ...expected, base: 'main' }, /"base"/],
      [{ cells: [] }, /"base"/],
    ];
    for (const [wrong, key] of refused) assert.throws(() => readExpected(JSON.stringify(wrong)), key);
    assert.throws(() => readExpected('{'), SyntaxError);
  });

  test('fits the environment of a step, and what head lacks is cut', async () => {
    const missing = Array.from({ length: 900 }, () => ({ what: 'go/gin', why: '🚀'.repeat(400) }));
    const common = Array.from({ length: 900 }, () => `targets/shared/\u202e${'🚀'.repeat(400)}`);
    const found = expectedOf(expected.base, false, { pairs: [], missing, added: [] }, common);
    assert.doesNotMatch(found.common.join(''), /\u202e/);
    assert.ok(Buffer.byteLength(JSON.stringify(found)) < 128 * 1024);
    assert.deepEqual(readExpected(JSON.stringify(found)), found);
    const spec = { targetVariant: { target: { id: 'go/gin' }, variant: { id: 'x'.repeat(60) } } } as SideSpec;
    const pairs = Array.from({ length: 2_000 }, () => ({
      base: spec,
      head: spec,
      scenarios: [scenarioOf('json')],
    }));
    const refusal = await refusalOf(() =>
      expectedOf(expected.base, false, { pairs, missing: [], added: [] }, []),
    );
    assert.match(refusal.next, /Divide/);
  });
});
