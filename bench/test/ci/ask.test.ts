import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { answerComment, parseRequest } from '../../src/ci/ask.ts';
import { commentEvent } from '../../src/ci/github/event.ts';
import { githubOf } from '../../src/ci/github/github.ts';
import { readEventFixture } from './support/events.ts';
import { type FakeGitHub, startFakeGitHub } from './support/fake-github.ts';

const TARGETS = ['go/gin', 'rust/axum'];
const HEAD = 'a'.repeat(40);
const BASE = 'b'.repeat(40);

describe('what a comment asks for', () => {
  type Kind = ReturnType<typeof parseRequest>['kind'];
  const cases: [comment: string, Kind, target?: string, scenario?: string | undefined, pairs?: number][] = [
    ['thanks!', 'none'],
    ['please run /bench', 'none'],
    ['/benchmark', 'none'],
    ['/bench', 'bench', ''],
    ['/bench go/gin', 'bench', 'go/gin'],
    ['looks good\r\n/bench rust/axum menus\r\nthanks', 'bench', 'rust/axum', 'menus'],
    ['/bench 200', 'bench', '', undefined, 200],
    ['/bench go/gin 200', 'bench', 'go/gin', undefined, 200],
    ['/bench go/gin json 1000', 'bench', 'go/gin', 'json', 1_000],
    ['/bench 2', 'wrong'],
    ['/bench go/gin json 1001', 'wrong'],
    ['/bench go/gin json 200 200', 'wrong'],
    ['/bench go/gin json -200', 'wrong'],
    ['/bench go/gni', 'wrong'],
    ['/bench go/gin jsno', 'wrong'],
    ['/bench go/gin json now', 'wrong'],
    ['/bench $(reboot)', 'wrong'],
    ['/bench ../../etc', 'wrong'],
    [`/bench ${'x'.repeat(5_000)}`, 'wrong'],
  ];
  for (const [body, kind, target, scenario, pairs] of cases) {
    test(JSON.stringify(body.slice(0, 40)), () => {
      const request = parseRequest(body, TARGETS);
      assert.equal(request.kind, kind);
      if (request.kind === 'bench')
        assert.deepEqual(
          [request.target, request.scenario, request.pairs],
          [target, scenario ?? null, pairs ?? null],
        );
    });
  }
  test('a near name is suggested', () => {
    const request = parseRequest('/bench go/gni', TARGETS);
    assert.ok(request.kind === 'wrong' && request.why.includes('`go/gin`'));
  });
});

describe('who is answered', () => {
  let github: FakeGitHub;
  beforeEach(async () => {
    github = await startFakeGitHub();
    github.permissions = { maintainer: 'write', owner: 'admin', triager: 'triage' };
    github.pulls = { 7: { head: HEAD, base: BASE, state: 'open' } };
  });
  afterEach(() => github.close());
  const answer = (login: string, body: string, fixture = 'comment-of-maintainer') => {
    const event = commentEvent.parse(readEventFixture(fixture));
    event.comment.user.login = login;
    event.comment.body = body;
    return answerComment(githubOf(github.environment, new AbortController().signal), event, TARGETS, {
      file: 'pr-bench.yml',
      ref: 'main',
    });
  };

  test('a maintainer: the measurement is started for the commit of now, and the one comment says so', async () => {
    assert.equal((await answer('maintainer', '/bench go/gin json')).outcome, 'started');
    assert.deepEqual(github.dispatches, [
      {
        workflow: 'pr-bench.yml',
        ref: 'main',
        inputs: { pull_request: '7', head: HEAD, target: 'go/gin', scenario: 'json', pairs: '' },
      },
    ]);
    assert.equal(github.comments.length, 1);
    assert.match(github.comments[0]?.body ?? '', /Started for `go\/gin` on `json` at aaaaaaa/);
    await answer('owner', '/bench 200');
    assert.equal(github.comments.length, 1);
    assert.equal(github.dispatches[1]?.inputs.pairs, '200');
    assert.match(github.comments[0]?.body ?? '', /every target that it touches with 200 pairs at/);
  });

  test('an outsider, and somebody who may label but not push: nothing is started and nothing is written', async () => {
    for (const login of ['mallory', 'triager', 'dependabot[bot]']) {
      const { outcome, why } = await answer(login, '/bench go/gin');
      assert.equal(outcome, 'ignored');
      assert.match(why, /not write/);
    }
    assert.deepEqual([github.dispatches, github.comments], [[], []]);
  });

  test('a managed user, whose name has an underscore', async () => {
    github.permissions.octo_corp = 'write';
    assert.equal((await answer('octo_corp', '/bench')).outcome, 'started');
    const event = readEventFixture('comment-of-maintainer') as { comment: { user: { login: string } } };
    for (const [login, valid] of [
      ['octo_corp', true],
      ['dependabot[bot]', true],
      ['a/../b', false],
      ['x y', false],
    ] as const) {
      event.comment.user.login = login;
      assert.equal(commentEvent.safeParse(event).success, valid, login);
    }
  });

  test('a maintainer who mistypes hears how it is written', async () => {
    assert.equal((await answer('maintainer', '/bench go/gni')).outcome, 'refused');
    assert.match(github.comments[0]?.body ?? '', /Not started: .*`go\/gin`/);
    assert.deepEqual(github.dispatches, []);
  });

  test('an issue that is no pull request, one that is closed, and one for another branch', async () => {
    assert.equal((await answer('maintainer', '/bench', 'comment-on-issue')).outcome, 'ignored');
    github.pulls[7] = { head: HEAD, base: BASE, state: 'closed' };
    assert.equal((await answer('maintainer', '/bench')).outcome, 'refused');
    github.pulls[7] = { head: HEAD, base: BASE, baseRef: 'old', state: 'open' };
    assert.equal((await answer('maintainer', '/bench')).outcome, 'refused');
    assert.match(github.comments[0]?.body ?? '', /for another branch than main/);
    assert.deepEqual(github.dispatches, []);
  });

  test('what was pushed after the comment is not what its author saw, and a fork that is gone nobody sees', async () => {
    const pull = { head: HEAD, base: BASE, state: 'open' as const };
    for (const pushedAt of ['2026-11-21T10:00:01Z', '2026-11-21T10:00:00Z', null]) {
      github.pulls[7] = { ...pull, pushedAt };
      assert.equal((await answer('maintainer', '/bench')).outcome, 'refused');
      assert.match(github.comments[0]?.body ?? '', /pushed to after the comment/);
    }
    assert.deepEqual(github.dispatches, []);
    github.pulls[7] = { ...pull, pushedAt: '2026-11-21T09:59:59Z' };
    assert.equal((await answer('maintainer', '/bench')).outcome, 'started');
  });
});
