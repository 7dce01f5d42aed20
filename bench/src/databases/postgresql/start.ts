import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFacts } from '../../model/index.ts';
import type { Account } from '../account.ts';
import { startComposeServer } from '../compose-server.ts';
import { type DatabaseOptions, MOST_CONNECTIONS } from '../database.ts';
import type { Server } from '../database-server.ts';
import { startOwnServer } from '../own-server.ts';
import { type Address, ownAddress } from '../sql-address.ts';
import type { Binaries } from './binaries.ts';
import { withPostgresql } from './client.ts';

export const { title: POSTGRESQL_TITLE, urlVariable: POSTGRESQL_URL_VARIABLE } = databaseFacts.postgresql;

/** Connects to the database that every cluster has; ours is created once the server answers. */
const ask = (address: Address): Promise<void> =>
  withPostgresql({ ...address, database: 'postgres' }, '', async () => {});

/**
 * Settings that differ from PostgreSQL's defaults. Durability (fsync, synchronous_commit) stays on: a
 * benchmark of a database that may lose data says little about one that may not.
 */
function settings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Use TCP only: the path of the folder may be too long for a socket file.
    unix_socket_directories: '',
    max_connections: String(MOST_CONNECTIONS),
    // Eleven rows need no vacuum, and one during a load is noise. The harness analyses after seeding.
    autovacuum: 'off',
    // Parallel plans cannot help here, and would spread the work over other processors.
    max_parallel_workers_per_gather: '0',
    track_counts: 'on',
  };
}

export function startPostgres(
  provider: 'path' | 'embedded',
  binariesFor: (scratch: string, account: Account | null) => Binaries,
  options: DatabaseOptions,
): Promise<Server<Address>> {
  return startOwnServer(
    {
      title: POSTGRESQL_TITLE,
      provider,
      urlVariable: POSTGRESQL_URL_VARIABLE,
      accounts: ['postgres'],
      async prepare(place) {
        const { folder, dispose } = binariesFor(place.scratch, place.account);
        const address = ownAddress(place.port);
        const password = place.write('password', address.password);
        const data = join(place.home, 'cluster');
        await place.run(
          [
            join(folder, 'initdb'),
            ...['-D', data, '-U', address.user, '-A', 'scram-sha-256', '--pwfile', password],
            ...['-E', 'UTF8', '--no-locale', '--no-sync'],
          ],
          'PostgreSQL cannot create its data folder',
        );
        rmSync(password);
        const set = Object.entries(settings(place.port)).flatMap(([name, value]) => [
          '-c',
          `${name}=${value}`,
        ]);
        return {
          command: [join(folder, 'postgres'), '-D', data, ...set],
          address,
          cwd: data,
          // SIGINT is a "fast" shutdown: it ends connections instead of waiting for their clients.
          stopSignal: 'SIGINT',
          dispose,
        };
      },
      ask,
      begin: (address) =>
        withPostgresql({ ...address, database: 'postgres' }, 'Run the same command again', async (client) => {
          await client.query(`create database ${address.database}`);
        }),
    },
    options,
  );
}

export function startPostgresContainer(root: string, options: DatabaseOptions): Promise<Server<Address>> {
  return startComposeServer(
    {
      title: POSTGRESQL_TITLE,
      service: 'postgres',
      urlVariable: POSTGRESQL_URL_VARIABLE,
      address: ownAddress,
      variables: ({ password }) => ({ PITWALL_POSTGRES_PASSWORD: password }),
      ask,
    },
    root,
    options,
  );
}
