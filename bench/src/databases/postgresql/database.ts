import type { Address } from '../address.ts';
import type { Database } from '../database.ts';
import type { Server } from '../server.ts';
import { postgresqlEnvironment, withPostgresql } from './client.ts';
import {
  countPostgresqlConnections,
  readPostgresqlCounters,
  readPostgresqlMostConnections,
} from './counters.ts';
import {
  countMenus,
  movePostgresqlTableAway,
  movePostgresqlTableBack,
  renameFirst,
  seedMenus,
} from './menus.ts';

/** The same database behind every provider. */
export async function postgresDatabase(server: Server<Address>): Promise<Database> {
  const { address, remedy } = server;
  const run = <T>(work: Parameters<typeof withPostgresql<T>>[2]): Promise<T> =>
    withPostgresql(address, remedy, work);
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
    environment: postgresqlEnvironment(address),
    seed: (data) => run((client) => seedMenus(client, data.menus)),
    async changeRow(_scenario, marker) {
      const old = await run((client) => renameFirst(client, marker));
      return {
        request: { method: 'GET', path: '/menus?limit=1' },
        marker,
        undo: () => run(async (client) => void (await renameFirst(client, old))),
      };
    },
    mostConnections: () => run(readPostgresqlMostConnections),
    countRows: () => run(countMenus),
    connections: () => run(countPostgresqlConnections),
    async breakTable() {
      await run(movePostgresqlTableAway);
      return { restore: () => run(movePostgresqlTableBack) };
    },
    counters: () => run(readPostgresqlCounters),
    usage: () => server.usage(),
    close: () => server.stop(),
  };
}
