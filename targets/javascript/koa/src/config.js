import { availableParallelism } from 'node:os';

/** What the environment says about where and with what to serve. */
export function readConfig(environment) {
  if (!environment.SHARED_DIR) {
    throw new Error('SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set');
  }
  return {
    host: environment.HOST || '127.0.0.1',
    port: readNumber(environment, 'PORT', 8080, 65535),
    workers: readNumber(environment, 'WORKERS', availableParallelism(), 1024),
    poolSize: readNumber(environment, 'DB_POOL_SIZE', 16, 10_000),
    hasDatabase: Boolean(environment.PGHOST),
    sharedDir: environment.SHARED_DIR,
    clustered: environment.PROCESS_MODEL === 'cluster',
  };
}

/** A number from 1 to `most`; `fallback` stands for a variable that is not set. */
function readNumber(environment, name, fallback, most) {
  const text = environment[name];
  if (!text) return fallback;
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(number >= 1 && number <= most)) {
    throw new Error(`${name}: expected a number from 1 to ${most}, got "${text}"`);
  }
  return number;
}
