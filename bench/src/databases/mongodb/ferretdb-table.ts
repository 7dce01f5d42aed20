import { DatabaseSync } from 'node:sqlite';
import { PitwallError } from '../../util/errors.ts';

/**
 * FerretDB 1 has no views to break a collection with, but stores each collection as a table of an SQLite
 * file. If that table is renamed in the file, every query fails until it has its name back.
 */
const awayOf = (collection: string): string => `pitwall_away_${collection}`;

export function moveMongodbTableAway(file: string, collection: string): void {
  withFile(file, (sqlite) =>
    sqlite.exec(`alter table "${tableOf(sqlite, collection)}" rename to "${awayOf(collection)}"`),
  );
}

export function moveMongodbTableBack(file: string, collection: string): void {
  withFile(file, (sqlite) => {
    const away = awayOf(collection);
    const there = sqlite.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(away);
    if (there) sqlite.exec(`alter table "${away}" rename to "${tableOf(sqlite, collection)}"`);
  });
}

function withFile(file: string, work: (sqlite: DatabaseSync) => void): void {
  let sqlite: DatabaseSync | null = null;
  try {
    // FerretDB's indices put texts in double quotes, and it may be writing at this moment.
    sqlite = new DatabaseSync(file, { enableDoubleQuotedStringLiterals: true, timeout: 5_000 });
    work(sqlite);
  } catch (error) {
    throw new PitwallError({
      what: 'FerretDB’s table cannot be renamed',
      where: file,
      expected: 'the SQLite file of a FerretDB 1 that this harness started',
      seen: (error as Error).message,
      next: 'Run the same command again: it starts a fresh FerretDB',
      cause: error,
    });
  } finally {
    sqlite?.close();
  }
}

function tableOf(sqlite: DatabaseSync, collection: string): string {
  const row = sqlite.prepare('select table_name from _ferretdb_collections where name = ?').get(collection);
  if (typeof row?.table_name === 'string') return row.table_name;
  throw new Error(`no collection ${collection}`);
}
