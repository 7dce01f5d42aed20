import type { Database } from '../../databases/database.ts';
import {
  type AccountRow,
  type NewAccount,
  type ScenarioRequest,
  type SharedData,
  scenarioOf,
} from '../../model/index.ts';

/** What the checks of inserts have sent so far, and what the table must therefore hold. */
export interface Tally {
  database: Database;
  rowsBefore: number;
  /** Requests that were answered 201. */
  created: number;
  resent: number;
  /** Of the rows that were answered. */
  ids: number[];
}

/** The scenario's request, with some values of its own. */
export function insertOf(data: SharedData, values: Partial<NewAccount>): ScenarioRequest {
  const [request] = scenarioOf('account-insert').requests(data);
  if (!request) throw new RangeError('account-insert has no request');
  return { ...request, body: JSON.stringify({ ...JSON.parse(request.body ?? '{}'), ...values }) };
}

export function readRows(database: Database, ids: readonly number[]): Promise<(AccountRow | null)[]> {
  return database.readAccounts?.(ids) ?? Promise.resolve(ids.map(() => null));
}
