import type { AccountRow, JsonValue, NewAccount, ScenarioRequest } from '../../model/index.ts';
import { parseStrictJson } from '../http/json.ts';
import { type Difference, differences, isObject } from './diff.ts';

/** A row that was inserted through a server: as it was sent, as it was answered, as the table has it. */

export interface Inserted {
  id: number;
  sent: NewAccount;
  answered: { [key: string]: JsonValue };
}

/** `null` where the answer holds no row with an id. */
export function insertedOf(request: ScenarioRequest, body: Buffer): Inserted | null {
  try {
    const { value } = parseStrictJson(body);
    if (!isObject(value) || !Number.isSafeInteger(value.id)) return null;
    return { id: value.id as number, sent: JSON.parse(request.body ?? '{}') as NewAccount, answered: value };
  } catch {
    return null;
  }
}

/** Where the stored row is not what was sent, or not what was answered. */
export function rowDifferences({ id, sent, answered }: Inserted, stored: AccountRow): Difference[] {
  const { created_at = null, updated_at = null } = answered;
  const expected = { ...sent, id, created_at, updated_at, deleted_at: null };
  return differences(expected as JsonValue, { ...stored });
}
