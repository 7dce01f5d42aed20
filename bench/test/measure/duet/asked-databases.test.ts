import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Database } from '../../../src/databases/database.ts';
import type { LoadReport } from '../../../src/load/loader.ts';
import { AskedDatabases } from '../../../src/measure/duet/asked-databases.ts';
import type { DuetSide } from '../../../src/measure/duet/measure-duet.ts';
import type { Side } from '../../../src/measure/duet/side-error.ts';
import { scenarioOf } from '../../../src/model/index.ts';
import { data } from '../../verify/shared.ts';
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

  seeds = 0;

  async seed(): Promise<void> {
    this.seeds++;
  }

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
  const own = database as unknown as Database;
  const databases = { postgresql: own, mysql: own };
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

test('the answers of several scenarios add up, and each that asks the database fails where they are too many', async () => {
  const [base, head] = [new FakeDatabase(), new FakeDatabase()];
  const sides = { base: sideOf('base', base, 0), head: sideOf('head', head, 0) };
  const [json, get, list] = (['json', 'account-get', 'account-list'] as const).map(scenarioOf);
  assert.ok(json && get && list);
  const asked = await AskedDatabases.fill(sides, [json, get, list], data);
  assert.deepEqual([base.seeds, head.seeds], [1, 1]);
  const report = { requests: 110, statusAtLeast400: 10 } as LoadReport;
  for (const side of ['base', 'head'] as const)
    for (const scenario of [json, get, list]) asked.answered(side, scenario, report);
  base.queries = 200;
  head.queries = 150;
  await asked.requireQueries(json);
  for (const scenario of [get, list]) {
    await assert.rejects(asked.requireQueries(scenario), {
      ...{ name: 'SideError', side: 'head' },
      message: /200 responses need 200 queries; the database counted 150/,
    });
  }
  head.queries = 200;
  for (const scenario of [get, list]) await asked.requireQueries(scenario);
});
