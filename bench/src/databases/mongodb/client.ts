import {
  type Db,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { type Connector, withConnection } from '../connection.ts';
import { databaseError, type Refusal } from '../database-server.ts';
import type { HarnessCounts } from '../harness-counts.ts';
import { MONGODB_TITLE, type MongoAddress } from './address.ts';

const CONNECT_MILLISECONDS = 5_000;
const QUERY_MILLISECONDS = 30_000;

export function mongodbConnector(address: MongoAddress, remedy: string, own: HarnessCounts): Connector<Db> {
  return {
    async open() {
      const client = new MongoClient(address.uri, {
        appName: 'pitwall-harness',
        maxPoolSize: 1,
        monitorCommands: true,
        serverSelectionTimeoutMS: CONNECT_MILLISECONDS,
        connectTimeoutMS: CONNECT_MILLISECONDS,
        socketTimeoutMS: QUERY_MILLISECONDS,
        retryReads: false,
        retryWrites: false,
      });
      keepAccount(client, own);
      const end = (): Promise<void> => client.close().catch(() => {});
      // The driver opens its connections at the first command, and anew if they are lost.
      return { client: client.db(address.database), isOpen: () => true, end, destroy: end };
    },
    errorOf(error) {
      return databaseError(error, {
        title: MONGODB_TITLE,
        where: address.where,
        refusal: refusalOf(error),
        remedy,
      });
    },
  };
}

/** Does `work` on a connection of its own. Turns every failure into a PitwallError with a next step. */
export function withDatabase<T>(
  address: MongoAddress,
  remedy: string,
  own: HarnessCounts,
  work: (database: Db) => Promise<T>,
): Promise<T> {
  return withConnection(mongodbConnector(address, remedy, own), work);
}

/** Commands that ask for documents; a server needs one of them to answer `GET /users`. */
export const QUERIES = ['find', 'aggregate'];

/** Records the harness's own share of the server's counters, from the driver's command events. */
function keepAccount(client: MongoClient, own: HarnessCounts): void {
  client.on('commandStarted', ({ commandName, command }) => {
    if (QUERIES.includes(commandName)) own.queries++;
    if (commandName === 'insert') own.rowsWritten += command.documents?.length ?? 0;
  });
  client.on('commandSucceeded', ({ commandName, reply }) => {
    const { cursor } = reply as { cursor?: { firstBatch?: unknown[] } };
    if (QUERIES.includes(commandName)) own.rowsRead += cursor?.firstBatch?.length ?? 0;
  });
}

/** https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const UNAUTHORIZED = [13, 18];

function refusalOf(error: unknown): Refusal {
  if (error instanceof MongoServerError && UNAUTHORIZED.includes(Number(error.code))) return 'denied';
  const silent = error instanceof MongoServerSelectionError || error instanceof MongoNetworkError;
  return silent ? 'silent' : 'refused';
}
