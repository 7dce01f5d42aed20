import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { cellColumns } from '../../src/model/index.ts';
import { formatResult } from '../../src/results/format-result.ts';
import {
  emptyCell,
  newestRun,
  RunStore,
  runFolders,
  runIdOf,
  targetFileName,
  unfinishedAnywhere,
  unfinishedRun,
} from '../../src/results/run-store.ts';
import { machine } from '../measure/support/bench.ts';
import { makeRepository } from '../measure/support/repository.ts';
import { unfinished } from '../measure/support/results.ts';
import { targetOf, throughputCell } from '../publish/small-results.ts';

describe('the text of a result', () => {
  const long = Array.from({ length: 1_000 }, (_, index) => (index % 3 === 0 ? null : index / 7));
  const values: unknown[] = [
    null,
    0,
    'a "quoted"\nline and 成功',
    [],
    {},
    [1, null, -2.5e-9],
    ['a', 'b'],
    { deep: [{ list: [[1], [2, [3]]], none: null, text: 'x'.repeat(300) }] },
    { column: long, left: undefined },
    targetOf('go/gin', [
      throughputCell([1, 2, 3], { marks: [{ code: 'errors', rounds: [0], detail: '{[,]}' }] }),
    ]),
  ];

  test('is the same JSON value', () => {
    for (const value of values)
      assert.deepEqual(JSON.parse(formatResult(value)), JSON.parse(JSON.stringify(value)));
  });

  test('has each column on one line, however long, and ends with a line break', () => {
    const text = formatResult(targetOf('go/gin', [throughputCell(long.map((value) => value ?? 0))]));
    for (const name of Object.keys(cellColumns)) {
      const lines = text.split('\n').filter((line) => line.trimStart().startsWith(`"${name}":`));
      assert.equal(lines.length, 1, name);
      assert.match(lines[0] ?? '', /\],?$/, `${name} ends on its line`);
    }
    assert.ok(text.endsWith('}\n'));
  });

  test('of one more round differs in a line a column, so that a diff reads', () => {
    const lines = (rounds: number[]): string[] => formatResult(throughputCell(rounds)).split('\n');
    const [before, after] = [lines([1, 2]), lines([1, 2, 3])];
    assert.equal(before.length, after.length);
    assert.equal(
      before.filter((line, index) => line !== after[index]).length,
      Object.keys(cellColumns).length,
    );
  });
});

test('names of files and runs', () => {
  assert.equal(targetFileName('go/gin', 'default'), 'go-gin.json');
  assert.equal(targetFileName('javascript/koa', 'cluster'), 'javascript-koa.cluster.json');
  const at = new Date('2026-11-21T10:15:00.123Z');
  assert.equal(runIdOf(at, '0123456789abcdef'), '20261121T101500Z-0123456');
  assert.equal(runIdOf(at, null), '20261121T101500Z-nocommit');
  const later = runIdOf(new Date('2027-01-02T03:04:05Z'), 'fffffff');
  assert.ok(runIdOf(at, 'fffffff') < later, 'they sort by time');
});

test('an empty cell has every column', () => {
  const { rounds } = emptyCell(throughputCell([1]));
  assert.deepEqual(Object.keys(rounds).sort(), Object.keys(cellColumns).sort());
  assert.ok(Object.values(rounds).every((column) => column?.length === 0));
});

test('runs are found oldest first over machines and years, and the newest unfinished one is resumed', () => {
  const made = makeRepository();
  const begin = (id: string, time: string, finished: boolean): RunStore => {
    const run = unfinished(id, new Date(time));
    return RunStore.create(
      made.repository,
      { ...machine, id },
      finished ? { ...run, finishedAt: time } : run,
    );
  };
  assert.deepEqual(runFolders(made.repository), []);
  const second = begin('b', '2026-05-01T00:00:00.000Z', false);
  const third = begin('a', '2027-01-01T00:00:00.000Z', true);
  const first = begin('a', '2026-04-01T00:00:00.000Z', false);
  // Neither a folder without a run nor a file beside the folders is a run.
  mkdirSync(join(made.repository.results, 'runs/a/2026/notes'));
  writeFileSync(join(made.repository.results, 'runs/a/README.md'), '');
  assert.deepEqual(
    runFolders(made.repository),
    [first, second, third].map(({ folder }) => folder),
  );
  assert.equal(unfinishedAnywhere(made.repository), second.folder);
  assert.equal(unfinishedRun(made.repository, 'a'), first.folder, 'a run of this machine comes first');
  assert.equal(unfinishedRun(made.repository, 'c'), null);

  writeFileSync(join(second.folder, 'run.json'), '{"schemaVersion":');
  assert.equal(unfinishedRun(made.repository, 'a'), first.folder, 'whatever became of the files of another');
  assert.equal(unfinishedAnywhere(made.repository), first.folder);
  assert.equal(newestRun(made.repository, 'a'), third.folder);

  const result = targetOf('go/gin', [throughputCell([1, 2])], { run: first.run.id });
  assert.equal(first.readTarget('go/gin', 'default'), null);
  first.writeTarget(result);
  assert.deepEqual(RunStore.open(first.folder).targets(), [result]);
  assert.throws(() => begin('a', '2026-04-01T00:00:00.000Z', false), /A run of this name exists already/);
  assert.deepEqual(RunStore.open(first.folder).targets(), [result], 'it has lost nothing');
  made.remove();
});
