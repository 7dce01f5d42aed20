import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Expected } from '../../src/ci/gate/expected.ts';
import { githubOf } from '../../src/ci/github/github.ts';
import { CHECK_NAME, publishReport } from '../../src/ci/publish-report.ts';
import { ARTIFACT_FILE, type Report } from '../../src/ci/report.ts';
import type { ComparedCell, Comparison } from '../../src/model/index.ts';
import { BASE, COMPARISON_ARTIFACT, comparisonOf, HEAD } from './support/comparison.ts';
import { mayMerge } from './support/fake-gate.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';
import { zipOf } from './support/zip.ts';

/** What is not measured is not passed, and is named: no server gains by dying, or by serving less. */

let github: FakeGitHub;
beforeEach(async () => {
  github = await startFakeGitHub();
  github.pulls = { 7: { head: HEAD, base: BASE, state: 'open' } };
});
afterEach(() => github.close());

const expected: Expected = { base: BASE, partial: false, cells: ['go/gin json'], missing: [], common: [] };
const body = (): string => github.comments[0]?.body ?? '';

async function report(
  comparison: Comparison | null,
  change: Partial<Expected> = {},
  results: Partial<Record<'plan' | 'approve' | 'duet', 'success' | 'failure' | 'skipped'>> = {},
): Promise<Report | null> {
  if (comparison) {
    const archive = zipOf({ name: ARTIFACT_FILE, content: JSON.stringify(comparison) });
    github.artifacts[5] = [{ name: COMPARISON_ARTIFACT, archive }];
  }
  return publishReport(githubOf(github.environment, new AbortController().signal), {
    run: { id: 5, number: 7, commit: HEAD, partial: false },
    jobs: { plan: 'success', approve: 'success', duet: 'success', ...results },
    artifact: COMPARISON_ARTIFACT,
    expected: { ...expected, ...change },
    limitMinutes: 240,
  });
}

/** A comparison whose cell keeps the pairs that `keep` names, and has these failures. */
function comparisonWith(
  keep: (index: number) => boolean,
  failures: ComparedCell['failures'] = [],
  ratio = 1,
): Comparison {
  const comparison = comparisonOf(ratio);
  const [cell] = comparison.cells;
  assert.ok(cell);
  const { rounds } = cell;
  for (const [name, values] of Object.entries(rounds))
    Object.assign(rounds, { [name]: (values as unknown[]).filter((_, index) => keep(index)) });
  cell.failures.push(...failures);
  return comparison;
}

const deaths = (first: number): ComparedCell['failures'] =>
  [first, first + 1].map((round) => ({ round, side: 'head', what: 'the server ended' }));

describe('what head could gain by not being measured', () => {
  const cases: [string, () => Comparison, RegExp][] = [
    [
      'one pair, then head dies whenever it is started',
      () => comparisonWith((index) => index === 0, deaths(1)),
      /go\/gin json: 1 of 8 pairs can be judged; last failure of head: the server ended/,
    ],
    [
      'head costs half as much again, gives two pairs, then dies',
      () => comparisonWith((index) => index < 2, deaths(2), 1.5),
      /2 of 8 pairs can be judged/,
    ],
    [
      'a cell that is given up after its pairs',
      () => comparisonWith((index) => index < 8, deaths(8)),
      /last failure of head/,
    ],
    [
      'every value of head is null',
      () => {
        const comparison = comparisonOf(1);
        for (const { rounds } of comparison.cells) rounds.head = rounds.head.map(() => null);
        return comparison;
      },
      /0 of 8 pairs can be judged/,
    ],
    [
      'fewer pairs with a value than the first look takes',
      () => {
        const comparison = comparisonOf(1);
        for (const { rounds } of comparison.cells)
          rounds.head = rounds.head.map((value, index) => (index < 5 ? null : value));
        return comparison;
      },
      /3 of 8 pairs can be judged/,
    ],
    [
      'a regression whose second measurement head does not live to see',
      () => comparisonWith((index) => index < 8, [], 1.1),
      /0 of 8 pairs of its second measurement can be judged/,
    ],
    [
      'head answers with errors now and then, and no pair of those is judged',
      () => {
        const comparison = comparisonOf(1);
        for (const { rounds, failures } of comparison.cells) {
          rounds.round = rounds.round.map((round) => round * 2);
          for (const round of [1, 5, 9])
            failures.push({ round, side: 'head', what: '3 responses were errors' });
        }
        return comparison;
      },
      /head failed in 3 pairs more than base, beside 16 that can be judged; last failure of head: 3 responses/,
    ],
    ['no cell at all', () => comparisonOf(1, { cells: [] }), /go\/gin json: not in the comparison/],
  ];
  for (const [what, comparison, named] of cases) {
    test(what, async () => {
      const found = await report(comparison());
      assert.equal(found?.conclusion, 'failure', found?.markdown);
      assert.equal(found?.title, 'Could not be measured');
      assert.equal(mayMerge(github, 7, CHECK_NAME), false);
      assert.match(body(), /Not measured, so not passed/);
      assert.match(body(), named);
      assert.doesNotMatch(body(), /No regression proven in/);
    });
  }

  test('an empty comparison is called one, in a whole sentence', async () => {
    const found = await report(comparisonOf(1, { cells: [] }), { cells: [] });
    assert.equal(found?.conclusion, 'failure');
    assert.match(body(), /\*\*Nothing was compared\.\*\*/);
  });

  test('a variant that is in the plan and not in the comparison', async () => {
    const found = await report(comparisonOf(1), { cells: ['go/gin json', 'go/gin:gorm json'] });
    assert.equal(found?.conclusion, 'failure');
    assert.match(body(), /go\/gin:gorm json: not in the comparison/);
  });

  test('what head no longer serves is named, with a comparison and without', async () => {
    const missing = [{ what: 'go/gin menus', why: 'head does not serve this scenario' }];
    assert.equal((await report(comparisonOf(1), { missing }))?.conclusion, 'failure');
    assert.match(body(), /go\/gin menus: head does not serve/);
    github.artifacts = {};
    const found = await report(null, { missing, cells: [] }, { approve: 'skipped', duet: 'skipped' });
    assert.deepEqual([found?.conclusion, found?.title], ['failure', 'Could not be measured']);
    assert.match(body(), /go\/gin menus: head does not serve/);
  });

  test('a run that succeeds without a comparison of what was planned', async () => {
    const found = await report(null);
    assert.equal(found?.conclusion, 'failure');
    assert.match(body(), /go\/gin json: not measured/);
  });

  test('a plan that failed', async () => {
    const found = await publishReport(githubOf(github.environment, new AbortController().signal), {
      run: { id: 5, number: 7, commit: HEAD, partial: false },
      jobs: { plan: 'failure', approve: 'skipped', duet: 'skipped' },
      artifact: '',
      expected: null,
      limitMinutes: null,
    });
    assert.equal(found?.conclusion, 'failure');
    assert.match(body(), /The plan of the measurement failed/);
  });

  test('a plan for which nobody would have to approve', async () => {
    const found = await report(null, {}, { plan: 'failure', approve: 'skipped', duet: 'skipped' });
    assert.equal(found?.conclusion, 'failure');
    assert.match(body(), /the plan failed; its log says why/);
    assert.match(body(), /go\/gin json: not measured/);
  });

  test('a measurement that nobody approved', async () => {
    const found = await report(null, {}, { approve: 'failure', duet: 'skipped' });
    assert.equal(found?.conclusion, 'failure');
    assert.match(body(), /Nobody approved/);
  });
});

test('what was measured to its end passes', async () => {
  assert.equal((await report(comparisonOf(1)))?.conclusion, 'success');
  assert.equal(mayMerge(github, 7, CHECK_NAME), true);
  assert.doesNotMatch(body(), /Not measured/);
});

describe('whose commit gets the check', () => {
  test('a commit of another pull request: nothing is written', async () => {
    github.pulls[7] = { head: BASE, base: BASE, state: 'open' };
    assert.equal(await report(comparisonOf(1)), null);
    assert.deepEqual([github.checks, github.comments], [[], []]);
  });

  test('an earlier commit of it is found among more than a page holds', async () => {
    github.pulls[7] = { head: BASE, base: BASE, state: 'open' };
    github.pullCommits[7] = [...Array.from({ length: 150 }, () => BASE), HEAD];
    assert.equal((await report(comparisonOf(1)))?.conclusion, 'success');
  });

  test('a pull request that turned to another branch passes nothing', async () => {
    const turned = { head: HEAD, base: BASE, state: 'open' } as const;
    github.pulls[7] = { ...turned, baseRef: 'old' };
    const found = await report(comparisonOf(1));
    assert.equal(found?.conclusion, 'cancelled');
    github.pulls[7] = turned;
    assert.equal(mayMerge(github, 7, CHECK_NAME), false, 'nor when it turns to main again');
    assert.match(body(), /is now for old/);
  });

  test('a part that a comment asked for fails the commit, and never passes it', async () => {
    await report(comparisonOf(1), { partial: true });
    assert.equal(mayMerge(github, 7, CHECK_NAME), false);
    assert.match(body(), /a part of the pull request/);
    await report(comparisonOf(1));
    await report(comparisonOf(1), { partial: true });
    assert.equal(mayMerge(github, 7, CHECK_NAME), true, 'the whole has passed before');
    await report(comparisonOf(1.1), { partial: true });
    assert.equal(mayMerge(github, 7, CHECK_NAME), false);
  });

  test('a part whose plan failed undoes nothing that has passed', async () => {
    await report(comparisonOf(1));
    await publishReport(githubOf(github.environment, new AbortController().signal), {
      run: { id: 6, number: 7, commit: HEAD, partial: true },
      jobs: { plan: 'failure', approve: 'skipped', duet: 'skipped' },
      artifact: '',
      expected: null,
      limitMinutes: null,
    });
    assert.equal(mayMerge(github, 7, CHECK_NAME), true);
  });

  test('a part of an older commit does not replace the newest verdict, unless it regressed', async () => {
    await report(comparisonOf(1));
    const verdict = body();
    github.pulls[7] = { head: BASE, base: BASE, state: 'open' };
    github.pullCommits[7] = [HEAD, BASE];
    await report(comparisonOf(1), { partial: true });
    assert.equal(body(), verdict);
    await report(comparisonOf(1.1), { partial: true });
    assert.match(body(), /has moved on since/);
  });
});

describe("GitHub's limits are of bytes", () => {
  test('a report of many failures in Chinese still gets its check and its comment', async () => {
    const what = '服务器意外退出🚀'.repeat(200);
    const comparison = comparisonWith(
      () => false,
      deaths(0).map((failure) => ({ ...failure, what })),
    );
    comparison.cells = Array.from({ length: 60 }, () => comparison.cells).flat();
    const found = await report(comparison);
    assert.ok(Buffer.byteLength(found?.markdown ?? '') > 65_535, 'the test is about long reports');
    const summary = github.checks[0]?.output.summary ?? '';
    assert.ok(Buffer.byteLength(summary) <= 65_535 && summary.length > 10_000);
    assert.ok(summary.isWellFormed());
    assert.equal(github.comments.length, 1);
    assert.ok(body().isWellFormed());
    assert.match(summary, /The rest is too long/);
  });
});
