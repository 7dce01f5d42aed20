import { readFileSync } from 'node:fs';

/** A user that a server runs as which refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** The first of these users that the machine has, else nobody; `null` where the harness is not root itself. */
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
