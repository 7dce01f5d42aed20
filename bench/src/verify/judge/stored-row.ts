import type { JsonValue, Scenario, ScenarioRequest, TableRow } from '../../model/index.ts';
import { parseStrictJson } from '../http/strict-json.ts';
import { type Difference, differences, isObject } from './diff.ts';

/** Compares an inserted row as it was sent, as it was answered, and as the table holds it. */

export interface Inserted {
  id: number;
  sent: { [key: string]: JsonValue };
  answered: { [key: string]: JsonValue };
}

/** Returns the inserted row, or `null` if the response contains no row with an id. */
export function insertedOf(request: ScenarioRequest, body: Buffer): Inserted | null {
  try {
    const { value } = parseStrictJson(body);
    if (!isObject(value) || !Number.isSafeInteger(value.id)) return null;
    return {
      id: value.id as number,
      sent: JSON.parse(request.body ?? '{}') as Inserted['sent'],
      answered: value,
    };
  } catch {
    return null;
  }
}

/** Returns where the stored row differs from what was sent or answered. A column in neither must be null. */
export function rowDifferences(
  { table, inserts }: Scenario,
  { sent, answered }: Inserted,
  stored: TableRow,
): Difference[] {
  const expected = Object.keys(table?.columns ?? {}).map((column) => {
    const source = inserts?.generated[column] ? answered : sent;
    return [column, source[column] ?? null] as const;
  });
  return differences(Object.fromEntries(expected), { ...stored });
}
