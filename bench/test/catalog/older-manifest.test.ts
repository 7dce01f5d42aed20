import assert from 'node:assert/strict';
import { test } from 'node:test';
import { todaysManifest } from '../../src/catalog/older-manifest.ts';

test('a manifest that gave reasons serves what it served then', () => {
  const older = {
    name: 'Gin',
    scenarios: ['json', 'menus', 'users'],
    omitted: { counter: 'no middleware' },
    variants: [{ id: 'default' }, { id: 'native', omitted: { users: 'no driver', menus: 'no driver' } }],
  };
  assert.deepEqual(todaysManifest(older), {
    name: 'Gin',
    scenarios: ['json', 'menus', 'users'],
    variants: [{ id: 'default' }, { id: 'native', scenarios: ['json'] }],
  });
});

test("a manifest of today's form, or none at all, is left as it is", () => {
  const today = { scenarios: ['json'], variants: [{ id: 'default', scenarios: ['json'] }] };
  assert.deepEqual(todaysManifest(today), today);
  assert.equal(todaysManifest('x'), 'x');
  assert.deepEqual(todaysManifest({ variants: 3 }), { variants: 3 });
});
