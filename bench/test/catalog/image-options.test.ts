import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { readTarget } from '../../src/catalog/targets.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { makeRepository } from '../measure/support/repository.ts';

let made: ReturnType<typeof makeRepository>;
beforeEach(() => {
  made = makeRepository();
  made.addTarget('koa', 'right');
});
afterEach(() => made.remove());

const ID = 'javascript/koa';
const read = (dockerfile: string) => {
  made.write(`targets/${ID}/Dockerfile`, dockerfile);
  return readTarget(made.repository, ID);
};

const refused: [string, string, number][] = [
  ['alone', 'FROM node\nENV NODE_OPTIONS=--max-old-space-size=512\n', 2],
  ['in the old form', 'FROM node\nENV NODE_OPTIONS --no-warnings\n', 2],
  ['beside another', 'FROM node\nENV NODE_ENV=production NODE_OPTIONS="--no-warnings --trace-gc"\n', 2],
  [
    'on a line of its own',
    'FROM node\nRUN true\nenv NODE_ENV=production \\\r\n    NODE_OPTIONS=--trace-gc\r\n',
    3,
  ],
  ["of Deno's V8", "FROM denoland/deno\nENV DENO_V8_FLAGS='--stack-size=2000'\n", 2],
];
for (const [name, dockerfile, line] of refused) {
  test(`an option that a block would replace is refused: ${name}`, async () => {
    const { where, exitCode } = await refusalOf(() => read(dockerfile));
    assert.equal(where, `targets/${ID}/Dockerfile:${line}`);
    assert.equal(exitCode, exitCodes.usage);
  });
}

const accepted: [string, string][] = [
  ['another variable', 'FROM node\nENV NODE_ENV=production\n'],
  ['of a build alone', 'FROM node\nRUN NODE_OPTIONS=--max-old-space-size=512 npm run build\n'],
  ['in a text', 'FROM node\nENV NOTE="see NODE_OPTIONS=1 there"\n'],
  ['in a comment', 'FROM node\n# ENV NODE_OPTIONS=--trace-gc\n'],
];
for (const [name, dockerfile] of accepted)
  test(`an image may have what no block replaces: ${name}`, () => {
    assert.equal(read(dockerfile).id, ID);
  });

test('quotes without an end, as long as a Dockerfile may be, are looked through at once', () => {
  const began = performance.now();
  read(`FROM node\nENV A="${'\\"a'.repeat(21_000)}\n`);
  assert.ok(performance.now() - began < 1_000);
});
