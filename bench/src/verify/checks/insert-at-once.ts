import { type AccountRow, scenarioOf } from '../../model/index.ts';
import { differing } from '../judge/fields.ts';
import { parseInstant } from '../judge/instant.ts';
import { type Inserted, insertedOf, rowDifferences } from '../judge/stored.ts';
import { type CheckOutcome, fail, pass } from '../judge/verdict.ts';
import { insertOf, readRows, type Tally } from './insert-tally.ts';
import { ask, collapse, type Session, sendable, withConnections } from './session.ts';

const INSERT_CONNECTIONS = 8;
const INSERTS_EACH = 8;

/** Many inserts at once: each answer is one row, each row has an id of its own. */
export async function insertAtOnce(session: Session, tally: Tally): Promise<void> {
  const { ledger, data } = session;
  const inserts: Inserted[] = [];
  await withConnections(session, INSERT_CONNECTIONS, async (connections) => {
    await Promise.all(
      connections.map(async (connection) => {
        for (let sent = 0; sent < INSERTS_EACH; sent++) {
          const request = sendable(session, insertOf(data, {}));
          const expected = scenarioOf('account-insert').expected(request, data);
          const { exchange, verdicts } = await ask(session, connection, 'account-insert', request, expected);
          ledger.record('account-insert', collapse('exact', verdicts), exchange.sent);
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
  const rows = await readRows(tally.database, ids);
  const { rows: after, distinctIds } = await tally.database.countRows('account-insert');
  const sent = `${INSERT_CONNECTIONS * INSERTS_EACH} inserts over ${INSERT_CONNECTIONS} connections`;
  ledger.record('account-insert', judgeGrowth(tally, after, distinctIds), sent);
  ledger.record('account-insert', judgeStored(inserts, rows), sent);
  const times = rows.flatMap((row) => (row ? [parseInstant(row.created_at) ?? 0] : []));
  if (times.length === ids.length && times.every((time) => time % 1_000 === 0)) {
    const detail = { expected: 'milliseconds', seen: rows[0]?.created_at ?? 'nothing' };
    ledger.record('account-insert', fail('instants', 'created_at is cut to whole seconds', detail), sent);
  }
}

function judgeGrowth(tally: Tally, rows: number, distinctIds: number): CheckOutcome {
  const { rowsBefore, created, resent } = tally;
  const grown = rows - rowsBefore;
  if (grown >= created && grown <= created + resent && distinctIds === rows) return pass('exact');
  const ids = distinctIds === rows ? '' : ` of which ${distinctIds} have an id of their own`;
  return fail('exact', 'the rows are not as many as the answers of 201', {
    expected: `${created} rows more`,
    seen: `${grown} rows more${ids}`,
  });
}

function judgeStored(inserts: readonly Inserted[], rows: readonly (AccountRow | null)[]): CheckOutcome {
  const lost = inserts.filter((_, index) => !rows[index]);
  if (lost.length > 0) {
    return fail('exact', `${lost.length} of ${inserts.length} rows that were answered are not there`, {
      expected: `a row with id ${lost[0]?.id}`,
      seen: 'no such row',
    });
  }
  for (const [index, insert] of inserts.entries()) {
    const found = rowDifferences(insert, rows[index] as AccountRow).filter(({ path }) => path === 'name');
    if (found.length > 0) return differing('exact', 'the row is that of another request', found);
  }
  return pass('exact');
}
