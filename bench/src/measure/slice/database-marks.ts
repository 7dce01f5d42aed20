import type { DatabaseCounters } from '../../databases/database.ts';
import {
  COUNTED_BY_DATABASE_RATIO,
  type Scenario,
  type ScenarioId,
  type SharedData,
} from '../../model/index.ts';
import { mean } from '../../stats/index.ts';
import type { FoundMark } from './figures.ts';

/** Rows that an average response of the scenario reads and writes. */
export interface RowsEach {
  read: number;
  written: number;
}

export function rowsEach(scenario: Scenario, data: SharedData): RowsEach {
  return { read: mean(rowsRead(scenario, data)), written: writtenBy(scenario) };
}

/** Rows that any response of the scenario reads and writes at least: a short load may draw more of the small ones. */
export function leastRows(scenario: Scenario, data: SharedData): RowsEach {
  const known = leastOf.get(data) ?? new Map<ScenarioId, RowsEach>();
  leastOf.set(data, known);
  const least = known.get(scenario.id) ?? {
    read: Math.min(...rowsRead(scenario, data)),
    written: writtenBy(scenario),
  };
  known.set(scenario.id, least);
  return least;
}

/** To find it, every expected response is made, and a slice is short. */
const leastOf = new WeakMap<SharedData, Map<ScenarioId, RowsEach>>();

function writtenBy({ inserts }: Scenario): number {
  return inserts ? 1 : 0;
}

/** Returns the rows that each of the scenario's requests reads. */
function rowsRead(scenario: Scenario, data: SharedData): number[] {
  if (scenario.inserts) return [0];
  return scenario.requests(data).map((request) => {
    const { body } = scenario.expected(request, data);
    const list = typeof body === 'object' && body !== null && !Array.isArray(body) ? body.data : body;
    return Array.isArray(list) ? list.length : 1;
  });
}

/**
 * Checks whether the answers came from the database. Its own statistics, read before and after, must show at least the
 * queries and rows that the responses imply. Requests that were still in progress come on top, so an honest server is
 * above. What a database does not count proves nothing and is not held against the server.
 */
export function databaseMarks(
  before: DatabaseCounters,
  after: DatabaseCounters,
  responses: number,
  each: RowsEach,
): FoundMark[] {
  const least = responses * COUNTED_BY_DATABASE_RATIO;
  const counted = [
    { what: 'queries', seen: after.queries - before.queries, each: 1 },
    { what: 'rows read', seen: grown(before.rowsRead, after.rowsRead), each: each.read },
    { what: 'rows written', seen: grown(before.rowsWritten, after.rowsWritten), each: each.written },
  ];
  const short = counted.filter((count) => count.seen !== null && count.seen < least * count.each);
  if (short.length === 0) return [];
  const shown = (value: number): string => Math.round(value).toLocaleString('en');
  const seen = short
    .map(
      (count) =>
        `${shown(responses * count.each)} ${count.what}; the database counted ${shown(count.seen ?? 0)}`,
    )
    .join(', and ');
  return [{ code: 'not-from-database', detail: `${shown(responses)} responses need ${seen}` }];
}

function grown(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

/** Two readings of one start may differ by this much in when it began: the clocks are read one after the other. */
const SAME_START_SECONDS = 5;

/** Whether a database began to count anew between two readings, so that they prove nothing. */
export function hasRestarted(before: DatabaseCounters, after: DatabaseCounters): boolean {
  return Math.abs(after.since - before.since) > SAME_START_SECONDS;
}
