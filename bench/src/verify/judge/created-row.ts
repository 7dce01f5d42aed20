import {
  highestId,
  type Inserts,
  type JsonValue,
  type Scenario,
  type SharedData,
} from '../../model/index.ts';
import { parseStrictJson, type StrictJson } from '../http/strict-json.ts';
import { type Asked, type CheckOutcome, fail, pass } from './check-outcome.ts';
import { differences, isObject } from './diff.ts';
import { judgeFields, judgeWhole } from './fields.ts';
import { parseInstant } from './instant.ts';

/** Judges the response to an insert: the values sent, with an id and instants that the server generated. */

/** Server and harness share one clock, so their times differ only by the duration of the request. */
const CLOCK_TOLERANCE_MS = 5_000;

type Generated = Inserts['generated'];

export function judgeCreated(asked: Asked, json: StrictJson, now: number): CheckOutcome[] {
  const { scenario, data } = asked;
  const { body: expected } = asked.expected;
  const { value } = json;
  if (!isObject(value)) return [judgeWhole(differences(expected, value))];
  const generated = scenario.inserts?.generated ?? {};
  // A key such as `constructor` is not generated, although every object has it.
  const sent = Object.fromEntries(Object.entries(value).filter(([key]) => !Object.hasOwn(generated, key)));
  const fields = judgeFields(scenario, differences(expected, sent), json);
  const sentBack = fields.find(({ check }) => check === 'instants');
  return [
    judgeId(value, keysOf(generated, 'id'), highestSeeded(scenario, data)),
    // Report one fault per check: judge the server's clock only if the instants sent came back correctly.
    sentBack?.fault ? sentBack : judgeInstants(value, keysOf(generated, 'instant'), now),
    ...fields.filter(({ check }) => check !== 'ids' && check !== 'instants'),
  ];
}

export const keysOf = (generated: Generated, kind: Generated[string]): string[] =>
  Object.keys(generated).filter((key) => generated[key] === kind);

function highestSeeded({ table }: Scenario, data: SharedData): number {
  return (table && highestId(data.of(table.rows))) ?? 0;
}

/** Returns the id of a created row, or `null` if the body has no valid one. */
export function createdId(body: Buffer): number | null {
  try {
    const { value } = parseStrictJson(body);
    return isObject(value) && isWhole(value.id) ? value.id : null;
  } catch {
    return null;
  }
}

const isWhole = (value: JsonValue | undefined): value is number => Number.isSafeInteger(value);

function judgeId(
  value: { [key: string]: JsonValue },
  keys: readonly string[],
  highest: number,
): CheckOutcome {
  for (const key of keys) {
    const id = value[key];
    if (isWhole(id) && id > highest) continue;
    return fail('ids', id === undefined ? `no ${key}` : `${key} is not the id of a new row`, {
      expected: `a whole number above ${highest}, the highest id so far`,
      seen: id === undefined ? 'nothing' : JSON.stringify(id).slice(0, 100),
    });
  }
  return pass('ids');
}

/** Requires all instants to be equal, and close to the harness's time when the response came. */
function judgeInstants(
  value: { [key: string]: JsonValue },
  keys: readonly string[],
  now: number,
): CheckOutcome {
  const times = keys.map((key) => {
    const text = value[key];
    return typeof text === 'string' ? parseInstant(text) : null;
  });
  const wrong = keys.findIndex((_, index) => {
    const time = times[index] ?? null;
    return time === null || Math.abs(now - time) > CLOCK_TOLERANCE_MS;
  });
  const show = (key: string | undefined): string => JSON.stringify(value[key ?? ''] ?? null);
  if (wrong >= 0) {
    return fail('instants', `${keys[wrong]} is not the time of the request`, {
      expected: `an instant in UTC within ${CLOCK_TOLERANCE_MS / 1000} s of ${new Date(now).toISOString()}`,
      seen: show(keys[wrong]),
    });
  }
  const other = times.findIndex((time) => time !== times[0]);
  if (other >= 0) {
    return fail('instants', `${keys[other]} and ${keys[0]} are different instants`, {
      expected: `${keys[other]}: ${show(keys[0])}`,
      seen: `${keys[other]}: ${show(keys[other])}`,
    });
  }
  return pass('instants');
}
