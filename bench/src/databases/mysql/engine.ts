import { aptInstall } from '../../process/apt-install.ts';
import { orStop } from '../database-server.ts';
import { composeProvider, type Engine, type Provider, urlProvider } from '../engine.ts';
import { type Address, parseAddress } from '../sql-address.ts';
import { mysqlDatabase } from './database.ts';
import { describePrograms, systemPrograms } from './programs.ts';
import { MYSQL_TITLE, MYSQL_URL_VARIABLE, startMysql, startMysqlContainer } from './start.ts';

const EXAMPLE = 'mysql://user:password@host:3306/database';

export function parseMysqlUrl(url: string): Address {
  return parseAddress(url, {
    title: MYSQL_TITLE,
    variable: MYSQL_URL_VARIABLE,
    protocol: /^(mysql|mariadb):$/,
    port: 3306,
    user: 'root',
    example: EXAMPLE,
  });
}

const path: Provider = {
  name: 'path',
  async find({ environment }) {
    const programs = await systemPrograms(environment);
    if (!programs) {
      return {
        missing: 'no mysqld and no mariadbd with mariadb-install-db on PATH',
        next: aptInstall('mariadb-server'),
      };
    }
    return {
      detail: describePrograms(programs),
      open: async (options) => orStop(await startMysql(programs, options), options.tables, mysqlDatabase),
    };
  },
};

/** @public `open.ts` loads it under this name. */
export const mysql: Engine = {
  kind: 'mysql',
  title: MYSQL_TITLE,
  providers: [
    urlProvider({
      variable: MYSQL_URL_VARIABLE,
      example: EXAMPLE,
      parse: parseMysqlUrl,
      database: mysqlDatabase,
    }),
    path,
    composeProvider(async (root, options) =>
      orStop(await startMysqlContainer(root, options), options.tables, mysqlDatabase),
    ),
  ],
};
