import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectGrownGarbage } from '../../src/process/own-garbage.ts';

const MEBIBYTE = 1024 * 1024;
const inUse = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external;

/** Nothing refers to what it allocated once it has returned. */
function bytesWith(allocate: () => unknown[]): number {
  return allocate().length === 0 ? 0 : inUse();
}

test('much garbage is collected, on the heap and beside it; little is left to V8', () => {
  collectGrownGarbage();
  assert.equal(collectGrownGarbage(), false, 'nothing has been allocated since');
  const before = bytesWith(() => Array.from({ length: 500 }, () => new Array(20_000).fill(0.5)));
  assert.equal(collectGrownGarbage(), true);
  assert.ok(before - inUse() > 60 * MEBIBYTE, `${before} bytes, then ${inUse()}`);
  assert.equal(collectGrownGarbage(), false);
  bytesWith(() => Array.from({ length: 80 }, () => Buffer.alloc(MEBIBYTE, 1)));
  assert.equal(collectGrownGarbage(), true, 'buffers count, too');
});
