import type { JsonValue } from '../../model/index.ts';
import { parseStrictJson, type StrictJson } from '../http/strict-json.ts';
import { type Asked, type CheckOutcome, fail, MAX_SHOWN, pass, skip } from './check-outcome.ts';
import { judgeCreated } from './created-row.ts';
import { differences, isObject, MAX_DIFFERENCES } from './diff.ts';
import { judgeFields, judgeWhole } from './fields.ts';
import { judgeRows } from './rows.ts';

/** Judges bodies by the contract. If a more specific check fails, the general `body` check is skipped. */

export function showBody(body: Buffer): string {
  const text = body.subarray(0, MAX_SHOWN).toString('utf8');
  return body.length > MAX_SHOWN ? `${text} … (${body.length} bytes)` : text;
}

export function judgeTextBody(expected: string, body: Buffer): CheckOutcome {
  if (body.equals(Buffer.from(expected))) return pass('body');
  return fail('body', 'the text differs from the contract’s', {
    expected: JSON.stringify(expected),
    seen: JSON.stringify(showBody(body)),
  });
}

/** `now` is when the response came, in milliseconds since 1970. */
export function judgeJsonBody(asked: Asked, body: Buffer, now: number): CheckOutcome[] {
  let json: StrictJson;
  try {
    json = parseStrictJson(body);
  } catch (error) {
    const summary = `the body is ${(error as Error).message}`;
    return [
      fail('json', summary, { expected: 'JSON in UTF-8', seen: showBody(body) }),
      skip('body', 'not judged: it is not JSON'),
    ];
  }
  if (json.duplicateKeys.length > 0) {
    const keys = json.duplicateKeys.slice(0, MAX_DIFFERENCES).join(', ');
    return [
      fail('json', `duplicate keys: ${keys}`, { expected: 'each key once', seen: showBody(body) }),
      skip('body', 'not judged: which of the two values counts?'),
    ];
  }
  return [pass('json'), ...judgeValue(asked, json, now)];
}

function judgeValue(asked: Asked, json: StrictJson, now: number): CheckOutcome[] {
  const { scenario } = asked;
  const expected = asked.expected.body;
  switch (asked.body) {
    case 'count':
      return [judgeCounter(json.value)];
    case 'created':
      return judgeCreated(asked, json, now);
    case 'one':
      return judgeById(asked, expected, json);
    case 'rows':
      return judgeRows(scenario, expected, json);
    default:
      return [judgeWhole(differences(expected, json.value))];
  }
}

/** Returns n of `{"code":200,"message":n}`, or `null` for any other body. */
export function countOf(value: JsonValue): number | null {
  if (!isObject(value) || Object.keys(value).length !== 2 || value.code !== 200) return null;
  const n = value.message;
  return typeof n === 'number' && Number.isSafeInteger(n) && n >= 0 ? n : null;
}

function judgeCounter(value: JsonValue): CheckOutcome {
  if (countOf(value) !== null) return pass('body');
  return fail('body', 'the body is not a count', {
    expected: '{"code":200,"message":n}, n a whole number',
    seen: JSON.stringify(value).slice(0, MAX_SHOWN),
  });
}

/** Judges one object chosen by its id. A response with another one shows that the id is ignored. */
function judgeById(asked: Asked, expected: JsonValue, json: StrictJson): CheckOutcome[] {
  const id = idOf(expected);
  const seen = idOf(json.value);
  if (seen !== null && seen !== id && hasObject(asked, seen)) {
    return [
      fail('distinct', `answered with ${seen}`, {
        expected: `the object with id ${id}`,
        seen: JSON.stringify(json.value).slice(0, MAX_SHOWN),
      }),
      skip('body', 'not judged: it is another object'),
    ];
  }
  return [pass('distinct'), ...judgeFields(asked.scenario, differences(expected, json.value), json)];
}

function idOf(value: JsonValue): number | null {
  return isObject(value) && typeof value.id === 'number' ? value.id : null;
}

/** Whether another request of the scenario is answered with the object of this id. */
function hasObject({ scenario, data }: Asked, id: number): boolean {
  return scenario.requests(data).some((request) => idOf(scenario.expected(request, data).body) === id);
}
