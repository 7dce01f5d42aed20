import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { valuesOf } from '../../src/measure/slice/figures.ts';
import { type Cell, cellColumns, invalidatingMarks, type Machine, type Run } from '../../src/model/index.ts';
import { lintCell, lintMachines, lintRun, STALE_MACHINE_DAYS } from '../../src/results/lint.ts';
import { machine } from '../measure/support/bench.ts';
import { observed } from '../measure/support/observed.ts';
import { type CellParts, cellWith, runOf, targetOf } from '../publish/small-results.ts';

const { run } = runOf([]);

/** Two rounds in which every figure is there and can be true. */
function soundCell(change: CellParts = {}): Cell {
  const values = { ...valuesOf(observed()), databaseCpuNanoseconds: 1e6, warmupSlices: 2 };
  const columns = Object.entries(values).map(([name, value]) => [name, [value, value]]);
  return cellWith({ ...change, rounds: { ...Object.fromEntries(columns), ...change.rounds } });
}

const said = (cell: Cell): string[] => lintCell(cell, run).map(({ level, what }) => `${level}: ${what}`);

describe('a cell', () => {
  test('that is sound', () => {
    assert.deepEqual(said(soundCell()), []);
    const none = Object.fromEntries(Object.keys(cellColumns).map((name) => [name, []]));
    assert.deepEqual(said(cellWith({ rounds: none })), [], 'no round yet');
  });

  const wrong: [string, CellParts, string][] = [
    ['a sentinel', { rounds: { errors: [0, -1] } }, 'errors is negative: a sentinel, not a figure'],
    [
      'no processor time',
      { rounds: { loaderCpuNanoseconds: [0, 5e8] } },
      'loaderCpuNanoseconds is 0, so it was not measured',
    ],
    [
      'p50 above p90',
      { rounds: { latencyP50Seconds: [0.005, 0.002] } },
      'round 0: latencyP50Seconds is above latencyP90Seconds',
    ],
    [
      'p90 above p99.9 where p99 is missing',
      { rounds: { latencyP99Seconds: [0.008, null], latencyP90Seconds: [0.004, 0.03] } },
      'round 1: latencyP90Seconds is above latencyP999Seconds',
    ],
    [
      'p99.9 above the maximum',
      { rounds: { latencyMaxSeconds: [0.019, 0.05] } },
      'round 0: latencyP999Seconds is above latencyMaxSeconds',
    ],
    [
      'a mean above the maximum',
      { rounds: { latencyMeanSeconds: [0.06, 0.003] } },
      'round 0: the mean latency is above the maximum',
    ],
    ['requests in no time', { rounds: { durationSeconds: [1, 0] } }, 'round 1: requests without a duration'],
    [
      'requests in a time that nobody knows',
      { rounds: { durationSeconds: [1, null] } },
      'round 1: requests without a duration',
    ],
    [
      'more wrong than there were',
      { rounds: { wrongStatus: [0, 20_001] } },
      'round 1: more wrong statuses than responses',
    ],
    [
      'more stolen than there was',
      { rounds: { stolenRatio: [1.2, 0] } },
      'round 0: more time stolen than passed',
    ],
    ['a round twice', { rounds: { round: [1, 1] } }, 'a round appears twice'],
    [
      'a round beyond the profile',
      { rounds: { round: [0, 3] } },
      'a round number that the profile does not have',
    ],
    [
      'nothing, and no reason',
      { rounds: { peakMemoryBytes: [null, null] } },
      'peakMemoryBytes is missing without a reason',
    ],
    [
      'a reason, and it is there',
      { missing: { requests: 'no-accounting' } },
      'requests is both present and missing',
    ],
    [
      'a mark on a round that is not there',
      { marks: [{ code: 'unsteady', rounds: [2], detail: '' }] },
      'the mark unsteady names a round that does not exist',
    ],
  ];
  for (const [name, change, what] of wrong) {
    test(`with ${name}`, () => assert.deepEqual(said(soundCell(change)), [`error: ${what}`]));
  }

  test('with a mark: a warning where it invalidates the figure, nothing otherwise', () => {
    const marked = (code: Cell['marks'][number]['code']) =>
      said(soundCell({ marks: [{ code, rounds: [0], detail: 'why' }] }));
    for (const code of invalidatingMarks) assert.deepEqual(marked(code), [`warning: marked ${code}: why`]);
    assert.deepEqual(marked('stolen-time'), []);
  });

  test('whose server’s processor time is not known needs no second reason for what is fitted to it', () => {
    const rounds = { serverCpuNanoseconds: [null, null], cpuPerRequestNanoseconds: [null, null] };
    assert.deepEqual(said(soundCell({ rounds, missing: { serverCpuNanoseconds: 'no-accounting' } })), []);
    assert.deepEqual(said(soundCell({ rounds })), [
      'error: serverCpuNanoseconds is missing without a reason',
      'error: cpuPerRequestNanoseconds is missing without a reason',
    ]);
  });

  test('whose last digit was rounded', () => {
    assert.deepEqual(
      said(
        soundCell({ rounds: { latencyP90Seconds: [0.0080001, 0.004], latencyP99Seconds: [0.008, 0.008] } }),
      ),
      [],
    );
  });
});

describe('a run', () => {
  const whole = () => [targetOf('go/gin', [soundCell()]), targetOf('rust/axum', [soundCell()])];
  const found = (change: Partial<Run>, targets = whole(), files = targets) => {
    const result = runOf(targets, change);
    const listed = files.map((each) => ({ file: `${each.target}.json`, result: each }));
    return lintRun(result.run, listed, 'folder').map(
      ({ level, where, what }) => `${level} ${where}: ${what}`,
    );
  };

  test('that is sound', () => assert.deepEqual(found({}), []));
  test('not finished, or of a changed checkout: warnings', () => {
    assert.deepEqual(found({ finishedAt: null }), ['warning folder: the run is not finished']);
    assert.deepEqual(found({ modified: true }), ['warning folder: the checkout had uncommitted changes']);
  });
  test('that ends before it starts', () => {
    assert.deepEqual(found({ finishedAt: '2025-12-31T23:59:59.000Z' }), [
      'error folder: the run ends before it starts',
    ]);
  });
  test('with more load than time', () => {
    const time = { wallSeconds: 10, loadSeconds: 11, measuredSeconds: 5 };
    assert.deepEqual(found({ time }), ['error folder: more time under load than the run took']);
  });
  test('without a file of one of its targets: an error once it is finished', () => {
    const [gin] = whole();
    assert.deepEqual(found({}, whole(), gin ? [gin] : []), ['error folder: no file for rust/axum (default)']);
    const files = found({ finishedAt: null }, whole(), gin ? [gin] : []);
    assert.ok(files.includes('warning folder: no file for rust/axum (default)'));
  });
  test('with a file of a target that it does not name', () => {
    const stray = targetOf('go/echo', [soundCell()]);
    assert.deepEqual(found({}, whole(), [...whole(), stray]), [
      'error go/echo.json: the run does not name go/echo (default)',
    ]);
  });
  test('with a target that was measured, and nothing of it', () => {
    assert.deepEqual(found({}, [targetOf('go/gin', [])]), [
      'error go/gin.json: is marked as measured, but has no cell',
    ]);
    const leftOut = targetOf('go/gin', [], {
      state: { step: 'build', reason: 'no compiler', next: 'get one' },
    });
    assert.deepEqual(found({}, [leftOut]), []);
  });
  test('a finding names the file and the cell', () => {
    const cell = soundCell({ rounds: { errors: [-1, 0] } });
    assert.deepEqual(found({}, [targetOf('go/gin', [soundCell({ scenario: 'asset' }), cell])]), [
      'error go/gin.json › cells.1 (json wrk-64): errors is negative: a sentinel, not a figure',
    ]);
  });
});

describe('a machine', () => {
  const one: Machine = { ...machine, id: 'one' };
  const newest = new Date('2026-01-01T00:00:00Z');
  const later = (days: number) => new Date(newest.getTime() + days * 86_400_000);
  const of = (change: Partial<Run>): Run => ({
    ...run,
    machine: 'one',
    startedAt: newest.toISOString(),
    ...change,
  });
  const found = (runs: Run[], now: Date) =>
    lintMachines([one], runs, now).map(({ level, where, what }) => `${level} ${where}: ${what}`);

  test('is stale once its newest finished run is too old', () => {
    assert.deepEqual(found([of({})], later(STALE_MACHINE_DAYS)), []);
    assert.deepEqual(
      found([of({}), of({ startedAt: '2025-01-01T00:00:00.000Z' })], later(STALE_MACHINE_DAYS + 1)),
      [`warning machines/one.json: stale: its newest run is ${STALE_MACHINE_DAYS + 1} days old`],
    );
  });
  test('without a finished run of its own', () => {
    const none = ['warning machines/one.json: no finished run'];
    assert.deepEqual(found([], newest), none);
    assert.deepEqual(found([of({ finishedAt: null }), of({ machine: 'two' })], newest), none);
  });
});
