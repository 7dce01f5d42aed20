import type { Db, Document } from 'mongodb';
import { readText, socketInodes } from '../../process/proc.ts';
import type { DatabaseCounters } from '../database.ts';
import type { HarnessShare } from '../harness-share.ts';
import { QUERIES } from './client.ts';

/**
 * Reads the counters. MongoDB and FerretDB count commands by name. Only MongoDB counts documents, returned
 * and inserted, over all collections.
 */
export async function readMongodbCounters(database: Db, own: HarnessShare): Promise<DatabaseCounters> {
  const { metrics } = await database.admin().serverStatus();
  const queries = QUERIES.map((name) => Number(metrics?.commands?.[name]?.total ?? 0));
  const documents = (metrics?.document ?? {}) as Document;
  const rowsOf = (count: unknown, share: number): number | null =>
    count === undefined ? null : Number(count) - share;
  return {
    queries: queries.reduce((sum, count) => sum + count, 0) - own.queries,
    rowsRead: rowsOf(documents.returned, own.rowsRead),
    rowsWritten: rowsOf(documents.inserted, own.rowsWritten),
  };
}

const ESTABLISHED = '01';

/**
 * Counts the connections of this machine's programs to these ports, except the harness's own. FerretDB counts
 * no connections, so this asks the kernel on the clients' side: a server under test runs here, wherever its
 * database does. The count includes the one or two connections that drivers use for monitoring.
 */
export function countMongodbConnections(ports: readonly number[]): number {
  const own = socketInodes(process.pid) ?? new Set();
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readText(path) ?? '');
  return tables.flatMap(parseConnections).filter(({ port, inode }) => ports.includes(port) && !own.has(inode))
    .length;
}

/** Returns the remote ports and inodes of the connections in a file like `/proc/net/tcp`. */
export function parseConnections(text: string): { port: number; inode: string }[] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === ESTABLISHED)
    .map((fields) => ({
      port: Number.parseInt(fields[2]?.split(':')[1] ?? '', 16),
      inode: fields[9] ?? '',
    }));
}
