import { aptInstall } from '../../process/apt-install.ts';
import { orStop } from '../database-server.ts';
import { composeProvider, type Engine, type Provider, urlProvider } from '../engine.ts';
import { EXAMPLE, MONGODB_TITLE, MONGODB_URL_VARIABLE, parseMongoUrl } from './address.ts';
import { mongoDatabase } from './database.ts';
import { describeProgram, systemProgram } from './programs.ts';
import { startMongo, startMongoContainer } from './start.ts';

const path: Provider = {
  name: 'path',
  async find(place) {
    const program = systemProgram(place);
    if (!program) {
      return {
        missing: 'no mongod on PATH, and neither ferretdb nor a Go toolchain to build this stand-in',
        next: `Install MongoDB: https://www.mongodb.com/docs/manual/administration/install-on-linux/, or install Go for a stand-in: ${aptInstall('golang-go')}`,
      };
    }
    return {
      detail: describeProgram(program),
      open: async (options) => orStop(await startMongo(program, options), options.tables, mongoDatabase),
    };
  },
};

/** @public `open.ts` loads it under this name. */
export const mongodb: Engine = {
  kind: 'mongodb',
  title: MONGODB_TITLE,
  providers: [
    urlProvider({
      variable: MONGODB_URL_VARIABLE,
      example: EXAMPLE,
      parse: parseMongoUrl,
      database: mongoDatabase,
    }),
    path,
    composeProvider(async (root, options) =>
      orStop(await startMongoContainer(root, options), options.tables, mongoDatabase),
    ),
  ],
};
