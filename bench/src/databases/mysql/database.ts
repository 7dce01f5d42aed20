import type { ScenarioId } from '../../model/index.ts';
import type { Address } from '../address.ts';
import type { Database } from '../database.ts';
import { noShare } from '../own-share.ts';
import type { Server } from '../server.ts';
import {
  countAccounts,
  moveMysqlTableAway,
  moveMysqlTableBack,
  readAccounts,
  removeAccountsAfter,
  renameAccount,
  seedAccounts,
} from './accounts.ts';
import { type Client, mysqlEnvironment, withMysql } from './client.ts';
import { countMysqlConnections, readMysqlCounters, readMysqlMostConnections } from './counters.ts';

/** Neither the first nor the last: a list that holds the change was read as far as that. */
const CHANGED_ID = 500;

/** The same database behind every provider. */
export async function mysqlDatabase(server: Server<Address>): Promise<Database> {
  const { address, remedy } = server;
  const own = noShare();
  const run = <T>(work: (client: Client) => Promise<T>): Promise<T> => withMysql(address, remedy, own, work);
  const { product, version } = await run(askWhoItIs);

  return {
    kind: 'mysql',
    provider: server.provider,
    product,
    version,
    environment: mysqlEnvironment(address),
    seed: (data) => run((client) => seedAccounts(client, data.accounts)),
    removeAdded: (data) => run((client) => removeAccountsAfter(client, data.accounts.length)),
    mostConnections: () => run(readMysqlMostConnections),
    async changeRow(scenario, marker) {
      const old = await run((client) => renameAccount(client, CHANGED_ID, marker));
      return {
        request: { method: 'GET', path: pathOf(scenario) },
        marker,
        undo: () => run(async (client) => void (await renameAccount(client, CHANGED_ID, old))),
      };
    },
    countRows: () => run(countAccounts),
    readAccounts: (ids) => run((client) => readAccounts(client, ids)),
    connections: () => run(countMysqlConnections),
    async breakTable() {
      await run(moveMysqlTableAway);
      return { restore: () => run(moveMysqlTableBack) };
    },
    counters: () => run((client) => readMysqlCounters(client, product)),
    usage: () => server.usage(),
    close: () => server.stop(),
  };
}

function pathOf(scenario: ScenarioId): string {
  return scenario === 'account-list' ? '/accounts' : `/accounts/${CHANGED_ID}`;
}

/**
 * MariaDB alone runs what stands in a comment that begins with M!. That tells it from MySQL whatever it was told to
 * say of itself.
 */
async function askWhoItIs(client: Client): Promise<{ product: string; version: string }> {
  const [said] = await client.select<{ version: string; comment: string; mariadb: number }>(
    'select version() as version, @@version_comment as comment, 0 /*M! + 1 */ as mariadb',
  );
  return mysqlProduct(said ?? { version: '', comment: '', mariadb: 0 });
}

const DERIVED = [
  { words: /percona/i, product: 'Percona Server' },
  { words: /tidb/i, product: 'TiDB' },
];

export function mysqlProduct(said: { version: string; comment: string; mariadb: number }): {
  product: string;
  version: string;
} {
  const words = `${said.version} ${said.comment}`;
  const mariadb = said.mariadb > 0 || /mariadb/i.test(words);
  const derived = DERIVED.find((candidate) => candidate.words.test(words));
  // MariaDB before 11 puts 5.5.5- before its version, for clients that ask no more than whether it is new enough.
  const version = /^(?:5\.5\.5-)?(\d+(?:\.\d+)+)/.exec(said.version)?.[1];
  return {
    product: mariadb ? 'MariaDB' : (derived?.product ?? 'MySQL'),
    version: version ?? (said.version || 'unknown'),
  };
}
