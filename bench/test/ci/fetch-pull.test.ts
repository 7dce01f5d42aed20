import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fetchPull } from '../../src/ci/gate/pull-request.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { listenOnLoopback } from '../process/loopback.ts';
import { gitIn } from './support/git.ts';

/** A pull request in a repository beside this one, fetched as pr-bench does. */
describe('fetching a pull request', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-fetch-'));
  const origin = join(folder, 'origin.git');
  const work = join(folder, 'work');
  const checkout = join(folder, 'checkout');
  const signal = new AbortController().signal;
  const commits = { first: '', main: '', head: '', other: '' };
  let server: Server;
  let address = '';
  /** Headers of each request for the private repository. */
  const asked: (string | undefined)[] = [];

  before(async () => {
    for (const path of [origin, work]) mkdirSync(path);
    const git = gitIn(work);
    gitIn(origin)('init', '-q', '--bare', '-b', 'main');
    git('init', '-q', '-b', 'main');
    git('remote', 'add', 'origin', origin);
    const commit = (text: string): string => {
      writeFileSync(join(work, 'file'), text);
      git('add', '.');
      git('commit', '-qm', text);
      return git('rev-parse', 'HEAD');
    };
    commits.first = commit('first');
    commits.main = commit('second');
    git('push', '-q', 'origin', 'main');
    git('checkout', '-q', '-b', 'topic', commits.first);
    commits.head = commit('a change');
    git('push', '-q', 'origin', 'topic:refs/pull/7/head');
    git('checkout', '-q', '-b', 'another', commits.first);
    commits.other = commit('another change');
    git('push', '-q', 'origin', 'another:refs/pull/8/head');
    execFileSync('git', ['clone', '-q', '--no-local', origin, checkout]);
    server = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(401, { 'www-authenticate': 'Basic' });
      response.end();
    });
    address = await listenOnLoopback(server);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await new Promise((resolve) => server.close(resolve));
  });
  const fetchOf = (change: { number?: string; head?: string } = {}) =>
    fetchPull(
      { number: '7', head: commits.head, ...change },
      { cwd: checkout, environment: process.env, signal },
    );

  test('its head is there, not checked out, and kept by no ref for the jobs after this one', async () => {
    await fetchOf();
    const git = gitIn(checkout);
    assert.equal(git('rev-parse', `${commits.head}^{commit}`), commits.head);
    assert.equal(git('for-each-ref', '--contains', commits.head), '');
    assert.equal(git('rev-parse', 'HEAD'), commits.main);
  });

  test('a head of another pull request is refused', async () => {
    await fetchOf({ number: '8', head: commits.other });
    assert.match((await refusalOf(() => fetchOf({ head: commits.other }))).expected, /of pull request 7/);
    assert.match((await refusalOf(() => fetchOf({ head: 'f'.repeat(40) }))).expected, /of pull request 7/);
  });

  test('what is no number and no commit reaches no command', async () => {
    for (const wrong of [
      { number: '7:refs/heads/main' },
      { number: '-1' },
      { head: '--output=x' },
      { head: 'main' },
    ])
      assert.equal((await refusalOf(() => fetchOf(wrong))).exitCode, 2);
  });

  test('a private repository gets the token, which no file keeps', async () => {
    const git = gitIn(checkout);
    git('remote', 'set-url', 'origin', `${address}/pitwall/pitwall.git`);
    try {
      const environment = { ...process.env, GITHUB_TOKEN: 'a-token', GITHUB_SERVER_URL: address };
      const asking = { number: '7', head: commits.head };
      await refusalOf(() => fetchPull(asking, { cwd: checkout, environment, signal }));
    } finally {
      git('remote', 'set-url', 'origin', origin);
    }
    const basic = Buffer.from('x-access-token:a-token').toString('base64');
    assert.equal(asked[0], `basic ${basic}`);
    assert.doesNotMatch(git('config', '--list'), /extraheader/);
  });
});
