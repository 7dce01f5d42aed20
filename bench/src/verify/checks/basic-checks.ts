import {
  type NewAccount,
  type ScenarioId,
  type ScenarioRequest,
  type SharedData,
  scenarioOf,
} from '../../model/index.ts';
import type { HttpConnection } from '../http/http.ts';
import { headerValues } from '../http/response.ts';
import { fail, pass } from '../judge/verdict.ts';
import { ask, collapse, databaseOf, type Session, sendable, withConnections } from './session.ts';

/** What every scenario must do when asked one request at a time. */

/** Ids drawn in `asset` and `account-get`, beside the first and the last. */
const DRAWN_REQUESTS = 48;
const REPEATS = 3;

const common = ['answers', 'prompt', 'status', 'content-type', 'framing', 'date'];
const json = [...common, 'json', 'body'];
/** How rows come from a database and what becomes of them: see database-checks.ts. */
const database = ['fresh-row', 'database-error', 'recovers'];
const checks: Record<ScenarioId, readonly string[]> = {
  plaintext: [...common, 'body'],
  json,
  'json-large': json,
  error: json,
  'not-found': [...json, 'fallback'],
  counter: [...json, 'constant', 'counts-every-request', 'exact'],
  asset: [...common, 'json', 'distinct', 'body', 'unknown-id'],
  menus: [...common, 'json', 'rows', 'order', 'ids', 'instants', 'body', 'bad-limit', ...database],
  'account-insert': [
    ...[...common, 'json', 'ids', 'instants', 'hidden', 'body', 'bad-body'],
    ...['stored', 'row', 'texts', 'exact', 'database-error', 'recovers'],
  ],
  'account-list': [
    ...[...common, 'json', 'rows', 'order', 'ids', 'instants', 'hidden', 'body'],
    ...[...database, 'new-row'],
  ],
  'account-get': [
    ...[...common, 'json', 'distinct', 'ids', 'instants', 'hidden', 'body', 'unknown-id'],
    ...database,
  ],
  users: [...common, 'json', 'rows', 'order', 'ids', 'instants', 'body', ...database],
};

/** The second halves of the ids of all checks of a scenario, in the order of the report. */
export function checksOf(scenario: ScenarioId): readonly string[] {
  return checks[scenario];
}

/** Requests that stand for all of the scenario's. */
export function sampleRequests(session: Session, scenario: ScenarioId): ScenarioRequest[] {
  const all = scenarioOf(scenario).requests(session.data);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return [];
  if (all.length === 1) return Array.from({ length: REPEATS }, () => first);
  if (all.length <= DRAWN_REQUESTS) return all;
  return [first, last, ...session.random.shuffled(all.slice(1, -1)).slice(0, DRAWN_REQUESTS)];
}

/** Returns the first Date seen, for the check that dates advance. */
export async function checkScenario(session: Session, scenario: ScenarioId): Promise<string | null> {
  const { ledger } = session;
  let date: string | null = null;
  let fastest = Number.POSITIVE_INFINITY;
  await withConnections(session, 1, async ([connection]) => {
    for (const drawn of sampleRequests(session, scenario)) {
      const request = sendable(session, drawn);
      const expected = scenarioOf(scenario).expected(request, session.data);
      const asked = await ask(session, connection as HttpConnection, scenario, request, expected);
      for (const verdict of asked.verdicts) ledger.record(scenario, verdict, asked.exchange.sent);
      if (asked.exchange.outcome === 'failure') return;
      date ??= headerValues(asked.exchange.response, 'date')[0] ?? null;
      fastest = Math.min(fastest, asked.exchange.seconds);
      if (asked.right && !scenarioOf(scenario).writes) session.proven.push({ scenario, request, expected });
    }
  });
  if (fastest < Number.POSITIVE_INFINITY) {
    const slow = fastest > session.limits.slowMs / 1000;
    const verdict = slow
      ? fail('prompt', `the fastest response took ${fastest.toFixed(2)} s`, {
          expected: `at most ${session.limits.slowMs / 1000} s`,
          seen: `${fastest.toFixed(2)} s`,
        })
      : pass('prompt');
    ledger.record(scenario, verdict, null);
  }
  return date;
}

/** Requests beside the scenario's own that must be refused: unknown ids, bad limits, unknown paths, bad bodies. */
export async function checkRefusals(session: Session, scenario: ScenarioId): Promise<void> {
  const refusals = refusalsOf(session, scenario);
  if (!refusals || session.ledger.failed(scenario, ['answers', 'prompt'])) return;
  const database = scenarioOf(scenario).writes ? databaseOf(session, scenario) : null;
  const before = await database?.countRows(scenario);
  await withConnections(session, 1, async ([connection]) => {
    for (const refused of refusals.requests) {
      const request = sendable(session, refused);
      const expected = {
        status: refusals.status,
        contentType: 'application/json' as const,
        body: { code: refusals.status, message: 'not found' },
      };
      const asked = await ask(session, connection as HttpConnection, 'not-found', request, expected);
      const verdicts = asked.verdicts.filter(
        (verdict) => !(refusals.anyMessage && onlyMessageDiffers(verdict.fault?.diff ?? null)),
      );
      session.ledger.record(scenario, collapse(refusals.check, verdicts), asked.exchange.sent);
      if (asked.exchange.outcome === 'failure') return;
    }
  });
  const after = await database?.countRows(scenario);
  if (before && after && after.rows !== before.rows) {
    const detail = { expected: `${before.rows} rows, as before`, seen: `${after.rows} rows` };
    session.ledger.record(
      scenario,
      fail(refusals.check, 'a request that was refused added a row', detail),
      null,
    );
  }
}

/** True where the only difference is the text of `message`: the contract leaves it to the server. */
function onlyMessageDiffers(diff: string | null): boolean {
  const lines = diff?.split('\n') ?? [];
  return lines.length === 2 && lines.every((line) => /^[-+] message: "/.test(line));
}

interface Refusals {
  check: string;
  status: number;
  requests: ScenarioRequest[];
  anyMessage?: boolean;
}

const get = (path: string): ScenarioRequest => ({ method: 'GET', path });

function refusalsOf(session: Session, scenario: ScenarioId): Refusals | null {
  const { data, random } = session;
  switch (scenario) {
    case 'asset': {
      const unknown = ['0', String(data.assets.length + 1), 'abc'];
      return { check: 'unknown-id', status: 404, requests: unknown.map((id) => get(`/assets/${id}`)) };
    }
    case 'account-get':
      return {
        check: 'unknown-id',
        status: 404,
        requests: UNKNOWN_ACCOUNTS.map((id) => get(`/accounts/${id}`)),
      };
    case 'menus': {
      const bad = ['0', String(data.menus.length + 1), '-1', 'abc', '99999999999999999999'];
      const requests = bad.map((limit) => get(`/menus?limit=${limit}`));
      return { check: 'bad-limit', status: 400, requests, anyMessage: true };
    }
    case 'account-insert':
      return { check: 'bad-body', status: 400, requests: badInserts(data), anyMessage: true };
    case 'not-found': {
      const word = (): string => Array.from({ length: 9 }, () => 'abcdefghij'[random.below(10)]).join('');
      const paths = [`/${word()}`, `/${word()}/${word()}`, `/${word()}?a=1`];
      return { check: 'fallback', status: 404, requests: paths.map(get) };
    }
    default:
      return null;
  }
}

/** None that the database would make a number of, as MySQL does with `1abc`. */
const UNKNOWN_ACCOUNTS = ['0', '999999999', '-1', 'abc', '1abc'];

/** No JSON, no object, no text as the name. */
function badInserts(data: SharedData): ScenarioRequest[] {
  const [request] = scenarioOf('account-insert').requests(data);
  if (!request) return [];
  const whole = JSON.parse(request.body ?? '{}') as NewAccount;
  const { name: _, ...nameless } = whole;
  const bodies = [
    ...['', '{', (request.body ?? '').slice(0, -1), 'null', '"name"', `[${request.body}]`],
    ...[nameless, { ...nameless, name: null }, { ...nameless, name: 5 }].map((value) =>
      JSON.stringify(value),
    ),
  ];
  return bodies.map((body) => ({ ...request, body }));
}
