import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scenariosOption } from '../../src/commands/measuring/scenario-option.ts';

describe('--scenario', () => {
  it('is null if it is not given', () => {
    assert.equal(scenariosOption({}), null);
  });

  it('names a scenario once, however often it is repeated', () => {
    const found = scenariosOption({ scenario: ['json', 'menus', 'json'] });
    assert.deepEqual(
      found?.map(({ id }) => id),
      ['json', 'menus'],
    );
  });

  it('suggests a similar name for one that does not exist', () => {
    assert.throws(() => scenariosOption({ scenario: ['jsno'] }), /json/);
  });
});
