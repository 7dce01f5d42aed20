import type { DatabaseCounters } from '../databases/database.ts';
import { COUNTED_BY_DATABASE_RATIO, type Scenario, type SharedData } from '../model/index.ts';
import type { RoundMark } from './figures.ts';

/** What an average response of the scenario makes the database do. */
export interface RowsEach {
  read: number;
  written: number;
}

export function rowsEach(scenario: Scenario, data: SharedData): RowsEach {
  if (scenario.writes) return { read: 0, written: 1 };
  const rows = scenario.requests(data).map((request) => {
    const { body } = scenario.expected(request, data);
    const list = typeof body === 'object' && body !== null && !Array.isArray(body) ? body.data : body;
    return Array.isArray(list) ? list.length : 1;
  });
  return { read: rows.reduce((sum, number) => sum + number, 0) / rows.length, written: 0 };
}

/**
 * Whether the answers came from the database: its own statistics, read before the server started and after it
 * stopped, must hold at least the queries and rows that the loader's responses imply, those of the warm-up among
 * them. Probes come on top, so an honest server is above. What a database does not count proves nothing and is
 * not held against the server.
 */
export function databaseMarks(
  before: DatabaseCounters,
  after: DatabaseCounters,
  responses: number,
  each: RowsEach,
): RoundMark[] {
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
