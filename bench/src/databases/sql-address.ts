import { randomBytes } from 'node:crypto';
import { LOOPBACK } from '../hosts/hosts.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';

/** The address of an SQL server. */
export interface Address {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Name of the user and of the database on a server that Pitwall starts. */
const NAME = 'pitwall';

/** Returns the address of a server that Pitwall starts, with a password drawn for it. */
export function ownAddress(port: number, host = LOOPBACK): Address {
  return { host, port, user: NAME, password: randomBytes(12).toString('hex'), database: NAME };
}

interface AddressFacts {
  title: string;
  /** The environment variable that holds the URL. */
  variable: string;
  protocol: RegExp;
  port: number;
  user: string;
  example: string;
}

/** Reads the URL of a server. Throws a PitwallError, which keeps the password out, if it is not of this form. */
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
    // Reported below like every other mistake.
  }
  // Keep the password out of messages and logs.
  const seen = parsed ? `${parsed.protocol}//…@${parsed.host}${parsed.pathname}` : 'text that is not a URL';
  throw wrongAddress(facts, seen);
}

export function wrongAddress(
  facts: Pick<AddressFacts, 'title' | 'variable' | 'example'>,
  seen: string,
): PitwallError {
  return new PitwallError({
    what: `Invalid address of ${facts.title}`,
    where: facts.variable,
    expected: facts.example,
    seen,
    next: `Correct ${facts.variable}, or unset it to have a server started for you`,
    exitCode: exitCodes.usage,
  });
}
