import { LOOPBACK } from '../../hosts/hosts.ts';
import { databaseFacts } from '../../model/index.ts';
import { wrongAddress } from '../sql-address.ts';

export const { title: MONGODB_TITLE, urlVariable: MONGODB_URL_VARIABLE } = databaseFacts.mongodb;
export const EXAMPLE = 'mongodb://user:password@host:27017/database';

/** The address of a MongoDB server, as its drivers take it; it may name several hosts. */
export interface MongoAddress {
  uri: string;
  /** The address for messages, without user and password. */
  where: string;
  database: string;
  /** The ports that its hosts listen on. */
  ports: readonly number[];
}

const DEFAULT_PORT = 27_017;
const FORM = /^(mongodb(?:\+srv)?:)\/\/(?:[^@/]*@)?([^@/?]+)\/([^/?]+)(?:\?.*)?$/;

/** Throws a PitwallError, which keeps the password out, if it names no host or no database. */
export function parseMongoUrl(uri: string): MongoAddress {
  const [, , hosts = '', name = ''] = FORM.exec(uri) ?? [];
  const database = decoded(name);
  if (!database) {
    // Keep the password out of messages and logs.
    const seen = /^\w[\w+]*:\/\//.test(uri) ? uri.replace(/\/\/.*@/, '//…@') : 'text that is not a URL';
    throw wrongAddress({ title: MONGODB_TITLE, variable: MONGODB_URL_VARIABLE, example: EXAMPLE }, seen);
  }
  return {
    uri,
    where: `${hosts}/${database}`,
    database,
    ports: hosts.split(',').map((host) => Number(/:(\d+)$/.exec(host)?.[1] ?? DEFAULT_PORT)),
  };
}

/** Returns `null` for what is not encoded as a URL is. */
function decoded(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

/**
 * Returns the address of our own server. It needs no password: only this machine, or the hosts that measure
 * together, can reach it, and it holds five made-up rows.
 */
export function addressAt(port: number, host = LOOPBACK): MongoAddress {
  return parseMongoUrl(`mongodb://${host}:${port}/pitwall`);
}
