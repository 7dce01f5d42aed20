import type { SocketLimits } from '../machine/socket-limits.ts';
import type { LoadShape } from '../model/index.ts';
import { OPEN_FILES } from '../process/tree/wrapped-command.ts';
import { PitwallError } from '../util/errors.ts';
import { describeLoadShape } from '../words/index.ts';

/** Files that a server or a loader has open besides its connections: libraries, logs, a pool, event queues. */
const SPARE_FILES = 512;
/** Ports that other connections may hold: databases, probes, other programs of the machine. */
const SPARE_PORTS = 1_024;

/** Returns why the machine cannot carry this load; `null` if it can. */
export function canHold(shape: LoadShape, limits: SocketLimits): PitwallError | null {
  const files = shape.connections + SPARE_FILES;
  if (limits.openFiles < files) {
    return refusal(shape, {
      what: 'The machine allows too few open files for the load',
      expected: `${files} open files for a process`,
      seen: `a hard limit of ${limits.openFiles}`,
      next: `Raise it in the shell that starts the harness: ulimit -n ${OPEN_FILES}`,
    });
  }
  const ports = shape.connections + SPARE_PORTS;
  if (limits.ports < ports) {
    return refusal(shape, {
      what: 'The machine has too few ports for the load',
      expected: `${ports} ports for outgoing connections`,
      seen: `${limits.ports} in net.ipv4.ip_local_port_range`,
      next: 'sudo sysctl -w net.ipv4.ip_local_port_range="16384 60999"',
    });
  }
  return shape.connection === 'close' && !limits.reusesPorts ? newConnections(shape, limits) : null;
}

/**
 * Without reuse, the side that closes a connection keeps its port for a minute: each request uses up a port.
 */
function newConnections(shape: LoadShape, { ports, waiting }: SocketLimits): PitwallError | null {
  const free = Math.max(0, ports - waiting - SPARE_PORTS);
  if ('requests' in shape && shape.requests <= free) return null;
  return refusal(shape, {
    what: 'The machine would run out of ports during the load',
    expected: 'ports that can be reused soon after their connection has ended (net.ipv4.tcp_tw_reuse)',
    seen: `tcp_tw_reuse = 0, and ${free} ports for a new connection for each request`,
    next: 'sudo sysctl -w net.ipv4.tcp_tw_reuse=2',
  });
}

function refusal(
  shape: LoadShape,
  parts: { what: string; expected: string; seen: string; next: string },
): PitwallError {
  return new PitwallError({ ...parts, where: describeLoadShape(shape) });
}
