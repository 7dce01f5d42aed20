import type { DatabaseCounters } from '../database.ts';
import type { Client } from './client.ts';

/**
 * `Com_select` and `Com_insert` go up once for each statement that is run, whether it came as text or was prepared
 * (then `Com_stmt_execute` goes up besides); preparing alone counts nothing here. Rows are those of tables on disk:
 * what a driver reads of the server's variables when it connects lies in temporary ones.
 *
 * MariaDB has no count of InnoDB's own; its `Rows_read` and `Handler_write` leave temporary tables out. MySQL's
 * `Handler_…` do not, and its `Innodb_rows_…` leave out the tables of the server itself.
 */
const NAMES = {
  MariaDB: { rowsRead: 'Rows_read', rowsWritten: 'Handler_write' },
  MySQL: { rowsRead: 'Innodb_rows_read', rowsWritten: 'Innodb_rows_inserted' },
};

/** Sessions that still run are in it: there is nothing to wait for. */
export async function readMysqlCounters(client: Client, product: string): Promise<DatabaseCounters> {
  const names = product === 'MariaDB' ? NAMES.MariaDB : NAMES.MySQL;
  const wanted = ['Com_select', 'Com_insert', names.rowsRead, names.rowsWritten];
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
  };
}

export async function readMysqlMostConnections(client: Client): Promise<number> {
  const [row] = await client.show<{ most: number }>('select @@max_connections as most');
  return Number(row?.most);
}

/** Clients other than the one that asks; the server shows a user its own connections without any privilege. */
export async function countMysqlConnections(client: Client): Promise<number> {
  const [row] = await client.select<{ others: number }>(
    `select count(*) as others from information_schema.processlist
     where db = database() and id <> connection_id()`,
  );
  return Number(row?.others);
}
