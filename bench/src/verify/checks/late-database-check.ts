import type { Scenario } from '../../model/index.ts';
import { fail, pass } from '../judge/check-outcome.ts';
import { askFirst, askUntilRight, collapse, recoveryDeadline, type Session } from './check-session.ts';

/** Checks a server that was started while none of its databases could be reached. */

export const LATE_DATABASE = 'late-database';

/**
 * Asks what needs no database, then what needs one: that may fail, but not be answered as if all were well. Then
 * `letIn` makes the databases reachable, and each scenario must be answered soon.
 */
export async function checkLateDatabase(session: Session, letIn: () => Promise<void>): Promise<void> {
  const plain = session.scenarios.find(({ database }) => database === null);
  const stored = session.scenarios.filter(({ database, inserts }) => database !== null && !inserts);
  if (plain) await checkPlain(session, plain);
  await Promise.all(stored.map((scenario) => checkRefused(session, scenario)));
  if (session.ledger.failed(null, [LATE_DATABASE])) return;
  await letIn();
  const deadline = recoveryDeadline(session);
  await Promise.all(stored.map((scenario) => checkAnswered(session, scenario, deadline)));
}

async function checkPlain(session: Session, scenario: Scenario): Promise<void> {
  const { exchange, verdicts } = await askFirst(session, scenario);
  session.ledger.record(
    null,
    collapse(LATE_DATABASE, verdicts, 'while no database can be reached'),
    exchange.sent,
  );
}

/** A pool may wait for its database longer than the request is given: only a success is wrong. */
async function checkRefused(session: Session, scenario: Scenario): Promise<void> {
  const { exchange } = await askFirst(session, scenario);
  const status = exchange.outcome === 'response' ? exchange.response.status : null;
  const verdict =
    status === null || status >= 500
      ? pass(LATE_DATABASE)
      : fail(LATE_DATABASE, 'a query whose database cannot be reached is not answered with 5xx', {
          expected: 'a status of 500 to 599',
          seen: `status ${status}`,
        });
  session.ledger.record(null, verdict, exchange.sent);
}

async function checkAnswered(session: Session, scenario: Scenario, deadline: number): Promise<void> {
  const { limits, ledger } = session;
  const { exchange, right } = await askUntilRight(session, scenario, deadline);
  const seconds = limits.recoveryMs / 1000;
  const verdict = right
    ? pass(LATE_DATABASE)
    : fail(LATE_DATABASE, 'a database that came up after the server is not used', {
        expected: `the rows at most ${seconds} s after it can be reached`,
        seen:
          exchange.outcome === 'failure'
            ? exchange.failure.message
            : `status ${exchange.response.status} after ${seconds} s`,
      });
  ledger.record(null, verdict, exchange.sent);
}
