import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTargets } from '../../src/catalog/targets.ts';
import { alertMaintainers, troublesOf } from '../../src/ci/alert.ts';
import { githubOf } from '../../src/ci/github/github.ts';
import type { RunResult } from '../../src/results/read-results.ts';
import { makeRepository } from '../measure/support/repository.ts';
import { runOf, targetOf, throughputCell } from '../publish/small-results.ts';
import { comparisonOf } from './support/comparison.ts';
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

const measured = (target: string) => targetOf(target, [throughputCell([1, 1, 1])]);
const broken = (target: string) =>
  targetOf(target, [], { state: { step: 'verify', reason: 'json/body: @everyone <b>', next: 'mend it' } });
const run = (runs: RunResult[], comparisons = [] as ReturnType<typeof comparisonOf>[]) =>
  alertMaintainers(
    githubOf(github.environment, new AbortController().signal),
    troublesOf(runs, comparisons),
    readTargets(made.repository),
    'https://github.com/pitwall/pitwall/actions/runs/9',
  );

test('maintainers are called once, and the issue is closed when the target is well again', async () => {
  const bad = [runOf([measured('javascript/well'), broken('javascript/sick')])];
  assert.deepEqual(await run(bad), { opened: ['javascript/sick'], closed: [] });
  const [issue] = github.issues;
  assert.equal(issue?.title, 'Trouble on main: javascript/sick');
  assert.match(issue?.body ?? '', /@nurse @doctor/);
  assert.doesNotMatch(issue?.body ?? '', /@everyone|<b>|@keeper/);

  assert.deepEqual(await run(bad), { opened: [], closed: [] });
  assert.equal(github.issues.length, 1);

  assert.deepEqual(await run([runOf([measured('javascript/sick')])]), {
    opened: [],
    closed: ['javascript/sick'],
  });
  assert.equal(github.issues[0]?.state, 'closed');
  assert.deepEqual((await run(bad)).opened, ['javascript/sick']);
});

test('a regression on main is trouble; what the machine lacks is none', () => {
  const { troubles } = troublesOf([], [comparisonOf(1.1), comparisonOf(1)]);
  assert.deepEqual(
    troubles.map(({ target, what }) => [target, what.length]),
    [['go/gin', 1]],
  );
  assert.match(troubles[0]?.what[0] ?? '', /json costs \+10\.0 % since bbbbbbb/);
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
