import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Expected } from '../../src/ci/gate/expected.ts';
import { githubOf } from '../../src/ci/github/github.ts';
import { MARK, writeStatus } from '../../src/ci/github/one-comment.ts';
import { CHECK_NAME, publishReport } from '../../src/ci/publish-report.ts';
import { ARTIFACT_FILE, comparisonIn, type JobResults, MAX_ARTIFACT_BYTES } from '../../src/ci/report.ts';
import type { Comparison } from '../../src/model/index.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { BASE, COMPARISON_ARTIFACT, comparisonOf, HEAD } from './support/comparison.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';
import { type ZipFileParts, zipOf } from './support/zip.ts';

let github: FakeGitHub;
const signal = new AbortController().signal;
const OLDER = 'c'.repeat(40);
const all: Expected = { base: BASE, partial: false, cells: ['go/gin json'], missing: [], common: [] };
const nothing: Expected = { ...all, cells: [] };
const ended = (jobs: Partial<JobResults>): JobResults => ({
  plan: 'success',
  approve: 'success',
  duet: 'success',
  ...jobs,
});

async function publish(
  jobs: Partial<JobResults> = {},
  expected: Expected | null = all,
  name = COMPARISON_ARTIFACT,
) {
  const run = { id: 5, number: 7, commit: HEAD, partial: false };
  const planned = { run, jobs: ended(jobs), artifact: name, expected, limitMinutes: 240 };
  const report = await publishReport(githubOf(github.environment, signal), planned);
  assert.ok(report);
  return report;
}
const artifact = (...files: ZipFileParts[]): void => {
  github.artifacts[5] = [{ name: COMPARISON_ARTIFACT, archive: zipOf(...files) }];
};
const packed = (comparison: unknown): ZipFileParts => ({
  name: ARTIFACT_FILE,
  content: JSON.stringify(comparison),
});

beforeEach(async () => {
  github = await startFakeGitHub();
  github.pulls = { 7: { head: HEAD, base: BASE, state: 'open' } };
});
afterEach(() => github.close());

describe('the report of a finished measurement', () => {
  test('a regression: one comment with table and detectable effect, and a check that fails', async () => {
    artifact(packed(comparisonOf(1.1)));
    const report = await publish({ duet: 'failure' });
    assert.equal(report.conclusion, 'failure');
    assert.equal(github.comments.length, 1);
    const { body } = github.comments[0] ?? { body: '' };
    assert.ok(body.startsWith(MARK));
    assert.match(body, /1 of 1 cell regressed/);
    assert.match(body, /\| json \|.*\| \+10 % \|.*\*\*regressed\*\*/);
    assert.match(body, /Minimum detectable effect: \d/);
    assert.match(body, new RegExp(`/compare/${BASE}\\.\\.\\.${HEAD}`));
    const [check] = github.checks;
    assert.deepEqual([check?.name, check?.head_sha, check?.conclusion], [CHECK_NAME, HEAD, 'failure']);
  });

  test('no regression: the check passes, and the comment that is there says so', async () => {
    artifact(packed(comparisonOf(1.1)));
    await publish();
    artifact(packed(comparisonOf(1)));
    await publish();
    assert.equal(github.comments.length, 1);
    assert.match(github.comments[0]?.body ?? '', /No regression/);
    assert.deepEqual(
      github.checks.map(({ conclusion }) => conclusion),
      ['failure', 'success'],
    );
  });

  test('a comment of somebody else that has the mark is not touched', async () => {
    github.comments.push({ id: 900, issue: 7, body: `${MARK}\nmine`, user: { login: 'mallory' } });
    artifact(packed(comparisonOf(1)));
    await publish();
    assert.equal(github.comments.find(({ id }) => id === 900)?.body, `${MARK}\nmine`);
    assert.equal(github.comments.length, 2);
  });

  test('it is found among more comments than a page holds', async () => {
    for (let id = 1_000; id < 1_150; id++)
      github.comments.push({ id, issue: 7, body: 'hm', user: { login: 'a' } });
    artifact(packed(comparisonOf(1)));
    await publish();
    await publish();
    assert.equal(github.comments.filter(({ body }) => body.startsWith(MARK)).length, 1);
  });

  test('what is going on stands above what was found, and goes when there is news', async () => {
    artifact(packed(comparisonOf(1)));
    await publish();
    const api = githubOf(github.environment, signal);
    await writeStatus(api, 7, 'Asked for it.');
    await writeStatus(api, 7, 'Asked for it again.');
    const body = github.comments[0]?.body ?? '';
    assert.match(body, /Asked for it again\.[\s\S]*No regression/);
    assert.doesNotMatch(body, /Asked for it\./);
    await publish();
    assert.doesNotMatch(github.comments[0]?.body ?? '', /Asked/);
  });

  test('the pull request has moved on: it says which commit it is about', async () => {
    github.pulls[7] = { head: OLDER, base: BASE, state: 'open' };
    github.pullCommits[7] = [HEAD];
    artifact(packed(comparisonOf(1)));
    await publish();
    assert.match(github.comments[0]?.body ?? '', /about aaaaaaa; the pull request has moved on/);
    assert.equal(github.checks[0]?.head_sha, HEAD);
  });

  test('what was not measured to its end passes no required check', async () => {
    artifact(packed(comparisonOf(1, { finishedAt: null })));
    assert.equal((await publish({ duet: 'failure' })).conclusion, 'failure');
    assert.equal((await publish({ duet: 'cancelled' })).conclusion, 'cancelled');
    github.artifacts = {};
    assert.equal((await publish({ duet: 'failure' })).conclusion, 'failure');
    assert.equal((await publish({ duet: 'cancelled' })).conclusion, 'cancelled');
    assert.match(github.comments[0]?.body ?? '', /was cancelled/);
  });

  test('a side that never gives a figure is no side that is as fast as before', async () => {
    const comparison = comparisonOf(1);
    const [cell] = comparison.cells;
    assert.ok(cell);
    for (const values of Object.values(cell.rounds)) values.length = 0;
    cell.failures.push({ round: 0, side: 'head', what: 'it ended' });
    artifact(packed(comparison));
    const report = await publish({ duet: 'failure' });
    assert.deepEqual([report.conclusion, report.title], ['failure', 'Could not be measured']);
    assert.match(
      github.comments[0]?.body ?? '',
      /go\/gin json: 0 of 8 pairs can be judged; last failure of head: it ended/,
    );
  });

  test('a run that a newer commit ended does not write over what is said of that', async () => {
    artifact(packed(comparisonOf(1)));
    await publish();
    github.artifacts = {};
    github.pulls[7] = { head: OLDER, base: BASE, state: 'open' };
    github.pullCommits[7] = [HEAD];
    await publish({ duet: 'cancelled' });
    assert.match(github.comments[0]?.body ?? '', /No regression/);
  });

  test('a run that a newer request ended is silent, and one that a person cancelled is not', async () => {
    const ended = async (said: string): Promise<string> => {
      Object.assign(github, { comments: [], artifacts: {} });
      await writeStatus(githubOf(github.environment, signal), 7, 'Started for all.');
      github.jobs = { 5: [{ id: 50, name: 'duet', conclusion: 'cancelled' }] };
      github.annotations = { 50: [said] };
      await publish({ duet: 'cancelled' });
      return github.comments[0]?.body ?? '';
    };
    const newer = await ended("Canceling since a higher priority waiting request for 'pr-bench-7' exists");
    assert.match(newer, /Started for all/);
    const person = await ended('The run was canceled by @keeper.');
    assert.doesNotMatch(person, /Started for all/);
    assert.match(person, /The measurement was cancelled/);
  });

  test('its page is an artifact of the run that reports, and the comment says where', async () => {
    artifact(packed(comparisonOf(1)));
    await publish();
    const { body } = github.comments[0] ?? { body: '' };
    assert.match(body, /\/actions\/runs\/5\): `verdicts\/machine\/20261121T101500Z-aaaaaaa\/index\.html`/);
    artifact(packed({ ...comparisonOf(1), id: '../../evil' }));
    assert.equal((await publish()).title, 'The artifact cannot be used');
  });

  test('of several attempts, it is about the one that it is the report of', async () => {
    const attempts = [1, 1.1, 1].map((ratio) => zipOf(packed(comparisonOf(ratio))));
    // Their ids do not tell which is the newest.
    github.artifacts[5] = [2, 3, 1].map((attempt) => ({
      name: `comparison-attempt-${attempt}`,
      archive: attempts[attempt - 1] ?? Buffer.from(''),
    }));
    assert.equal((await publish({}, all, 'comparison-attempt-3')).conclusion, 'success');
    assert.equal((await publish({}, all, 'comparison-attempt-2')).conclusion, 'failure');
    for (const name of ['comparison-attempt-4', ''])
      assert.equal((await publish({ duet: 'failure' }, all, name)).title, 'Could not be measured', name);
  });

  test('nothing to compare: the check passes and nobody is written to', async () => {
    assert.equal((await publish({ approve: 'skipped', duet: 'skipped' }, nothing)).conclusion, 'success');
    assert.equal(github.comments.length, 0);
    assert.equal(github.checks.length, 1);
  });
});

describe('what is undecided', () => {
  test('passes, and the report says that this proves nothing, and how many pairs would decide', async () => {
    artifact(packed(comparisonOf(1.008)));
    assert.equal((await publish()).conclusion, 'success');
    const { body } = github.comments[0] ?? { body: '' };
    assert.match(body, /1 undecided/);
    assert.match(body, /is undecided fails no check, but proves nothing[^\n]*`\/bench go\/gin json \d+0`/);
  });

  test('on the limit: no number of pairs is asked for', async () => {
    artifact(packed(comparisonOf(1.01)));
    await publish();
    assert.match(github.comments[0]?.body ?? '', /proves nothing[^\n]*would not decide either/);
  });

  test('is not said of what is the same', async () => {
    artifact(packed(comparisonOf(1)));
    await publish();
    assert.doesNotMatch(github.comments[0]?.body ?? '', /[Uu]ndecided/);
  });
});

describe('what affects every target', () => {
  const common = ['compose.yaml', 'bench/src/databases/@everyone'];

  test('alone: the check passes as one that measured nothing, and the comment says what would show it', async () => {
    const report = await publish({ approve: 'skipped', duet: 'skipped' }, { ...nothing, common });
    assert.deepEqual(
      [report.conclusion, report.title],
      ['neutral', 'Affects every target, and was not compared'],
    );
    const [comment] = github.comments;
    assert.match(comment?.body ?? '', /was not compared:\*\* compose\.yaml, bench\/src\/databases\//);
    assert.match(comment?.body ?? '', /bench -- run --launcher compose/);
    assert.doesNotMatch(comment?.body ?? '', /@everyone/);
  });

  test('beside a target: that one is judged, and the rest is not passed over', async () => {
    artifact(packed(comparisonOf(1)));
    const report = await publish({}, { ...all, common });
    assert.equal(report.conclusion, 'success');
    assert.match(github.comments[0]?.body ?? '', /was not compared:\*\* compose\.yaml[\s\S]*No regression/);
  });

  test('shared data: it says that a few targets stand for all, and how to compare another', async () => {
    artifact(packed(comparisonOf(1)));
    await publish({}, { ...all, common: ['targets/shared/sentence.txt'] });
    assert.match(github.comments[0]?.body ?? '', /compared in a few:\*\* targets\/shared\/sentence\.txt/);
    assert.doesNotMatch(github.comments[0]?.body ?? '', /was not compared/);
  });
});

describe('an artifact of somebody who means harm', () => {
  const refused = async (): Promise<string> => {
    const report = await publish();
    assert.equal(report.conclusion, 'failure');
    const [comment] = github.comments;
    assert.match(comment?.body ?? '', /The artifact was not used/);
    return comment?.body ?? '';
  };

  test('script, mentions, links and breaks out of the table are shown as text', async () => {
    const comparison = comparisonOf(1.1);
    const evil = '</td><script>alert(1)</script> | @everyone #1 [x](https://evil.example) ![y](//z) `';
    const [pair] = comparison.pairs;
    if (pair) pair.head.label = evil;
    comparison.cells[0]?.failures.push({ round: 0, side: 'head', what: `${evil}\n\n# Heading` });
    artifact(packed(comparison));
    await publish();
    const body = github.comments[0]?.body ?? '';
    assert.doesNotMatch(body, /<script|@everyone|\]\(https:\/\/evil|#1 |!\[y\]/);
    assert.match(body, /&lt;script&gt;/);
    for (const line of body.split('\n').filter((text) => text.startsWith('|')))
      assert.equal(line.replaceAll('\\|', '').split('|').length, 10, line);
  });

  test('200 MB that pack well: refused by the size that the archive states', async () => {
    artifact({ name: ARTIFACT_FILE, content: Buffer.alloc(200 * 1024 * 1024, 0x20) });
    assert.match(await refused(), /The file is too large/);
  });

  test('200 MB behind a small stated size: refused while it is unpacked', async () => {
    const archive = zipOf({
      name: ARTIFACT_FILE,
      content: Buffer.alloc(200 * 1024 * 1024, 0x20),
      claimedBytes: 100,
    });
    const refusal = await refusalOf(() => comparisonIn(archive, { commit: HEAD, base: BASE }));
    assert.match(refusal.seen, /more than|too many bytes/);
  });

  test('an archive that is too large is not fetched at all, also where its size is a lie', async () => {
    github.artifacts[5] = [
      { name: COMPARISON_ARTIFACT, archive: Buffer.alloc(10), claimedBytes: MAX_ARTIFACT_BYTES + 1 },
    ];
    await refused();
    assert.ok(!github.asked.some((line) => line.endsWith('/zip')));
    github.artifacts[5] = [
      { name: COMPARISON_ARTIFACT, archive: Buffer.alloc(MAX_ARTIFACT_BYTES + 1), claimedBytes: 10 },
    ];
    assert.match(await refused(), /The file is too large/);
  });

  const wrong: [string, () => ZipFileParts[]][] = [
    ['a path that climbs', () => [{ name: '../../comparison.json', content: '{}' }]],
    ['an absolute path', () => [{ name: '/etc/cron.d/x', content: '{}' }]],
    ['a second file', () => [packed(comparisonOf(1)), { name: 'run.sh', content: 'echo' }]],
    ['another name', () => [{ name: 'Comparison.json', content: '{}' }]],
    ['no JSON', () => [{ name: ARTIFACT_FILE, content: 'MZ' }]],
    ['another schema', () => [packed({ schemaVersion: 1, cells: 'many' })]],
    [
      'a scenario that is none',
      () => [packed(JSON.parse(JSON.stringify(comparisonOf(1)).replace('"json"', '"@everyone"')))],
    ],
    [
      'control characters in a label',
      () => [packed(JSON.parse(JSON.stringify(comparisonOf(1)).replace('go/gin@head', 'x\\u202Egnp')))],
    ],
  ];
  for (const [what, files] of wrong) {
    test(`${what}: refused as a whole`, async () => {
      artifact(...files());
      const body = await refused();
      assert.doesNotMatch(body, /@everyone/);
    });
  }

  test('no archive, or an empty one', async () => {
    for (const archive of [Buffer.from('not a zip'), zipOf()]) {
      github.artifacts[5] = [{ name: COMPARISON_ARTIFACT, archive }];
      await refused();
    }
  });

  test("a comparison of another commit says nothing about this one's", async () => {
    const other: Comparison = comparisonOf(1);
    const [pair] = other.pairs;
    if (pair) pair.head.revision = BASE;
    artifact(packed(other));
    assert.match(await refused(), new RegExp(`one of ${BASE}`));
  });

  test('a comparison with another base is none with that of the pull request', async () => {
    const other: Comparison = comparisonOf(1);
    const [pair] = other.pairs;
    if (pair) pair.base.revision = OLDER;
    artifact(packed(other));
    assert.match(await refused(), new RegExp(`one with ${OLDER}`));
  });

  test('figures whose ratio is none fail the check, they do not leave it out', async () => {
    const other: Comparison = comparisonOf(1);
    const [cell] = other.cells;
    if (cell)
      Object.assign(cell.rounds, {
        base: cell.rounds.base.map(() => 1e-308),
        head: cell.rounds.head.map(() => 1e308),
      });
    artifact(packed(other));
    await refused();
    assert.equal(github.checks.length, 1);
  });
});
