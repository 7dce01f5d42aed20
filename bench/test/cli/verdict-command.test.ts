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

test('it also has what the text says of the machine: network, pairs left out, and the canary', async () => {
  const hash = `sha256:${'0'.repeat(64)}`;
  const canary = {
    target: 'c/epoll',
    sources: hash,
    artifact: hash,
    startedSeconds: [0],
    throughputPerSecond: [50_000],
    cpuPerRequestNanoseconds: [3_000],
    stolenRatio: [0],
  };
  const comparison = comparisonOf(1, { network: 'sides', canary });
  const [cell] = comparison.cells;
  assert.ok(cell);
  cell.rounds.stolenRatio[0] = 0.5;
  for (const [whole, expected] of [
    [comparison, { network: 'sides', disturbed: 1, canary }],
    [comparisonOf(1), { network: 'host', disturbed: 0, canary: null }],
  ] as const) {
    const asked = askingFor({ 'one.json': JSON.stringify(whole) });
    await verdict.run(asked);
    const { network, disturbed, canary: loaded } = JSON.parse(asked.output());
    assert.deepEqual({ network, disturbed, canary: loaded }, expected);
  }
});

/** What asks for the verdicts of files with these texts as JSON. */
function askingFor(texts: Record<string, string>) {
  for (const [name, text] of Object.entries(texts)) made.write(name, text);
  const names = Object.keys(texts).map((name) => join(made.repository.root, name));
  return invocationIn(made, { arguments: names, options: { json: true } });
}

test('the JSON of several verdicts is one document', async () => {
  const stopped = comparisonOf(1, { finishedAt: null });
  const asked = askingFor({
    'one.json': JSON.stringify(comparisonOf(1)),
    'two.json': JSON.stringify(stopped),
  });
  assert.equal(await verdict.run(asked), exitCodes.failed, 'as that of the worst');
  const list: { finishedAt: string | null }[] = JSON.parse(asked.output());
  assert.deepEqual(
    list.map(({ finishedAt }) => finishedAt),
    [comparisonOf(1).finishedAt, null],
  );
});

test('a file that is no comparison is refused before anything is printed, and is not to be restored', async () => {
  const asked = askingFor({ 'one.json': JSON.stringify(comparisonOf(1)), 'notes.md': '# Notes\n' });
  await assert.rejects(verdict.run(asked), {
    what: 'The file is not JSON',
    next: 'List comparisons with: ls results/comparisons/*/*',
  });
  assert.equal(asked.output(), '');
});
