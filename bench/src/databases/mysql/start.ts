import { join } from 'node:path';
import { databaseFacts } from '../../model/index.ts';
import { startComposeServer } from '../compose-server.ts';
import { type DatabaseOptions, MOST_CONNECTIONS } from '../database.ts';
import type { Server } from '../database-server.ts';
import { noHarnessCounts } from '../harness-counts.ts';
import { startOwnServer } from '../own-server.ts';
import { type Address, ownAddress } from '../sql-address.ts';
import { withMysql } from './client.ts';
import type { Programs } from './programs.ts';

export const { title: MYSQL_TITLE, urlVariable: MYSQL_URL_VARIABLE } = databaseFacts.mysql;

const ask = (address: Address): Promise<void> => withMysql(address, '', noHarnessCounts(), async () => {});

/**
 * Settings that differ from the defaults, the same as in compose.yaml. If every commit waited for the disk,
 * `account-insert` would measure nothing else. The rows are created anew for every measurement, so the log is
 * written once a second and nothing is written twice.
 */
function settings(port: number, flavour: Programs['flavour']): readonly string[] {
  return [
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    // Relative to the data folder, whose full path may be too long for a socket.
    '--socket=server.sock',
    // Do not depend on a name server.
    '--skip-name-resolve',
    `--max-connections=${MOST_CONNECTIONS}`,
    '--character-set-server=utf8mb4',
    '--default-time-zone=+00:00',
    '--skip-log-bin',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    // The data is discarded, so skip the cleanup.
    '--innodb-fast-shutdown=2',
    // Some drivers encrypt if the server offers it and others do not: their figures would not be comparable.
    ...(flavour === 'MariaDB'
      ? ['--skip-ssl', '--query-cache-type=0', '--query-cache-size=0']
      : ['--tls-version=', '--mysqlx=0', '--secure-file-priv=NULL']),
  ];
}

/** Creates the same user for every host: the server treats "localhost" separately. */
function firstStatements({ user, password, database }: Address): string {
  const hosts = ['%', 'localhost'].map((host) => `'${user}'@'${host}'`);
  return [
    `create database ${database};`,
    ...hosts.map((name) => `create user ${name} identified by '${password}';`),
    ...hosts.map((name) => `grant all on ${database}.* to ${name};\n`),
  ].join('\n');
}

export function startMysql(programs: Programs, options: DatabaseOptions): Promise<Server<Address>> {
  return startOwnServer(
    {
      title: programs.flavour,
      provider: 'path',
      urlVariable: MYSQL_URL_VARIABLE,
      accounts: ['mysql'],
      async prepare(place) {
        const address = ownAddress(place.port);
        const data = join(place.home, 'data');
        await place.run(programs.initialise(data), `${programs.flavour} cannot create its data folder`);
        const first = place.write('first.sql', firstStatements(address));
        return {
          command: [
            programs.server,
            '--no-defaults',
            `--datadir=${data}`,
            `--init-file=${first}`,
            ...settings(place.port, programs.flavour),
          ],
          address,
        };
      },
      ask,
    },
    options,
  );
}

export function startMysqlContainer(root: string, options: DatabaseOptions): Promise<Server<Address>> {
  return startComposeServer(
    {
      title: MYSQL_TITLE,
      service: 'mysql',
      urlVariable: MYSQL_URL_VARIABLE,
      address: ownAddress,
      variables: ({ password }) => ({ PITWALL_MYSQL_PASSWORD: password }),
      ask,
    },
    root,
    options,
  );
}
