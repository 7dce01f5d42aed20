import type { Table } from '../../model/index.ts';
import { KeptConnection } from '../connection.ts';
import type { Database } from '../database.ts';
import type { Server } from '../database-server.ts';
import { noHarnessCounts } from '../harness-counts.ts';
import { RowChanges } from '../row-changes.ts';
import type { Address } from '../sql-address.ts';
import { type Client, mysqlConnector, mysqlEnvironment, withMysql } from './client.ts';
import { countMysqlConnections, readMysqlCounters, readMysqlMostConnections } from './counters.ts';
import {
  countMysqlRows,
  moveMysqlTablesAway,
  moveMysqlTablesBack,
  readMysqlRows,
  removeMysqlRows,
  seedMysqlTables,
  setMysqlRow,
} from './tables.ts';

/** Opens the database on a server from any provider. */
export async function mysqlDatabase(server: Server<Address>, tables: readonly Table[]): Promise<Database> {
  const { address, remedy } = server;
  const own = noHarnessCounts();
  const { product, version } = await withMysql(address, remedy, own, askWhoItIs);
  const kept = new KeptConnection(mysqlConnector(address, remedy, own));
  const run = <T>(work: (client: Client) => Promise<T>): Promise<T> => kept.use(work);
  const changes = new RowChanges((table, row) => run((client) => setMysqlRow(client, table, row)));

  return {
    kind: 'mysql',
    provider: server.provider,
    product,
    version,
    environment: mysqlEnvironment(address),
    // A connection takes an answer of the server.
    ping: () => withMysql(address, remedy, own, async () => {}),
    async seed(data) {
      await run((client) => seedMysqlTables(client, tables, data));
      changes.seeded(data);
    },
    removeAdded: (data) => run((client) => removeMysqlRows(client, tables, data)),
    mostConnections: () => run(readMysqlMostConnections),
    changeText: (table, marker) => changes.changeText(table, marker),
    changeRow: (table, marker) => changes.changeRow(table, marker),
    undoChanges: () => changes.undoAll(),
    countRows: (table) => run((client) => countMysqlRows(client, table)),
    readRows: (table, ids) => run((client) => readMysqlRows(client, table, ids)),
    connections: () => run(countMysqlConnections),
    async breakTables() {
      await run((client) => moveMysqlTablesAway(client, tables));
      return { restore: () => run((client) => moveMysqlTablesBack(client, tables)) };
    },
    countsAtOnce: true,
    counters: () => run((client) => readMysqlCounters(client, product)),
    usage: () => server.usage(),
    async close() {
      await kept.close();
      await server.stop();
    },
  };
}

/** Only MariaDB executes comments that begin with M!, which identifies it whatever name it reports. */
async function askWhoItIs(client: Client): Promise<{ product: string; version: string }> {
  const [said] = await client.select<{ version: string; comment: string; mariadb: number }>(
    'select version() as version, @@version_comment as comment, 0 /*M! + 1 */ as mariadb',
  );
  return mysqlProduct(said ?? { version: '', comment: '', mariadb: 0 });
}

const DERIVED = [
  { words: /percona/i, product: 'Percona Server' },
  { words: /tidb/i, product: 'TiDB' },
];

export function mysqlProduct(said: { version: string; comment: string; mariadb: number }): {
  product: string;
  version: string;
} {
  const words = `${said.version} ${said.comment}`;
  const mariadb = said.mariadb > 0 || /mariadb/i.test(words);
  const derived = DERIVED.find((candidate) => candidate.words.test(words));
  // MariaDB before 11 puts 5.5.5- before its version, for clients that only check for a minimum.
  const version = /^(?:5\.5\.5-)?(\d+(?:\.\d+)+)/.exec(said.version)?.[1];
  return {
    product: mariadb ? 'MariaDB' : (derived?.product ?? 'MySQL'),
    version: version ?? (said.version || 'unknown'),
  };
}
