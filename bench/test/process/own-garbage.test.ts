import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectGrownGarbage } from '../../src/process/own-garbage.ts';

const MEBIBYTE = 1024 * 1024;
const inUse = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external;

test('much garbage is collected, on the heap and beside it; little is left to V8', () => {
  collectGrownGarbage();
  assert.equal(collectGrownGarbage(), false, 'nothing has been allocated since');
  for (const allocate of [
    () => Array.from({ length: 500 }, () => new Array(20_000).fill(0.5)),
    () => Array.from({ length: 80 }, () => Buffer.alloc(MEBIBYTE, 1)),
  ]) {
    let garbage: unknown[] | null = allocate();
    const before = inUse();
    assert.ok(garbage.length > 0);
    garbage = null;
    assert.equal(collectGrownGarbage(), true);
    assert.ok(before - inUse() > 40 * MEBIBYTE, `${before} bytes, then ${inUse()}`);
    assert.equal(collectGrownGarbage(), false);
  }
});
