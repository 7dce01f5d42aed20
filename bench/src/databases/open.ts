import type { DatabaseKind } from '../model/index.ts';
import { exitCodes, messageOf, PitwallError } from '../util/errors.ts';
import { repository } from '../util/repository.ts';
import type { Database, DatabaseOptions, DatabaseProvider } from './database.ts';
import { type PostgresServer, postgresDatabase } from './postgres.ts';
import { embeddedBinaries, embeddedPackage, systemBinaries } from './postgres-binaries.ts';
import { composeServer } from './postgres-compose.ts';
import { startPostgres } from './postgres-process.ts';
import { URL_VARIABLE, urlServer } from './postgres-url.ts';
import { type ProviderState, providerOrder, stateOf } from './providers.ts';

export interface OpenOptions extends DatabaseOptions {
  /** Tried before the others; a URL that somebody set still comes first. */
  prefer?: DatabaseProvider;
  /** Nothing else is tried. */
  only?: DatabaseProvider;
  root?: string;
  environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * One database, from the first provider that the machine has: a URL that was set, the machine's own binaries,
 * those of the npm package, a container. A URL that is set but does not work is an error, not passed over:
 * whoever set it meant it.
 */
export async function openDatabase(kind: DatabaseKind, options: OpenOptions): Promise<Database> {
  if (kind !== 'postgresql') throw notYet(kind);
  const { root = repository.root, environment = process.env, only, prefer } = options;
  const lacking: ProviderState[] = [];
  const failures: unknown[] = [];
  for (const provider of only ? [only] : orderOf(prefer)) {
    options.signal.throwIfAborted();
    const state = await stateOf(provider, root, environment);
    if (!state.available) {
      lacking.push(state);
      continue;
    }
    try {
      return await open(provider, root, environment, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (provider === 'url' || only) throw error;
      options.onLine?.(`PostgreSQL from ${provider} did not start: ${messageOf(error)}`);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  throw new PitwallError({
    what: 'There is no PostgreSQL to measure with',
    where: 'this machine',
    expected: `one of: ${providerOrder.join(', ')}`,
    seen: lacking.map(({ detail }) => detail).join('; '),
    next: lacking.find(({ provider }) => provider === 'embedded')?.next ?? lacking[0]?.next ?? 'bench doctor',
    exitCode: exitCodes.missing,
  });
}

function orderOf(prefer: DatabaseProvider | undefined): DatabaseProvider[] {
  const first = (provider: DatabaseProvider): number =>
    provider === 'url' ? 0 : provider === prefer ? 1 : 2;
  return [...providerOrder].sort((a, b) => first(a) - first(b));
}

async function open(
  provider: DatabaseProvider,
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  options: DatabaseOptions,
): Promise<Database> {
  const server = await serverOf(provider, root, environment, options);
  try {
    return await postgresDatabase(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function serverOf(
  provider: DatabaseProvider,
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  options: DatabaseOptions,
): Promise<PostgresServer> {
  switch (provider) {
    case 'url':
      return urlServer(environment[URL_VARIABLE] ?? '');
    case 'path':
      return startPostgres('path', () => required(systemBinaries(environment)), options);
    case 'embedded': {
      const folder = required(embeddedPackage(root));
      return startPostgres(
        'embedded',
        (scratch, account) => embeddedBinaries(folder, scratch, account?.uid),
        options,
      );
    }
    case 'compose':
      return composeServer(root, options);
  }
}

function required<T>(value: T | null): T {
  if (value === null) throw new RangeError('a provider that was there is gone');
  return value;
}

function notYet(kind: DatabaseKind): PitwallError {
  return new PitwallError({
    what: `${kind} cannot be started yet`,
    where: 'bench/src/databases',
    expected: 'postgresql',
    seen: kind,
    next: 'Leave out the scenarios that need it',
    exitCode: exitCodes.missing,
  });
}
