import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scenarioOf } from '../../src/model/index.ts';
import type { Exchange } from '../../src/verify/http/http-connection.ts';
import type { HttpResponse } from '../../src/verify/http/response.ts';
import { ProbeJudge, type RowPhase, rowPhases } from '../../src/verify/probes/probe-judge.ts';
import { data } from './shared.ts';

const MARKER = 'probe-1a2b';
const NOW = Date.now();
const scenario = scenarioOf('menus');
const [small, ...others] = scenario.requests(data);
const large = others.at(-1);
assert.ok(small && large);

interface Menus {
  data: { id: string; name: string }[];
}

/** Returns the right body of a request, with one row changed if it has it. */
function bodyOf(request: typeof small, changed?: { id: string; name: string }): string {
  const { body } = scenario.expected(request as NonNullable<typeof small>, data);
  const menus = structuredClone(body) as unknown as Menus;
  const row = menus.data.find(({ id }) => id === changed?.id);
  if (row && changed) row.name = changed.name;
  return JSON.stringify(menus);
}

function answer(body: string, other: Partial<HttpResponse> = {}): Exchange {
  const bytes = Buffer.from(body);
  const response: HttpResponse = {
    status: 200,
    headers: [['Content-Type', 'application/json']],
    framing: 'content-length',
    contentLength: bytes.length,
    keepAlive: true,
    faults: [],
    bytes: 100,
    body: bytes,
    wireBytes: 100 + bytes.length,
    ...other,
  };
  return { outcome: 'response', response, sent: '', seconds: 0 };
}

/** A judge that has seen the right answers before the change. */
function prepared(changedId: string) {
  const judge = new ProbeJudge(scenario, data, MARKER);
  for (const request of [small, large]) see(judge, request, bodyOf(request), rowPhases.seeded);
  judge.changedId = changedId;
  return judge;
}

function see(judge: ProbeJudge, request: typeof small, body: string, phase: RowPhase, other = {}): void {
  judge.judge(request as NonNullable<typeof small>, answer(body, other), phase, phase, NOW);
}

const codes = (judge: ProbeJudge): string[] => judge.marks().map(({ code }) => code);
const rows = (JSON.parse(bodyOf(large)) as Menus).data;
const last = rows.at(-1);
assert.ok(last);
const changed = { id: last.id, name: MARKER };

describe('a row that changes under load', () => {
  test('is seen changed, then as before, with no mark', () => {
    const judge = prepared(last.id);
    see(judge, large, bodyOf(large, changed), rowPhases.changed);
    see(judge, large, bodyOf(large, changed), rowPhases.changed);
    see(judge, large, bodyOf(large), rowPhases.restored);
    assert.deepEqual(codes(judge), []);
    assert.equal(judge.changeBytes, MARKER.length - Buffer.byteLength(last.name));
  });

  test('is stale if a read after the change shows the old one', () => {
    const judge = prepared(last.id);
    see(judge, large, bodyOf(large), rowPhases.changed);
    assert.deepEqual(codes(judge), ['stale-row']);
  });

  test('is stale if a read after it was undone shows the changed one', () => {
    const judge = prepared(last.id);
    see(judge, large, bodyOf(large, changed), rowPhases.changed);
    see(judge, large, bodyOf(large, changed), rowPhases.restored);
    assert.deepEqual(codes(judge), ['stale-row']);
  });

  test('changes no list that does not hold it', () => {
    const judge = prepared(last.id);
    see(judge, small, bodyOf(small), rowPhases.changed);
    assert.deepEqual(codes(judge), []);
  });
});

describe('what is judged beside the bytes', () => {
  const wrong: [string, Partial<HttpResponse>, string][] = [
    ['another status', { status: 500 }, 'status-mismatch'],
    ['another type', { headers: [['Content-Type', 'text/html']] }, 'wrong-body-under-load'],
    ['a fault', { faults: [{ code: 'extra-bytes', detail: '3 bytes' }] }, 'wrong-body-under-load'],
  ];
  for (const [name, other, code] of wrong) {
    test(`${name} with the changed row`, () => {
      const judge = prepared(last.id);
      see(judge, large, bodyOf(large, changed), rowPhases.changed, other);
      assert.deepEqual(codes(judge), [code]);
    });
  }

  test('a second difference', () => {
    const judge = prepared(last.id);
    const twice = bodyOf(large, changed).replace('"status":1', '"status":2');
    see(judge, large, twice, rowPhases.changed);
    assert.deepEqual(codes(judge), ['wrong-body-under-load']);
  });
});
