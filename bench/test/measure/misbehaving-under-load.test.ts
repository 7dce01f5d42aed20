import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { invalidatingMarks, loadShapeId } from '../../src/model/index.ts';
import { lintRun } from '../../src/results/lint.ts';
import type { RunStore } from '../../src/results/run-store.ts';
import {
  benchOf,
  cellIn,
  codesOf,
  measureAll,
  resultOf,
  skipWithoutWrk,
  type WatchedBench,
} from './support/bench.ts';
import { makeRepository } from './support/repository.ts';

/** One run of right and wrong servers: each wrong one is found by its own failure or mark, and harms nobody else. */
const behaviours = [
  'right',
  'exits',
  'hangs',
  'fails',
  'ignores-term',
  'forks',
  'frozen-count',
  'longer-body',
];

describe('servers that go wrong once they are under load', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  let bench: WatchedBench;
  let store: RunStore;

  before(async () => {
    // What is said to be compiled is warm in seconds.
    for (const behaviour of behaviours) made.addTarget(behaviour, behaviour, { language: 'C' });
    made.addProfile('short', { warmup: { maxSeconds: 15, otherwise: 'mark' } });
    bench = benchOf(made);
    store = await measureAll(bench, 'short');
  });
  after(() => made.remove());

  const cell = (name: string) => cellIn(resultOf(store, name));
  const onlyFailure = (name: string): string => {
    assert.deepEqual(cell(name).rounds.round, [], 'no figure');
    assert.equal(cell(name).failures.length, 1);
    return cell(name).failures[0]?.what ?? '';
  };

  test('a right one has all its figures, and no mark that invalidates them', () => {
    const { rounds, missing, loaderCommand } = cell('right');
    assert.deepEqual(rounds.round, [0]);
    assert.ok((rounds.requests[0] ?? 0) > 100);
    assert.ok((rounds.countedByServer[0] ?? 0) >= (rounds.requests[0] ?? 0));
    for (const column of ['serverCpuNanoseconds', 'loaderCpuNanoseconds', 'peakMemoryBytes'] as const)
      assert.ok((rounds[column][0] ?? 0) > 0, column);
    assert.equal(missing.databaseCpuNanoseconds, 'no-database');
    assert.deepEqual(
      codesOf(cell('right')).filter((code) => invalidatingMarks.includes(code as never)),
      [],
    );
    assert.equal(loaderCommand[0], 'wrk');
    assert.ok(!loaderCommand.some((word) => word.includes(made.repository.root)), 'no path of this machine');
    assert.equal(loadShapeId(cell('right').loadShape), 'wrk-8');
  });

  test('one that ends: its exit code and its last words', () => {
    assert.match(onlyFailure('exits'), /exit code 70; it wrote: out of luck/);
  });

  test('one that never answers gives no figure of 0 requests', () => {
    assert.match(onlyFailure('hangs'), /answered no request under load/);
  });

  test('one that answers 500 is marked, and its figures are kept', () => {
    assert.ok(codesOf(cell('fails')).includes('status-mismatch'));
    assert.ok((cell('fails').rounds.wrongStatus[0] ?? 0) > 0);
  });

  test('one that ignores SIGTERM, and one whose worker does: reported, and gone', () => {
    for (const name of ['ignores-term', 'forks']) assert.ok(codesOf(cell(name)).includes('slow-stop'), name);
  });

  test('one that counts only when nobody is busy, and one whose bodies differ only for the loader', () => {
    assert.ok(codesOf(cell('frozen-count')).includes('count-mismatch'));
    assert.ok(codesOf(cell('longer-body')).includes('size-changed'));
  });

  test('nothing of any of them is left', () => {
    assert.deepEqual(
      behaviours.flatMap((name) => made.leftAlive(name)),
      [],
    );
  });

  test('failed rounds are reported as they happen', () => {
    const reported = bench.events.flatMap((event) => (event.kind === 'no-figure' ? [event.cell] : []));
    assert.deepEqual(reported.sort(), ['javascript/exits json wrk-8', 'javascript/hangs json wrk-8']);
  });

  test('the run is finished, and its files pass the lint', () => {
    assert.ok(store.run.finishedAt);
    assert.ok((store.run.time?.loadSeconds ?? 0) >= 2);
    const targets = store.targets().map((result) => ({ file: `${result.target}.json`, result }));
    const errors = lintRun(store.run, targets, 'run').filter(({ level }) => level === 'error');
    assert.deepEqual(errors, []);
  });
});
