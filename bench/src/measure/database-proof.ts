import type { DatabaseCounters } from '../databases/database.ts';
import { COUNTED_BY_DATABASE_RATIO, type Scenario, type SharedData } from '../model/index.ts';
import type { RoundMark } from './figures.ts';

/** Rows that an average request of the scenario makes the database read. */
export function rowsEach(scenario: Scenario, data: SharedData): number {
  const rows = scenario.requests(data).map((request) => {
    const { body } = scenario.expected(request, data);
    const list = typeof body === 'object' && body !== null && !Array.isArray(body) ? body.data : null;
    return Array.isArray(list) ? list.length : 1;
  });
  return rows.reduce((sum, number) => sum + number, 0) / rows.length;
}

/**
 * Whether the answers came from the database: its own statistics, read before the server started and after it
 * stopped, must hold at least the queries and rows that the loader's responses imply. Warm-up and probes come on
 * top, so an honest server is far above.
 */
export function databaseMarks(
  before: DatabaseCounters,
  after: DatabaseCounters,
  requests: number,
  rowsPerRequest: number,
): RoundMark[] {
  const queries = after.transactions - before.transactions;
  const rows = after.rowsRead - before.rowsRead;
  const least = requests * COUNTED_BY_DATABASE_RATIO;
  if (queries >= least && rows >= least * rowsPerRequest) return [];
  const shown = (value: number): string => Math.round(value).toLocaleString('en');
  return [
    {
      code: 'not-from-database',
      detail: `${shown(requests)} responses need ${shown(requests * rowsPerRequest)} rows; the database counted ${shown(queries)} queries and ${shown(rows)} rows`,
    },
  ];
}
