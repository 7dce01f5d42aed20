import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RankingTable } from '../../src/model/index.ts';
import { rankingCsv } from '../../src/publish/csv.ts';
import { inSentence, loadShapeWords, plural, rankingTitle } from '../../src/words/index.ts';

test('titles within a sentence keep what is always in capitals', () => {
  assert.equal(inSentence('Latency p99'), 'latency p99');
  assert.equal(rankingTitle('Small JSON', 'CPU time per request'), 'Small JSON: CPU time per request');
});

test('one and many', () => {
  assert.equal(plural(1, 'pair'), '1 pair');
  assert.equal(plural(1_000, 'connection'), '1,000 connections');
  assert.equal(plural(2, 'change of level', 'changes of level'), '2 changes of level');
});

test('a load shape by what distinguishes it from others', () => {
  const shared = { connections: 64, connection: 'keep-alive' } as const;
  assert.equal(loadShapeWords({ loader: 'wrk', ...shared }), 'Closed loop, 64 connections');
  assert.equal(
    loadShapeWords({ loader: 'oha', ...shared, rate: { perSecond: 1_000 } }),
    '1,000 requests/s, 64 connections',
  );
  assert.equal(
    loadShapeWords({ loader: 'oha', ...shared, connection: 'close', requests: 80_000 }),
    'Closed loop, 64 connections, closed after each request, 80,000 requests',
  );
});

test('a CSV file has the columns that it has always had, in their order', () => {
  const table = { rows: [] as RankingTable['rows'] } as RankingTable;
  assert.equal(
    rankingCsv(table),
    'rank_best,rank_worst,target,variant,name,language,kind,database_access,database_library,database_server,' +
      'median,low,high,unit,starts,times_off_best,marks,outcome,reason,' +
      'scenario,load_shape,metric,machine,run,run_started_at\r\n',
  );
});
