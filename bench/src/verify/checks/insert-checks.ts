import type { Inserts, JsonValue, Scenario, ScenarioRequest, Table } from '../../model/index.ts';
import type { HttpConnection } from '../http/http-connection.ts';
import { type CheckOutcome, fail, pass, skip } from '../judge/check-outcome.ts';
import { keysOf } from '../judge/created-row.ts';
import { differing } from '../judge/fields.ts';
import { parseInstant } from '../judge/instant.ts';
import { type Inserted, insertedOf, rowDifferences } from '../judge/stored-row.ts';
import { ask, collapse, databaseOf, type Session, sendable, withConnections } from './check-session.ts';
import { unjudged } from './database-checks.ts';
import { insertAtOnce } from './insert-at-once.ts';
import { insertOf, listsOf, readRows, type Tally } from './insert-tally.ts';

/** Checks that an insert stores exactly one row, as sent and as answered, before the response arrives. */

const APART_MILLISECONDS = 25;

/** Texts that change if SQL is built by concatenation, or if the character set is too small. */
const textsFor = ({ name }: Table): string[] => [
  `Robert'); DROP TABLE ${name};--`,
  "\"double\", 'single', `back` and \\ backslash \\'",
  '100 % _ ? $1 :name @p0 {0} #{name}',
  '王小明 Ünïcödé Ελληνικά עברית العربية',
  '😀👨‍👩‍👧 é as two: e\u0301',
  'a line\nand\ta tab',
  '  spaces around  ',
  '<b>&amp;</b> \u2028 \u200b \ufeff',
];

export async function checkInserts(session: Session, scenario: Scenario): Promise<void> {
  const { inserts, table } = scenario;
  if (!inserts || !table) return;
  const reason = unjudged(session, scenario);
  const database = databaseOf(session, scenario);
  if (reason !== null || !database?.readRows) {
    skipAll(
      session,
      scenario,
      ['stored', 'row', 'texts', 'exact'],
      reason ?? 'the harness cannot read this database',
    );
    return;
  }
  const { rows: rowsBefore } = await database.countRows(table);
  const tally: Tally = {
    ...{ scenario, inserts, table, database, rowsBefore },
    ...{ created: 0, resent: 0, ids: [] },
  };
  await withConnections(session, 1, async ([connection]) => {
    const insert = (check: 'row' | 'texts', request: ScenarioRequest): Promise<Inserted | null> =>
      insertOne(session, tally, connection as HttpConnection, check, request);
    const of = (values: Readonly<Record<string, JsonValue>>): ScenarioRequest =>
      insertOf(tally, session.data, values);
    for (const values of inserts.values) await insert('row', of(values));
    const earlier = await insert('row', of({}));
    await session.clock.sleep(APART_MILLISECONDS, session.signal);
    const later = await insert('row', of({}));
    if (earlier && later) session.ledger.record(scenario.id, judgeClock(inserts, earlier, later), null);
    await insert('texts', respelled(of({ [inserts.text]: '😀 王小明' })));
    for (const text of textsFor(table)) await insert('texts', of({ [inserts.text]: text }));
    tally.resent += (connection as HttpConnection).resent;
  });
  if (session.ledger.failed(scenario.id, ['stored', 'ids'])) {
    skipAll(session, scenario, ['exact'], 'not judged: the rows are wrong already');
    return;
  }
  await insertAtOnce(session, tally);
  await checkNewRows(session, tally);
}

/**
 * Returns the request with its JSON text as others may write it: in another order, with white space, and with every
 * character beyond ASCII escaped. A server that cuts values out of the text by their places does not understand it.
 */
function respelled(request: ScenarioRequest): ScenarioRequest {
  const members = Object.entries(JSON.parse(request.body ?? '{}')).reverse();
  const text = JSON.stringify(Object.fromEntries(members), null, 2);
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return { ...request, body: text.replaceAll(/[^\n -~]/g, escaped) };
}

/** Judges whether two rows that were inserted apart have different times: a server may take them from a timer. */
function judgeClock({ generated }: Inserts, earlier: Inserted, later: Inserted): CheckOutcome {
  const frozen = keysOf(generated, 'instant').find(
    (key) => parseInstant(String(earlier.answered[key])) === parseInstant(String(later.answered[key])),
  );
  if (frozen === undefined) return pass('instants');
  return fail('instants', `two rows inserted ${APART_MILLISECONDS} ms apart have the same ${frozen}`, {
    expected: 'the time of each request, to the millisecond',
    seen: String(later.answered[frozen]),
  });
}

function skipAll(session: Session, scenario: Scenario, checks: readonly string[], why: string): void {
  for (const check of checks) session.ledger.record(scenario.id, skip(check, why), null);
  for (const { id } of listsOf(session, scenario)) session.ledger.record(id, skip('new-row', why), null);
}

/** Inserts one row and looks it up at once. Returns it if it was answered and stored. */
async function insertOne(
  session: Session,
  tally: Tally,
  connection: HttpConnection,
  check: 'row' | 'texts',
  drawn: ScenarioRequest,
): Promise<Inserted | null> {
  const { ledger } = session;
  const { scenario, inserts } = tally;
  const request = sendable(session, drawn);
  const expected = scenario.expected(request, session.data);
  const asked = await ask(session, connection, scenario, request, expected);
  const { exchange } = asked;
  const body = exchange.outcome === 'response' ? exchange.response.body : null;
  if (exchange.outcome === 'response' && exchange.response.status === 201) tally.created++;
  const inserted = body && insertedOf(request, body);
  if (!asked.right || !inserted) {
    ledger.record(scenario.id, collapse(check, asked.verdicts), exchange.sent);
    return null;
  }
  const [stored = null] = await readRows(tally, [inserted.id]);
  if (stored === null) {
    ledger.record(scenario.id, await missing(tally, inserted), exchange.sent);
    return null;
  }
  tally.ids.push(inserted.id);
  ledger.record(scenario.id, pass('stored'), exchange.sent);
  const found = rowDifferences(scenario, inserted, stored);
  // `texts` is about the text alone; `row` judges the other columns.
  const own = check === 'texts' ? found.filter(({ path }) => path === inserts.text) : found;
  const verdict =
    own.length === 0
      ? pass(check)
      : differing(check, 'the stored row differs from what was sent and answered', own);
  ledger.record(scenario.id, verdict, exchange.sent);
  return inserted;
}

/** Explains why no row has the answered id: either a row has another id, or no row was added. */
async function missing(tally: Tally, { id }: Inserted): Promise<CheckOutcome> {
  const { rows } = await tally.database.countRows(tally.table);
  if (rows >= tally.rowsBefore + tally.created) {
    return fail('ids', 'the added row has another id than the response', {
      expected: 'the id that the database assigned',
      seen: `${id}, which no row has`,
    });
  }
  return fail('stored', 'answered 201 without storing a row', {
    expected: `a row with id ${id} by the time of the answer`,
    seen: `${rows - tally.rowsBefore} more rows after ${tally.created} responses with 201`,
  });
}

/** Checks that lists read after the inserts end with the new rows. */
async function checkNewRows(session: Session, tally: Tally): Promise<void> {
  for (const list of listsOf(session, tally.scenario)) await checkNewRowsIn(session, tally, list);
}

async function checkNewRowsIn(session: Session, tally: Tally, list: Scenario): Promise<void> {
  const { ledger, data } = session;
  const { scenario, table } = tally;
  const wrong =
    unjudged(session, list) !== null ||
    ledger.failed(list.id, ['fresh-row']) ||
    ledger.failed(scenario.id, ['exact']);
  if (wrong) {
    ledger.record(list.id, skip('new-row', 'not judged: the rows are wrong already'), null);
    return;
  }
  const rows = await readRows(
    tally,
    [...tally.ids].sort((a, b) => a - b),
  );
  const added = rows.filter((row) => row !== null);
  if (added.length < tally.created || tally.resent > 0) {
    ledger.record(list.id, skip('new-row', 'not judged: not every insert is known'), null);
    return;
  }
  const [request] = list.requests(data);
  if (!request) return;
  const grown = data.with(table.rows, [...data.of(table.rows), ...added]);
  const expected = list.expected(request, grown);
  await withConnections(session, 1, async ([connection]) => {
    const asked = await ask(session, connection as HttpConnection, list, request, expected);
    ledger.record(
      list.id,
      collapse('new-row', asked.verdicts, 'in a list read after the inserts'),
      asked.exchange.sent,
    );
  });
}
