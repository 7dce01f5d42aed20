import { holderOf, isAnswered, isPortFree } from '../process/listening.ts';
import { PitwallError } from '../util/errors.ts';

/** A port that is taken would have the load measure somebody else. Throws a PitwallError that says who. */
export async function requireFreePort(host: string, port: number, where: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  const holder = holderOf(port);
  throw new PitwallError({
    what: `Port ${port} is taken`,
    where,
    expected: `nobody listening on ${host}:${port}`,
    seen: holder ? `process ${holder.pid}: ${holder.command}` : 'a listener of another user',
    next: holder ? `Stop it (kill ${holder.pid}) or choose another port` : 'Stop it or choose another port',
  });
}

/** The same of a port of another host, whose processes cannot be seen from here. */
export async function requireSilentPort(host: string, port: number, where: string): Promise<void> {
  if (!(await isAnswered(port, host))) return;
  throw new PitwallError({
    what: `Port ${port} is taken`,
    where,
    expected: `nobody listening on ${host}:${port}`,
    seen: 'somebody who takes connections there',
    next: 'Run the same command again: it takes another port',
  });
}
