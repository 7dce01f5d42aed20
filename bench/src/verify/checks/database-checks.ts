import type { Database } from '../../databases/database.ts';
import {
  type DatabaseKind,
  databaseKinds,
  type JsonValue,
  type Scenario,
  type ScenarioRequest,
  type SharedData,
  type Table,
} from '../../model/index.ts';
import type { Exchange, HttpConnection } from '../http/http-connection.ts';
import { parseStrictJson } from '../http/strict-json.ts';
import { fail, pass, skip } from '../judge/check-outcome.ts';
import { type Difference, differences, renderDifferences } from '../judge/diff.ts';
import { requestShowing } from '../judge/rows.ts';
import { checksOf, sampleRequests } from './basic-checks.ts';
import {
  askUntilRight,
  collapse,
  connectionOf,
  databaseOf,
  restoreRows,
  type Session,
  sendable,
  withConnections,
  writersLast,
} from './check-session.ts';

/** Checks that rows come from the database: a row with other values shows at once, a broken table is an error. */

const CONNECTIONS = 4;
/** Up to this many distinct requests, every connection sends all of them before a row changes. */
const FULL_SURVEY = 16;
/** Requests of each scenario that are sent while its table is broken. */
const BROKEN_REQUESTS = 12;

/** Checks that must pass before the scenario's database is checked. */
const basics = [
  ...['answers', 'prompt', 'status', 'framing', 'json', 'rows', 'order', 'distinct'],
  ...['ids', 'instants', 'hidden', 'body'],
];

/** Returns why a scenario's database cannot be checked, or `null` if it can. */
export function unjudged(session: Session, scenario: Scenario): string | null {
  if (session.ledger.failed(scenario.id, basics)) return 'not judged: the rows are wrong already';
  return databaseOf(session, scenario) ? null : 'no database was given to the verifier';
}

/** Returns the scenarios that have these checks and can be judged; skips the others with a reason. */
function judged(session: Session, ...wanted: string[]): Scenario[] {
  return session.scenarios.filter((scenario) => {
    const own = wanted.filter((check) => checksOf(scenario).includes(check));
    if (own.length === 0) return false;
    const reason = unjudged(session, scenario);
    if (reason !== null) {
      for (const check of own) session.ledger.record(scenario.id, skip(check, reason), null);
    }
    return reason === null;
  });
}

export async function checkFreshRows(session: Session): Promise<void> {
  for (const scenario of judged(session, 'fresh-row')) {
    const database = databaseOf(session, scenario);
    if (database && scenario.table) await checkFreshRow(session, scenario, scenario.table, database);
  }
}

async function checkFreshRow(
  session: Session,
  scenario: Scenario,
  table: Table,
  database: Database,
): Promise<void> {
  const text = marker(session);
  const requests = await surveyed(session, scenario, table, database, text);
  await withConnections(session, CONNECTIONS, async (connections) => {
    // Read every list on every connection first, so that a server that caches has filled its caches.
    await Promise.all(
      connections.map(async (connection) => {
        for (const request of requests) await connection.exchange(request, session.signal);
      }),
    );
    session.signal.throwIfAborted();
    const changed = await database.changeRow(table, text);
    const request = requestShowing(scenario, changed.row.id, session.data);
    const bodyOf = (data: SharedData): JsonValue => scenario.expected(request, data).body;
    const rows = session.data.of(table.rows).map((row) => (row.id === changed.row.id ? changed.row : row));
    const read = {
      scenario,
      request,
      bodies: {
        changed: bodyOf(session.data.with(table.rows, rows)),
        restored: bodyOf(session.data),
      },
    };
    try {
      await readEverywhere(session, read, connections, 'changed');
    } finally {
      await changed.undo();
    }
    await readEverywhere(session, read, connections, 'restored');
  });
}

function marker({ random }: Session): string {
  return `fresh-${Math.floor(random.next() * 0xffffffff).toString(16)}`;
}

/**
 * Returns the requests to read before the row changes. If a scenario has many, changes the row once and
 * undoes it, to learn which request shows it.
 */
async function surveyed(
  session: Session,
  scenario: Scenario,
  table: Table,
  database: Database,
  text: string,
): Promise<ScenarioRequest[]> {
  const all = scenario.requests(session.data);
  if (all.length <= FULL_SURVEY) return all;
  const { row, undo } = await database.changeRow(table, text);
  await undo();
  const shows = requestShowing(scenario, row.id, session.data);
  return [shows, ...session.random.shuffled(all).slice(0, FULL_SURVEY)];
}

/** The request whose response holds the row that changes. */
interface Reading {
  scenario: Scenario;
  request: ScenarioRequest;
  bodies: Readonly<Record<RowState, JsonValue>>;
}

type RowState = 'changed' | 'restored';

/** Judges the next read of every connection, and of a new one. */
async function readEverywhere(
  session: Session,
  { scenario, request, bodies }: Reading,
  connections: readonly HttpConnection[],
  state: RowState,
): Promise<void> {
  const fresh = connectionOf(session);
  try {
    const all = [...connections, fresh];
    const exchanges = await Promise.all(
      all.map((connection) => connection.exchange(request, session.signal)),
    );
    session.signal.throwIfAborted();
    exchanges.forEach((exchange, index) => {
      const found = differencesIn(exchange, bodies[state]);
      const which = index < connections.length ? `connection ${index + 1}` : 'a new connection';
      const summary = `a row that was ${state} is not in the next read of ${which}`;
      const isRight = typeof found !== 'string' && found.length === 0;
      const wrong =
        typeof found === 'string'
          ? { seen: found }
          : { seen: 'other values', diff: renderDifferences(found) };
      const verdict = isRight
        ? pass('fresh-row')
        : fail('fresh-row', summary, { expected: `the row as ${state}`, ...wrong });
      session.ledger.record(scenario.id, verdict, exchange.sent);
    });
  } finally {
    fresh.close();
  }
}

/** Returns how the body differs from the expected one, or why there is none. */
function differencesIn(exchange: Exchange, expected: JsonValue): Difference[] | string {
  if (exchange.outcome === 'failure') return exchange.failure.message;
  if (exchange.response.status !== 200) return `status ${exchange.response.status}`;
  try {
    return differences(expected, parseStrictJson(exchange.response.body).value);
  } catch (error) {
    return (error as Error).message;
  }
}

export async function checkDatabaseErrors(session: Session): Promise<void> {
  const scenarios = judged(session, 'database-error', 'recovers');
  for (const kind of databaseKinds) {
    const own = scenarios.filter((scenario) => scenario.database === kind);
    if (own.length > 0) await checkBroken(session, kind, own);
  }
}

/** Breaks one database: each request that needs it must fail, and work again once the tables are back. */
async function checkBroken(
  session: Session,
  kind: DatabaseKind,
  scenarios: readonly Scenario[],
): Promise<void> {
  const { ledger } = session;
  const database = session.databases[kind] as Database;
  if (!database.breakTables) {
    for (const scenario of scenarios) {
      const reason = 'the harness may not break this database';
      for (const check of ['database-error', 'recovers'])
        ledger.record(scenario.id, skip(check, reason), null);
    }
    return;
  }
  const broken = await database.breakTables();
  try {
    for (const scenario of scenarios) await checkErrors(session, scenario);
  } finally {
    await broken.restore();
  }
  for (const scenario of writersLast(scenarios)) await checkRecovery(session, scenario);
  await restoreRows(session);
}

async function checkErrors(session: Session, scenario: Scenario): Promise<void> {
  await withConnections(session, 1, async ([connection]) => {
    for (const drawn of sampleRequests(session, scenario).slice(0, BROKEN_REQUESTS)) {
      const request = sendable(session, drawn);
      const exchange = await (connection as HttpConnection).exchange(request, session.signal);
      session.signal.throwIfAborted();
      const status = exchange.outcome === 'response' ? exchange.response.status : null;
      const verdict =
        status !== null && status >= 500 && status <= 599
          ? pass('database-error')
          : fail('database-error', 'a failed query is not answered with 5xx', {
              expected: 'a status of 500 to 599',
              seen: exchange.outcome === 'failure' ? exchange.failure.message : `status ${status}`,
            });
      session.ledger.record(scenario.id, verdict, exchange.sent);
      if (exchange.outcome === 'failure') break;
    }
  });
}

async function checkRecovery(session: Session, scenario: Scenario): Promise<void> {
  const { verdicts, exchange } = await askUntilRight(session, scenario);
  session.ledger.record(
    scenario.id,
    collapse('recovers', verdicts, `${session.limits.recoveryMs / 1000} s after the tables were back`),
    exchange.sent,
  );
}
