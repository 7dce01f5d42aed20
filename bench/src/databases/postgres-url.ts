import { exitCodes, PitwallError } from '../util/errors.ts';
import type { PostgresServer } from './postgres.ts';
import type { PostgresAddress } from './postgres-client.ts';

export const URL_VARIABLE = 'PITWALL_POSTGRES_URL';

/** A server that somebody else runs: out of the harness's sight, so it tells no usage. */
export function urlServer(url: string): PostgresServer {
  return {
    provider: 'url',
    address: parseUrl(url),
    remedy: `Start that server, correct ${URL_VARIABLE}, or unset it to have one started for you`,
    usage: async () => null,
    stop: async () => {},
  };
}

export function parseUrl(url: string): PostgresAddress {
  let parsed: URL | null = null;
  try {
    parsed = new URL(url);
  } catch {
    // Told below like every other mistake.
  }
  const database = decodeURIComponent(parsed?.pathname.slice(1) ?? '');
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.hostname === '' || database === '') {
    throw new PitwallError({
      what: 'The address of PostgreSQL cannot be read',
      where: URL_VARIABLE,
      expected: 'postgresql://user:password@host:port/database',
      // The password stays out of messages and logs.
      seen: parsed ? `${parsed.protocol}//…@${parsed.host}${parsed.pathname}` : 'text that is no address',
      next: `Correct ${URL_VARIABLE}, or unset it to have a server started for you`,
      exitCode: exitCodes.usage,
    });
  }
  return {
    host: parsed.hostname,
    port: Number(parsed.port || 5432),
    user: decodeURIComponent(parsed.username) || 'postgres',
    password: decodeURIComponent(parsed.password),
    database,
  };
}
