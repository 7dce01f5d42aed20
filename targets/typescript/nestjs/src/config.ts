export interface MysqlServer {
  host: string;
  port: number;
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
}

export interface Config {
  host: string;
  port: number;
  poolSize: number;
  hasPostgresql: boolean;
  mysql: MysqlServer | undefined;
  mongodbUri: string | undefined;
  sharedDir: string;
  usesDrizzle: boolean;
}

/** The token under which modules ask for the configuration. */
export const CONFIG = Symbol('CONFIG');

type Environment = Record<string, string | undefined>;

/** What the environment says about where and with what to serve. */
export function readConfig(environment: Environment): Config {
  if (!environment.SHARED_DIR) {
    throw new Error('SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set');
  }
  return {
    host: environment.HOST || '127.0.0.1',
    port: readNumber(environment, 'PORT', 8080, 65535),
    poolSize: readNumber(environment, 'DB_POOL_SIZE', 16, 10_000),
    hasPostgresql: Boolean(environment.PGHOST),
    mysql: readMysql(environment),
    mongodbUri: environment.MONGODB_URI,
    sharedDir: environment.SHARED_DIR,
    usesDrizzle: environment.DB_ACCESS === 'drizzle',
  };
}

/** Where MySQL is, in the words of its driver; `undefined` where there is none. */
function readMysql(environment: Environment): MysqlServer | undefined {
  if (!environment.MYSQL_HOST) return undefined;
  return {
    host: environment.MYSQL_HOST,
    port: readNumber(environment, 'MYSQL_PORT', 3306, 65535),
    user: environment.MYSQL_USER,
    password: environment.MYSQL_PASSWORD,
    database: environment.MYSQL_DATABASE,
  };
}

/** A number from 1 to `most`; `fallback` stands for a variable that is not set. */
function readNumber(environment: Environment, name: string, fallback: number, most: number): number {
  const text = environment[name];
  if (!text) return fallback;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= 1 && number <= most)) {
    throw new Error(`${name}: expected a number from 1 to ${most}, got "${text}"`);
  }
  return number;
}
