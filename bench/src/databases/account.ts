import { readFileSync } from 'node:fs';

/** The user for a server that refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** Returns the first of these users that exists, else `nobody`; `null` if the harness is not root itself. */
export function unprivilegedAccount(names: readonly string[], passwd: string = readPasswd()): Account | null {
  if (process.getuid?.() !== 0) return null;
  const lines = passwd.split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const fields = lines.find(([user]) => user === name);
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return NOBODY;
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}
