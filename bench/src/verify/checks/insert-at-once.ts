import type { TableRow } from '../../model/index.ts';
import { type CheckOutcome, fail, pass } from '../judge/check-outcome.ts';
import { keysOf } from '../judge/created-row.ts';
import { differing } from '../judge/fields.ts';
import { parseInstant } from '../judge/instant.ts';
import { type Inserted, insertedOf, rowDifferences } from '../judge/stored-row.ts';
import { ask, collapse, type Session, sendable, withConnections } from './check-session.ts';
import { insertOf, readRows, type Tally } from './insert-tally.ts';

const INSERT_CONNECTIONS = 8;
const INSERTS_EACH = 8;

/** Sends many inserts at once: each response must stand for one row, and each row must have its own id. */
export async function insertAtOnce(session: Session, tally: Tally): Promise<void> {
  const { ledger, data } = session;
  const { scenario, inserts: facts, table, database } = tally;
  const inserts: Inserted[] = [];
  await withConnections(session, INSERT_CONNECTIONS, async (connections) => {
    await Promise.all(
      connections.map(async (connection) => {
        for (let sent = 0; sent < INSERTS_EACH; sent++) {
          const request = sendable(session, insertOf(tally, data, {}));
          const expected = scenario.expected(request, data);
          const { exchange, verdicts } = await ask(session, connection, scenario, request, expected);
          ledger.record(scenario.id, collapse('exact', verdicts), exchange.sent);
          if (exchange.outcome === 'failure') return;
          if (exchange.response.status === 201) tally.created++;
          const inserted = insertedOf(request, exchange.response.body);
          if (inserted) inserts.push(inserted);
        }
      }),
    );
    tally.resent += connections.reduce((sum, { resent }) => sum + resent, 0);
  });
  const ids = inserts.map(({ id }) => id);
  tally.ids.push(...ids);
  const rows = await readRows(tally, ids);
  const { rows: after, distinctIds } = await database.countRows(table);
  const sent = `${INSERT_CONNECTIONS * INSERTS_EACH} inserts over ${INSERT_CONNECTIONS} connections`;
  ledger.record(scenario.id, judgeGrowth(tally, after, distinctIds), sent);
  ledger.record(scenario.id, judgeStored(tally, inserts, rows), sent);
  const [instant] = keysOf(facts.generated, 'instant');
  if (instant === undefined) return;
  const times = rows.flatMap((row) => (row ? [parseInstant(String(row[instant])) ?? 0] : []));
  // Of no row at all, every time would be one.
  const isComplete = times.length > 0 && times.length === ids.length;
  if (isComplete && times.every((time) => time % 1_000 === 0)) {
    const detail = { expected: 'milliseconds', seen: String(rows[0]?.[instant] ?? 'nothing') };
    ledger.record(scenario.id, fail('instants', `${instant} is truncated to whole seconds`, detail), sent);
  }
}

function judgeGrowth(tally: Tally, rows: number, distinctIds: number): CheckOutcome {
  const { rowsBefore, created, resent } = tally;
  const grown = rows - rowsBefore;
  if (grown >= created && grown <= created + resent && distinctIds === rows) return pass('exact');
  const ids = distinctIds === rows ? '' : `, of which ${distinctIds} have a unique id`;
  return fail('exact', 'the table did not grow by one row per 201 response', {
    expected: `${created} more rows`,
    seen: `${grown} more rows${ids}`,
  });
}

function judgeStored(
  { scenario, inserts: { text } }: Tally,
  inserts: readonly Inserted[],
  rows: readonly (TableRow | null)[],
): CheckOutcome {
  const lost = inserts.filter((_, index) => !rows[index]);
  if (lost.length > 0) {
    return fail('exact', `${lost.length} of ${inserts.length} rows answered with 201 are missing`, {
      expected: `a row with id ${lost[0]?.id}`,
      seen: 'no such row',
    });
  }
  for (const [index, insert] of inserts.entries()) {
    const found = rowDifferences(scenario, insert, rows[index] as TableRow).filter(
      ({ path }) => path === text,
    );
    if (found.length > 0) return differing('exact', 'the row belongs to another request', found);
  }
  return pass('exact');
}
