import { randomBytes } from 'node:crypto';
import { startService } from '../util/compose.ts';
import { freePort } from '../util/port.ts';
import type { DatabaseOptions } from './database.ts';
import type { PostgresServer } from './postgres.ts';
import type { PostgresAddress } from './postgres-client.ts';
import { awaitReady } from './postgres-process.ts';

const STOP_SECONDS = 10;

/** The service `postgres` of compose.yaml; its settings are there. */
export async function composeServer(root: string, options: DatabaseOptions): Promise<PostgresServer> {
  const address: PostgresAddress = {
    host: '127.0.0.1',
    port: await freePort(),
    user: 'pitwall',
    password: randomBytes(12).toString('hex'),
    database: 'pitwall',
  };
  const service = await startService({
    root,
    service: 'postgres',
    port: address.port,
    variables: {
      PITWALL_PORT: String(address.port),
      PITWALL_POSTGRES_PASSWORD: address.password,
      PITWALL_PROCESSORS: options.processors.join(','),
    },
    signal: options.signal,
  });
  const stop = async (): Promise<void> => {
    await service.stop(STOP_SECONDS);
  };
  try {
    await awaitReady(address, () => service.ended() !== null, service.log, options.signal);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    provider: 'compose',
    address,
    remedy: 'Run the same command again: it starts a fresh container',
    usage: async () => service.usage(),
    stop,
  };
}
