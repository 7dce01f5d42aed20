import type { JsonValue, Scenario, ScenarioRequest, SharedData, TableRow } from '../../model/index.ts';
import type { StrictJson } from '../http/strict-json.ts';
import { type CheckOutcome, fail, pass, skip } from './check-outcome.ts';
import { differences, isObject, renderDifferences } from './diff.ts';
import { judgeFields, judgeWhole } from './fields.ts';

/** Judges lists of rows, bare or in `data`: first their number, then their order, then their content. */

/** Enough for every difference in the largest body, so that each is assigned to the right check. */
const ALL_DIFFERENCES = 10_000;
/** Ids shown around the first one that is out of order. */
const SHOWN_IDS = 8;

export function rowsOf(value: JsonValue): JsonValue[] | null {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value.data) ? value.data : null;
}

export function judgeRows(scenario: Scenario, expected: JsonValue, json: StrictJson): CheckOutcome[] {
  const rows = rowsOf(expected);
  const seen = rowsOf(json.value);
  if (!rows || !seen || Array.isArray(expected) !== Array.isArray(json.value)) {
    return [judgeWhole(differences(expected, json.value))];
  }
  if (rows.length !== seen.length) {
    return [
      fail('rows', `${seen.length} rows instead of ${rows.length}`, {
        expected: `${rows.length} rows`,
        seen: `${seen.length} rows`,
        diff: renderDifferences(differences(expected, json.value)),
      }),
      skip('body', 'not judged: the number of rows is wrong'),
    ];
  }
  const [ids, seenIds] = [rows.map(idOf), seen.map(idOf)];
  const first = ids.findIndex((id, index) => id !== seenIds[index]);
  if (first >= 0 && sameMembers(ids, seenIds)) {
    const from = Math.max(0, first - 1);
    const show = (list: readonly string[]): string =>
      `${from > 0 ? '…, ' : ''}${list.slice(from, from + SHOWN_IDS).join(', ')}${list.length > from + SHOWN_IDS ? ', …' : ''}`;
    return [
      pass('rows'),
      fail('order', 'the rows are not in order of id', { expected: show(ids), seen: show(seenIds) }),
      skip('body', 'not judged: the order is wrong'),
    ];
  }
  const found = differences(expected, json.value, ALL_DIFFERENCES);
  return [pass('rows'), pass('order'), ...judgeFields(scenario, found, json)];
}

/** Returns the scenario's first request whose response has the row with this id; throws if none does. */
export function requestShowing(scenario: Scenario, id: TableRow['id'], data: SharedData): ScenarioRequest {
  const found = scenario
    .requests(data)
    .find((request) => holdsRow(scenario.expected(request, data).body, id));
  if (!found) throw new RangeError(`no response of ${scenario.id} holds the row ${id}`);
  return found;
}

/** Returns whether a body is the row with this id, or a list that contains it. */
export function holdsRow(body: JsonValue, id: TableRow['id']): boolean {
  return (rowsOf(body) ?? [body]).some((row) => idOf(row) === String(id));
}

function idOf(row: JsonValue): string {
  return isObject(row) && (typeof row.id === 'string' || typeof row.id === 'number') ? String(row.id) : '';
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  const sorted = (list: readonly string[]): string => JSON.stringify([...list].sort());
  return sorted(a) === sorted(b);
}
