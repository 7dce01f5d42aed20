import type { Database, DatabaseCounters } from '../../databases/database.ts';
import {
  COUNTED_BY_DATABASE_RATIO,
  type Scenario,
  type ScenarioId,
  type SharedData,
  scenarioOf,
} from '../../model/index.ts';
import type { Bench } from '../bench.ts';
import type { RoundMark } from '../figures.ts';

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

/** Responses that loaders saw, by scenario. */
export type CountedResponses = Map<ScenarioId, number>;

interface Proof {
  /** Once all servers have stopped: marks the cells of a database that did not see what their responses imply. */
  finish(responses: CountedResponses, cells: readonly ProvenCell[]): Promise<void>;
}

interface ProvenCell {
  cell: { scenario: Scenario };
  failure: string | null;
  marks: RoundMark[];
}

/**
 * Reads the counters of each database now and once the block is over: a server that answers from anything but its
 * database leaves them short by its whole share.
 */
export async function proveDatabases(bench: Bench, databases: readonly Database[]): Promise<Proof> {
  const before = new Map<Database, DatabaseCounters>();
  for (const database of databases) {
    // A database that is gone fails the cells that ask it, each with its reason.
    const counters = await database.counters().catch(() => null);
    if (counters) before.set(database, counters);
  }
  return {
    async finish(responses, cells) {
      for (const [database, counters] of before) {
        const asking = cells.filter(({ cell }) => cell.scenario.database === database.kind);
        const after = await database.counters().catch(() => null);
        if (after === null) continue;
        const loads = [...responses].flatMap(([id, count]) => {
          const scenario = scenarioOf(id);
          return scenario.database === database.kind ? [{ count, each: rowsEach(scenario, bench.data) }] : [];
        });
        const total = loads.reduce((sum, { count }) => sum + count, 0);
        if (total === 0) continue;
        const share = (of: (each: RowsEach) => number): number =>
          loads.reduce((sum, { count, each }) => sum + count * of(each), 0) / total;
        const each = { read: share(({ read }) => read), written: share(({ written }) => written) };
        const marks = databaseMarks(counters, after, total, each);
        for (const one of asking) if (one.failure === null) one.marks.push(...marks);
      }
    },
  };
}
