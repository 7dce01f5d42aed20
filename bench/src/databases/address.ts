import { exitCodes, PitwallError } from '../util/errors.ts';

/** Where an SQL server is. */
export interface Address {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

interface AddressFacts {
  title: string;
  /** The name of the variable that the text comes from. */
  variable: string;
  protocol: RegExp;
  port: number;
  user: string;
  example: string;
}

export function parseAddress(url: string, facts: AddressFacts): Address {
  let parsed: URL | null = null;
  try {
    parsed = new URL(url);
    const database = decodeURIComponent(parsed.pathname.slice(1));
    if (facts.protocol.test(parsed.protocol) && parsed.hostname !== '' && database !== '') {
      return {
        host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: Number(parsed.port || facts.port),
        user: decodeURIComponent(parsed.username) || facts.user,
        password: decodeURIComponent(parsed.password),
        database,
      };
    }
  } catch {
    // Told below like every other mistake.
  }
  // The password stays out of messages and logs.
  const seen = parsed ? `${parsed.protocol}//…@${parsed.host}${parsed.pathname}` : 'text that is no address';
  throw wrongAddress(facts, seen);
}

export function wrongAddress(
  facts: Pick<AddressFacts, 'title' | 'variable' | 'example'>,
  seen: string,
): PitwallError {
  return new PitwallError({
    what: `The address of ${facts.title} cannot be read`,
    where: facts.variable,
    expected: facts.example,
    seen,
    next: `Correct ${facts.variable}, or unset it to have a server started for you`,
    exitCode: exitCodes.usage,
  });
}
