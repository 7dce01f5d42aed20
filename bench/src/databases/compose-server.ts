import { type Service, startService } from '../hosts/compose.ts';
import { thisHost } from '../hosts/hosts.ts';
import type { SideNetwork } from '../hosts/side-network.ts';
import { freePort } from '../process/port.ts';
import { PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';
import type { DatabaseOptions } from './database.ts';
import { awaitReady, type Server } from './server.ts';

/** A database service of `compose.yaml`, which holds its settings. */
interface ComposeServer<Address> {
  title: string;
  service: string;
  urlVariable: string;
  /** Returns the address on a free port. */
  address(port: number, host: string): Address;
  /** Returns the same address at another host. */
  at(address: Address, host: string): Address;
  /** Returns the variables of `compose.yaml` besides port and processors. */
  variables(address: Address): Record<string, string>;
  /** Resolves when a connection works. */
  ask(address: Address): Promise<void>;
}

const STOP_SECONDS = 10;
const ANY_ADDRESS = '0.0.0.0';

export async function startComposeServer<Address>(
  { title, urlVariable, ...own }: ComposeServer<Address>,
  root: string,
  options: DatabaseOptions,
): Promise<Server<Address>> {
  const { network, host: { context, address: ownHost } = thisHost } = options;
  // In a network of its own, its address is not known before it starts.
  const host = network ? ANY_ADDRESS : ownHost;
  const port = await freePort();
  const listening = own.address(port, host);
  const service = await startService({
    root,
    service: own.service,
    port,
    variables: {
      PITWALL_ADDRESS: host,
      PITWALL_PORT: String(port),
      PITWALL_PROCESSORS: options.processors.join(','),
      ...own.variables(listening),
    },
    ...(network && { network: network.name }),
    context,
    signal: options.signal,
  });
  let address = listening;
  const stop = async (): Promise<void> => {
    await service.stop(STOP_SECONDS);
  };
  try {
    if (network) address = own.at(listening, addressIn(network, service, title));
    await awaitReady({
      title,
      where: `${service.address ?? host}:${port}`,
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
    stop,
  };
}

/** Returns the address of a database in its network, where its side's servers and this machine reach it. */
function addressIn(network: SideNetwork, { address, log }: Service, title: string): string {
  if (address !== null && network.holds(address)) return address;
  throw new PitwallError({
    what: `${title} did not join the network of its side`,
    where: network.name,
    expected: 'a private IPv4 address of that network',
    seen: address ?? `no address; last lines: ${tailOf(log(), 3)}`,
    next: `Inspect the network: docker network inspect ${network.name}`,
  });
}
