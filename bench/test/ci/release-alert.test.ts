import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { handlerLines } from '../../src/catalog/handler-lines.ts';
import { githubOf } from '../../src/ci/github/github.ts';
import { insteadOfIssues, withIssues } from '../../src/ci/github/issues.ts';
import {
  alertOfReleases,
  bodyOfRelease,
  costlyReleases,
  type IssueSource,
  releaseTexts,
} from '../../src/ci/release-alert.ts';
import { ciReleases } from '../../src/commands/releases/ci-releases.ts';
import { releaseHistorySchema } from '../../src/model/index.ts';
import {
  releasesFolder,
  type StoredReleases,
  writeHistory,
  writeReleaseComparison,
} from '../../src/results/release-store.ts';
import { repository } from '../../src/util/repository.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';
import { believableReleases, releaseComparison } from '../publish/believable-releases.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';

let github: FakeGitHub;
before(async () => {
  github = await startFakeGitHub();
});
after(() => github.close());

const stored = (): StoredReleases => ({ folder: '', ...believableReleases('machine') });
/** Some days after the release that costs more. */
const THEN = new Date('2025-06-01T00:00:00.000Z');
const source: IssueSource = {
  webAddress: 'https://example.org/pitwall',
  handlerOf: (target, route) => handlerLines(join(repository.targets, target), route),
  olderOf: (_target, name, version) =>
    name.endsWith('/gin') && version === '1.10.0' ? 'older/gin-1.10' : null,
};

test('a release that costs more is reported while it is news, if it was measured twice', () => {
  const found = costlyReleases([stored()], THEN);
  assert.deepEqual(
    found.map(({ from, to, steps }) => [from, to, steps.map(({ scenario }) => scenario)]),
    [['1.10.0', '1.10.1', ['json']]],
  );
  assert.deepEqual(costlyReleases([stored()], new Date('2026-06-01')), [], 'no news of last year');
  const once = stored();
  once.history.confirmations = [];
  assert.deepEqual(costlyReleases([once], THEN), [], 'not on a first figure alone');
});

test('an issue says what its authors need: what, how much, the command, versions, the program', () => {
  const [release] = costlyReleases([stored()], THEN);
  assert.ok(release);
  const body = bodyOfRelease(release, source);
  assert.match(body, /With Gin 1\.10\.1, a request takes more CPU time than with Gin 1\.10\.0/);
  assert.match(
    body,
    /\| `GET \/json`: A small object, .* \| \+[78]\.\d % \| \+[78]\.\d % to \+[89]\.\d % \| 30 \|/,
  );
  assert.match(body, /under the same load \(wrk, 16 connections, closed loop\)/);
  assert.match(
    body,
    /git clone https:\/\/example\.org\/pitwall .*git checkout --quiet 6c9f8ca0d1e2 && npm ci\nnpm run bench -- duet go\/gin:raw@github\.com\/gin-gonic\/gin=1\.10\.0 \S+=1\.10\.1 --scenario json\n/,
  );
  assert.match(
    body,
    /bench -- bisect go\/gin:raw@github\.com\/gin-gonic\/gin=1\.10\.0\.\.1\.10\.1 --scenario json --commits/,
  );
  assert.match(body, /- Go 1\.26\.1, the same for both\./);
  assert.match(body, /For 1\.10\.0, the files of `older\/gin-1\.10` take the place of today's/);
  assert.match(
    body,
    /results\/releases\/machine\/go-gin\.raw\/github\.com-gin-gonic-gin\/2026\w+-6c9f8ca\.json/,
  );
  assert.match(body, /1\.10\.1 was released on 2025-05-20/);
  assert.match(body, /releases\/tag\/v1\.10\.1/);
  assert.match(body, /```go\nrouter\.GET\("\/json", .*\n```/, 'the least program');
  assert.match(body, /blob\/main\/targets\/go\/gin\/router\.go#L\d+/);
  assert.match(body, /first seen beside Gin 1\.9\.1, with which/);
  // A line break in an issue is one on its page.
  for (const line of body.replaceAll(/```[\s\S]*?```/g, '').split('\n'))
    assert.match(line, /^$|[.:|]$|[)]$|^\*\*Versions|https?:\S+$/, 'a sentence ends with its line');
  const hostile = structuredClone({ ...release, comparisons: new Map(release.comparisons) });
  hostile.history.package.title = '@everyone <b>';
  hostile.history.causes = [{ to: '1.10.1', text: '@everyone <b>', link: 'https://example.org/1' }];
  assert.doesNotMatch(bodyOfRelease(hostile, source), /@everyone|<b>/);
});

test('no text of a history leaves its place in an issue: releases run on the machine that writes it', () => {
  const one = stored();
  const name = "x`'; touch owned @everyone";
  one.history.package = { ...one.history.package, name };
  one.history.together = ['y` @everyone `'];
  const release = one.history.releases.find(({ version }) => version === '1.10.1') ?? assert.fail();
  // A URL as the schema takes it.
  release.changelog = releaseHistorySchema.shape.releases.element.shape.changelog.parse(
    'https://example.org/ @everyone [x](https://example.org/2)',
  );
  const [costly] = costlyReleases([one], THEN);
  assert.ok(costly);
  const body = bodyOfRelease(costly, source);
  const blocks = [...body.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  assert.ok(
    blocks.some((block) => block.includes('owned')),
    'a command has the name',
  );
  for (const block of blocks)
    assert.doesNotMatch(block.replaceAll(/'(?:[^']|'\\'')*'/g, ''), /owned|everyone/);
  const text = body.replaceAll(/```[\s\S]*?```|`[^`\n]*`|<https:[^<>\s]*>/g, '');
  assert.doesNotMatch(text, /@everyone|example\.org\/2/);
});

test('an issue counts the pairs that are judged, and claims its error rate for nothing else', () => {
  const one = stored();
  const [first] = one.history.confirmations;
  const cell = one.comparisons.get(first?.comparison ?? '')?.cells[0] ?? assert.fail();
  // The hypervisor took time from two pairs, which are left out.
  cell.rounds.stolenRatio = cell.rounds.stolenRatio.map((_, index) => (index < 2 ? 0.3 : 0));
  const [release] = costlyReleases([one], THEN);
  assert.ok(release);
  const body = bodyOfRelease(release, source);
  assert.match(body, /\| `GET \/json`: .* \| 28 \|/);
  assert.match(
    body,
    /all steps of this package, in this target, that were measured so until today: .* at most 5 %/,
  );
});

test('an issue names what moves together, other days and the cause where they are known', () => {
  const one = stored();
  const made = releaseComparison('machine', 50, '1.10.0', '1.10.1', [['json', 1.09]]);
  one.history.confirmations.push({ from: '1.10.0', to: '1.10.1', comparison: 'again' });
  one.history.together = ['github.com/gin-contrib/sse'];
  one.history.causes = [{ to: '1.10.1', text: 'It waits.', link: 'https://example.org/pull/1' }];
  const again = { ...made, id: 'again', startedAt: '2026-06-04T02:50:00.000Z' };
  const comparisons = new Map(one.comparisons).set('again', again);
  const [release] = costlyReleases([{ ...one, comparisons }], THEN);
  assert.ok(release);
  const body = bodyOfRelease(release, { ...source, handlerOf: () => null });
  assert.match(body, /Measured again on 2026-06-04, `GET \/json`: \+[89]\.\d % \(\+8\.\d % to \+9\.\d %\)\./);
  assert.match(body, /gin-contrib\/sse` likewise/);
  assert.match(body, /duet \S*gin=1\.10\.0@github\.com\/gin-contrib\/sse=1\.10\.0 /);
  assert.match(body, /What is behind it: It waits\. https:\/\/example\.org\/pull\/1/);
  assert.doesNotMatch(body, /```go/);
});

test('one issue a release, whether it is open or was closed', async () => {
  const client = githubOf(github.environment, new AbortController().signal);
  const costly = costlyReleases([stored()], THEN);
  const opened = await alertOfReleases(client, costly, source);
  assert.deepEqual(opened, ['Gin 1.10.1 costs more CPU time per request (go/gin:raw)']);
  assert.deepEqual(await alertOfReleases(client, costly, source), []);
  for (const issue of github.issues) issue.state = 'closed';
  assert.deepEqual(await alertOfReleases(client, costly, source), []);
  assert.equal(github.issues.length, 1);
});

test('issues are of what is committed, whichever run committed it, and of nothing else', async () => {
  const made = makeRepository();
  github.issues = [];
  const { history, comparisons } = believableReleases('machine');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  for (const release of history.releases) if (release.version === '1.10.1') release.releasedAt = yesterday;
  const ci = () => {
    const environment = { ...process.env, ...github.environment };
    return ciReleases.run({ ...invocationIn(made, { arguments: [], options: {} }), environment });
  };
  try {
    assert.equal(await ci(), 0);
    assert.deepEqual(github.issues, []);
    for (const comparison of comparisons.values())
      writeReleaseComparison(made.repository.results, releasesFolder(history), comparison);
    writeHistory(made.repository.results, history);
    assert.equal(await ci(), 0);
    assert.deepEqual(github.issues, [], 'the target is gone, and with it the program to show');
    const folder = join(made.repository.targets, 'go/gin');
    cpSync(join(repository.targets, 'go/gin'), folder, { recursive: true });
    assert.equal(await ci(), 0);
    assert.deepEqual(
      github.issues.map(({ title }) => title),
      ['Gin 1.10.1 costs more CPU time per request (go/gin:raw)'],
    );
  } finally {
    made.remove();
  }
});

test('where issues are switched off, what they would say is still told', async () => {
  const client = githubOf(github.environment, new AbortController().signal);
  const costly = costlyReleases([stored()], THEN);
  github.hasIssues = false;
  try {
    assert.equal(await withIssues(() => alertOfReleases(client, costly, source)), null);
  } finally {
    github.hasIssues = true;
  }
  const said = insteadOfIssues(client, releaseTexts(costly, source));
  assert.match(said, /^\*\*Issues are switched off in pitwall\/pitwall/);
  assert.match(said, /### Gin 1\.10\.1 costs more/);
  assert.match(said, /### Gin .*\n\nWith Gin 1\.10\.1, a request takes more/);
  const other = withIssues(() => client.get('/repos/pitwall/pitwall/none', z.unknown()));
  await assert.rejects(other, /status 404/, 'what else GitHub refuses is an error');
});
