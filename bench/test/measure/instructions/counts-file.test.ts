import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countingMethodOf } from '../../../src/measure/instructions/counting-methods.ts';
import { instructionsIn } from '../../../src/measure/instructions/counts-file.ts';

const cachegrind = `desc: I1 cache:         32768 B, 64 B, 8-way associative
cmd: build/counted/server
events: Ir
fl=/go/src/runtime/proc.go
fn=runtime.findRunnable
3361 500
3370 41
fn=runtime.mallocgc
120 300
fl=main.go
fn=main.main
7 159
summary: 1000
`;

test('a sum is the one that the tool wrote', () => {
  assert.equal(instructionsIn(cachegrind, null), 1_000);
  assert.equal(instructionsIn('version: 1\nsummary: 0\n\n\ntotals: 439486886\n', null), 439_486_886);
  assert.equal(instructionsIn('', null), 0);
  assert.equal(instructionsIn('summary: 0\ntotals: 0\n', null), 0);
});

test('what functions execute that go by the clock is left out, what a request does is not', () => {
  assert.equal(instructionsIn(cachegrind, /^runtime\.findRunnable$/), 459);
  const leavesOut = countingMethodOf({ language: 'Go' } as Parameters<typeof countingMethodOf>[0])?.leavesOut;
  assert.ok(leavesOut);
  assert.equal(instructionsIn(cachegrind, leavesOut), 459);
  for (const name of ['runtime.(*timers).check', 'runtime.nanotime1.abi0', 'runtime.(*itabTableType).find'])
    assert.match(name, leavesOut);
  for (const name of ['runtime.mallocgc', 'runtime.mapassign_faststr', 'main.lock2', 'runtime.newobject'])
    assert.doesNotMatch(name, leavesOut);
});

test('what runs on Node is counted in either language, what runs on Bun or Deno is not', () => {
  const way = (language: string, name: string) =>
    countingMethodOf({ language, runtime: { name } } as Parameters<typeof countingMethodOf>[0]);
  for (const language of ['JavaScript', 'TypeScript']) {
    assert.equal(way(language, 'Node.js')?.counted, 'from-a-mark');
    assert.equal(way(language, 'Bun'), null);
    assert.equal(way(language, 'Deno'), null);
  }
  assert.equal(way('Rust', 'Rust')?.counted, 'from-a-mark');
});
