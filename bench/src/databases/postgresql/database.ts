import type { Table } from '../../model/index.ts';
import { KeptConnection } from '../connection.ts';
import type { Database } from '../database.ts';
import type { Server } from '../database-server.ts';
import { RowChanges } from '../row-changes.ts';
import type { Address } from '../sql-address.ts';
import { postgresqlConnector, postgresqlEnvironment, withPostgresql } from './client.ts';
import {
  countPostgresqlConnections,
  readPostgresqlCounters,
  readPostgresqlMostConnections,
} from './counters.ts';
import {
  countPostgresqlRows,
  movePostgresqlTablesAway,
  movePostgresqlTablesBack,
  readPostgresqlRows,
  removePostgresqlRows,
  seedPostgresqlTables,
  setPostgresqlRow,
} from './tables.ts';

/** Opens the database on a server from any provider. */
export async function postgresDatabase(server: Server<Address>, tables: readonly Table[]): Promise<Database> {
  const { address, remedy } = server;
  const run = <T>(work: Parameters<typeof withPostgresql<T>>[2]): Promise<T> =>
    withPostgresql(address, remedy, work);
  const said = await run(async (client) => {
    const { rows } = await client.query<{ words: string; version: string }>(
      `select version() as words, current_setting('server_version') as version`,
    );
    return rows[0] ?? { words: '', version: '' };
  });
  // Only for changes of rows: what another use adds to the counters is complete once its connection has ended.
  const kept = new KeptConnection(postgresqlConnector(address, remedy));
  const changes = new RowChanges((table, row) => kept.use((client) => setPostgresqlRow(client, table, row)));

  return {
    kind: 'postgresql',
    provider: server.provider,
    // "PostgreSQL 18.4 on x86_64…": a server that only speaks the protocol reports its own name here.
    product: said.words.split(' ')[0] || 'unknown',
    version: said.version.split(' ')[0] || 'unknown',
    environment: postgresqlEnvironment(address),
    // A connection takes an answer of the server.
    ping: () => run(async () => {}),
    async seed(data) {
      await run((client) => seedPostgresqlTables(client, tables, data));
      changes.seeded(data);
    },
    removeAdded: (data) => run((client) => removePostgresqlRows(client, tables, data)),
    changeText: (table, marker) => changes.changeText(table, marker),
    changeRow: (table, marker) => changes.changeRow(table, marker),
    undoChanges: () => changes.undoAll(),
    mostConnections: () => run(readPostgresqlMostConnections),
    countRows: (table) => run((client) => countPostgresqlRows(client, table)),
    readRows: (table, ids) => run((client) => readPostgresqlRows(client, table, ids)),
    connections: () => run(countPostgresqlConnections),
    async breakTables() {
      await run((client) => movePostgresqlTablesAway(client, tables));
      return { restore: () => run((client) => movePostgresqlTablesBack(client, tables)) };
    },
    counters: () => run((client) => readPostgresqlCounters(client, tables)),
    usage: () => server.usage(),
    async close() {
      await kept.close();
      await server.stop();
    },
  };
}
