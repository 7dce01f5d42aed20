import type { JsonValue, Scenario, ScenarioRequest, TableRow } from '../../model/index.ts';
import { parseStrictJson } from '../http/json.ts';
import { type Difference, differences, isObject } from './diff.ts';

/** A row that was inserted through a server: as it was sent, as it was answered, as the table has it. */

export interface Inserted {
  id: number;
  sent: { [key: string]: JsonValue };
  answered: { [key: string]: JsonValue };
}

/** `null` where the answer holds no row with an id. */
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

/** Where the stored row is not what was sent, or not what was answered. What is neither is null. */
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
