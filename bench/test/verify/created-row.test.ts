import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scenarioOf } from '../../src/scenarios/list.ts';
import { parseStrictJson } from '../../src/verify/http/strict-json.ts';
import { judgeCreated } from '../../src/verify/judge/created-row.ts';
import { data } from './shared.ts';

const scenario = scenarioOf('account-insert');
const NOW = Date.parse('2026-01-01T00:00:00.000Z');

/** The names of the checks that a created row fails, with these members before those that the contract asks for. */
function failed(members = ''): string[] {
  const [request] = scenario.requests(data);
  assert.ok(request);
  const expected = scenario.expected(request, data);
  const at = new Date(NOW).toISOString();
  const row = { id: 1_000_000_000, created_at: at, updated_at: at, ...(expected.body as object) };
  const json = parseStrictJson(Buffer.from(`{${members}${JSON.stringify(row).slice(1)}`));
  const outcomes = judgeCreated({ scenario, body: 'created', expected, data }, json, NOW);
  return outcomes.flatMap(({ check, fault }) => (fault === null ? [] : [check]));
}

test('a created row as the contract asks for it', () => {
  assert.deepEqual(failed(), []);
});

test('a key too many is found, even one that every object has', () => {
  for (const key of ['extra', 'constructor', 'toString'])
    assert.deepEqual(failed(`"${key}":{},`), ['body'], key);
});

test('the key __proto__ is refused with the document', () => {
  assert.throws(() => failed('"__proto__":{"id":1},'), /JSON with the key __proto__/);
});
