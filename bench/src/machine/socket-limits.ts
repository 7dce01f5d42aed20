import { OPEN_FILES } from '../process/tree/wrapped-command.ts';
import { type MachineSource, thisMachine } from './machine.ts';

/** The kernel's limits of files and ports for one loader and one server. */
export interface SocketLimits {
  /** Open files of one process: the hard limit, or the limit to which a process tree may raise it. */
  openFiles: number;
  /** Local ports available for connections to one address and port. */
  ports: number;
  /** Whether a port can be reused within a minute after its connection has ended. */
  reusesPorts: boolean;
  /** Ended connections that still hold their port. */
  waiting: number;
}

const CAP_SYS_RESOURCE = 24n;
/** Linux's default, used if the kernel does not report the range. */
const DEFAULT_PORTS = '32768\t60999';

/** Reads the limits of this process, and of the network that it is in. */
export function socketLimits({ read }: Pick<MachineSource, 'read'> = thisMachine): SocketLimits {
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(read('/proc/self/limits') ?? '')?.[1] ?? 'unlimited';
  const files = hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
  const [low = 0, high = 0] = (read('/proc/sys/net/ipv4/ip_local_port_range') ?? DEFAULT_PORTS)
    .trim()
    .split(/\s+/)
    .map(Number);
  return {
    openFiles: mayRaise(read('/proc/self/status') ?? '') ? Math.max(files, OPEN_FILES) : files,
    ports: high - low + 1,
    // The value 2 means "for loopback", the default since Linux 4.19; loads stay on loopback.
    reusesPorts: read('/proc/sys/net/ipv4/tcp_tw_reuse')?.trim() !== '0',
    waiting: Number(/^TCP:.* tw (\d+)/m.exec(read('/proc/net/sockstat') ?? '')?.[1] ?? 0),
  };
}

function mayRaise(status: string): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0';
  return ((BigInt(`0x${effective}`) >> CAP_SYS_RESOURCE) & 1n) === 1n;
}
