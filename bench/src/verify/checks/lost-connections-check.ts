import { databaseKinds, type Scenario } from '../../model/index.ts';
import { fail, pass } from '../judge/check-outcome.ts';
import {
  askFirst,
  lightestFirst,
  RETRY_MS,
  recoveryDeadline,
  restoreRows,
  type Session,
} from './check-session.ts';

/** Checks a server whose connections to its databases break, as they do when one restarts or fails over. */

export const LOST_CONNECTIONS = 'lost-connections';

/** Requests at once to a server the size of whose pool is not known. */
const USUAL_POOL = 16;

/**
 * Sends as many requests at once as a pool has connections, so that it opens them, lets `cut` break all of them, and
 * sends as many again until each is answered rightly: a pool may hand out every broken connection once.
 */
export async function checkLostConnections(session: Session, cut: () => void): Promise<void> {
  const writing = session.scenarios.filter(({ inserts }) => inserts);
  const reading = session.scenarios.filter(({ inserts }) => !inserts);
  // Any that reads shows whether a pool is whole. Inserts may have a pool of their own.
  const asked = [...databaseKinds.flatMap((kind) => lightestFirst(reading, kind)[0] ?? []), ...writing];
  for (const scenario of asked) await askAtOnce(session, scenario);
  cut();
  const deadline = recoveryDeadline(session);
  for (const scenario of asked) await checkReplaced(session, scenario, deadline);
  await restoreRows(session);
}

async function checkReplaced(session: Session, scenario: Scenario, deadline: number): Promise<void> {
  const { clock, ledger, limits } = session;
  for (;;) {
    const answers = await askAtOnce(session, scenario);
    const wrong = answers.find(({ right }) => !right)?.exchange;
    if (!wrong) return ledger.record(null, pass(LOST_CONNECTIONS), null);
    if (clock.elapsed() > deadline) {
      const verdict = fail(LOST_CONNECTIONS, 'connections to a database that broke are not replaced', {
        expected: `${answers.length} right answers at once at most ${limits.recoveryMs / 1000} s after they broke`,
        seen: wrong.outcome === 'failure' ? wrong.failure.message : `status ${wrong.response.status}`,
      });
      return ledger.record(null, verdict, wrong.sent);
    }
    await clock.sleep(RETRY_MS, session.signal);
  }
}

function askAtOnce(session: Session, scenario: Scenario): Promise<Awaited<ReturnType<typeof askFirst>>[]> {
  const requests = session.poolSize ?? USUAL_POOL;
  return Promise.all(Array.from({ length: requests }, () => askFirst(session, scenario)));
}
