import type { ChangedRow, Database } from '../databases/database.ts';
import { type JsonValue, type ScenarioRequest, scenarioOf } from '../model/index.ts';
import { type Difference, differences } from './diff.ts';
import type { Exchange, HttpConnection } from './http.ts';
import { parseStrictJson } from './json.ts';
import { ask, collapse, connectionOf, type Session, withConnections } from './session.ts';
import { fail, pass, skip } from './verdict.ts';

/** That rows come from the database, now: a changed row is read back at once, a broken table is an error. */

const CONNECTIONS = 4;
const RETRY_MS = 100;

export async function checkDatabase(session: Session): Promise<void> {
  const { ledger, database } = session;
  const basics = [
    'answers',
    'prompt',
    'status',
    'framing',
    'json',
    'rows',
    'order',
    'ids',
    'instants',
    'body',
  ];
  const reason = ledger.failed('menus', basics)
    ? 'not judged: the rows are wrong already'
    : database === null
      ? 'no database was given to the verifier'
      : null;
  if (reason !== null || database === null) {
    for (const check of ['fresh-row', 'database-error', 'recovers'])
      ledger.record('menus', skip(check, reason ?? ''), null);
    return;
  }
  await checkFreshRow(session, database);
  await checkDatabaseError(session, database);
}

async function checkFreshRow(session: Session, database: Database): Promise<void> {
  const requests = scenarioOf('menus').requests(session.data);
  await withConnections(session, CONNECTIONS, async (connections) => {
    // Every connection has read every list: whatever a server caches, it has cached by now.
    await Promise.all(
      connections.map(async (connection) => {
        for (const request of requests) await connection.exchange(request, session.signal);
      }),
    );
    session.signal.throwIfAborted();
    const marker = `fresh-${Math.floor(session.random.next() * 0xffffffff).toString(16)}`;
    const changed = await database.changeRow(marker);
    try {
      await readEverywhere(session, connections, changed, 'changed');
    } finally {
      await changed.undo();
    }
    await readEverywhere(session, connections, changed, 'restored');
  });
}

/** The very next read of every connection, and of one that is opened only now. */
async function readEverywhere(
  session: Session,
  connections: readonly HttpConnection[],
  changed: ChangedRow,
  state: 'changed' | 'restored',
): Promise<void> {
  const fresh = connectionOf(session);
  const expected = scenarioOf('menus').expected(changed.request, session.data).body as JsonValue;
  try {
    const all = [...connections, fresh];
    const exchanges = await Promise.all(
      all.map((connection) => connection.exchange(changed.request, session.signal)),
    );
    session.signal.throwIfAborted();
    exchanges.forEach((exchange, index) => {
      const seen = describeRow(exchange, expected, changed.marker);
      const which = index < connections.length ? `connection ${index + 1}` : 'a new connection';
      const verdict =
        seen === state
          ? pass('fresh-row')
          : fail('fresh-row', `a row that was ${state} is not in the next read of ${which}`, {
              expected: state === 'changed' ? `one row with ${changed.marker}` : 'the rows as seeded',
              seen: seen === 'restored' ? 'the row as it was before the change' : seen,
            });
      session.ledger.record('menus', verdict, exchange.sent);
    });
  } finally {
    fresh.close();
  }
}

/** `restored` as seeded, `changed` with the marker as the only difference, or what is wrong. */
function describeRow(exchange: Exchange, expected: JsonValue, marker: string): string {
  if (exchange.outcome === 'failure') return exchange.failure.message;
  if (exchange.response.status !== 200) return `status ${exchange.response.status}`;
  try {
    const found = differences(expected, parseStrictJson(exchange.response.body).value);
    if (found.length === 0) return 'restored';
    if (isMarker(found, marker)) return 'changed';
    return found.map(({ path, seen }) => `${path}: ${JSON.stringify(seen)}`.slice(0, 100)).join('; ');
  } catch (error) {
    return (error as Error).message;
  }
}

/** True where the marker in one text is the only difference. */
export function isMarker(found: readonly Difference[], marker: string): boolean {
  const seen = found.length === 1 ? found[0]?.seen : undefined;
  return typeof seen === 'string' && seen.includes(marker);
}

async function checkDatabaseError(session: Session, database: Database): Promise<void> {
  const { ledger } = session;
  if (!database.breakTable) {
    const reason = 'the harness may not break this database';
    for (const check of ['database-error', 'recovers']) ledger.record('menus', skip(check, reason), null);
    return;
  }
  const requests = scenarioOf('menus').requests(session.data);
  const broken = await database.breakTable();
  try {
    await withConnections(session, 1, async ([connection]) => {
      for (const request of requests) {
        const exchange = await (connection as HttpConnection).exchange(request, session.signal);
        session.signal.throwIfAborted();
        const status = exchange.outcome === 'response' ? exchange.response.status : null;
        const verdict =
          status !== null && status >= 500 && status <= 599
            ? pass('database-error')
            : fail('database-error', 'a query that the database refuses is not answered with 5xx', {
                expected: 'a status of 500 to 599',
                seen: exchange.outcome === 'failure' ? exchange.failure.message : `status ${status}`,
              });
        ledger.record('menus', verdict, exchange.sent);
        if (exchange.outcome === 'failure') break;
      }
    });
  } finally {
    await broken.restore();
  }
  await checkRecovery(session, requests[0] as ScenarioRequest);
}

async function checkRecovery(session: Session, request: ScenarioRequest): Promise<void> {
  const { clock, limits, ledger } = session;
  const expected = scenarioOf('menus').expected(request, session.data);
  const deadline = clock.elapsed() + limits.recoveryMs;
  for (;;) {
    const asked = await withConnections(session, 1, ([connection]) =>
      ask(session, connection as HttpConnection, 'menus', request, expected),
    );
    if (asked.right || clock.elapsed() > deadline) {
      ledger.record('menus', collapse('recovers', asked.verdicts), asked.exchange.sent);
      return;
    }
    await clock.sleep(RETRY_MS, session.signal);
  }
}
