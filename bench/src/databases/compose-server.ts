import { startService } from '../hosts/compose.ts';
import { thisHost } from '../hosts/hosts.ts';
import { freePort } from '../process/port.ts';
import type { DatabaseOptions } from './database.ts';
import { awaitReady, type Server } from './database-server.ts';

/** A database service of `compose.yaml`, which holds its settings. */
interface ComposeServer<Address> {
  title: string;
  service: string;
  urlVariable: string;
  /** Returns the address on a free port. */
  address(port: number, host: string): Address;
  /** Returns the variables of `compose.yaml` besides port and processors. */
  variables(address: Address): Record<string, string>;
  /** Resolves when a connection works. */
  ask(address: Address): Promise<void>;
}

const STOP_SECONDS = 10;

/** Starts the service on a free port. Throws a PitwallError if it ends, or if no connection works in time. */
export async function startComposeServer<Address>(
  { title, urlVariable, ...own }: ComposeServer<Address>,
  root: string,
  options: DatabaseOptions,
): Promise<Server<Address>> {
  const { network, host: { context, address: host } = thisHost } = options;
  const port = await freePort();
  const address = own.address(port, host);
  const service = await startService({
    root,
    service: own.service,
    port,
    variables: {
      PITWALL_ADDRESS: host,
      PITWALL_PORT: String(port),
      PITWALL_PROCESSORS: options.processors.join(','),
      ...own.variables(address),
    },
    ...(network && { network }),
    context,
    signal: options.signal,
  });
  const stop = async (): Promise<void> => {
    await service.stop(STOP_SECONDS);
  };
  try {
    await awaitReady({
      title,
      where: `${host}:${port}`,
      urlVariable,
      ask: () => own.ask(address),
      hasEnded: () => service.ended() !== null,
      log: service.log,
      signal: options.signal,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    provider: 'compose',
    address,
    remedy: 'Run the same command again: it starts a fresh container',
    usage: service.usage,
    ...(network && { countClients: (ports) => network.countClients(ports) }),
    stop,
  };
}
