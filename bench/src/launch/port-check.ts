import { holderOf, isAnswered, isPortFree } from '../process/listening.ts';
import { PitwallError } from '../util/errors.ts';

/** What to do about a port that is taken: the harness chose it. */
export const PICK_AGAIN = 'Run the same command again: it picks another port';

/**
 * Throws a PitwallError that names the holder of a taken port, because the load would measure that process.
 */
export async function requireFreePort(host: string, port: number, where: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  const holder = holderOf(port);
  throw new PitwallError({
    what: `Port ${port} is taken`,
    where,
    expected: `no listener on ${host}:${port}`,
    seen: holder ? `process ${holder.pid}: ${holder.command}` : 'a listener of another user',
    next: PICK_AGAIN,
  });
}

/** Checks a port of another host, whose processes are not visible from here. */
export async function requireSilentPort(host: string, port: number, where: string): Promise<void> {
  if (!(await isAnswered(port, host))) return;
  throw new PitwallError({
    what: `Port ${port} is taken`,
    where,
    expected: `no listener on ${host}:${port}`,
    seen: 'a listener that accepts connections',
    next: PICK_AGAIN,
  });
}
