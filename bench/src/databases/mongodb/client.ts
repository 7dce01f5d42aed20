import {
  type Db,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { databaseError, type Refusal } from '../database-server.ts';
import type { HarnessCounts } from '../harness-counts.ts';
import { MONGODB_TITLE, type MongoAddress } from './address.ts';

const CONNECT_MILLISECONDS = 5_000;
const QUERY_MILLISECONDS = 30_000;

/** Runs `work` on a connection of its own. Turns every failure into a PitwallError with a next step. */
export async function withDatabase<T>(
  address: MongoAddress,
  remedy: string,
  own: HarnessCounts,
  work: (database: Db) => Promise<T>,
): Promise<T> {
  let client: MongoClient | null = null;
  try {
    client = new MongoClient(address.uri, {
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
    return await work(client.db(address.database));
  } catch (error) {
    throw databaseError(error, {
      title: MONGODB_TITLE,
      where: address.where,
      refusal: refusalOf(error),
      remedy,
    });
  } finally {
    await client?.close().catch(() => {});
  }
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
