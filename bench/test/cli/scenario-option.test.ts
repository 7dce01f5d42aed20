import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scenariosOption } from '../../src/commands/measuring/scenario-option.ts';

describe('--scenario', () => {
  test('is null if it is not given', () => {
    assert.equal(scenariosOption({}), null);
  });

  test('names a scenario once, however often it is repeated', () => {
    const found = scenariosOption({ scenario: ['json', 'menus', 'json'] });
    assert.deepEqual(
      found?.map(({ id }) => id),
      ['json', 'menus'],
    );
  });

  test('suggests a similar name for one that does not exist', () => {
    assert.throws(() => scenariosOption({ scenario: ['jsno'] }), /did you mean json\b/);
  });
});
