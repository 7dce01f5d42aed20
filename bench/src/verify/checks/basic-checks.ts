import type { Scenario, ScenarioRequest } from '../../model/index.ts';
import type { HttpConnection } from '../http/http-connection.ts';
import { headerValues } from '../http/response.ts';
import { fail, pass } from '../judge/check-outcome.ts';
import { ask, collapse, databaseOf, type Session, sendable, withConnections } from './check-session.ts';
import { watchKeepAlive } from './server-checks.ts';

/** Checks of every scenario, made one request at a time. */

/** Requests drawn at random from a long list, in addition to the first and the last. */
const DRAWN_REQUESTS = 48;
const REPEATS = 3;

/** Returns the second halves of the ids of a scenario's checks, in the order of the report. */
export function checksOf({ body, table, refused, inserts, grows }: Scenario): readonly string[] {
  const named = (wanted: unknown, ...checks: string[]): string[] => (wanted ? checks : []);
  return [
    ...['answers', 'prompt', 'status', 'content-type', 'framing', 'date'],
    ...named(body !== 'text', 'json'),
    ...named(body === 'rows', 'rows', 'order'),
    ...named(body === 'one', 'distinct'),
    ...named(table, 'ids', 'instants'),
    ...named(table?.hidden, 'hidden'),
    'body',
    ...(refused ? [refused.check] : []),
    // See counter-checks.ts.
    ...named(body === 'count', 'constant', 'counts-every-request', 'exact'),
    // See insert-checks.ts.
    ...named(inserts, 'stored', 'row', 'texts', 'exact'),
    // See database-checks.ts.
    ...named(table && !inserts, 'fresh-row'),
    ...named(table, 'database-error', 'recovers'),
    ...named(grows, 'new-row'),
  ];
}

/**
 * Returns a sample of the scenario's requests: all of them, or the first, the last and a random draw; and those that no
 * load draws.
 */
export function sampleRequests(session: Session, scenario: Scenario): ScenarioRequest[] {
  const all = scenario.requests(session.data);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return [];
  const also = scenario.alsoAnswered?.(session.data) ?? [];
  if (all.length === 1) return [...Array.from({ length: REPEATS }, () => first), ...also];
  if (all.length <= DRAWN_REQUESTS) return [...all, ...also];
  return [first, last, ...session.random.shuffled(all.slice(1, -1)).slice(0, DRAWN_REQUESTS), ...also];
}

/** Sends the sample one request at a time. Returns the first Date seen, for the check that dates advance. */
export async function checkScenario(session: Session, scenario: Scenario): Promise<string | null> {
  const { ledger } = session;
  const right: Session['proven'] = [];
  let date: string | null = null;
  let fastest = Number.POSITIVE_INFINITY;
  let answered = 0;
  const isSlow = (): boolean => fastest > session.limits.slowMs / 1000;
  await withConnections(session, 1, async ([connection]) => {
    for (const drawn of sampleRequests(session, scenario)) {
      const request = sendable(session, drawn);
      const expected = scenario.expected(request, session.data);
      const asked = await ask(session, connection as HttpConnection, scenario, request, expected);
      for (const verdict of asked.verdicts) ledger.record(scenario.id, verdict, asked.exchange.sent);
      if (asked.exchange.outcome === 'failure') return;
      date ??= headerValues(asked.exchange.response, 'date')[0] ?? null;
      fastest = Math.min(fastest, asked.exchange.seconds);
      if (asked.right && !scenario.inserts) right.push({ scenario, request, expected });
      // One that answers just before each time-out would hold the verifier for many minutes.
      if (++answered >= REPEATS && isSlow()) break;
    }
  });
  if (!isSlow()) session.proven.push(...right);
  if (fastest < Number.POSITIVE_INFINITY) {
    const verdict = isSlow()
      ? fail('prompt', `the fastest response took ${fastest.toFixed(2)} s`, {
          expected: `at most ${session.limits.slowMs / 1000} s`,
          seen: `${fastest.toFixed(2)} s`,
        })
      : pass('prompt');
    ledger.record(scenario.id, verdict, null);
  }
  return date;
}

/** Sends requests that the server must refuse: unknown ids, bad limits, unknown paths, bad bodies. */
export async function checkRefusals(session: Session, scenario: Scenario): Promise<void> {
  const { ledger, data, random } = session;
  const { refused, table } = scenario;
  if (!refused || ledger.failed(scenario.id, ['answers', 'prompt'])) return;
  const { check, status } = refused;
  const counted = scenario.inserts && table ? { database: databaseOf(session, scenario), table } : null;
  const before = await counted?.database?.countRows(counted.table);
  // What is wrong with every response of the scenario is one fault, and reported as such.
  const misframed = ledger.failed(scenario.id, ['framing']);
  await withConnections(session, 1, async ([one]) => {
    const connection = one as HttpConnection;
    const watch = watchKeepAlive(session, connection);
    // What is misframed costs the connection on this side.
    let isFramed = !misframed;
    for (const drawn of refused.requests(data, random)) {
      const request = sendable(session, drawn);
      const body = { code: status, message: refused.anyMessage ? 'any text' : 'not found' };
      const expected = { status, contentType: 'application/json', body } as const;
      const asked = await ask(session, connection, scenario, request, expected, 'object');
      const verdicts = asked.verdicts.filter(
        (verdict) =>
          !(refused.anyMessage && onlyMessageDiffers(verdict.fault?.diff ?? null)) &&
          !(misframed && verdict.check === 'framing'),
      );
      ledger.record(scenario.id, collapse(check, verdicts), asked.exchange.sent);
      if (asked.exchange.outcome === 'failure') return;
      isFramed &&= asked.verdicts.every(({ check, fault }) => check !== 'framing' || fault === null);
      if (isFramed) watch(request, asked.exchange);
    }
  });
  const after = await counted?.database?.countRows(counted.table);
  if (before && after && after.rows !== before.rows) {
    const detail = { expected: `${before.rows} rows, as before`, seen: `${after.rows} rows` };
    ledger.record(scenario.id, fail(check, 'a refused request added a row', detail), null);
  }
}

/** Whether the only difference is the text of `message`, which the contract leaves to the server. */
function onlyMessageDiffers(diff: string | null): boolean {
  const lines = diff?.split('\n') ?? [];
  return lines.length === 2 && lines.every((line) => /^[-+] message: "/.test(line));
}
