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
import type { Session } from './check-session.ts';

/** What the insert checks have sent so far, and thus what the table must hold. */
export interface Tally {
  scenario: Scenario;
  inserts: Inserts;
  table: Table;
  database: Database;
  rowsBefore: number;
  /** Requests answered with 201. */
  created: number;
  resent: number;
  /** Ids of the rows in the responses. */
  ids: number[];
}

/** Returns the scenario's request with some values of its body replaced. */
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

/** Returns the scenarios whose responses hold the rows that this one adds. */
export function listsOf({ scenarios }: Session, { table }: Scenario): Scenario[] {
  return scenarios.filter((candidate) => candidate.grows && candidate.table === table);
}
