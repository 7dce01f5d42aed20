import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readProfile } from '../../../src/catalog/profiles.ts';
import { readTargets, selectVariants } from '../../../src/catalog/targets.ts';
import { dropUnfinished } from '../../../src/measure/blocks/record/drop-unfinished.ts';
import { beginRun, carryOut } from '../../../src/measure/whole-run.ts';
import type { Cell, Warmup } from '../../../src/model/index.ts';
import { emptyCell } from '../../../src/results/run-store.ts';
import { exitCodes, PitwallError } from '../../../src/util/errors.ts';
import { roundsProfile, targetOf, throughputCell, withReasons } from '../../publish/small-results.ts';
import { benchOf, cellIn, machine, nextStart, resultOf } from '../support/bench.ts';
import { makeRepository } from '../support/repository.ts';

/** A cell with a slice of each of these blocks. */
function cellOf(blocks: number[], failures: number[], marks: Cell['marks'] = []): Cell {
  const all = [...blocks, ...failures];
  const column = all.map(() => 1);
  const cell = withReasons(throughputCell(blocks.map((block) => 10 + block)));
  return {
    ...(blocks.length === 0 ? emptyCell(cell) : cell),
    failures: failures.map((round) => ({ round, what: 'it died' })),
    marks,
    slices: {
      block: all,
      cycle: column,
      startedSeconds: column,
      requests: all.map((block) => 10 + block),
      durationSeconds: column,
      serverCpuNanoseconds: column,
      stolenRatio: column,
      kept: all.map(() => true),
    },
  };
}

/** Killed after some files had block 1, and before run.json named it. */
describe('a block that is in some files only', () => {
  const made = makeRepository();
  after(() => made.remove());
  made.addTarget('measured');
  made.addProfile('blocks', { blocks: 2 });
  const targetVariants = selectVariants(readTargets(made.repository), []);
  const warmups = [0, 1].map((block): Warmup => {
    const seconds = { throughputPerSecond: [1], durationSeconds: [1], cpuPerRequestNanoseconds: [1] };
    return {
      ...{ block, scenario: 'json', loadShapeId: 'wrk-64', place: 0, steady: true, lightSeconds: 0 },
      ...{ ...seconds, compilingRatio: [null], latencyMaxSeconds: [1] },
    };
  });
  const errors: Cell['marks'] = [{ code: 'errors', rounds: [1], detail: 'some' }];

  async function killed() {
    const bench = benchOf(made, { loaders: {} });
    const plan = { machine, profile: readProfile(made.repository, 'blocks'), targetVariants, seed: 1 };
    const store = await beginRun(bench, { ...plan, startedAt: nextStart() });
    store.run.blocks = [{ block: 0, startedSeconds: 0, seconds: 1, groups: 1 }];
    const cells = {
      measured: cellOf([0, 1], [], errors),
      failed: cellOf([0], [1]),
      whole: cellOf([0], []),
      begun: cellOf([], [1]),
    };
    for (const [name, cell] of Object.entries(cells))
      store.writeTarget(targetOf(`javascript/${name}`, [cell], { run: store.run.id, warmups }));
    return { bench, store };
  }

  const left = ({ rounds, failures, slices, marks }: Cell) => ({
    blocks: [...rounds.round, ...failures.map(({ round }) => round)],
    slices: [slices?.block, slices?.requests],
    marks: marks.length,
  });
  const first = { blocks: [0], slices: [[0], [10]], marks: 0 };

  test('is removed with its slices and warm-ups, whether the cell had a figure or failed', async () => {
    const { store } = await killed();
    dropUnfinished(store);
    for (const name of ['measured', 'failed', 'whole']) {
      assert.deepEqual(left(cellIn(resultOf(store, name))), first, name);
      assert.deepEqual(resultOf(store, name).warmups, warmups.slice(0, 1), name);
    }
    assert.deepEqual(resultOf(store, 'begun').cells, []);
  });

  test('takes the merged latencies along, out of which nothing can be taken; those of whole blocks stay', async () => {
    const { store } = await killed();
    const encoded = Buffer.from('of both').toString('base64');
    const cells = { measured: { rounds: [0, 1], encoded }, whole: { rounds: [0], encoded } };
    for (const [name, latencyHistogram] of Object.entries(cells)) {
      const result = resultOf(store, name);
      store.writeTarget({ ...result, cells: result.cells.map((cell) => ({ ...cell, latencyHistogram })) });
    }
    dropUnfinished(store);
    assert.equal(cellIn(resultOf(store, 'measured')).latencyHistogram, undefined);
    assert.deepEqual(cellIn(resultOf(store, 'whole')).latencyHistogram, cells.whole);
  });

  test('is removed with the file that was being written', async () => {
    const { store } = await killed();
    const part = join(store.folder, '.run.json.4999999.part');
    writeFileSync(part, '{');
    dropUnfinished(store);
    assert.ok(!existsSync(part));
  });

  test('stays while nothing can be built to measure what is missing: a later resume removes it', async () => {
    const { bench, store } = await killed();
    const missing = { what: 'Node.js is not installed', next: 'Install it' };
    bench.launcher = { ...bench.launcher, missingFor: async () => [missing] };
    await assert.rejects(
      carryOut(bench, store, targetVariants),
      (error) => error instanceof PitwallError && error.exitCode === exitCodes.missing,
    );
    assert.deepEqual(cellIn(resultOf(store, 'measured')).rounds.round, [0, 1]);
    assert.equal(store.run.finishedAt, null);
  });

  test('is nothing that a run in rounds has', async () => {
    const { store } = await killed();
    store.run.profile = roundsProfile;
    delete store.run.blocks;
    dropUnfinished(store);
    assert.deepEqual(cellIn(resultOf(store, 'measured')).rounds.round, [0, 1]);
  });
});
