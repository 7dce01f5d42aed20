import { HEALTH_PATH, type ScenarioRequest } from '../../model/index.ts';
import type { Exchange, HttpConnection } from '../http/http-connection.ts';
import { type CheckOutcome, fail, pass, skip } from '../judge/check-outcome.ts';
import {
  ask,
  askable,
  BURST_PATIENCE,
  collapse,
  connectionOf,
  type Session,
  sendable,
  withConnections,
} from './check-session.ts';

/** Checks of the server as a whole. */

/** Whether it logs its requests. */
export const QUIET = 'quiet';

/** Whether it listens on HOST and PORT alone. */
export const ADDRESS = 'address';

/** As many as most load shapes have: a server with fewer threads than that would leave some unanswered. */
const CONCURRENT_CONNECTIONS = 64;
const CONCURRENT_REQUESTS = 4;
const KEPT_REQUESTS = 3;
/** What a server writes arrives within this time, unless it keeps it back. */
const LOG_MILLISECONDS = 250;

/** Returns false if the server does not respond at all; then nothing else needs to be asked. */
export async function checkHealth(session: Session): Promise<boolean> {
  const exchange = await askHealth(session);
  const seen =
    exchange.outcome === 'failure' ? exchange.failure.message : `status ${exchange.response.status}`;
  const verdict: CheckOutcome =
    exchange.outcome === 'response' && exchange.response.status === 200
      ? pass('health')
      : fail('health', `${HEALTH_PATH} does not answer 200`, { expected: 'status 200', seen });
  session.ledger.record(null, verdict, exchange.sent);
  return exchange.outcome === 'response';
}

/**
 * Asks again once a check has failed. Returns false if the server has ended or hangs: every further check would fail for
 * that alone, and each of its requests would take the whole time-out.
 */
export async function checkStillThere(session: Session): Promise<boolean> {
  const { ledger } = session;
  if (ledger.results().every(({ status }) => status !== 'failed')) return true;
  const exchange = await askHealth(session);
  if (exchange.outcome === 'response') return true;
  const detail = { expected: 'status 200, as at first', seen: exchange.failure.message };
  ledger.record(null, fail('health', `${HEALTH_PATH} is not answered any more`, detail), exchange.sent);
  return false;
}

async function askHealth(session: Session): Promise<Exchange> {
  const request: ScenarioRequest = { method: 'GET', path: HEALTH_PATH };
  const exchange = await withConnections(session, 1, ([connection]) =>
    (connection as HttpConnection).exchange(request, session.signal),
  );
  session.signal.throwIfAborted();
  return exchange;
}

/**
 * Sends every scenario over one connection, as the loaders do. Some servers close it after an error, and no
 * setting prevents that. This is allowed if they announce it (RFC 9112, 9.6) and lose no request: the cost is
 * in their figures.
 */
export async function checkKeepAlive(session: Session): Promise<void> {
  const scenarios = askable(session).filter(
    (scenario) => !session.ledger.failed(scenario.id, ['answers', 'framing', 'prompt']),
  );
  if (scenarios.length === 0) {
    session.ledger.record(null, skip('keep-alive', 'not judged: no scenario is answered correctly'), null);
    return;
  }
  await withConnections(session, 1, async (connections) => {
    const connection = connections[0] as HttpConnection;
    const watch = watchKeepAlive(session, connection);
    for (const scenario of scenarios) {
      const request = scenario.requests(session.data)[0] as ScenarioRequest;
      for (let sent = 0; sent < KEPT_REQUESTS; sent++) {
        const exchange = await connection.exchange(sendable(session, request), session.signal);
        session.signal.throwIfAborted();
        watch(request, exchange);
      }
    }
  });
}

/** Returns a function that judges, after each exchange over a connection, whether the server kept it as it may. */
export function watchKeepAlive(
  { ledger }: Session,
  connection: HttpConnection,
): (request: ScenarioRequest, exchange: Exchange) => void {
  let opened = 1;
  return ({ path }, exchange) => {
    const announced = saidClose(exchange) && mayClose(exchange);
    const kept =
      exchange.outcome === 'response' && (announced || !saidClose(exchange)) && connection.opened === opened;
    const verdict = kept
      ? pass('keep-alive')
      : fail('keep-alive', `the server closes the connection around ${path}`, {
          expected: 'the connection stays open',
          seen:
            exchange.outcome === 'failure'
              ? exchange.failure.message
              : exchange.response.keepAlive
                ? 'closed after a response, without Connection: close'
                : 'Connection: close',
        });
    ledger.record(null, verdict, exchange.sent);
    opened = connection.opened + Number(announced);
  };
}

function saidClose(exchange: Exchange): boolean {
  return exchange.outcome === 'response' && !exchange.response.keepAlive;
}

function mayClose(exchange: Exchange): boolean {
  return exchange.outcome === 'response' && exchange.response.status >= 400;
}

/** Sends different requests over many connections at once: each response must match its own request. */
export async function checkConcurrent(session: Session): Promise<void> {
  const { proven, random } = session;
  if (proven.length === 0) {
    session.ledger.record(null, skip('concurrent', 'not judged: no scenario is answered correctly'), null);
    return;
  }
  const linesBefore = session.linesWritten?.() ?? 0;
  await withConnections(
    session,
    CONCURRENT_CONNECTIONS,
    async (connections) => {
      await Promise.all(
        connections.map(async (connection, index) => {
          // Give every scenario the same share, however many requests it has.
          const scenarios = [...new Set(proven.map(({ scenario }) => scenario))];
          for (let sent = 0; sent < CONCURRENT_REQUESTS; sent++) {
            const scenario = scenarios[(index + sent) % scenarios.length];
            const candidates = proven.filter((candidate) => candidate.scenario === scenario);
            const chosen = candidates[random.below(candidates.length)] as (typeof proven)[number];
            const asked = await ask(session, connection, chosen.scenario, chosen.request, chosen.expected);
            const fault =
              asked.verdicts.find((verdict) => verdict.fault && verdict.check !== 'date')?.fault ?? null;
            session.ledger.record(null, { check: 'concurrent', fault, skipped: null }, asked.exchange.sent);
            if (asked.exchange.outcome === 'failure') return;
          }
        }),
      );
    },
    BURST_PATIENCE,
  );
  await checkQuiet(session, linesBefore);
}

/**
 * Judges, after correct requests at once, whether the server logs each request: the log would be part of its figures.
 * Lines of its own, such as a warning of its pool, are its affair.
 */
async function checkQuiet(
  { ledger, linesWritten, proven, clock, signal }: Session,
  linesBefore: number,
): Promise<void> {
  if (linesWritten === null) return;
  if (ledger.failed(null, ['concurrent'])) {
    ledger.record(null, skip(QUIET, 'not judged: concurrent requests are answered wrongly'), null);
    return;
  }
  await clock.sleep(LOG_MILLISECONDS, signal);
  const requests = CONCURRENT_CONNECTIONS * CONCURRENT_REQUESTS;
  const lines = linesWritten() - linesBefore;
  const scenarios = new Set(proven.map(({ scenario }) => scenario)).size;
  // One that logs the requests of a single scenario, such as unknown paths, writes a line for each of its share.
  const verdict =
    lines < requests / scenarios / 2
      ? pass(QUIET)
      : fail(QUIET, 'the server logs its requests', {
          expected: `no line per request, of ${requests} requests of ${scenarios} scenarios`,
          seen: `${lines} lines`,
        });
  ledger.record(null, verdict, null);
}

/**
 * Judges whether the server listens on its own address and no other: a second port, for metrics or administration, is
 * open to whoever reaches the machine, and works beside the scenarios.
 */
export function checkAddress({ ledger, listeningOn, origin }: Session): void {
  if (listeningOn === null) return;
  const { host, hostname, port } = new URL(origin);
  const addresses = listeningOn();
  if (addresses === null || addresses.length === 0) {
    ledger.record(null, skip(ADDRESS, 'the sockets of the server’s processes cannot be read'), null);
    return;
  }
  const isName = !/^(?:[\d.]+|\[.*\])$/.test(hostname);
  const others = addresses.filter((one) => (isName ? !one.endsWith(`:${port}`) : one !== host));
  const verdict =
    others.length === 0
      ? pass(ADDRESS)
      : fail(ADDRESS, 'the server listens on another address than HOST and PORT name', {
          expected: host,
          seen: addresses.join(', '),
        });
  ledger.record(null, verdict, null);
}

/**
 * Asks each scenario with `Connection: close`, as a client does that makes one request: the server must answer, and close
 * the connection (RFC 9112, 9.6) or at least say so, as Helidon does, which leaves the rest to the client. If it did
 * neither, loaders that ask for a new connection in this way would keep theirs, and measure something else.
 */
export async function checkClose(session: Session): Promise<void> {
  const { proven, ledger, limits, signal } = session;
  const scenarios = new Set(proven.map(({ scenario }) => scenario));
  if (scenarios.size === 0 || ledger.failed(null, ['concurrent'])) {
    const why = scenarios.size === 0 ? 'no scenario is answered correctly' : 'answers are wrong already';
    ledger.record(null, skip('close', `not judged: ${why}`), null);
    return;
  }
  for (const scenario of scenarios) {
    const { request, expected } = proven.find((one) => one.scenario === scenario) as (typeof proven)[number];
    const connection = connectionOf(session, 1, ['Connection: close']);
    try {
      const { exchange, verdicts, right } = await ask(session, connection, scenario, request, expected);
      const isKept = right && !(await connection.isClosed(signal));
      signal.throwIfAborted();
      const verdict = isKept
        ? fail('close', `the server keeps a connection that was to end after ${request.path}`, {
            expected: 'Connection: close in the response, or the end of the connection after it',
            seen: `neither within ${limits.timeoutMs / 1000} s`,
          })
        : collapse('close', verdicts);
      ledger.record(null, verdict, exchange.sent);
      // Each further one would take the whole time.
      if (isKept || exchange.outcome === 'failure') return;
    } finally {
      connection.close();
    }
  }
}
