import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webAddress } from '../src/lib/build/repository.ts';

test('the address of a remote becomes one for readers', () => {
  const page = 'https://github.com/owner/name';
  for (const remote of [
    page,
    `${page}/`,
    `${page}.git\n`,
    'git@github.com:owner/name.git',
    'ssh://git@github.com/owner/name.git',
  ]) {
    assert.equal(webAddress(remote), page, remote);
  }
  assert.equal(webAddress('http://git.example.org/a/b/c.git'), 'http://git.example.org/a/b/c');
});

test('a token in the address of a remote never reaches a page', () => {
  assert.equal(
    webAddress('https://someone:secret@github.com/owner/name.git'),
    'https://github.com/owner/name',
  );
});

test('what is no address of the web has none', () => {
  for (const remote of [
    '',
    '/srv/git/name.git',
    '../name',
    'file:///srv/name',
    'https://',
    'javascript:alert(1)',
  ])
    assert.equal(webAddress(remote), null, remote);
});
