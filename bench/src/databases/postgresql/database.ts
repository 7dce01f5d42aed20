import type { SharedData, Table } from '../../model/index.ts';
import type { Address } from '../address.ts';
import type { Database } from '../database.ts';
import type { Server } from '../server.ts';
import { changeText } from '../tables.ts';
import { environmentOf, withClient } from './client.ts';
import { countConnections, readCounters, readMostConnections } from './counters.ts';
import {
  countRows,
  moveTablesAway,
  moveTablesBack,
  readRows,
  removeAdded,
  seedTables,
  setText,
} from './tables.ts';

/** The same database behind every provider. */
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
  let seeded: SharedData | null = null;

  return {
    kind: 'postgresql',
    provider: server.provider,
    // «PostgreSQL 18.4 on x86_64…»: a server that only speaks the protocol names itself here.
    product: said.words.split(' ')[0] || 'unknown',
    version: said.version.split(' ')[0] || 'unknown',
    environment: environmentOf(address),
    async seed(data) {
      await run((client) => seedTables(client, tables, data));
      seeded = data;
    },
    removeAdded: (data) => run((client) => removeAdded(client, tables, data)),
    changeRow: (table, marker) =>
      changeText(table, seeded, marker, (id, text) => run((client) => setText(client, table, id, text))),
    mostConnections: () => run(readMostConnections),
    countRows: (table) => run((client) => countRows(client, table)),
    readRows: (table, ids) => run((client) => readRows(client, table, ids)),
    connections: () => run(countConnections),
    async breakTables() {
      await run((client) => moveTablesAway(client, tables));
      return { restore: () => run((client) => moveTablesBack(client, tables)) };
    },
    counters: () => run((client) => readCounters(client, tables)),
    usage: () => server.usage(),
    close: () => server.stop(),
  };
}
