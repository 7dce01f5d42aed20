import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exitCodes } from '../../src/util/errors.ts';
import { invalidValue, unknownName } from '../../src/util/usage-errors.ts';

const targets = ['go/gin', 'go/elton', 'rust/axum'];
const next = 'npm run bench -- list';

test('an unknown name says which one was probably meant', () => {
  const error = unknownName('target', 'go/gni', targets, { next });
  assert.equal(error.what, 'Unknown target go/gni; did you mean go/gin?');
  assert.deepEqual(
    [error.where, error.expected, error.seen, error.next, error.exitCode],
    ['argument go/gni', 'one of go/gin, go/elton, rust/axum', 'go/gni', next, exitCodes.usage],
  );
});

test('without its folder or group a name is near; a name far from all others gets no suggestion', () => {
  assert.match(unknownName('target', 'axum', targets, { next }).what, /did you mean rust\/axum\?$/);
  assert.match(unknownName('command', 'plan', ['ci plan', 'run'], { next }).what, /did you mean ci plan/);
  const far = unknownName('target', 'spring-boot', targets, { next, where: 'a file', expected: 'a target' });
  assert.deepEqual([far.what, far.where, far.expected], ['Unknown target spring-boot', 'a file', 'a target']);
});

test('an invalid value names its option', () => {
  const error = invalidValue('--pairs', 'x', 'a whole number');
  assert.deepEqual(
    [error.what, error.where, error.expected, error.seen, error.exitCode],
    ['Invalid value for --pairs', '--pairs', 'a whole number', 'x', exitCodes.usage],
  );
});
