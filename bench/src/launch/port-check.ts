import { PitwallError } from '../util/errors.ts';
import { holderOf, isPortFree } from '../util/listening.ts';

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
