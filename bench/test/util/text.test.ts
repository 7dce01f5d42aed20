import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { isOfFuture } from '../../src/util/clock.ts';
import { describeError, PitwallError } from '../../src/util/errors.ts';
import { MOST_LEVELS, unfitDocument } from '../../src/util/json-document.ts';
import { tailOf } from '../../src/util/lines.ts';
import { schemaError } from '../../src/util/schema-errors.ts';
import { isPlainLine, isPlainText, plainText, visibleText } from '../../src/util/text.ts';

const hidden: [string, string][] = [
  ['NUL', '\u0000'],
  ['an escape', '\u001b[2J'],
  ['a C1 control', '\u009b2J'],
  ['a direction', '\u202e'],
  ['a mark of direction', '\u200f'],
  ['an Arabic letter mark', '\u061c'],
  ['a space without width', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a separator of lines', '\u2028'],
  ['half of a surrogate pair', '\ud800'],
  ['a noncharacter', '\ufffe'],
  ['another noncharacter', '\uffff'],
  ['an unassigned code point', '\u{e0080}'],
];

describe('text that hides something', () => {
  for (const [name, text] of hidden) {
    test(name, () => {
      assert.ok(!isPlainLine(`a${text}b`));
      assert.ok(!isPlainText(`a${text}b`));
      assert.ok(isPlainText(plainText(`a${text}b`)), JSON.stringify(plainText(`a${text}b`)));
      assert.ok(isPlainLine(visibleText(`a${text}b`)));
      assert.match(visibleText(`a${text}b`), /^a\\u[0-9a-f]{4}.*b$/);
    });
  }

  test('and text that does not', () => {
    for (const text of ['Gin 1.12', 'ASP.NET – 成功', 'é', 'e\u0301', '👍', 'नमस्ते']) {
      assert.ok(isPlainLine(text), text);
      assert.equal(visibleText(text), text);
    }
    assert.ok(isPlainText('two\n\tlines'));
    assert.ok(!isPlainLine('two\nlines'));
  });

  test('outputs of programs lose their colours and keep their lines', () => {
    assert.equal(
      plainText('\u001b[31merror\u001b[0m\r\n\tat main\r50 %\ud83d'),
      'error\n\tat main\n50 %\ufffd',
    );
    assert.equal(tailOf('\u001b[1mone\u001b[0m\n\n\u001b]0;title\u0007two'), 'one ⏎ two');
  });
});

describe('an error', () => {
  const parts = (seen: string) => ({
    what: 'It broke',
    where: 'here',
    expected: 'this',
    seen,
    next: 'fix it',
  });

  test('has one line for each part, whatever it quotes', () => {
    const error = new PitwallError(parts('a\n::error::forged\r\u001b[2J\u202eb'));
    assert.equal(error.seen, 'a\\n::error::forged\\r\\u001b[2J\\u202eb');
    assert.equal(describeError(error).split('\n').length, 5);
    assert.ok(isPlainLine(error.message));
  });

  test('is bounded', () => {
    assert.ok(new PitwallError(parts('x'.repeat(1_000_000))).seen.length < 10_000);
  });

  test('of a schema shows an unknown key and a wrong value, and neither steers the terminal nor is endless', () => {
    const schema = z.strictObject({ known: z.string().optional() });
    const refusal = (document: unknown): PitwallError => {
      const { error } = schema.safeParse(document);
      assert.ok(error);
      return schemaError(error.issues, document, {
        ...{ what: 'Wrong', where: 'file.json', next: 'fix it' },
        known: ['known'],
      });
    };
    const key = refusal({ '\u001b]0;x\u0007\n::error::forged': 1 });
    assert.equal(describeError(key).split('\n').length, 5);
    assert.ok(isPlainLine(key.message));
    const long = refusal({ ['k'.repeat(1_000_000)]: 1 });
    assert.ok(long.message.length < 1_000);
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    assert.match(refusal({ known: deep }).seen, /more than 64 levels/);
  });
});

describe('a document that must not be walked', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

  test('has too many levels', () => {
    assert.equal(unfitDocument(nested(MOST_LEVELS)), null);
    assert.match(unfitDocument(nested(MOST_LEVELS + 1))?.seen ?? '', /levels/);
    assert.match(unfitDocument(nested(500_000))?.seen ?? '', /levels/);
  });

  test('or a key that readers take for the prototype, however deep', () => {
    assert.match(unfitDocument(JSON.parse('{"a":[{"__proto__":{}}]}'))?.seen ?? '', /__proto__/);
    assert.equal(unfitDocument(JSON.parse('{"constructor":{"prototype":1}}')), null);
  });

  test('or contains itself', () => {
    const round: unknown[] = [];
    round.push(round);
    assert.ok(unfitDocument(round));
  });
});

test('an instant is of the future an hour from now', () => {
  const now = Date.parse('2026-06-01T12:00:00.000Z');
  assert.ok(!isOfFuture('2026-06-01T12:59:00.000Z', now));
  assert.ok(isOfFuture('2026-06-01T13:01:00.000Z', now));
  assert.ok(isOfFuture('2099-01-01T00:00:00.000Z'));
});
