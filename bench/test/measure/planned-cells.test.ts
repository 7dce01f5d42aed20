import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TargetVariant } from '../../src/catalog/targets.ts';
import { cellName, mix, type PlannedCell, plannedCells } from '../../src/measure/planned-cells.ts';
import { profileSchema } from '../../src/model/index.ts';
import { madeUpVariants } from './support/made-up-variants.ts';
import { shortProfile } from './support/repository.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const targetVariants = madeUpVariants(names, (name) =>
  name === 'a' ? ['json'] : ['json', 'asset', 'plaintext'],
);
const profile = profileSchema.parse({
  ...shortProfile,
  name: 'many',
  scenarios: ['json', 'asset'],
  loadShapes: [
    { loader: 'wrk', connections: 64 },
    { loader: 'wrk', connections: 8 },
    { loader: 'oha', connections: 8, rate: { perSecond: 100 } },
  ],
});
const cells = plannedCells(targetVariants, profile);
const named = (order: readonly PlannedCell[]): string[] => order.map(cellName);

describe('the cells of a run', () => {
  test('every target in every scenario of the profile that it serves, once for each load shape', () => {
    // Six targets serve json, five asset; two shapes of wrk, one of oha.
    assert.equal(cells.length, (6 + 5) * 3);
    assert.equal(new Set(named(cells)).size, cells.length);
    assert.ok(!named(cells).some((name) => name.startsWith('go/a asset') || name.includes('plaintext')));
    assert.deepEqual(named(plannedCells([targetVariants[0] as TargetVariant], profile)), [
      'go/a json wrk-64',
      'go/a json wrk-8',
      'go/a json oha-8-rate-100',
    ]);
  });

  test('only those that a replay asks for, where it asks for some', () => {
    const only = [
      { target: 'go/b', scenario: 'asset' as const, loadShapeId: 'wrk-8' },
      { target: 'go/a', scenario: 'asset' as const, loadShapeId: 'wrk-8' },
    ];
    assert.deepEqual(named(plannedCells(targetVariants, profile, only)), ['go/b asset wrk-8']);
  });
});

test('seeds of blocks and cells do not collide', () => {
  const seeds = Array.from({ length: 100 }, (_, block) =>
    Array.from({ length: 100 }, (_, cell) => mix(9, block, cell)),
  );
  assert.ok(new Set(seeds.flat()).size > 9_990);
  assert.notEqual(mix(1, 2), mix(2, 1));
});
