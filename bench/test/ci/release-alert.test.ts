import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { githubOf } from '../../src/ci/github/github.ts';
import { alertOfReleases, bodyOfRelease, costlyReleases } from '../../src/ci/release-alert.ts';
import type { StoredReleases } from '../../src/results/release-store.ts';
import { believableReleases } from '../publish/believable-releases.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';

let github: FakeGitHub;
before(async () => {
  github = await startFakeGitHub();
});
after(() => github.close());

const stored = (): StoredReleases => ({ folder: '', ...believableReleases('machine') });
/** Some days after the release that costs more. */
const THEN = new Date('2025-06-01T00:00:00.000Z');
const source = (target: string): string => `https://example.org/targets/${target}`;

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
  const body = bodyOfRelease(release, source('go/gin'));
  assert.match(body, /With Gin 1\.10\.1, a request takes more processor time than with 1\.10\.0/);
  assert.match(body, /\| json \| \+[78]\.\d % \| [78]\.\d % to [89]\.\d % \|/);
  assert.match(
    body,
    /bench -- duet 'go\/gin:raw@github\.com\/gin-gonic\/gin=1\.10\.0' '.*=1\.10\.1' --scenario json/,
  );
  assert.match(body, /targets\/go\/gin/);
  assert.match(body, /releases\/tag\/v1\.10\.1/);
  const hostile = structuredClone(release);
  hostile.history.package.title = '@everyone <b>';
  assert.doesNotMatch(bodyOfRelease(hostile, ''), /@everyone|<b>/);
});

test('one issue a release, whether it is open or was closed', async () => {
  const client = githubOf(github.environment, new AbortController().signal);
  const costly = costlyReleases([stored()], THEN);
  const opened = await alertOfReleases(client, costly, source);
  assert.deepEqual(opened, ['Gin 1.10.1 costs more processor time per request (go/gin:raw)']);
  assert.deepEqual(await alertOfReleases(client, costly, source), []);
  for (const issue of github.issues) issue.state = 'closed';
  assert.deepEqual(await alertOfReleases(client, costly, source), []);
  assert.equal(github.issues.length, 1);
});
