import { type NewAccount, scenarioOf } from '../../model/index.ts';
import type { HttpConnection } from '../http/http.ts';
import { differing } from '../judge/fields.ts';
import { type Inserted, insertedOf, rowDifferences } from '../judge/stored.ts';
import { type CheckOutcome, fail, pass, skip } from '../judge/verdict.ts';
import { unjudged } from './database-checks.ts';
import { insertAtOnce } from './insert-at-once.ts';
import { insertOf, readRows, type Tally } from './insert-tally.ts';
import { ask, collapse, databaseOf, type Session, sendable, withConnections } from './session.ts';

/** That an insert is one: the row is in the table when the answer comes, as sent and as answered, and once. */

/**
 * Values that a careless server changes: the numbers and texts that a language takes for false, an instant whose
 * milliseconds matter, and one that a clock set forward for the summer does not have.
 */
const VALUES: readonly Partial<NewAccount>[] = [
  {},
  { status: 0, register_date: '2024-02-29T23:59:59.987Z' },
  { status: 3, nick_name: '', introduction: '', register_date: '2024-03-10T02:30:00.250Z' },
  { password: 'p@ss "word" 密码', register_date: '1999-12-31T16:00:00.001Z', introduction: '字'.repeat(500) },
];

/** Names that come out otherwise where SQL is put together, or where a character set is too small. */
const NAMES = [
  "Robert'); DROP TABLE accounts;--",
  "\"double\", 'single', `back` and \\ backslash \\'",
  '100 % _ ? $1 :name @p0 {0} #{name}',
  '王小明 Ünïcödé Ελληνικά עברית العربية',
  '😀👨‍👩‍👧 é as two: e\u0301',
  'a line\nand\ta tab',
  '  spaces around  ',
  '<b>&amp;</b> \u2028 \u200b \ufeff',
];

export async function checkInserts(session: Session): Promise<void> {
  const reason = unjudged(session, 'account-insert');
  const database = databaseOf(session, 'account-insert');
  if (reason !== null || !database?.readAccounts) {
    skipAll(session, ['stored', 'row', 'texts', 'exact'], reason ?? 'the harness cannot read this database');
    return;
  }
  const before = await database.countRows('account-insert');
  const tally: Tally = { database, rowsBefore: before.rows, created: 0, resent: 0, ids: [] };
  await withConnections(session, 1, async ([connection]) => {
    for (const values of VALUES) await insertOne(session, tally, connection as HttpConnection, 'row', values);
    for (const name of NAMES) {
      await insertOne(session, tally, connection as HttpConnection, 'texts', { name });
    }
    tally.resent += (connection as HttpConnection).resent;
  });
  if (session.ledger.failed('account-insert', ['stored', 'ids'])) {
    skipAll(session, ['exact'], 'not judged: the rows are not where they should be');
    return;
  }
  await insertAtOnce(session, tally);
  await checkNewRows(session, tally);
}

function skipAll({ ledger, scenarios }: Session, checks: readonly string[], why: string): void {
  for (const check of checks) ledger.record('account-insert', skip(check, why), null);
  if (scenarios.includes('account-list')) ledger.record('account-list', skip('new-row', why), null);
}

/** Inserts one row and looks it up before anything else happens. */
async function insertOne(
  session: Session,
  tally: Tally,
  connection: HttpConnection,
  check: 'row' | 'texts',
  values: Partial<NewAccount>,
): Promise<void> {
  const { ledger } = session;
  const request = sendable(session, insertOf(session.data, values));
  const expected = scenarioOf('account-insert').expected(request, session.data);
  const asked = await ask(session, connection, 'account-insert', request, expected);
  const { exchange } = asked;
  const body = exchange.outcome === 'response' ? exchange.response.body : null;
  if (exchange.outcome === 'response' && exchange.response.status === 201) tally.created++;
  const inserted = body && insertedOf(request, body);
  if (!asked.right || !inserted) {
    ledger.record('account-insert', collapse(check, asked.verdicts), exchange.sent);
    return;
  }
  const [stored = null] = await readRows(tally.database, [inserted.id]);
  if (stored === null) {
    ledger.record('account-insert', await missing(tally, inserted), exchange.sent);
    return;
  }
  tally.ids.push(inserted.id);
  ledger.record('account-insert', pass('stored'), exchange.sent);
  const found = rowDifferences(inserted, stored);
  // Of an unusual name only the name says anything new.
  const own = check === 'texts' ? found.filter(({ path }) => path === 'name') : found;
  const verdict =
    own.length === 0
      ? pass(check)
      : differing(check, 'the stored row is not the one that was sent and answered', own);
  ledger.record('account-insert', verdict, exchange.sent);
}

/** No row has the id that was answered: another row may have come instead. */
async function missing(tally: Tally, { id }: Inserted): Promise<CheckOutcome> {
  const { rows } = await tally.database.countRows('account-insert');
  if (rows >= tally.rowsBefore + tally.created) {
    return fail('ids', 'a row was added, with another id than the one that was answered', {
      expected: 'the id that the database gave',
      seen: `${id}, which no row has`,
    });
  }
  return fail('stored', 'answered 201, and no row is there', {
    expected: `a row with id ${id} by the time of the answer`,
    seen: `${rows - tally.rowsBefore} rows more after ${tally.created} answers of 201`,
  });
}

/** A list that is read after the inserts ends with the new rows. */
async function checkNewRows(session: Session, tally: Tally): Promise<void> {
  const { ledger, data } = session;
  if (!session.scenarios.includes('account-list')) return;
  const wrong =
    unjudged(session, 'account-list') !== null ||
    ledger.failed('account-list', ['fresh-row']) ||
    ledger.failed('account-insert', ['exact']);
  if (wrong) {
    ledger.record('account-list', skip('new-row', 'not judged: the rows are wrong already'), null);
    return;
  }
  const rows = await readRows(
    tally.database,
    [...tally.ids].sort((a, b) => a - b),
  );
  const added = rows.filter((row) => row !== null);
  if (added.length < tally.created || tally.resent > 0) {
    ledger.record('account-list', skip('new-row', 'not judged: not every insert is known'), null);
    return;
  }
  const list = scenarioOf('account-list');
  const [request] = list.requests(data);
  if (!request) return;
  const expected = list.expected(request, { ...data, accounts: [...data.accounts, ...added] });
  await withConnections(session, 1, async ([connection]) => {
    const asked = await ask(session, connection as HttpConnection, 'account-list', request, expected);
    ledger.record('account-list', collapse('new-row', asked.verdicts), asked.exchange.sent);
  });
}
