import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { collect } from '../../src/ci/collect-results.ts';
import { commitResults } from '../../src/ci/commit-results.ts';
import { gitSeconds } from '../../src/ci/git.ts';
import type { GitHub } from '../../src/ci/github/github.ts';
import { KEY_VARIABLE, openPushAccess, withToken } from '../../src/ci/push/access.ts';
import { isRefusedByRules, reasonOf } from '../../src/ci/push/refusal.ts';
import { repositoryAt } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { writeArtifact } from './support/artifact.ts';
import { gitIn } from './support/git.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pitwall-push-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const { signal } = new AbortController();

/** What GitHub has written to pushes, as their authors reported it. */
const RULES = `remote: error: GH013: Repository rule violations found for refs/heads/main.
remote: Review all repository rules at https://github.com/o/r/rules?ref=refs%2Fheads%2Fmain
remote:
remote: - Changes must be made through a pull request.
remote:
remote: - Required status check "test" is expected.
To https://github.com/o/r
 ! [remote rejected] HEAD -> main (push declined due to repository rule violations)
error: failed to push some refs to 'https://github.com/o/r'`;
const PROTECTED = `remote: error: GH006: Protected branch update failed for refs/heads/main.
remote: error: Required status check "test" is expected.
To https://github.com/o/r
 ! [remote rejected] HEAD -> main (protected branch hook declined)`;
const LATE = `To https://github.com/o/r
 ! [rejected]        HEAD -> main (fetch first)
error: failed to push some refs to 'https://github.com/o/r'
hint: Updates were rejected because the remote contains work that you do not`;
const LOCKED = `To https://github.com/o/r
 ! [remote rejected] HEAD -> main (cannot lock ref 'refs/heads/main': is at 403aa1 but expected 1)`;

test('a refusal by rules, by permission or by a key that may only read is distinguished from a lost race', () => {
  for (const text of [
    RULES,
    PROTECTED,
    'remote: Permission to o/r.git denied to github-actions[bot].',
    "fatal: unable to access 'https://github.com/o/r/': The requested URL returned error: 403",
    'ERROR: The key you are authenticating with has been marked as read only.',
    'git@github.com: Permission denied (publickey).',
  ])
    assert.equal(isRefusedByRules(text), true, text);
  for (const text of [LATE, LOCKED, '', 'fatal: the remote end hung up unexpectedly'])
    assert.equal(isRefusedByRules(text), false, text);
  assert.match(
    reasonOf(RULES),
    /GH013.* \| - Changes must be made through a pull request\. \| - Required status/,
  );
  assert.doesNotMatch(reasonOf(RULES), /remote:|https:|failed to push/);
});

test('commands that move objects get more time than others', () => {
  for (const word of ['fetch', 'push', 'worktree']) assert.ok(gitSeconds([word]) >= 900, word);
  assert.ok(gitSeconds(['rev-parse', 'HEAD']) <= 300);
});

/** An origin with a commit, and a clone of it. */
function clone(name: string): { root: string; origin: string } {
  const [origin, root] = [join(scratch, `${name}.git`), join(scratch, name)];
  for (const folder of [origin, root]) mkdirSync(folder);
  gitIn(origin)('init', '-q', '--bare', '-b', 'main');
  const git = gitIn(root);
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', origin);
  writeFileSync(join(root, '.gitignore'), '/.cache/\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('push', '-q', 'origin', 'main');
  return { root, origin };
}

const options = (root: string) => ({
  repository: repositoryAt(root),
  branch: 'main',
  remote: 'origin',
  environment: process.env,
  signal,
  pause: () => 1,
});

test('rules that refuse a push: one try, and an error with the next step', async () => {
  const { root, origin } = clone('ruled');
  const asked = join(scratch, 'asked');
  const hook = `#!/bin/sh\necho once >> ${asked}\ncat >&2 <<'END'\n${RULES.replaceAll('remote: ', '')}\nEND\nexit 1\n`;
  writeFileSync(join(origin, 'hooks/pre-receive'), hook, { mode: 0o755 });
  writeArtifact(join(scratch, 'artifacts/results-a'), 'a', 'aaaaaaa');
  const collected = await collect(join(scratch, 'artifacts'));
  const refusal = await refusalOf(() => commitResults(collected, options(root)));
  assert.match(refusal.what, /rules of the branch refuse/);
  assert.match(refusal.seen, /GH013/);
  assert.match(refusal.next, /ci settings/);
  assert.equal(readFileSync(asked, 'utf8'), 'once\n', 'another try cannot help');
});

const KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----';
const HOST_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA==';
const github: GitHub = {
  repository: 'pitwall/pitwall',
  webAddress: 'https://github.example/pitwall/pitwall',
  get: async (path, schema) => {
    assert.equal(path, '/meta');
    return schema.parse({ ssh_keys: [HOST_KEY] });
  },
  send: () => assert.fail('nothing is sent'),
  download: () => assert.fail('nothing is downloaded'),
};

describe('a push by the deploy key', () => {
  /** An `ssh` that writes down how it is called, and receives the push in this machine's origin. */
  const fakeSsh = (origin: string): string => {
    const bin = join(scratch, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      join(bin, 'ssh'),
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${join(scratch, 'ssh-words')}\nexec git-receive-pack ${origin}\n`,
    );
    chmodSync(join(bin, 'ssh'), 0o755);
    return bin;
  };

  test('uses ssh with that key alone, to the host whose keys the API gives, and leaves no key behind', async () => {
    const { root, origin } = clone('keyed');
    const environment = {
      ...process.env,
      PATH: `${fakeSsh(origin)}${delimiter}${process.env.PATH}`,
      GITHUB_TOKEN: 'a-token',
      GITHUB_SERVER_URL: 'https://github.example',
      RUNNER_TEMP: join(scratch, 'temp'),
      [KEY_VARIABLE]: KEY,
    };
    mkdirSync(environment.RUNNER_TEMP);
    writeArtifact(join(scratch, 'keyed-artifacts/results-a'), 'a', 'bbbbbbb');
    const collected = await collect(join(scratch, 'keyed-artifacts'));
    const commit = await commitResults(collected, { ...options(root), environment, github: () => github });
    assert.equal(gitIn(origin)('rev-parse', 'main'), commit);
    assert.match(gitIn(origin)('log', '-1', '--format=%B', 'main'), /\[skip ci\]/);
    const words = readFileSync(join(scratch, 'ssh-words'), 'utf8');
    assert.match(words, /IdentitiesOnly=yes\n/);
    assert.match(words, /StrictHostKeyChecking=yes\n/);
    assert.match(words, /git@github\.example\n/);
    assert.match(words, /pitwall\/pitwall\.git/);
    const key = /-i\n(.*)\n/.exec(words)?.[1] ?? '';
    assert.ok(key !== '' && !existsSync(key), 'the key is gone');
  });

  test('only this user can read the key, and git gets it from no other place', async () => {
    const access = await openPushAccess({ [KEY_VARIABLE]: KEY }, 'origin', () => github);
    const command = access.environment.GIT_SSH_COMMAND ?? '';
    const file = /-i (\S+)/.exec(command)?.[1] ?? '';
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(readFileSync(file, 'utf8'), `${KEY}\n`);
    const known = /UserKnownHostsFile=(\S+)/.exec(command)?.[1] ?? '';
    assert.equal(readFileSync(known, 'utf8'), `github.example ${HOST_KEY}\n`);
    assert.equal(access.environment[KEY_VARIABLE], undefined);
    access.close();
    assert.ok(!existsSync(file));
  });

  test('without a key, the token of the job; a secret that is no key is refused without showing it', async () => {
    const environment = { GITHUB_TOKEN: 'a-token', GITHUB_SERVER_URL: 'https://github.example' };
    const access = await openPushAccess(environment, 'origin', () => assert.fail('the API is not asked'));
    assert.equal(access.remote, 'origin');
    assert.deepEqual(access.environment, withToken(environment));
    assert.equal(access.environment.GITHUB_TOKEN, undefined);
    const refusal = await refusalOf(() =>
      openPushAccess({ [KEY_VARIABLE]: 'a-password' }, 'origin', () => github),
    );
    assert.doesNotMatch(JSON.stringify(refusal), /a-password/);
  });
});
