import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { githubOf } from '../../src/ci/github/github.ts';
import { publishReport } from '../../src/ci/publish-report.ts';
import { ARTIFACT_FILE } from '../../src/ci/report.ts';
import { BASE, COMPARISON_ARTIFACT, comparisonOf, HEAD } from './support/comparison.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';
import { zipOf } from './support/zip.ts';

/** Artifacts of an approved author, each of which once ended the report with a stack, or passed. */

let github: FakeGitHub;
beforeEach(async () => {
  github = await startFakeGitHub();
  github.pulls = { 7: { head: HEAD, base: BASE, state: 'open' } };
});
afterEach(() => github.close());

const right = comparisonOf(1);
const [cell] = right.cells;
assert.ok(cell);
const withRounds = (change: object) => ({
  ...right,
  cells: [{ ...cell, rounds: { ...cell.rounds, ...change } }],
});

const hostile: [string, string][] = [
  [
    'ratios that no number holds',
    JSON.stringify(
      withRounds({ base: cell.rounds.base.map(() => 1e-308), head: cell.rounds.head.map(() => 1e308) }),
    ),
  ],
  ['a machine of half a megabyte', JSON.stringify({ ...right, machine: 'm'.repeat(500_000) })],
  ['a pair of sides that is not there', JSON.stringify({ ...right, cells: [{ ...cell, pair: 99 }] })],
  [
    'a clock of the future',
    JSON.stringify({ ...right, startedAt: '2099-01-01T00:00:00.000Z', finishedAt: null }),
  ],
  ['a pair twice', JSON.stringify(withRounds({ round: cell.rounds.round.map(() => 0) }))],
  ['a hundred thousand levels', `{"schemaVersion":1,"cells":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  [
    'a minimum effect for a prototype',
    JSON.stringify(right).replace('"minimumEffects":{', '"minimumEffects":{"__proto__":{"a":1},'),
  ],
  ['an unknown key that forges a command', JSON.stringify({ ...right, '\u001b[2J\n::error::forged': 1 })],
];
for (const [name, content] of hostile) {
  test(`${name}: one comment and a check that fails, in plain text`, async () => {
    github.artifacts[5] = [{ name: COMPARISON_ARTIFACT, archive: zipOf({ name: ARTIFACT_FILE, content }) }];
    const { signal } = new AbortController();
    const report = await publishReport(githubOf(github.environment, signal), {
      run: { id: 5, number: 7, commit: HEAD, partial: false },
      jobs: { plan: 'success', approve: 'success', duet: 'success' },
      artifact: COMPARISON_ARTIFACT,
      expected: { base: BASE, partial: false, cells: ['go/gin json'], missing: [], common: [] },
      limitMinutes: 240,
    });
    assert.ok(report);
    assert.equal(report.title, 'The artifact cannot be used');
    assert.equal(report.conclusion, 'failure');
    assert.deepEqual([github.comments.length, github.checks.length], [1, 1]);
    const { body } = github.comments[0] ?? { body: '' };
    assert.doesNotMatch(body, /\p{Cc}(?<!\n)/u);
    assert.doesNotMatch(body, /^::/m);
    assert.ok(body.length < 4_000, `${body.length} characters`);
  });
}
