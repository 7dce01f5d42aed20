import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dockerInstructions } from '../../src/hosts/dockerfile.ts';

const lines = (text: string) => dockerInstructions(text).map(({ line, name, rest }) => [line, name, rest]);

test('the instructions of a Dockerfile, each with the line that it begins on', () => {
  const text = [
    '# syntax=docker/dockerfile:1',
    'FROM node:24 AS build',
    '',
    'run npm ci && \\',
    '    # a comment between continued lines',
    '',
    '    npm run build',
    'EXPOSE',
  ];
  const expected = [
    [2, 'FROM', 'node:24 AS build'],
    [4, 'RUN', 'npm ci && npm run build'],
    [8, 'EXPOSE', ''],
  ];
  assert.deepEqual(lines(text.join('\n')), expected);
  assert.deepEqual(lines(text.join('\r\n')), expected);
});

test('a here-document is text of its instruction, whatever its lines look like', () => {
  const text = `RUN <<'ONE' cat && <<-TWO cat\nENV A=1\nONE\nFROM x\n\tTWO\nENV B=2\n`;
  assert.deepEqual(lines(text), [
    [1, 'RUN', "<<'ONE' cat && <<-TWO cat"],
    [6, 'ENV', 'B=2'],
  ]);
});

test('a last line that says it goes on, and an empty file', () => {
  assert.deepEqual(lines('FROM a \\'), [[1, 'FROM', 'a']]);
  assert.deepEqual(lines(''), []);
});

test('an instruction whose first line only says that it goes on', () => {
  assert.deepEqual(lines('\\\nENV A=1 \\\n\\\nB=2'), [[1, 'ENV', 'A=1 B=2']]);
});

test('a hostile Dockerfile of a megabyte is read at once', () => {
  const hostile = [
    `RUN a \\\n${'x \\\n'.repeat(250_000)}`,
    `RUN ${'<<A '.repeat(125_000)}\n${'A\n'.repeat(250_000)}`,
    `RUN ${'a'.repeat(500_000)} ${'b'.repeat(500_000)}\u2028c`,
  ];
  for (const text of hostile) {
    const began = performance.now();
    assert.equal(lines(text)[0]?.[1], 'RUN');
    assert.ok(performance.now() - began < 5_000);
  }
});
