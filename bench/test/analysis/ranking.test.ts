import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankingTables } from '../../src/analysis/ranking.ts';
import { databaseName, type RankingTable, rankingTableSchema, runDatabaseOf } from '../../src/model/index.ts';
import { rankingCsv } from '../../src/publish/csv.ts';
import { cellWith, roundsProfile, runOf, targetOf, throughputCell } from '../publish/small-results.ts';

function throughputTable(run: ReturnType<typeof runOf>): RankingTable {
  const table = rankingTables(run).find(({ metric }) => metric === 'throughputPerSecond');
  assert.ok(table);
  return rankingTableSchema.parse(table);
}

test('medians, factors and ranks of a table, worked by hand', () => {
  const table = throughputTable(
    runOf(
      [
        targetOf('go/slow', [throughputCell([100, 101, 99])]),
        targetOf('go/fast', [throughputCell([400, 404, 396])]),
        targetOf('go/same', [throughputCell([402, 398, 401])]),
      ],
      { profile: roundsProfile },
    ),
  );
  assert.deepEqual(
    table.rows.map(({ target, outcome }) => [
      target,
      outcome.kind === 'ranked' && [
        outcome.estimate.median,
        outcome.factor,
        outcome.rank.best,
        outcome.rank.worst,
      ],
    ]),
    [
      // 402, 398 and 401 have the median 401; 401/400 = 1.0025; 401/100 = 4.01.
      ['go/same', [401, 1, 1, 2]],
      ['go/fast', [400, 1.0025, 1, 2]],
      ['go/slow', [100, 4.01, 3, 3]],
    ],
  );
  assert.deepEqual(table.rows[2]?.values, [100, 101, 99], 'a row has the figure of each start');
  const slow = table.rows[2]?.outcome;
  assert.ok(slow?.kind === 'ranked' && slow.estimate.low !== null && slow.estimate.high !== null);
  // t interval of the logarithms of 99, 100, 101: exp(mean ± 4.3027 · s / √3), s = 0.0100004.
  assert.ok(Math.abs(slow.estimate.low - 97.545) < 0.01, String(slow.estimate.low));
  assert.ok(Math.abs(slow.estimate.high - 102.51) < 0.01, String(slow.estimate.high));
});

test('the lowest is best where lower is better', () => {
  const rounds = (value: number) => ({ peakMemoryBytes: [value, value + 1, value + 2] });
  const table = rankingTables(
    runOf([
      targetOf('go/big', [cellWith({ rounds: rounds(2000) })]),
      targetOf('go/small', [cellWith({ rounds: rounds(1000) })]),
    ]),
  ).find(({ metric, loadShapeId }) => metric === 'peakMemoryBytes' && loadShapeId === 'wrk-64');
  assert.deepEqual(
    table?.rows.map(({ target, outcome }) => [target, outcome.kind === 'ranked' && outcome.factor]),
    [
      ['go/small', 1],
      ['go/big', 1.999],
    ],
  );
});

test('a cell with an invalidating mark is shown without a rank and takes none from the others', () => {
  const table = throughputTable(
    runOf([
      targetOf('go/cheat', [
        throughputCell([900, 901, 902], {
          marks: [{ code: 'size-changed', rounds: [0], detail: 'half the bytes' }],
        }),
      ]),
      targetOf('go/warned', [
        throughputCell([100, 101, 102], {
          marks: [{ code: 'unsteady', rounds: [1], detail: 'still rising' }],
        }),
      ]),
    ]),
  );
  const [first, second] = table.rows;
  assert.equal(first?.target, 'go/warned');
  assert.deepEqual(first?.outcome.kind === 'ranked' && [first.outcome.rank, first.outcome.factor], [
    { best: 1, worst: 1 },
    1,
  ]);
  assert.equal(second?.outcome.kind, 'unranked');
  assert.equal(second?.marks[0]?.code, 'size-changed');
});

test('what has no figure keeps its row, with the reason', () => {
  const leftOut = { step: 'left-out', reason: 'no toolchain', next: 'install it' } as const;
  const table = throughputTable(
    runOf([
      targetOf('go/left', [], { state: leftOut }),
      targetOf('go/other', []),
      targetOf('go/broken', [cellWith({ missing: { requests: 'start-failed' } })]),
      targetOf('go/fine', [throughputCell([1, 2, 3])]),
    ]),
  );
  assert.deepEqual(
    table.rows.map(({ outcome }) => (outcome.kind === 'ranked' ? 'ranked' : outcome)),
    [
      'ranked',
      { kind: 'missing', reason: 'start-failed' },
      { kind: 'no-cell', runFinished: true },
      { kind: 'left-out', ...leftOut },
    ],
  );
});

test('a single round has a figure without an interval, and no order is shown', () => {
  const table = throughputTable(
    runOf([targetOf('go/a', [throughputCell([10])]), targetOf('go/b', [throughputCell([20])])]),
  );
  assert.equal(table.rows.length, 2);
  for (const { outcome } of table.rows) {
    assert.ok(outcome.kind === 'ranked');
    assert.deepEqual(
      [outcome.rank, outcome.estimate.low, outcome.estimate.count],
      [{ best: 1, worst: 2 }, null, 1],
    );
  }
});

test('only tables that some target has a figure for are made, percentiles for oha alone', () => {
  const cells = [
    throughputCell([1, 2, 3]),
    cellWith({ loader: 'oha', rounds: { latencyP50Seconds: [1, 2, 3] } }),
  ];
  const tables = rankingTables(runOf([targetOf('go/a', cells)]));
  assert.deepEqual(
    tables.map(({ loadShapeId, metric }) => `${loadShapeId} ${metric}`),
    ['wrk-64 throughputPerSecond', 'oha-64-rate-1000 latencyP50Seconds'],
  );
});

test('hostile names stay in their field of the CSV', () => {
  const table = throughputTable(
    runOf([targetOf('go/evil', [throughputCell([1, 2, 3])], { name: '=cmd("a"),<script>', language: '-1' })]),
  );
  const [, line] = rankingCsv(table).split('\r\n');
  assert.ok(line?.startsWith(`1,1,go/evil,default,"'=cmd(""a""),<script>",'-1,micro,,,,2,`), line);
  const { machine, run, startedAt } = table;
  const ofTable = `,json,wrk-64,throughputPerSecond,${machine},${run},${startedAt}`;
  assert.ok(line?.endsWith(ofTable), `${line} does not say what it is of`);
});

test('a table names the server that answered, and a stand-in by its own name', () => {
  const run = {
    databases: [{ kind: 'mysql', provider: 'path', product: 'MariaDB', version: '10.11.19' }],
  } as const;
  const server = runDatabaseOf({ databases: [...run.databases] }, 'account-list');
  assert.equal(server && databaseName(server), 'MariaDB 10.11.19 (in place of MySQL)');
  assert.equal(runDatabaseOf({ databases: [...run.databases] }, 'menus'), null);
  assert.equal(runDatabaseOf({ databases: [...run.databases] }, 'json'), null);
  assert.equal(
    databaseName({ kind: 'mysql', provider: 'url', product: 'MySQL', version: '8.4.3' }),
    'MySQL 8.4.3',
  );
  assert.equal(databaseName({ kind: 'postgresql', provider: 'path', version: '18.4' }), 'PostgreSQL 18.4');
});

test('platforms beside frameworks are a line of reference: they compete with nobody', () => {
  const table = throughputTable(
    runOf([
      targetOf('c/server', [throughputCell([800, 801, 799])], { kind: 'platform' }),
      targetOf('go/fast', [throughputCell([400, 401, 399])]),
      targetOf('go/slow', [throughputCell([100, 101, 99])]),
      targetOf('go/wrong', [
        throughputCell([900, 900, 900], { marks: [{ code: 'errors', rounds: [0], detail: '3 timeouts' }] }),
      ]),
    ]),
  );
  assert.deepEqual(
    table.rows.map(({ target, outcome }) => [target, outcome.kind]),
    [
      ['go/fast', 'ranked'],
      ['go/slow', 'ranked'],
      ['c/server', 'reference'],
      ['go/wrong', 'unranked'],
    ],
  );
  const [fast, slow, server] = table.rows.map(({ outcome }) => outcome);
  assert.ok(fast?.kind === 'ranked' && slow?.kind === 'ranked' && server?.kind === 'reference');
  assert.deepEqual([fast.rank, fast.tier, fast.behind], [{ best: 1, worst: 1 }, 1, []]);
  assert.deepEqual([slow.rank, slow.tier, slow.behind], [{ best: 2, worst: 2 }, 2, [0]]);
  assert.ok(Math.abs((server.factor ?? 0) - 0.5) < 0.01, 'twice as fast as the best framework');
});

test('platforms by themselves are ranked among each other', () => {
  const server = (target: string, perSecond: number) =>
    targetOf(target, [throughputCell([perSecond, perSecond + 1, perSecond + 2])], { kind: 'platform' });
  const table = throughputTable(runOf([server('c/one', 100), server('c/two', 200)]));
  assert.deepEqual(
    table.rows.map(({ target, outcome }) => [target, outcome.kind === 'ranked' && outcome.rank.best]),
    [
      ['c/two', 1],
      ['c/one', 2],
    ],
  );
});

test('a run that was given more blocks shares the error rate of its tables among what was seen of them', () => {
  const provenAfter = (parts: Parameters<typeof runOf>[1]) =>
    throughputTable(
      runOf(
        [
          targetOf('go/one', [throughputCell([1_000, 1_000, 1_000])]),
          // t = 5 with two degrees of freedom: p is 0.038.
          targetOf('go/other', [throughputCell([1_067.5, 1_105.2, 1_144.1])]),
        ],
        parts,
      ),
    ).rows.some(({ outcome }) => outcome.kind === 'ranked' && outcome.behind.length > 0);
  assert.equal(provenAfter({}), true);
  assert.equal(provenAfter({ extendedAfter: [1] }), true, 'one block shows no order');
  assert.equal(provenAfter({ extendedAfter: [2] }), false);
  const shortened = (plannedBlocks: number, afterBlocks: number) =>
    provenAfter({ shortened: { plannedBlocks, afterBlocks } });
  assert.equal(shortened(4, 1), true, 'one block shows no order');
  assert.equal(shortened(4, 3), false, 'whoever ended it may have seen an order');
  assert.equal(shortened(3, 2), true, 'it has all that it was to have');
});

test('a table says how many blocks its run was to have, if it has fewer', () => {
  const countsOf = (parts: Parameters<typeof runOf>[1]) => {
    const { blocks, plannedBlocks } = throughputTable(
      runOf([targetOf('go/gin', [throughputCell([1, 2, 3])])], parts),
    );
    return [blocks, plannedBlocks];
  };
  const measured = [0, 1].map((block) => ({ block, startedSeconds: 0, seconds: 60, groups: 1 }));
  assert.deepEqual(countsOf({}), [3, undefined]);
  assert.deepEqual(countsOf({ shortened: { plannedBlocks: 5, afterBlocks: 3 } }), [3, 5]);
  assert.deepEqual(countsOf({ blocks: measured, finishedAt: null }), [2, 3], 'it is not finished');
  assert.deepEqual(countsOf({ profile: roundsProfile }), [null, undefined]);
});

test('a load that missed its rate has a figure, and neither rank nor factor', () => {
  const p99 = (seconds: number, marks: Parameters<typeof cellWith>[0]['marks'] = []) =>
    cellWith({ loader: 'oha', rounds: { latencyP99Seconds: [seconds, seconds * 1.01, seconds] }, marks });
  const missed = [{ code: 'rate-not-reached' as const, rounds: [0], detail: '46 % of 1000 requests/s' }];
  const table = rankingTables(
    runOf([targetOf('go/late', [p99(0.001, missed)]), targetOf('go/good', [p99(0.002)])]),
  ).find(({ metric }) => metric === 'latencyP99Seconds');
  assert.deepEqual(
    table?.rows.map(({ target, outcome }) => [target, outcome.kind, 'factor' in outcome]),
    [
      ['go/good', 'ranked', true],
      ['go/late', 'unranked', false],
    ],
  );
});

test('a metric without a single figure has no table, unless nothing of its load was measured', () => {
  const rounds = { latencyP99Seconds: [0.001, 0.002] };
  const shown = rankingTables(runOf([targetOf('go/one', [cellWith({ loader: 'oha', rounds })])]));
  assert.deepEqual(
    shown.map(({ metric }) => metric),
    ['latencyP99Seconds'],
  );
  const failed = rankingTables(
    runOf([targetOf('go/one', [cellWith({ missing: { requests: 'start-failed' } })])]),
  );
  assert.ok(failed.some(({ metric }) => metric === 'throughputPerSecond'));
});
