import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { latencyFigures, onOpenConnections, readLatencies } from '../../src/load/oha-requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitwall-oha-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('requests that oha wrote to a database', () => {
  test('come in the order in which they were due, whatever the order of their answers', () => {
    const file = join(folder, 'requests.db');
    const database = new DatabaseSync(file);
    database.exec('create table oha (start real, start_latency_correction real, duration real)');
    const insert = database.prepare('insert into oha values (?, ?, ?)');
    for (const row of [
      [0.002, 0.002, 0.001],
      [0.004, 0.001, 0.02],
      [0.003, 0.003, 0.003],
    ])
      insert.run(...row);
    database.close();
    assert.deepEqual(readLatencies(file), [0.02, 0.001, 0.003]);
  });
  test('are none if there is no file', () => {
    assert.equal(readLatencies(join(folder, 'missing.db')), null);
  });
});

describe('requests on open connections', () => {
  test('are all but the first of each connection, which open it', () => {
    const latencies = Array.from({ length: 200 }, (_, index) => (index < 64 ? 0.1 : 0.001));
    const open = onOpenConnections(latencies, 64);
    assert.equal(open.length, 136);
    assert.equal(Math.max(...open), 0.001);
  });
  test('are not told apart if there are hardly more than connections', () => {
    assert.equal(
      onOpenConnections(
        Array.from({ length: 128 }, () => 1),
        64,
      ).length,
      128,
    );
  });
});

test('percentiles are those of oha: the sample at ⌊p·n⌋', () => {
  const { p50Seconds, p90Seconds, p99Seconds, p999Seconds, maxSeconds, meanSeconds } = latencyFigures(
    Array.from({ length: 100 }, (_, index) => 100 - index),
  );
  assert.deepEqual([p50Seconds, p90Seconds, p99Seconds, p999Seconds, maxSeconds], [51, 91, 100, 100, 100]);
  assert.equal(meanSeconds, 50.5);
});

test('without any, there are no figures', () => {
  assert.deepEqual(new Set(Object.values(latencyFigures([]))), new Set([null]));
});
