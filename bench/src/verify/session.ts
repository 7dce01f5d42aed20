import type { Database } from '../databases/database.ts';
import type { ExpectedResponse, ScenarioId, ScenarioRequest, SharedData } from '../model/index.ts';
import type { Clock } from '../util/clock.ts';
import type { Random } from '../util/random.ts';
import { judgeFailure, judgeResponse } from './contract.ts';
import { type Exchange, HttpConnection } from './http.ts';
import type { Ledger } from './ledger.ts';
import type { Verdict } from './verdict.ts';

/** Bounds of one verification; tests shorten them. */
export interface Limits {
  /** No whole response by then: the server does not answer. */
  timeoutMs: number;
  /** The fastest of a scenario's responses takes longer: the server answers too slowly to be put under load. */
  slowMs: number;
  /** Two responses this far apart must carry different dates: servers renew theirs at least once a second. */
  dateAdvanceMs: number;
  /** How long a server may take to find back to its database. */
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
  scenarios: readonly ScenarioId[];
  data: SharedData;
  database: Database | null;
  clock: Clock;
  signal: AbortSignal;
  random: Random;
  limits: Limits;
  ledger: Ledger;
  /** Requests answered rightly one at a time: what is wrong under concurrency is then wrong because of it. */
  proven: { scenario: ScenarioId; request: ScenarioRequest; expected: ExpectedResponse }[];
}

export function connectionOf(session: Session): HttpConnection {
  return new HttpConnection(session.origin, { timeoutMs: session.limits.timeoutMs });
}

/** Runs `work` with connections that are closed whatever happens. */
export async function withConnections<T>(
  session: Session,
  count: number,
  work: (connections: HttpConnection[]) => Promise<T>,
): Promise<T> {
  const connections = Array.from({ length: count }, () => connectionOf(session));
  try {
    return await work(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** One exchange, and what the contract says about it; nothing is recorded yet. */
export async function ask(
  session: Session,
  connection: HttpConnection,
  scenario: ScenarioId,
  request: ScenarioRequest,
  expected: ExpectedResponse,
): Promise<{ exchange: Exchange; verdicts: Verdict[]; right: boolean }> {
  const exchange = await connection.exchange(request, session.signal);
  session.signal.throwIfAborted();
  const asked = { scenario, expected, data: session.data };
  const now = session.clock.now();
  const verdicts =
    exchange.outcome === 'response'
      ? judgeResponse(asked, exchange.response, now)
      : judgeFailure(asked, exchange.failure, now);
  return { exchange, verdicts, right: verdicts.every((verdict) => verdict.fault === null) };
}

/** All faults of the content, as one verdict of the check `name`; framing and date are the scenario's own business. */
export function collapse(name: string, verdicts: readonly Verdict[]): Verdict {
  const fault = verdicts.find(
    (verdict) => verdict.fault && !['framing', 'date'].includes(verdict.check),
  )?.fault;
  return { check: name, fault: fault ?? null, skipped: null };
}
