import { type ScenarioId, type ScenarioRequest, scenarioOf } from '../model/index.ts';
import type { HttpConnection } from './http.ts';
import { headerValues } from './response.ts';
import { ask, collapse, type Session, withConnections } from './session.ts';
import { fail, pass } from './verdict.ts';

/** What every scenario must do when asked one request at a time. */

/** Ids drawn in `asset`, beside the first and the last. */
export const DRAWN_ASSETS = 48;
const REPEATS = 3;

const common = ['answers', 'prompt', 'status', 'content-type', 'framing', 'date'];
const json = [...common, 'json', 'body'];
const checks: Record<ScenarioId, readonly string[]> = {
  plaintext: [...common, 'body'],
  json,
  'json-large': json,
  error: json,
  'not-found': [...json, 'fallback'],
  counter: [...json, 'constant', 'counts-every-request', 'exact'],
  asset: [...common, 'json', 'distinct', 'body', 'unknown-id'],
  menus: [
    ...[...common, 'json', 'rows', 'order', 'ids', 'instants', 'body', 'bad-limit'],
    ...['fresh-row', 'database-error', 'recovers'],
  ],
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
  if (scenario !== 'asset') return all;
  return [first, last, ...session.random.shuffled(all.slice(1, -1)).slice(0, DRAWN_ASSETS)];
}

/** Returns the first Date seen, for the check that dates advance. */
export async function checkScenario(session: Session, scenario: ScenarioId): Promise<string | null> {
  const { ledger } = session;
  let date: string | null = null;
  let fastest = Number.POSITIVE_INFINITY;
  await withConnections(session, 1, async ([connection]) => {
    for (const request of sampleRequests(session, scenario)) {
      const expected = scenarioOf(scenario).expected(request, session.data);
      const asked = await ask(session, connection as HttpConnection, scenario, request, expected);
      for (const verdict of asked.verdicts) ledger.record(scenario, verdict, asked.exchange.sent);
      if (asked.exchange.outcome === 'failure') return;
      date ??= headerValues(asked.exchange.response, 'date')[0] ?? null;
      fastest = Math.min(fastest, asked.exchange.seconds);
      if (asked.right) session.proven.push({ scenario, request, expected });
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

/** Requests beside the scenario's own that must be refused: unknown ids, bad limits, unknown paths. */
export async function checkRefusals(session: Session, scenario: ScenarioId): Promise<void> {
  const refusals = refusalsOf(session, scenario);
  if (!refusals || session.ledger.failed(scenario, ['answers', 'prompt'])) return;
  await withConnections(session, 1, async ([connection]) => {
    for (const path of refusals.paths) {
      const request: ScenarioRequest = { method: 'GET', path };
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
}

/** True where the only difference is the text of `message`: the contract leaves it to the server. */
function onlyMessageDiffers(diff: string | null): boolean {
  const lines = diff?.split('\n') ?? [];
  return lines.length === 2 && lines.every((line) => /^[-+] message: "/.test(line));
}

function refusalsOf(
  session: Session,
  scenario: ScenarioId,
): { check: string; status: number; paths: string[]; anyMessage?: boolean } | null {
  if (scenario === 'asset') {
    const unknown = ['0', String(session.data.assets.length + 1), 'abc'];
    return { check: 'unknown-id', status: 404, paths: unknown.map((id) => `/assets/${id}`) };
  }
  if (scenario === 'menus') {
    const bad = ['0', String(session.data.menus.length + 1), '-1', 'abc', '99999999999999999999'];
    return {
      check: 'bad-limit',
      status: 400,
      paths: bad.map((limit) => `/menus?limit=${limit}`),
      anyMessage: true,
    };
  }
  if (scenario === 'not-found') {
    const word = (): string =>
      Array.from({ length: 9 }, () => 'abcdefghij'[session.random.below(10)]).join('');
    return {
      check: 'fallback',
      status: 404,
      paths: [`/${word()}`, `/${word()}/${word()}`, `/${word()}?a=1`],
    };
  }
  return null;
}
