import type { Database } from '../../databases/database.ts';
import type {
  BodyKind,
  DatabaseKind,
  ExpectedResponse,
  Scenario,
  ScenarioRequest,
  SharedData,
} from '../../model/index.ts';
import type { Clock } from '../../util/clock.ts';
import type { Random } from '../../util/random.ts';
import { fresh } from '../http/fresh-request.ts';
import { type Exchange, HttpConnection } from '../http/http-connection.ts';
import { type CheckOutcome, fail, pass } from '../judge/check-outcome.ts';
import { createdId } from '../judge/created-row.ts';
import type { Ledger } from '../probes/ledger.ts';
import { judgeFailure, judgeResponse } from './contract.ts';

/** Bounds of one verification; tests shorten them. */
export interface Limits {
  /** Without a complete response by then, the server counts as not answering. */
  timeoutMs: number;
  /** If the fastest of a scenario's responses takes longer, the server is too slow to be put under load. */
  slowMs: number;
  /** Responses this far apart must carry different dates: servers renew theirs at least once a second. */
  dateAdvanceMs: number;
  /** How long a server may take to recover after its database comes back. */
  recoveryMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  timeoutMs: 5_000,
  slowMs: 1_000,
  dateAdvanceMs: 2_500,
  recoveryMs: 10_000,
};

/** What all checks of one verification share. */
export interface Session {
  origin: string;
  scenarios: readonly Scenario[];
  data: SharedData;
  databases: Partial<Record<DatabaseKind, Database>>;
  /** Connections that the server may open to each database; `null` if unknown. */
  poolSize: number | null;
  /** Processes that the server may consist of. */
  workers: number;
  /** How many lines the server has written so far; `null` if that is unknown. */
  linesWritten: (() => number) | null;
  /** The addresses that its processes listen on; `null` as a whole, or from the function, if they are unknown. */
  listeningOn: (() => readonly string[] | null) | null;
  clock: Clock;
  signal: AbortSignal;
  random: Random;
  limits: Limits;
  ledger: Ledger;
  /** Requests answered correctly one at a time, so that a fault under concurrency is due to concurrency. */
  proven: { scenario: Scenario; request: ScenarioRequest; expected: ExpectedResponse }[];
  /** Ids of the rows added since the tables were last seeded; no id may occur twice. */
  created: Set<number>;
  /** Whether the tables may hold rows that were not seeded. */
  added: boolean;
}

export function databaseOf(session: Session, { database }: Scenario): Database | null {
  return (database && session.databases[database]) ?? null;
}

/** Returns the scenarios that may be mixed with others: those whose added rows, if any, can be removed. */
export function askable(session: Session): Scenario[] {
  return session.scenarios.filter((scenario) => !scenario.inserts || databaseOf(session, scenario) !== null);
}

/** Orders scenarios so that the rows some add do not show in the lists of others. */
export function writersLast(scenarios: readonly Scenario[]): Scenario[] {
  return [...scenarios.filter(({ inserts }) => !inserts), ...scenarios.filter(({ inserts }) => inserts)];
}

/** Returns the scenarios of a database: first those whose answers are short and add no rows, last those with long lists. */
export function lightestFirst(scenarios: readonly Scenario[], kind: DatabaseKind): Scenario[] {
  const weight = ({ large, inserts }: Scenario): number => (large ? 2 : inserts ? 1 : 0);
  return scenarios.filter(({ database }) => database === kind).sort((a, b) => weight(a) - weight(b));
}

/** Returns the request with a fresh nonce, and notes whether it may add a row. */
export function sendable(session: Session, request: ScenarioRequest): ScenarioRequest {
  if (request.method !== 'GET') session.added = true;
  return fresh(request, session.random);
}

/** Removes added rows, so that lists are exact for the next check. */
export async function restoreRows(session: Session): Promise<void> {
  if (!session.added) return;
  const writers = session.scenarios.filter(({ inserts }) => inserts);
  const databases = new Set(writers.map((scenario) => databaseOf(session, scenario)));
  for (const database of databases) await database?.seed(session.data);
  session.added = false;
  session.created.clear();
}

/** Time-outs to wait: the last of 64 requests to a slow server waits for all the others. */
export const BURST_PATIENCE = 4;

export function connectionOf(
  { origin, limits }: Session,
  patience = 1,
  headers: readonly string[] = [],
): HttpConnection {
  return new HttpConnection(origin, { timeoutMs: limits.timeoutMs * patience, headers });
}

/** Runs `work` with `count` connections, then closes them. `patience` multiplies their time-out. */
export async function withConnections<T>(
  session: Session,
  count: number,
  work: (connections: HttpConnection[]) => Promise<T>,
  patience = 1,
): Promise<T> {
  const connections = Array.from({ length: count }, () => connectionOf(session, patience));
  try {
    return await work(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Sends one request and judges the response by the contract, without recording the outcome. */
export async function ask(
  session: Session,
  connection: HttpConnection,
  scenario: Scenario,
  request: ScenarioRequest,
  expected: ExpectedResponse,
  body: BodyKind = scenario.body,
): Promise<{ exchange: Exchange; verdicts: CheckOutcome[]; right: boolean }> {
  const exchange = await connection.exchange(request, session.signal);
  session.signal.throwIfAborted();
  const asked = { scenario, body, expected, data: session.data };
  const now = session.clock.now();
  const verdicts =
    exchange.outcome === 'response'
      ? judgeResponse(asked, exchange.response, now)
      : judgeFailure(asked, exchange.failure, now);
  if (body === 'created' && exchange.outcome === 'response') {
    verdicts.push(...repeatedId(session, exchange.response.body));
  }
  return { exchange, verdicts, right: verdicts.every((verdict) => verdict.fault === null) };
}

/** Sends the scenario's first request over a connection of its own. */
export function askFirst(session: Session, scenario: Scenario): ReturnType<typeof ask> {
  const [first] = scenario.requests(session.data);
  const request = sendable(session, first as ScenarioRequest);
  const expected = scenario.expected(request, session.data);
  return withConnections(session, 1, ([connection]) =>
    ask(session, connection as HttpConnection, scenario, request, expected),
  );
}

/** Between two questions to a server that recovers. */
export const RETRY_MS = 100;

/**
 * Asks as `askFirst` does until the answer is right, or until the deadline: as long as a server may take to recover.
 * Returns the last answer.
 */
export async function askUntilRight(
  session: Session,
  scenario: Scenario,
  deadline = recoveryDeadline(session),
): ReturnType<typeof ask> {
  const { clock } = session;
  for (;;) {
    const asked = await askFirst(session, scenario);
    if (asked.right || clock.elapsed() > deadline) return asked;
    await clock.sleep(RETRY_MS, session.signal);
  }
}

/** The time of the session's clock by which a server that recovers from now on must have done so, in milliseconds. */
export function recoveryDeadline({ clock, limits }: Session): number {
  return clock.elapsed() + limits.recoveryMs;
}

function repeatedId({ created }: Session, body: Buffer): CheckOutcome[] {
  const id = createdId(body);
  if (id === null) return [];
  if (created.has(id)) {
    const detail = { expected: 'an id that no other row has', seen: String(id) };
    return [fail('ids', `the id ${id} occurs twice`, detail)];
  }
  created.add(id);
  return [];
}

/**
 * Returns the first fault as the outcome of the check `name`, one of framing included: nothing else sees that of these
 * responses. The date has a check of its own.
 *
 * @param situation in which the request was sent, where the request alone does not explain the fault
 */
export function collapse(
  name: string,
  verdicts: readonly CheckOutcome[],
  situation: string | null = null,
): CheckOutcome {
  const fault = verdicts.find((verdict) => verdict.fault && verdict.check !== 'date')?.fault;
  if (!fault) return pass(name);
  const summary = situation === null ? fault.summary : `${situation}: ${fault.summary}`;
  return { check: name, fault: { ...fault, summary }, skipped: null };
}
