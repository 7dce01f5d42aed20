import type { Usage } from '../util/usage.ts';
import type { Database, DatabaseProvider } from './database.ts';
import { environmentOf, type PostgresAddress, type Remedy, withClient } from './postgres-client.ts';
import { readCounters } from './postgres-counters.ts';
import { moveTableAway, moveTableBack, renameFirst, seedMenus } from './postgres-menus.ts';

/** A server that answers, and whoever runs it. */
export interface PostgresServer {
  provider: DatabaseProvider;
  address: PostgresAddress;
  /** What to do when it no longer answers. */
  remedy: Remedy;
  usage(): Promise<Usage | null>;
  stop(): Promise<void>;
}

/** The same database behind every provider. */
export async function postgresDatabase(server: PostgresServer): Promise<Database> {
  const { address, remedy } = server;
  const run = <T>(work: Parameters<typeof withClient<T>>[2]): Promise<T> => withClient(address, remedy, work);
  const version = await run(async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return (rows[0]?.server_version ?? 'unknown').split(' ')[0] as string;
  });

  return {
    kind: 'postgresql',
    provider: server.provider,
    version,
    environment: environmentOf(address),
    seed: (data) => run((client) => seedMenus(client, data.menus)),
    async changeRow(marker) {
      const old = await run((client) => renameFirst(client, marker));
      return {
        request: { method: 'GET', path: '/menus?limit=1' },
        marker,
        undo: () => run(async (client) => void (await renameFirst(client, old))),
      };
    },
    async breakTable() {
      await run(moveTableAway);
      return { restore: () => run(moveTableBack) };
    },
    counters: () => readCounters(address, remedy),
    usage: () => server.usage(),
    close: () => server.stop(),
  };
}
