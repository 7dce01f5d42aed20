import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedCell } from '../../../src/measure/planned-cells.ts';
import { soundValues } from '../../../src/measure/slice/alone.ts';
import type { FoundMark } from '../../../src/measure/slice/figures.ts';
import { invalidatingMarks, scenarioOf } from '../../../src/model/index.ts';
import { observed } from '../support/observed.ts';

const seen = observed();
const cell = {
  targetVariant: { name: 'go/gin@HEAD' },
  scenario: scenarioOf('json'),
  shape: seen.shape,
} as unknown as PlannedCell;
const valuesWith = (...marks: FoundMark[]) =>
  soundValues(cell, { observed: seen, marks, responses: 20_000, seconds: 1 });

test('a slice by itself has no figure if a mark invalidates it, and says why', () => {
  for (const code of invalidatingMarks) {
    assert.throws(() => valuesWith({ code, detail: '3,000 of 20,000 responses' }), {
      name: 'PitwallError',
      where: 'go/gin@HEAD json wrk-64',
      seen: `${code}, 3,000 of 20,000 responses`,
    });
  }
});

test('a warning beside it takes nothing away', () => {
  assert.equal(valuesWith({ code: 'loader-bound', detail: 'full' }).requests, 20_000);
});
