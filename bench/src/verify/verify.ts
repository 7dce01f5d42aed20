import type { Database } from '../databases/database.ts';
import { type ScenarioId, type SharedData, scenarioOf, scenarios } from '../model/index.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import { seededRandom } from '../util/random.ts';
import { checkRefusals, checkScenario, checksOf } from './basic-checks.ts';
import type { CheckResult } from './check.ts';
import { checkCounter } from './counter-checks.ts';
import { checkDatabase } from './database-checks.ts';
import type { HttpConnection } from './http.ts';
import { Ledger } from './ledger.ts';
import { headerValues } from './response.ts';
import { checkConcurrent, checkHealth, checkKeepAlive } from './server-checks.ts';
import { DEFAULT_LIMITS, type Limits, type Session, withConnections } from './session.ts';
import { fail, pass, skip } from './verdict.ts';

export interface VerifyOptions {
  /** `http://127.0.0.1:8080` */
  origin: string;
  /** What the target declares; nothing else is asked. */
  scenarios: readonly ScenarioId[];
  data: SharedData;
  /** Seeded, and the one the server uses; without it the checks of freshness are skipped. */
  database?: Database | null;
  clock?: Clock;
  signal: AbortSignal;
  /** All draws follow from it. */
  seed?: number;
  limits?: Partial<Limits>;
}

export const SERVER_CHECKS = ['health', 'keep-alive', 'concurrent'] as const;

/** Asks a running server everything the contract demands of its scenarios. Rejects only when aborted. */
export async function verifyServer(options: VerifyOptions): Promise<CheckResult[]> {
  const session: Session = {
    origin: options.origin,
    scenarios: options.scenarios,
    data: options.data,
    database: options.database ?? null,
    clock: options.clock ?? systemClock,
    signal: options.signal,
    random: seededRandom(options.seed ?? 1),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    ledger: new Ledger(),
    proven: [],
  };
  const { ledger } = session;
  ledger.expect(null, SERVER_CHECKS);
  for (const scenario of session.scenarios) ledger.expect(scenario, checksOf(scenario));

  if (!(await checkHealth(session))) return ledger.results();
  const dates = new Map<ScenarioId, { value: string; at: number }>();
  for (const scenario of session.scenarios) {
    const at = session.clock.elapsed();
    const value = await checkScenario(session, scenario);
    if (value !== null) dates.set(scenario, { value, at });
    await checkRefusals(session, scenario);
  }
  await checkKeepAlive(session);
  await checkConcurrent(session);
  if (session.scenarios.includes('counter')) await checkCounter(session);
  if (session.scenarios.includes('menus')) await checkDatabase(session);
  await checkDatesAdvance(session, dates);
  return ledger.results();
}

/** A Date that is right once may still be a constant: long enough after, it must have moved. */
async function checkDatesAdvance(
  session: Session,
  dates: ReadonlyMap<ScenarioId, { value: string; at: number }>,
): Promise<void> {
  const { clock, limits, ledger } = session;
  for (const [scenario, first] of dates) {
    if (ledger.failed(scenario, ['answers', 'date', 'framing'])) continue;
    const wait = first.at + limits.dateAdvanceMs - clock.elapsed();
    if (wait > 0) await clock.sleep(wait, session.signal);
    const request = scenarioOf(scenario).requests(session.data)[0];
    if (!request) continue;
    const exchange = await withConnections(session, 1, ([connection]) =>
      (connection as HttpConnection).exchange(request, session.signal),
    );
    session.signal.throwIfAborted();
    const value = exchange.outcome === 'response' ? headerValues(exchange.response, 'date')[0] : undefined;
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
    ledger.record(scenario, verdict, exchange.sent);
  }
}

/** True where nothing failed. */
export function allPassed(results: readonly CheckResult[]): boolean {
  return results.every((result) => result.status !== 'failed');
}

/** All names that a server of all scenarios is checked by, for the documentation of the contract. */
export function allCheckIds(): string[] {
  const own = scenarios.flatMap((scenario) =>
    checksOf(scenario.id).map((check) => `${scenario.id}/${check}`),
  );
  return [...SERVER_CHECKS.map((check) => `server/${check}`), ...own];
}
