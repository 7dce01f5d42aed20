import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Database } from '../../../src/databases/database.ts';
import type { DuetSide, Side } from '../../../src/measure/duet/measure-duet.ts';
import { FAKE_REQUESTS, fakeOutput, fakeSide, measureFakes, noLimits } from '../support/fake-pair.ts';

const cache = mkdtempSync(join(tmpdir(), 'asked-'));
after(() => rmSync(cache, { recursive: true }));
const { signal } = new AbortController();

/** A database that counts as it is told. */
class FakeDatabase {
  readonly kind = 'postgresql';
  readonly product = 'PostgreSQL 18';
  queries = 0;
  since = 0;
  counts = true;

  async seed(): Promise<void> {}

  async counters() {
    if (!this.counts) throw new Error('no statistics');
    return { queries: this.queries, rowsRead: null, rowsWritten: null, since: this.since };
  }
}

/** A side whose server asks the database once for each answer of its first loads, and then no more. */
function sideOf(side: Side, database: FakeDatabase, asksInLoads: number, tamper?: () => void): DuetSide {
  let loads = 0;
  const run = async () => {
    if (++loads <= asksInLoads) database.queries += FAKE_REQUESTS;
    tamper?.();
    return fakeOutput;
  };
  const databases = { postgresql: database as unknown as Database };
  return fakeSide(side, { loadRunner: { limits: noLimits, run }, cache, signal, databases });
}

/** Of the load that warms up and the one that is measured. */
const ALL_LOADS = 2;

const pair = (base: DuetSide, head: DuetSide, scenario: 'json' | 'menus' = 'menus') =>
  measureFakes({ base, head }, scenario, signal);

test('a pair of servers that ask their databases for each answer has its figures', async () => {
  const { sides } = await pair(
    sideOf('base', new FakeDatabase(), ALL_LOADS),
    sideOf('head', new FakeDatabase(), ALL_LOADS),
  );
  assert.equal(sides.head.requests, FAKE_REQUESTS);
});

test('a side that answers the measured load without its database fails the pair', async () => {
  for (const cheat of ['base', 'head'] as const) {
    const loads = (side: Side): number => (side === cheat ? 1 : ALL_LOADS);
    const measured = pair(
      sideOf('base', new FakeDatabase(), loads('base')),
      sideOf('head', new FakeDatabase(), loads('head')),
    );
    await assert.rejects(measured, {
      name: 'SideError',
      side: cheat,
      message: /did not come from PostgreSQL 18: 200 responses need 200 queries; the database counted 100/,
    });
  }
});

test('a side whose database forgets its counts, or loses them, fails the pair', async () => {
  for (const [change, message] of [
    [{ since: 60 }, /counters that began anew/],
    [{ counts: false }, /no statistics/],
  ] as const) {
    const own = new FakeDatabase();
    const head = sideOf('head', own, ALL_LOADS, () => Object.assign(own, change));
    await assert.rejects(pair(sideOf('base', new FakeDatabase(), ALL_LOADS), head), {
      ...{ name: 'SideError', side: 'head', message },
    });
  }
});

test('a database that both sides share proves nothing, nor does one that the scenario does not ask', async () => {
  const shared = new FakeDatabase();
  await pair(sideOf('base', shared, ALL_LOADS), sideOf('head', shared, 1));
  await pair(sideOf('base', new FakeDatabase(), 0), sideOf('head', new FakeDatabase(), 0), 'json');
});
