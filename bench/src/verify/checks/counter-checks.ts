import type { Scenario, ScenarioRequest } from '../../model/index.ts';
import { COUNT_PATH } from '../../scenarios/counter.ts';
import { exchangeOnce, type HttpOptions } from '../http/http-connection.ts';
import { parseStrictJson } from '../http/strict-json.ts';
import { countOf } from '../judge/body.ts';
import { fail, pass, skip } from '../judge/check-outcome.ts';
import { askable, type Session, sendable, withConnections } from './check-session.ts';

/** Checks that the counter counts every request exactly once, at any concurrency. */

const COUNTED_REQUESTS = 200;
const COUNTED_CONNECTIONS = 16;
const REQUESTS_PER_ROUTE = 3;
type ReadCount = () => Promise<number | null>;
const countRequest: ScenarioRequest = { method: 'GET', path: COUNT_PATH };

const nameOf = ({ method, path }: ScenarioRequest): string => `${method} ${path}`;

/** Returns the value of `/count`, or `null` if the server reports none. The read itself is counted. */
export async function readCount(
  origin: string,
  options: HttpOptions = {},
  signal?: AbortSignal,
): Promise<number | null> {
  const exchange = await exchangeOnce(origin, countRequest, options, signal);
  if (exchange.outcome === 'failure' || exchange.response.status !== 200) return null;
  try {
    return countOf(parseStrictJson(exchange.response.body).value);
  } catch {
    return null;
  }
}

export async function checkCounter(session: Session, counter: Scenario): Promise<void> {
  const { ledger } = session;
  if (ledger.failed(counter.id, ['answers', 'status', 'json', 'body'])) return;
  const read: ReadCount = () =>
    readCount(session.origin, { timeoutMs: session.limits.timeoutMs }, session.signal);
  const [first, second] = [await read(), await read()];
  if (first === null || second === null) {
    ledger.record(
      counter.id,
      fail('constant', 'no count on a fresh connection', countDetail(null, null)),
      countRequest.path,
    );
    return;
  }
  if (first === second) {
    const detail = { expected: `${first + 1} after ${first}`, seen: `${second} after ${first}` };
    ledger.record(
      counter.id,
      fail('constant', 'the count does not grow', detail),
      `GET ${COUNT_PATH}, twice`,
    );
    return;
  }
  ledger.record(counter.id, pass('constant'), null);
  const counted = await checkRoutes(session, counter, read);
  await checkExact(session, counter, read, counted);
}

/**
 * Returns one request of each declared route that is counted; the other routes fail the check, and so do those whose
 * refused requests are not counted: a server may validate before it counts.
 */
async function checkRoutes(session: Session, counter: Scenario, read: ReadCount): Promise<ScenarioRequest[]> {
  const { ledger, data, random } = session;
  const counted = [countRequest];
  for (const scenario of askable(session)) {
    if (scenario === counter || ledger.failed(scenario.id, ['answers', 'prompt', 'framing'])) continue;
    const [answered] = scenario.requests(data);
    const { refused } = scenario;
    const isRefused = refused && !ledger.failed(scenario.id, [refused.check]);
    for (const request of [answered, isRefused && refused.requests(data, random).at(-1)]) {
      if (!request) continue;
      const growth = await growthOver(session, read, 1, Array(REQUESTS_PER_ROUTE).fill(request));
      if (growth.exact && request === answered) counted.push(request);
      const verdict = growth.exact
        ? pass('counts-every-request')
        : fail(
            'counts-every-request',
            `${nameOf(request)} is not counted correctly`,
            countDetail(REQUESTS_PER_ROUTE, growth.grown),
          );
      ledger.record(counter.id, verdict, `${nameOf(request)}, ${REQUESTS_PER_ROUTE} times`);
    }
  }
  if (counted.length === 1)
    ledger.record(counter.id, skip('counts-every-request', 'no other scenario'), null);
  return counted;
}

async function checkExact(
  session: Session,
  counter: Scenario,
  read: ReadCount,
  routes: readonly ScenarioRequest[],
): Promise<void> {
  const requests = session.random.shuffled(
    Array.from({ length: COUNTED_REQUESTS }, (_, index) => routes[index % routes.length] as ScenarioRequest),
  );
  const growth = await growthOver(session, read, COUNTED_CONNECTIONS, requests);
  const unanswered = COUNTED_REQUESTS - growth.answered;
  const verdict =
    unanswered === 0 && growth.exact
      ? pass('exact')
      : fail(
          'exact',
          unanswered > 0
            ? `${unanswered} of ${COUNTED_REQUESTS} requests were not answered`
            : 'the count is not exact under concurrency',
          countDetail(COUNTED_REQUESTS, growth.grown),
        );
  const paths = routes.map(nameOf).join(', ');
  const sent = `${COUNTED_REQUESTS} requests over ${COUNTED_CONNECTIONS} connections: ${paths}`;
  session.ledger.record(counter.id, verdict, sent);
}

/** Sends the requests over `connectionCount` connections, and reads the count before and after. */
async function growthOver(
  session: Session,
  read: ReadCount,
  connectionCount: number,
  requests: readonly ScenarioRequest[],
): Promise<{ grown: number | null; answered: number; exact: boolean }> {
  const queue = [...requests];
  let answered = 0;
  const before = await read();
  const resent = await withConnections(session, connectionCount, async (connections) => {
    await Promise.all(
      connections.map(async (connection) => {
        for (let request = queue.pop(); request; request = queue.pop()) {
          const exchange = await connection.exchange(sendable(session, request), session.signal);
          session.signal.throwIfAborted();
          if (exchange.outcome === 'response') answered++;
        }
      }),
    );
    return connections.reduce((sum, connection) => sum + connection.resent, 0);
  });
  const after = await read();
  // The second read counts itself.
  const grown = before === null || after === null ? null : after - before - 1;
  const exact = grown !== null && grown >= requests.length && grown <= requests.length + resent;
  return { grown, answered, exact };
}

function countDetail(expected: number | null, grown: number | null): { expected: string; seen: string } {
  return {
    expected: expected === null ? '{"code":200,"message":n}' : `grown by ${expected}`,
    seen: grown === null ? 'no count' : `grown by ${grown}`,
  };
}
