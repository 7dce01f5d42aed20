import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { digestSources, isOutput } from '../../src/launch/files-digest.ts';
import { repository } from '../../src/util/repository.ts';
import { fixture } from './fixture-target.ts';

test('what git keeps of a target is a source, and what it ignores is not', () => {
  const ignored = readFileSync(join(repository.root, '.gitignore'), 'utf8')
    .split('\n')
    .flatMap((line) => /^(?:targets\/\*\*\/)?([^/]+)\/?$/.exec(line)?.[1] ?? []);
  for (const name of ['build', 'target', 'node_modules', '__pycache__', 'dist', '.cache', 'src', '*.log'])
    assert.equal(isOutput(name), ignored.includes(name), name);
});

test('an image is built of sources alone', () => {
  const leftOut = readFileSync(join(repository.targets, '.dockerignore'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\*\*\/(\S+)$/.exec(line)?.[1] ?? []);
  for (const name of ['build', 'target', 'node_modules', '__pycache__', 'dist', '.cache', 'src', '*.log'])
    assert.equal(isOutput(name), leftOut.includes(name), name);
});

test('no target has a committed file that git is told to ignore: no later change of it could be compared', () => {
  const words = ['ls-files', '--cached', '--ignored', '--exclude-standard', '--', 'targets'];
  assert.equal(execFileSync('git', words, { cwd: repository.root, encoding: 'utf8' }), '');
});

test('a changed source is built anew, whatever folder it is in', () => {
  const made = fixture('well');
  const digestWith = (folder: string): string => {
    mkdirSync(join(made.target.folder, folder));
    made.write(`${folder}/server.js`, '');
    return digestSources(made.target.folder);
  };
  const digests = ['src', 'dist', '.cache'].map(digestWith);
  assert.equal(new Set(digests).size, digests.length);
  assert.equal(digestWith('build'), digests.at(-1));
  made.remove();
});
