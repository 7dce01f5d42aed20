import type { DatabaseCounters } from '../database.ts';
import type { Client } from './client.ts';

/**
 * `Com_select` and `Com_insert` count each executed statement once, whether sent as text or prepared (which
 * also increments `Com_stmt_execute`); preparing alone does not count. The counted rows exclude temporary
 * tables, which hold the server's variables that a driver reads when it connects.
 *
 * MariaDB has no counters of InnoDB; its `Rows_read` and `Handler_write` exclude temporary tables. MySQL's
 * `Handler_…` include them, but its `Innodb_rows_…` exclude the tables of the server itself.
 */
const NAMES = {
  MariaDB: { rowsRead: 'Rows_read', rowsWritten: 'Handler_write' },
  MySQL: { rowsRead: 'Innodb_rows_read', rowsWritten: 'Innodb_rows_inserted' },
};

/** Reads the counters at once: they include sessions that are still open. */
export async function readMysqlCounters(client: Client, product: string): Promise<DatabaseCounters> {
  const names = product === 'MariaDB' ? NAMES.MariaDB : NAMES.MySQL;
  const wanted = ['Com_select', 'Com_insert', 'Uptime', names.rowsRead, names.rowsWritten];
  const rows = await client.show<{ Variable_name: string; Value: string }>(
    'show global status where variable_name in (?)',
    [wanted],
  );
  const values = new Map(rows.map(({ Variable_name, Value }) => [Variable_name, Number(Value)]));
  const { own } = client;
  const rowsOf = (name: string, share: number): number | null => {
    const value = values.get(name);
    return value === undefined ? null : value - share;
  };
  return {
    queries: (values.get('Com_select') ?? 0) + (values.get('Com_insert') ?? 0) - own.queries,
    rowsRead: rowsOf(names.rowsRead, own.rowsRead),
    rowsWritten: rowsOf(names.rowsWritten, own.rowsWritten),
    since: Math.round(Date.now() / 1_000) - (values.get('Uptime') ?? 0),
  };
}

export async function readMysqlMostConnections(client: Client): Promise<number> {
  const [row] = await client.select<{ most: number }>('select @@max_connections as most');
  return Number(row?.most);
}

/**
 * Counts the connections other than this one, of this database or of none, since a query may name its database. A user
 * needs no privilege to see its own connections.
 */
export async function countMysqlConnections(client: Client): Promise<number> {
  const [row] = await client.select<{ others: number }>(
    `select count(*) as others from information_schema.processlist
     where (db = database() or db is null and user = substring_index(user(), '@', 1))
       and id <> connection_id()`,
  );
  return Number(row?.others);
}
