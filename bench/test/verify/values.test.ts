import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStrictJson } from '../../src/verify/http/strict-json.ts';
import { differences, renderDifferences } from '../../src/verify/judge/diff.ts';
import { parseHttpDate, parseInstant, sameInstant } from '../../src/verify/judge/instant.ts';

/** The values that responses are made of: JSON, differences, dates. */

test('duplicate keys are found at any depth, whatever way they are written', () => {
  const json = String.raw`{"a":{"b":1,"\u0062":2},"c":[{"d":1},{"d":1,"d":{}}],"a":[]}`;
  assert.deepEqual(parseStrictJson(Buffer.from(json)).duplicateKeys, ['a.b', 'c[1].d', 'a']);
});

test('equal keys of different objects, and texts that look like keys, are no duplicates', () => {
  const json = String.raw`[{"a":"a"},{"a":{"a":["a","a"]}},"{\"a\":1,\"a\":2}","a\\"]`;
  assert.deepEqual(parseStrictJson(Buffer.from(json)).duplicateKeys, []);
});

test('whole numbers beyond 2^53 are found', () => {
  const json = '{"a":9007199254740991,"b":[-9007199254740993],"c":1e300,"d":0.1}';
  assert.deepEqual(parseStrictJson(Buffer.from(json)).unsafeIntegers, ['b[0]']);
});

test('what is no JSON in UTF-8 is refused', () => {
  for (const bytes of ['', '{"a":1,}', "{'a':1}", '{"a":\n"\t"}', '\u{feff}{}', '{} {}', 'NaN']) {
    assert.throws(() => parseStrictJson(Buffer.from(bytes)), /not JSON/, JSON.stringify(bytes));
  }
  assert.throws(() => parseStrictJson(Buffer.from([0x22, 0xb3, 0xc9, 0x22])), /not UTF-8/);
});

test('a body of so many levels that a judge would overflow is refused', () => {
  for (const levels of [65, 100_000]) {
    const body = `${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`;
    assert.throws(() => parseStrictJson(Buffer.from(body)), /JSON with more than 64 levels/);
  }
});

test('differences name the path, in order, and are bounded', () => {
  const expected = { a: [1, { b: 'x' }], c: null, e: 1 };
  const seen = { a: [1, { b: 'y' }, 3], c: 0, d: true };
  const found = differences(expected, seen);
  assert.deepEqual(
    found.map(({ path, kind }) => [path, kind]),
    [
      ['a[1].b', 'different'],
      ['a[2]', 'unexpected'],
      ['c', 'different'],
      ['e', 'missing'],
      ['d', 'unexpected'],
    ],
  );
  assert.equal(
    renderDifferences(found.slice(0, 2)),
    ['- a[1].b: "x"', '+ a[1].b: "y"', '+ a[2]: 3'].join('\n'),
  );
  assert.equal(differences(Array(50).fill(0), Array(50).fill(1), 7).length, 7);
});

test('equal values have no difference, in any order of keys', () => {
  assert.deepEqual(differences({ a: 1, b: [{}, []] }, { b: [{}, []], a: 1 }), []);
  assert.notDeepEqual(differences({ toString: 1 }, {}), []);
  assert.notDeepEqual(differences([], {}), []);
  assert.notDeepEqual(differences({ 0: 1 }, [1]), []);
});

test('of long texts the part around the difference is shown', () => {
  const text = renderDifferences(differences(`${'a'.repeat(5_000)}b`, `${'a'.repeat(5_000)}c`));
  assert.match(text, /- \(body\): … "a{20}b"\n\+ \(body\): … "a{20}c"/);
});

test('instants are the same to the millisecond, and only in UTC', () => {
  const base = '2024-01-02T03:04:05.000Z';
  for (const same of [
    '2024-01-02T03:04:05Z',
    '2024-01-02T03:04:05.000+00:00',
    '2024-01-02t03:04:05.000999z',
  ]) {
    assert.ok(sameInstant(base, same), same);
  }
  for (const other of [
    ...[
      '2024-01-02T03:04:05.001Z',
      '2024-01-02 03:04:05Z',
      '2024-01-02T03:04:05',
      '2024-01-02T03:04:05+08:00',
    ],
    ...['2024-01-02T11:04:05+08:00', '2024-1-2T03:04:05Z', '1704164645000', ''],
  ]) {
    assert.ok(!sameInstant(base, other), other);
  }
  assert.equal(parseInstant('2024-02-29T23:59:59.999Z'), Date.UTC(2024, 1, 29, 23, 59, 59, 999));
  assert.equal(parseInstant('2023-02-29T00:00:00Z'), null);
  assert.equal(parseInstant('2024-01-02T24:00:00Z'), null);
});

test('of the three HTTP dates only IMF-fixdate is sent today', () => {
  assert.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'), Date.UTC(1994, 10, 6, 8, 49, 37));
  for (const other of [
    ...['Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994', 'Sun, 06 Nov 1994 08:49:37 +0000'],
    ...['Mon, 06 Nov 1994 08:49:37 GMT', 'Sun, 6 Nov 1994 08:49:37 GMT', 'Sun, 31 Feb 1994 08:49:37 GMT'],
  ]) {
    assert.equal(parseHttpDate(other), null, other);
  }
});
