import type { Address } from '../address.ts';
import type { Database } from '../database.ts';
import type { Server } from '../server.ts';
import { environmentOf, withClient } from './client.ts';
import { countConnections, readCounters, readMostConnections } from './counters.ts';
import { countMenus, moveTableAway, moveTableBack, renameFirst, seedMenus } from './menus.ts';

/** The same database behind every provider. */
export async function postgresDatabase(server: Server<Address>): Promise<Database> {
  const { address, remedy } = server;
  const run = <T>(work: Parameters<typeof withClient<T>>[2]): Promise<T> => withClient(address, remedy, work);
  const said = await run(async (client) => {
    const { rows } = await client.query<{ words: string; version: string }>(
      `select version() as words, current_setting('server_version') as version`,
    );
    return rows[0] ?? { words: '', version: '' };
  });

  return {
    kind: 'postgresql',
    provider: server.provider,
    // «PostgreSQL 18.4 on x86_64…»: a server that only speaks the protocol names itself here.
    product: said.words.split(' ')[0] || 'unknown',
    version: said.version.split(' ')[0] || 'unknown',
    environment: environmentOf(address),
    seed: (data) => run((client) => seedMenus(client, data.menus)),
    async changeRow(_scenario, marker) {
      const old = await run((client) => renameFirst(client, marker));
      return {
        request: { method: 'GET', path: '/menus?limit=1' },
        marker,
        undo: () => run(async (client) => void (await renameFirst(client, old))),
      };
    },
    mostConnections: () => run(readMostConnections),
    countRows: () => run(countMenus),
    connections: () => run(countConnections),
    async breakTable() {
      await run(moveTableAway);
      return { restore: () => run(moveTableBack) };
    },
    counters: () => run(readCounters),
    usage: () => server.usage(),
    close: () => server.stop(),
  };
}
