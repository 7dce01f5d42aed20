import { availableParallelism } from 'node:os';
import type { Database } from '../databases/database.ts';
import {
  type DatabaseKind,
  type Scenario,
  type ScenarioRequest,
  type SharedData,
  scenarios,
} from '../model/index.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import type { PitwallError } from '../util/errors.ts';
import { isLockWait } from '../util/lock-wait.ts';
import { seededRandom } from '../util/random.ts';
import { checkRefusals, checkScenario, checksOf } from './checks/basic-checks.ts';
import type { CheckResult } from './checks/check.ts';
import {
  askable,
  DEFAULT_LIMITS,
  type Limits,
  restoreRows,
  type Session,
  sendable,
  withConnections,
  writersLast,
} from './checks/check-session.ts';
import { checkCounter } from './checks/counter-checks.ts';
import { checkDatabaseErrors, checkFreshRows } from './checks/database-checks.ts';
import { checkInserts } from './checks/insert-checks.ts';
import { checkLateDatabase, LATE_DATABASE } from './checks/late-database-check.ts';
import { checkLostConnections, LOST_CONNECTIONS } from './checks/lost-connections-check.ts';
import { checkPools, poolChecks } from './checks/pool-check.ts';
import {
  ADDRESS,
  checkAddress,
  checkClose,
  checkConcurrent,
  checkHealth,
  checkKeepAlive,
  checkStillThere,
  QUIET,
} from './checks/server-checks.ts';
import type { HttpConnection } from './http/http-connection.ts';
import { headerValues } from './http/response.ts';
import { type CheckOutcome, fail, pass, skip } from './judge/check-outcome.ts';
import { Ledger } from './probes/ledger.ts';

export interface VerifyOptions {
  /** `http://127.0.0.1:8080` */
  origin: string;
  /** The scenarios that the target declares. */
  scenarios: readonly Scenario[];
  data: SharedData;
  /** The seeded databases that the server uses. Checks that need a missing one are skipped. */
  databases: Partial<Record<DatabaseKind, Database>>;
  /** The server's `DB_POOL_SIZE`; `null` if not set. */
  poolSize: number | null;
  /** Processes that the server may consist of (`WORKERS`). Default: the processors of this machine. */
  workers?: number;
  /** How many lines the server has written so far. Whether it logs its requests is not judged without it. */
  linesWritten?: () => number;
  /** The addresses that its processes listen on, `null` if unknown. Not judged without it. */
  listeningOn?: () => readonly string[] | null;
  clock?: Clock;
  signal: AbortSignal;
  /** Seed of all random draws. */
  seed?: number;
  limits?: Partial<Limits>;
}

const SERVER_CHECKS = ['health', 'keep-alive', 'concurrent', 'close'] as const;

/**
 * Checks everything that the contract demands of a running server's scenarios. Rejects only when aborted, or
 * when a database fails. Restores the seeded tables, unless the server keeps them locked.
 */
export async function verifyServer(options: VerifyOptions): Promise<CheckResult[]> {
  const session = sessionOf(options);
  const { linesWritten, listeningOn } = session;
  session.ledger.expect(null, [
    ...SERVER_CHECKS,
    ...(linesWritten ? [QUIET] : []),
    ...(listeningOn ? [ADDRESS] : []),
    ...poolChecks(session.scenarios),
  ]);
  for (const scenario of session.scenarios) session.ledger.expect(scenario.id, checksOf(scenario));
  let isLocked = false;
  try {
    if (await checkHealth(session)) await checkAll(session);
    await restoreRows(session);
  } catch (error) {
    session.signal.throwIfAborted();
    if (!isLockWait(error)) throw error;
    isLocked = true;
    session.ledger.record(null, fail('locks', LOCKED, { ...LOCK_ADVICE, seen: error.seen }), null);
  } finally {
    if (!isLocked) await restoreRows(session);
  }
  return session.ledger.results();
}

/** The ways to the databases of a server, which the harness controls. */
export interface DatabaseAccess {
  /** Makes the databases reachable. */
  letIn(): Promise<void>;
  /** Breaks all connections that there are. */
  cut(): void;
}

const LATE_CHECKS = [LATE_DATABASE, LOST_CONNECTIONS] as const;

/**
 * Checks a server that runs while the databases of its scenarios refuse connections; then, once it has reached them,
 * that it replaces connections that break. Rejects only when aborted, or with what `letIn` rejects with.
 */
export async function verifyLateDatabase(
  options: VerifyOptions,
  { letIn, cut }: DatabaseAccess,
): Promise<CheckResult[]> {
  const session = sessionOf(options);
  session.ledger.expect(null, LATE_CHECKS);
  await checkLateDatabase(session, letIn);
  if (!session.ledger.failed(null, [LATE_DATABASE])) await checkLostConnections(session, cut);
  return session.ledger.results();
}

/** The result for a server that did not even start without its databases. */
export function failedLateStart({ expected, seen }: Pick<PitwallError, 'expected' | 'seen'>): CheckResult[] {
  const summary = 'the server does not start while its databases cannot be reached';
  const unjudged = skip(LOST_CONNECTIONS, 'not judged: the server does not start without its databases');
  return lateResult(fail(LATE_DATABASE, summary, { expected, seen }), unjudged);
}

/** The result where the check cannot be made. */
export function skippedLateStart(reason: string): CheckResult[] {
  return lateResult(...LATE_CHECKS.map((check) => skip(check, reason)));
}

function lateResult(...outcomes: readonly CheckOutcome[]): CheckResult[] {
  const ledger = new Ledger();
  ledger.expect(null, LATE_CHECKS);
  for (const outcome of outcomes) ledger.record(null, outcome, null);
  return ledger.results();
}

function sessionOf(options: VerifyOptions): Session {
  return {
    origin: options.origin,
    scenarios: options.scenarios,
    data: options.data,
    databases: options.databases,
    poolSize: options.poolSize,
    workers: options.workers ?? availableParallelism(),
    linesWritten: options.linesWritten ?? null,
    listeningOn: options.listeningOn ?? null,
    clock: options.clock ?? systemClock,
    signal: options.signal,
    random: seededRandom(options.seed ?? 1),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    ledger: new Ledger(),
    proven: [],
    created: new Set(),
    added: false,
  };
}

const LOCKED = 'the server keeps a table locked after it has answered, so the other checks cannot be made';
const LOCK_ADVICE = { expected: 'transactions that end before their response: a commit, or autocommit' };

async function checkAll(session: Session): Promise<void> {
  const dates: Dates = new Map();
  const asked = askable(session);
  const counters = session.scenarios.filter(({ body }) => body === 'count');
  const writers = session.scenarios.filter(({ inserts }) => inserts);
  const rest = session.scenarios.filter((scenario) => !asked.includes(scenario));
  const steps: readonly (() => Promise<void>)[] = [
    () => checkBasics(session, writersLast(asked), dates),
    () => checkKeepAlive(session),
    () => checkConcurrent(session),
    () => checkClose(session),
    async () => checkAddress(session),
    ...counters.map((counter) => () => checkCounter(session, counter)),
    () => checkFreshRows(session),
    ...writers.map((scenario) => () => checkInserts(session, scenario)),
    () => checkPools(session),
    () => checkDatabaseErrors(session),
    () => checkDatesAdvance(session, dates),
    () => checkBasics(session, rest, dates),
  ];
  for (const step of steps) {
    await step();
    await restoreRows(session);
    if (!(await checkStillThere(session))) return;
  }
}

/** The first Date of each scenario, and when it arrived. */
type Dates = Map<Scenario, { value: string; at: number }>;

async function checkBasics(session: Session, scenarios: readonly Scenario[], dates: Dates): Promise<void> {
  for (const scenario of scenarios) {
    const at = session.clock.elapsed();
    const value = await checkScenario(session, scenario);
    if (value !== null) dates.set(scenario, { value, at });
    await checkRefusals(session, scenario);
  }
}

/** A Date has whole seconds, so it has moved after one, unless the server renews it late. */
const EARLIEST_ADVANCE_MS = 1_050;
const ADVANCE_STEP_MS = 250;

/** Checks that the Date advances: one that is correct once may still be a constant. */
async function checkDatesAdvance(session: Session, dates: Dates): Promise<void> {
  const { clock, ledger } = session;
  for (const [scenario, first] of dates) {
    if (ledger.failed(scenario.id, ['answers', 'date', 'framing'])) continue;
    const request = scenario.requests(session.data)[0];
    if (!request) continue;
    const { value, sent } = await laterDate(session, request, first);
    const seconds = ((clock.elapsed() - first.at) / 1000).toFixed(1);
    const verdict =
      value === undefined
        ? skip('date', 'a later response has no Date')
        : value !== first.value
          ? pass('date')
          : fail('date', `the Date has not moved within ${seconds} s`, {
              expected: `a Date ${seconds} s after ${first.value}`,
              seen: `Date: ${value}`,
            });
    ledger.record(scenario.id, verdict, sent);
  }
}

/** Asks from a second after the first Date on until it has moved, or the limit is reached. */
async function laterDate(
  session: Session,
  request: ScenarioRequest,
  first: { value: string; at: number },
): Promise<{ value: string | undefined; sent: string }> {
  const { clock, limits } = session;
  const limit = first.at + limits.dateAdvanceMs;
  for (let next = first.at + EARLIEST_ADVANCE_MS; ; next += ADVANCE_STEP_MS) {
    const wait = Math.min(next, limit) - clock.elapsed();
    if (wait > 0) await clock.sleep(wait, session.signal);
    const exchange = await withConnections(session, 1, ([connection]) =>
      (connection as HttpConnection).exchange(sendable(session, request), session.signal),
    );
    session.signal.throwIfAborted();
    const value = exchange.outcome === 'response' ? headerValues(exchange.response, 'date')[0] : undefined;
    if (value !== first.value || clock.elapsed() >= limit) return { value, sent: exchange.sent };
  }
}

/** Returns the ids of all checks of these scenarios that a verifier can make by requests alone. */
export function allCheckIds(asked: readonly Scenario[] = scenarios): string[] {
  const server = [...SERVER_CHECKS, ...poolChecks(asked)].map((check) => `server/${check}`);
  const own = asked.flatMap((scenario) => checksOf(scenario).map((check) => `${scenario.id}/${check}`));
  return [...server, ...own];
}

/** The ids of checks that take more than requests: the server's output or sockets, or a start of its own. */
export const furtherCheckIds: readonly string[] = [QUIET, ADDRESS, ...LATE_CHECKS].map(
  (check) => `server/${check}`,
);
