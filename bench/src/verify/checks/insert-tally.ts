import type { Database } from '../../databases/database.ts';
import type {
  Inserts,
  JsonValue,
  Scenario,
  ScenarioRequest,
  SharedData,
  Table,
  TableRow,
} from '../../model/index.ts';
import type { Session } from './session.ts';

/** What the checks of inserts have sent so far, and what the table must therefore hold. */
export interface Tally {
  scenario: Scenario;
  inserts: Inserts;
  table: Table;
  database: Database;
  rowsBefore: number;
  /** Requests that were answered 201. */
  created: number;
  resent: number;
  /** Of the rows that were answered. */
  ids: number[];
}

/** The scenario's request, with some values of its own. */
export function insertOf(
  { scenario }: Tally,
  data: SharedData,
  values: Readonly<Record<string, JsonValue>>,
): ScenarioRequest {
  const [request] = scenario.requests(data);
  if (!request) throw new RangeError(`${scenario.id} has no request`);
  return { ...request, body: JSON.stringify({ ...JSON.parse(request.body ?? '{}'), ...values }) };
}

export function readRows({ database, table }: Tally, ids: readonly number[]): Promise<(TableRow | null)[]> {
  return database.readRows?.(table, ids) ?? Promise.resolve(ids.map(() => null));
}

/** Scenarios whose responses hold the rows that this one adds. */
export function listsOf({ scenarios }: Session, { table }: Scenario): Scenario[] {
  return scenarios.filter((candidate) => candidate.grows && candidate.table === table);
}
