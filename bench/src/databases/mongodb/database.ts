import { join } from 'node:path';
import type { Db, Document } from 'mongodb';
import type { Table } from '../../model/index.ts';
import { connectionsOfOthers } from '../../process/listening.ts';
import { KeptConnection } from '../connection.ts';
import type { Database } from '../database.ts';
import type { Server } from '../database-server.ts';
import { noHarnessCounts } from '../harness-counts.ts';
import { RowChanges } from '../row-changes.ts';
import type { MongoAddress } from './address.ts';
import { mongodbConnector, withDatabase } from './client.ts';
import {
  breakCollections,
  countDocuments,
  repairCollections,
  seedCollections,
  setDocument,
} from './collections.ts';
import { readMongodbCounters } from './counters.ts';
import { moveMongodbTableAway, moveMongodbTableBack } from './ferretdb-table.ts';

/** Opens the database on a server from any provider. `dataFolder` is set for a FerretDB of our own. */
export async function mongoDatabase(
  server: Server<MongoAddress> & { dataFolder?: string },
  tables: readonly Table[],
): Promise<Database> {
  const { address, remedy, dataFolder } = server;
  const own = noHarnessCounts();
  const { product, version } = mongodbProduct(
    await withDatabase(address, remedy, own, (database) => database.command({ buildInfo: 1 })),
  );
  const kept = new KeptConnection(mongodbConnector(address, remedy, own));
  const run = <T>(work: (database: Db) => Promise<T>): Promise<T> => kept.use(work);
  const breaking = breakingOf(product, dataFolder, address.database, tables, run);
  const changes = new RowChanges((table, row) => run((database) => setDocument(database, table, row)));

  return {
    kind: 'mongodb',
    provider: server.provider,
    product,
    version,
    environment: { MONGODB_URI: address.uri },
    ping: () =>
      withDatabase(address, remedy, own, async (database) => void (await database.command({ ping: 1 }))),
    async seed(data) {
      await breaking?.repair();
      await run((database) => seedCollections(database, tables, data));
      changes.seeded(data);
    },
    changeText: (table, marker) => changes.changeText(table, marker),
    changeRow: (table, marker) => changes.changeRow(table, marker),
    undoChanges: () => changes.undoAll(),
    countRows: (table) => run((database) => countDocuments(database, table)),
    // FerretDB counts no connections, so this asks the kernel on the clients' side: a server under test runs here,
    // wherever its database does. The count includes the one or two that drivers use for monitoring.
    connections: async () =>
      server.countClients ? server.countClients(address.ports) : connectionsOfOthers(address.ports),
    ...(breaking && {
      async breakTables() {
        await breaking.break();
        return { restore: breaking.repair };
      },
    }),
    countsAtOnce: true,
    counters: () => run((database) => readMongodbCounters(database, own)),
    usage: () => server.usage(),
    async close() {
      await kept.close();
      await server.stop();
    },
  };
}

interface Breaking {
  break(): Promise<void>;
  repair(): Promise<void>;
}

/** Returns how to break the database; `null` for a FerretDB whose files are out of reach. */
function breakingOf(
  product: string,
  dataFolder: string | undefined,
  database: string,
  tables: readonly Table[],
  run: (work: (database: Db) => Promise<void>) => Promise<void>,
): Breaking | null {
  if (product !== 'FerretDB') {
    return {
      break: () => run((found) => breakCollections(found, tables)),
      repair: () => run((found) => repairCollections(found, tables)),
    };
  }
  if (dataFolder === undefined) return null;
  const file = join(dataFolder, `${database}.sqlite`);
  let broken = false;
  return {
    async break() {
      broken = true;
      for (const { name } of tables) moveMongodbTableAway(file, name);
    },
    async repair() {
      if (broken) for (const { name } of tables) moveMongodbTableBack(file, name);
      broken = false;
    },
  };
}

/** FerretDB reports the version of MongoDB that it emulates, and its own in addition. */
export function mongodbProduct(buildInfo: Document): { product: string; version: string } {
  const ferretdb = buildInfo.ferretdbVersion ?? buildInfo.ferretdb?.version;
  return typeof ferretdb === 'string'
    ? { product: 'FerretDB', version: ferretdb.replace(/^v/, '') }
    : { product: 'MongoDB', version: String(buildInfo.version ?? 'unknown') };
}
