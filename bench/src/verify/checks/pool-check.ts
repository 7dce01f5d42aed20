import type { Database } from '../../databases/database.ts';
import { type DatabaseKind, databaseFacts, databaseKinds, type Scenario } from '../../model/index.ts';
import type { HttpConnection } from '../http/http-connection.ts';
import { showBody } from '../judge/body.ts';
import { type CheckOutcome, fail, pass, skip } from '../judge/check-outcome.ts';
import { sampleRequests } from './basic-checks.ts';
import { BURST_PATIENCE, lightestFirst, type Session, sendable, withConnections } from './check-session.ts';
import { unjudged } from './database-checks.ts';

/** Checks that a server uses its pool and does not exceed it. The database itself counts the connections. */

const BURST_CONNECTIONS = 64;
const REQUESTS_EACH = 8;
/** Send nothing after this time, so that a slow server does not get a long load. */
const BURST_MS = 1_000;
/** A list of 300 kB keeps a connection busy for long enough on its own. */
const LARGE_EACH = 1;
/** Report only a fault that recurs: connections of other clients come and go. */
const BURSTS = 2;
const POLL_MS = 10;
const MOST_POLLS = 500;
/** Polls after the burst: a pool keeps its connections open for a while. */
const LAST_POLLS = 3;

const nameOf = (kind: DatabaseKind): string => `pool-${kind}`;

const kindsOf = (scenarios: readonly Scenario[]): DatabaseKind[] =>
  databaseKinds.filter((kind) => scenarios.some(({ database }) => database === kind));

/** Returns one check name for each database that the scenarios use. */
export function poolChecks(scenarios: readonly Scenario[]): string[] {
  return kindsOf(scenarios).map(nameOf);
}

export async function checkPools(session: Session): Promise<void> {
  for (const kind of kindsOf(session.scenarios)) {
    const { verdict, sent } = await checkPool(session, kind);
    session.ledger.record(null, verdict, sent);
  }
}

async function checkPool(
  session: Session,
  kind: DatabaseKind,
): Promise<{ verdict: CheckOutcome; sent: string | null }> {
  const check = nameOf(kind);
  const { poolSize } = session;
  const database = session.databases[kind];
  const scenario = lightestFirst(session.scenarios, kind).find(
    (candidate) =>
      unjudged(session, candidate) === null && !session.ledger.failed(candidate.id, ['fresh-row']),
  );
  const reason =
    poolSize === null
      ? 'the size of the pool is not known'
      : !database
        ? 'no database was given to the verifier'
        : !scenario
          ? 'not judged: the rows are wrong already'
          : session.ledger.failed(null, ['keep-alive', 'concurrent'])
            ? 'not judged: concurrent requests are answered wrongly'
            : null;
  if (reason !== null || poolSize === null || !database || !scenario) {
    return { verdict: skip(check, reason ?? ''), sent: null };
  }
  const limits = {
    poolSize,
    workers: session.workers,
    monitoring: databaseFacts[kind].monitoringConnections,
  };
  for (let burst = 1; ; burst++) {
    const counted = await countDuring(database, session, () => putBurst(session, scenario));
    const sent = `${counted.requests} requests for ${scenario.id} over ${BURST_CONNECTIONS} connections`;
    const verdict = judgePool(check, counted, limits);
    if (!verdict.fault || burst === BURSTS) return { verdict, sent };
  }
}

/** Sends a bounded burst and counts the correct responses. */
async function putBurst(session: Session, scenario: Scenario): Promise<Outcome> {
  const drawn = sampleRequests(session, scenario);
  const each = scenario.large ? LARGE_EACH : REQUESTS_EACH;
  const end = session.clock.elapsed() + BURST_MS;
  const outcome: Outcome = { requests: 0, answered: 0, wrong: null };
  const send = async (connection: HttpConnection, choice: number): Promise<void> => {
    const request = sendable(session, drawn[choice % drawn.length] ?? { method: 'GET', path: '/' });
    outcome.requests++;
    const exchange = await connection.exchange(request, session.signal);
    session.signal.throwIfAborted();
    const { status } = scenario.expected(request, session.data);
    if (exchange.outcome === 'failure') outcome.wrong ??= exchange.failure.message;
    else if (exchange.response.status === status) outcome.answered++;
    else outcome.wrong ??= `status ${exchange.response.status}: ${showBody(exchange.response.body)}`;
  };
  await withConnections(
    session,
    BURST_CONNECTIONS,
    (connections) =>
      Promise.all(
        connections.map(async (connection, index) => {
          await send(connection, index);
          for (let sent = 1; sent < each && session.clock.elapsed() < end; sent++) {
            await send(connection, index + sent);
          }
        }),
      ),
    BURST_PATIENCE,
  );
  return outcome;
}

interface Outcome {
  requests: number;
  answered: number;
  /** Describes the first wrong response. */
  wrong: string | null;
}

interface Burst extends Outcome {
  /** Connections counted by each poll. */
  seen: number[];
}

async function countDuring(
  database: Database,
  { clock, signal }: Session,
  put: () => Promise<Outcome>,
): Promise<Burst> {
  const seen: number[] = [];
  let over = false;
  const polling = (async () => {
    for (let polls = 0, last = 0; polls < MOST_POLLS && last < LAST_POLLS; polls++) {
      if (over) last++;
      seen.push(await database.connections());
      await clock.sleep(POLL_MS, signal);
    }
  })();
  const [outcome] = await Promise.allSettled([
    put().finally(() => {
      over = true;
    }),
    polling,
  ]);
  await polling;
  if (outcome.status === 'rejected') throw outcome.reason;
  return { ...outcome.value, seen };
}

/**
 * Judges a burst by the connections that the database counted. The limit is exceeded only if two polls in a
 * row exceed it: for a moment, a connection and its replacement may both be counted. A cluster may have one
 * connection per process, whatever the size of the pool.
 */
export function judgePool(
  check: string,
  { seen, requests, answered, wrong }: Burst,
  { poolSize, workers, monitoring }: { poolSize: number; workers: number; monitoring: number },
): CheckOutcome {
  if (answered < requests) {
    return fail(check, `${requests - answered} of ${requests} concurrent requests were answered wrongly`, {
      expected: 'requests wait for a connection of the pool',
      seen: wrong ?? `${answered} correct responses`,
    });
  }
  const beside = monitoring * workers;
  const allowed = Math.max(poolSize, workers) + beside;
  const lasting = seen.slice(1).map((number, index) => Math.min(number, seen[index] ?? number));
  const most = Math.max(0, ...lasting);
  const watching = beside > 0 ? `, and up to ${beside} may watch the server` : '';
  if (most > allowed) {
    return fail(check, 'the server opens more connections than its pool may have', {
      expected: `at most ${allowed} connections: DB_POOL_SIZE is ${poolSize}${watching}`,
      seen: `${most} connections (including those of any other client of this database)`,
    });
  }
  const peak = Math.max(0, ...seen);
  // How many of them watch the server is up to the driver; it may be none.
  const least = Math.min(2, poolSize);
  if (peak < least) {
    return fail(check, 'the server does not use its pool', {
      expected: `at least ${least} connections under ${BURST_CONNECTIONS} requests at once`,
      seen: `${peak} connections at most`,
    });
  }
  return pass(check);
}
