import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isOneTextChanged } from '../../src/verify/judge/changed-text.ts';

const MARKER = 'probe-1a2b';

const isChanged = (proven: string, changed: string): boolean =>
  isOneTextChanged(Buffer.from(proven), Buffer.from(changed), MARKER);

describe('one text that became the marker', () => {
  for (const old of ['Ada', '', 'probe-1a2c', '菜单', 'a, b: [c] {d}']) {
    test(`from ${JSON.stringify(old)}`, () => {
      const of = (text: string): string =>
        JSON.stringify([
          { id: 1, name: 'x\\"' },
          { id: 2, name: text, age: 3 },
        ]);
      assert.ok(isChanged(of(old), of(MARKER)));
      assert.ok(isChanged(of(old).replaceAll(':', ' : '), of(MARKER).replaceAll(':', ' : ')));
      assert.ok(isChanged(JSON.stringify(old), JSON.stringify(MARKER)));
    });
  }
});

describe('left to a parser', () => {
  const others: Record<string, [string, string]> = {
    'nothing changed': ['{"a":"x"}', '{"a":"x"}'],
    'a text more': ['{"a":"x","b":"y"}', `{"a":"${MARKER}","b":"z"}`],
    'a number more, of the same length': ['{"a":"x","b":1}', `{"a":"${MARKER}","b":2}`],
    'a member less': ['{"a":"x","b":"y"}', `{"a":"${MARKER}"}`],
    'two texts': ['{"a":"x","b":"x"}', `{"a":"${MARKER}","b":"${MARKER}"}`],
    'a part of a text': ['{"a":"x y"}', `{"a":"x ${MARKER}"}`],
    'a number': ['{"a":1}', `{"a":"${MARKER}"}`],
    'a name': ['{"a":"x"}', `{"${MARKER}":"x"}`],
    'a name before a space': ['{"a" :"x"}', `{"${MARKER}" :"x"}`],
    'no text, but what is between two': ['{"a":["x","y"]}', `{"a":["x"${MARKER}"y"]}`],
    'an escaped text': ['{"a":"x\\n"}', `{"a":"${MARKER}"}`],
    'a text that ends with an escaped quote': ['{"a":"x\\"y"}', `{"a":"x\\"${MARKER}"}`],
    'a whole body': ['"x"', MARKER],
    'a shorter body than the rest': ['""', `{"a":"${MARKER}"}`],
  };
  for (const [name, [proven, changed]] of Object.entries(others)) {
    test(name, () => assert.equal(isChanged(proven, changed), false));
  }
});
