import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { verdict } from '../../src/commands/comparing/verdict.ts';
import type { Comparison } from '../../src/model/index.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { comparisonOf } from '../ci/support/comparison.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';

const made = makeRepository();
after(() => made.remove());

async function asJson(comparison: Comparison) {
  made.write('one.json', JSON.stringify(comparison));
  const asked = invocationIn(made, {
    arguments: [join(made.repository.root, 'one.json')],
    options: { json: true },
  });
  const code = await verdict.run(asked);
  const { finishedAt, counts, unmeasured, cells } = JSON.parse(asked.output());
  return { code, finishedAt, counts, unmeasured, states: cells.map(({ state }: { state: string }) => state) };
}

const counts = { regressed: 0, improved: 0, same: 0, undecided: 0 };

test('the JSON of a verdict says why its exit code is 1', async () => {
  const { finishedAt } = comparisonOf(1);
  assert.deepEqual(await asJson(comparisonOf(1)), {
    ...{ code: exitCodes.ok, finishedAt, counts: { ...counts, same: 1 }, unmeasured: 0, states: ['same'] },
  });
  const stopped = await asJson(comparisonOf(1, { finishedAt: null }));
  assert.deepEqual([stopped.code, stopped.finishedAt], [exitCodes.failed, null]);
  const failing = comparisonOf(1);
  const [cell] = failing.cells;
  assert.ok(cell);
  cell.failures = [16, 17].map((round) => ({ round, side: 'head', what: 'it ended' }));
  assert.deepEqual(await asJson(failing), {
    ...{ code: exitCodes.failed, finishedAt, counts, unmeasured: 1, states: ['undecided'] },
  });
});
