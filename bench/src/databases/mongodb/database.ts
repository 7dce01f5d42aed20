import { join } from 'node:path';
import type { Db, Document } from 'mongodb';
import type { Database } from '../database.ts';
import { noShare } from '../own-share.ts';
import type { Server } from '../server.ts';
import type { MongoAddress } from './address.ts';
import { withDatabase } from './client.ts';
import { countMongodbConnections, readMongodbCounters } from './counters.ts';
import { moveMongodbTableAway, moveMongodbTableBack } from './ferretdb-table.ts';
import { breakUsers, countUsers, mendUsers, renameUser, seedUsers } from './users.ts';

/** Neither the first nor the last. */
const CHANGED = 2;

/** The same database behind every provider. `dataFolder` is known of a FerretDB of our own. */
export async function mongoDatabase(
  server: Server<MongoAddress> & { dataFolder?: string },
): Promise<Database> {
  const { address, remedy, dataFolder } = server;
  const own = noShare();
  const run = <T>(work: (database: Db) => Promise<T>): Promise<T> => withDatabase(address, remedy, own, work);
  const { product, version } = mongodbProduct(await run((database) => database.command({ buildInfo: 1 })));
  const breaking = breakingOf(product, dataFolder, address.database, run);
  let changed: { id: string; username: string } | null = null;

  return {
    kind: 'mongodb',
    provider: server.provider,
    product,
    version,
    environment: { MONGODB_URI: address.uri },
    async seed(data) {
      await breaking?.mend();
      await run((database) => seedUsers(database, data.users));
      changed = data.users[CHANGED] ?? null;
    },
    async changeRow(_scenario, marker) {
      if (!changed) throw new RangeError('a document is changed after the seed');
      const { id, username } = changed;
      await run((database) => renameUser(database, id, marker));
      return {
        request: { method: 'GET', path: '/users' },
        marker,
        undo: () => run((database) => renameUser(database, id, username)),
      };
    },
    countRows: () => run(countUsers),
    connections: async () => countMongodbConnections(address.ports),
    ...(breaking && {
      async breakTable() {
        await breaking.break();
        return { restore: breaking.mend };
      },
    }),
    counters: () => run((database) => readMongodbCounters(database, own)),
    usage: () => server.usage(),
    close: () => server.stop(),
  };
}

interface Breaking {
  break(): Promise<void>;
  mend(): Promise<void>;
}

/** `null` where there is no way: in a FerretDB whose files are out of reach. */
function breakingOf(
  product: string,
  dataFolder: string | undefined,
  database: string,
  run: (work: (database: Db) => Promise<void>) => Promise<void>,
): Breaking | null {
  if (product !== 'FerretDB') return { break: () => run(breakUsers), mend: () => run(mendUsers) };
  if (dataFolder === undefined) return null;
  const file = join(dataFolder, `${database}.sqlite`);
  let broken = false;
  return {
    async break() {
      moveMongodbTableAway(file, 'users');
      broken = true;
    },
    async mend() {
      if (broken) moveMongodbTableBack(file, 'users');
      broken = false;
    },
  };
}

/** FerretDB gives the version of the MongoDB that it stands in for, and its own beside it. */
export function mongodbProduct(buildInfo: Document): { product: string; version: string } {
  const ferretdb = buildInfo.ferretdbVersion ?? buildInfo.ferretdb?.version;
  return typeof ferretdb === 'string'
    ? { product: 'FerretDB', version: ferretdb.replace(/^v/, '') }
    : { product: 'MongoDB', version: String(buildInfo.version ?? 'unknown') };
}
