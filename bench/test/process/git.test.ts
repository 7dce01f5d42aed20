import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { revisionOf } from '../../src/process/git.ts';
import { makeRepository } from '../measure/support/repository.ts';

test('the revision of a folder: its last commit, and whether it changed since', async () => {
  const made = makeRepository();
  made.addTarget('one');
  made.addTarget('two');
  const { root } = made.repository;
  assert.deepEqual(await revisionOf(root, '.'), { commit: null, modified: true }, 'no git checkout');
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  git('add', 'targets');
  git('commit', '--quiet', '-m', 'first');
  const first = git('rev-parse', 'HEAD');
  made.write('targets/javascript/two/server.js', 'changed');
  git('commit', '--quiet', '-am', 'second');
  made.write('targets/javascript/one/new.js', '');
  assert.deepEqual(await revisionOf(root, 'targets/javascript/one'), { commit: first, modified: true });
  assert.deepEqual(await revisionOf(root, 'targets/javascript/two'), {
    commit: git('rev-parse', 'HEAD'),
    modified: false,
  });
  made.remove();
});
