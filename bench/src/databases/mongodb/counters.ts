import type { Db, Document } from 'mongodb';
import type { DatabaseCounters } from '../database.ts';
import type { HarnessCounts } from '../harness-counts.ts';
import { QUERIES } from './client.ts';

/**
 * Reads the counters. MongoDB and FerretDB count commands by name. Only MongoDB counts documents, returned
 * and inserted, over all collections.
 */
export async function readMongodbCounters(database: Db, own: HarnessCounts): Promise<DatabaseCounters> {
  const { metrics, uptime } = await database.admin().serverStatus();
  const queries = QUERIES.map((name) => Number(metrics?.commands?.[name]?.total ?? 0));
  const documents = (metrics?.document ?? {}) as Document;
  const rowsOf = (count: unknown, share: number): number | null =>
    count === undefined ? null : Number(count) - share;
  return {
    queries: queries.reduce((sum, count) => sum + count, 0) - own.queries,
    rowsRead: rowsOf(documents.returned, own.rowsRead),
    rowsWritten: rowsOf(documents.inserted, own.rowsWritten),
    since: Math.round(Date.now() / 1_000 - Number(uptime ?? 0)),
  };
}
