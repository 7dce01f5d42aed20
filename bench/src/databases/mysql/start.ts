import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { LOOPBACK } from '../../hosts/hosts.ts';
import type { Address } from '../address.ts';
import { startComposeServer } from '../compose-server.ts';
import type { DatabaseOptions } from '../database.ts';
import { startOwnServer } from '../own-server.ts';
import { noShare } from '../own-share.ts';
import type { Server } from '../server.ts';
import { withMysql } from './client.ts';
import type { Programs } from './programs.ts';

export const MYSQL_TITLE = 'MySQL';
export const MYSQL_URL_VARIABLE = 'PITWALL_MYSQL_URL';

const NAME = 'pitwall';
const addressAt = (port: number, host = LOOPBACK): Address => ({
  host,
  port,
  user: NAME,
  password: randomBytes(12).toString('hex'),
  database: NAME,
});
const ask = (address: Address): Promise<void> => withMysql(address, '', noShare(), async () => {});

/**
 * What differs from the defaults, and why; the service in compose.yaml has the same. The rows are made anew for
 * every round and inserts are what `account-insert` measures: a disk that is waited for at every commit would be
 * all that it measures, so the log is written once a second and nothing is written twice.
 */
function settings(port: number, flavour: Programs['flavour']): readonly string[] {
  return [
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    // Below the data folder, whose own path may be too long for a socket.
    '--socket=server.sock',
    // Neither a name server to ask nor a name that it could not find.
    '--skip-name-resolve',
    // Any target's pool of 16, many times over.
    '--max-connections=1000',
    '--character-set-server=utf8mb4',
    '--default-time-zone=+00:00',
    '--skip-log-bin',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    // What is thrown away needs no tidying up.
    '--innodb-fast-shutdown=2',
    // Some drivers encrypt wherever the server offers it and others do not: their figures would not compare.
    ...(flavour === 'MariaDB'
      ? ['--skip-ssl', '--query-cache-type=0', '--query-cache-size=0']
      : ['--tls-version=', '--mysqlx=0', '--secure-file-priv=NULL']),
  ];
}

/** The same user from everywhere: «localhost» is a name of its own for the server. */
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
        const address = addressAt(place.port);
        const data = join(place.home, 'data');
        await place.run(programs.initialise(data), `${programs.flavour} cannot make its data folder`);
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
      address: addressAt,
      variables: ({ password }) => ({ PITWALL_MYSQL_PASSWORD: password }),
      ask,
    },
    root,
    options,
  );
}
