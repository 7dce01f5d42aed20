import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { BlockList, isIPv4 } from 'node:net';
import { harnessName } from '../process/proc.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { removeAtExit, stopRemovingAtExit } from './compose.ts';
import { docker, HARNESS_LABEL, harnessLabel } from './docker.ts';
import { isPrivate } from './hosts.ts';

/**
 * The network of one side of a comparison. Its containers reach each other, and nothing else: not the other
 * side, not the host's loopback, not the local network, not the internet. It is an internal bridge of the
 * engine, whose default route leads nowhere, and without capabilities a container cannot add another.
 * Only this machine, which holds the bridge, reaches the containers from outside.
 */
export interface SideNetwork {
  name: string;
  /** Whether the IPv4 address belongs to a container of the network, and not to this machine. */
  holds(address: string): boolean;
  /** Removes the network. Its containers must be gone. */
  remove(): Promise<void>;
}

/** The interfaces of all side networks begin with this, so that one firewall rule can name them. */
const INTERFACE_PREFIX = 'pw-';
/** Set it if a side or a build comes from a stranger: sides then get networks of their own, and builds bounds. */
export const UNTRUSTED_VARIABLE = 'PITWALL_UNTRUSTED';
/** Where the kernel lists the interfaces of this machine. */
const INTERFACES = '/sys/class/net';

/**
 * Creates the network of a side on this machine's engine. Throws a PitwallError if the engine cannot, if it
 * runs on another machine, or if it chose addresses that may be somebody else's.
 */
export async function openSideNetwork(side: string, signal: AbortSignal): Promise<SideNetwork> {
  const name = `pitwall-${harnessName()}-${side}`;
  const bridge = `${INTERFACE_PREFIX}${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  const create = (...words: string[]) =>
    docker(
      [
        ...['network', 'create', '--internal', '--ipv6=false', '--driver', 'bridge'],
        ...['--label', `${HARNESS_LABEL}=${harnessLabel(null)}`],
        ...['--opt', `com.docker.network.bridge.name=${bridge}`, ...words, name],
      ],
      { what: `Cannot create the network of ${side}`, signal, timeoutSeconds: 60 },
    );
  const remove = async (): Promise<void> => {
    await docker(['network', 'rm', name], { what: `Cannot remove the network of ${side}` });
    stopRemovingAtExit(name);
  };
  removeAtExit(name);
  await create();
  try {
    const range = await rangeOf(name);
    // A bridge of an engine elsewhere would make this machine send the load to whoever has the address here.
    const here = existsSync(`${INTERFACES}/${bridge}`);
    const holds = here ? holderOfRange(range) : null;
    const nowhere = unusedGateway(range);
    if (holds === null || nowhere === null) throw notHere(name, here ? range : `no interface ${bridge}`);
    // Older engines give containers of an internal network a default route to the bridge, and by way of it they
    // reach every address of this machine. So the network is made again, with the same range, and a default
    // route to an address that nobody has.
    await remove();
    const [, subnet = '', gateway = ''] = /^(\S+) (\S+)/.exec(range) ?? [];
    removeAtExit(name);
    await create(
      ...['--subnet', subnet, '--gateway', gateway],
      ...['--aux-address', `DefaultGatewayIPv4=${nowhere}`],
    );
    return { name, holds, remove };
  } catch (error) {
    await remove().catch(() => {});
    throw error;
  }
}

async function rangeOf(name: string): Promise<string> {
  const format = '{{range .IPAM.Config}}{{.Subnet}} {{.Gateway}}{{"\\n"}}{{end}}';
  const { stdout } = await docker(['network', 'inspect', '--format', format, name], {
    what: 'Cannot inspect the network of a side',
  });
  return stdout.trim();
}

/** Returns the last address that a container of `172.18.0.0/16 172.18.0.1` could have; `null` if it is no range. */
export function unusedGateway(range: string): string | null {
  const [, subnet = '', prefix = ''] = /^(\S+)\/(\d+) \S+$/.exec(range) ?? [];
  if (!isPrivate(subnet)) return null;
  const first = subnet.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const last = first + 2 ** (32 - Number(prefix)) - 2;
  return [24, 16, 8, 0].map((bits) => Math.floor(last / 2 ** bits) % 256).join('.');
}

/**
 * Reads `172.18.0.0/16 172.18.0.1` and returns a check of whether an address is a container's; `null` unless
 * all ranges are private IPv4 networks.
 */
export function holderOfRange(text: string): ((address: string) => boolean) | null {
  const containers = new BlockList();
  const gateways = new Set<string>();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [, subnet = '', prefix = '', gateway = ''] = /^(\S+)\/(\d+) (\S+)\s*$/.exec(line) ?? [];
    if (!isPrivate(subnet) || Number(prefix) > 28 || !isIPv4(gateway)) return null;
    containers.addSubnet(subnet, Number(prefix));
    gateways.add(gateway);
  }
  if (gateways.size === 0) return null;
  return (address) => isPrivate(address) && containers.check(address) && !gateways.has(address);
}

function notHere(name: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'The sides of the comparison cannot be separated',
    where: `the network ${name}`,
    expected: 'a bridge of this machine with private IPv4 addresses',
    seen,
    next: `Use an engine of this machine that runs as root (unset DOCKER_HOST; docker context use default). If both sides are trusted: unset ${UNTRUSTED_VARIABLE}`,
    exitCode: exitCodes.missing,
  });
}
