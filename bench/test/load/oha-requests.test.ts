import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import {
  latencyFigures,
  onOpenConnections,
  readRequests,
  unansweredFor,
  withUnanswered,
} from '../../src/load/oha-requests.ts';

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
    assert.deepEqual(readRequests(file), [
      { due: 0.001, latency: 0.02 },
      { due: 0.002, latency: 0.001 },
      { due: 0.003, latency: 0.003 },
    ]);
  });
  test('are none if there is no file', () => {
    assert.equal(readRequests(join(folder, 'missing.db')), null);
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

describe('requests that nobody answered', () => {
  const load = { ratePerSecond: 1_000, seconds: 2, failed: 0 };
  /** A load whose requests are sent up to a step of the timer late, without those that `isLost`. */
  const answeredExcept = (
    isLost: (request: number) => boolean,
    lateness = (request: number) => (request % 7) / 7_000,
  ) =>
    Array.from({ length: 2_000 }, (_, request) => ({
      request,
      due: request / 1_000 + lateness(request),
      latency: 0.001,
    }))
      .filter(({ request }) => !isLost(request))
      .sort((a, b) => a.due - b.due);
  const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 1_000) / 1_000);

  test('none is missing, whether the timer is a little late or the loader stood still', () => {
    assert.deepEqual(
      unansweredFor(
        answeredExcept(() => false),
        load,
      ),
      [],
    );
    const stoodStill = (request: number) => (request >= 500 && request < 700 ? 0.7 - request / 1_000 : 0);
    assert.deepEqual(
      unansweredFor(
        answeredExcept(() => false, stoodStill),
        load,
      ),
      [],
    );
  });

  test('each had waited from when it was due to the end', () => {
    const lost = answeredExcept(
      (request) => request < 3 || request === 1_500,
      () => 0,
    );
    // The first one may be the timer's lateness.
    assert.deepEqual(rounded(unansweredFor(lost, load)), [1.999, 1.998, 0.5]);
  });

  test('none is the last one of a load, because the timer was late by as much as the time between two', () => {
    const late = answeredExcept(
      (request) => request === 1_999,
      () => 0.00105,
    );
    assert.deepEqual(unansweredFor(late, load), []);
    const often = { ratePerSecond: 10_000, seconds: 0.2, failed: 0 };
    const inSteps = Array.from({ length: 1_997 }, (_, request) => ({
      due: (Math.ceil((request + 1) / 10) + 0.3) / 1_000,
      latency: 0.0005,
    }));
    assert.deepEqual(unansweredFor(inSteps, often), []);
  });

  test('none failed: those are errors, and nobody waits for them', () => {
    const lost = answeredExcept(
      (request) => request % 10 === 5,
      () => 0,
    );
    assert.equal(unansweredFor(lost, load).length, 199);
    assert.deepEqual(unansweredFor(lost, { ...load, failed: 200 }), []);
    assert.deepEqual(unansweredFor([], { ...load, failed: 2_000 }), []);
  });

  test('of a server that never answers half of the connections, p99 is no survivor’s', () => {
    const answered = answeredExcept((request) => request < 64 && request % 2 === 1);
    const latencies = onOpenConnections(
      answered.map(({ latency }) => latency),
      64,
    );
    const { p50Seconds, p99Seconds } = latencyFigures(
      withUnanswered(latencies, unansweredFor(answered, load)),
    );
    assert.equal(p50Seconds, 0.001);
    assert.ok(p99Seconds !== null && p99Seconds > 1.9, `${p99Seconds}`);
  });

  test('those under way at the end, for less than an answer takes, say nothing', () => {
    assert.deepEqual(withUnanswered([0.002, 0.003, 0.004], [0.001, 0.0005, 1.5]), [0.002, 0.003, 0.004, 1.5]);
    assert.deepEqual(withUnanswered([], [1]), [1]);
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
