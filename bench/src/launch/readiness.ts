import { HEALTH_PATH } from '../model/index.ts';
import { holderOf, listensOn, portsOf } from '../process/listening.ts';
import { commandOf } from '../process/proc.ts';
import { describeEnd, type ProcessEnd } from '../process/process-end.ts';
import { PitwallError } from '../util/errors.ts';
import { crashOf } from '../util/lines.ts';
import { awaitHealth, describeHealth, isHealthy, NO_LISTENER } from './health.ts';
import { PICK_AGAIN } from './port-check.ts';

const READ_ADDRESS = 'Have the server read HOST and PORT: targets/CONTRACT.md lists the variables';

/** What readiness needs to know about a server, whichever launcher started it. */
interface Starting {
  /** `go/gin`, for messages. */
  name: string;
  where: string;
  /** The command that starts it as the harness did, for a person to type. */
  byHand: string;
  host: string;
  port: number;
  healthySeconds: number;
  signal: AbortSignal;
  /** How it exited, once it has. */
  ended(): ProcessEnd | null;
  /** Pids of the server's processes; empty if they are not visible. */
  members(): readonly number[];
  log(): string;
}

/**
 * Waits until `/healthz` answers 200, and makes sure that this server answers. Throws a PitwallError that
 * distinguishes the ways to fail.
 */
export async function requireHealthy(server: Starting): Promise<void> {
  const { host, port, signal } = server;
  const health = await awaitHealth(host, port, {
    seconds: server.healthySeconds,
    over: () => server.ended() !== null || signal.aborted,
  });
  signal.throwIfAborted();

  const ended = server.ended();
  if (ended) {
    const [left] = ended.exitCode === 0 ? server.members() : [];
    // By hand such a server works, and nothing would tell it from one that was stopped.
    if (left !== undefined) {
      throw failure(server, {
        what: `${server.name} went into the background`,
        expected: 'a main process that runs until it is stopped',
        seen: `exit code 0, and process ${left}, which goes on: ${commandOf(left)}`,
        next: 'Have it stay in the foreground: nginx takes `daemon off`, PHP-FPM --nodaemonize',
      });
    }
    throw failure(server, {
      what: `${server.name} exited before it could serve`,
      expected: `200 from ${HEALTH_PATH} on port ${port}`,
      seen: `${describeEnd(ended)}; it wrote: ${crashOf(server.log())}`,
      next: `Start it by hand: ${server.byHand}`,
    });
  }

  const members = server.members();
  const own = members.length === 0 ? null : listensOn(port, members);
  if (isHealthy(health) && own !== false) return;
  const elsewhere = portsOf(members).filter((other) => other !== port);
  if (elsewhere.length > 0 && own === false) {
    throw failure(server, {
      what: `${server.name} listens on the wrong port`,
      expected: `a listener on ${host}:${port}, from the variables HOST and PORT`,
      seen: `a listener on port ${elsewhere.join(', ')}`,
      next: READ_ADDRESS,
    });
  }
  // It listens on the port, and nothing does at the address: on ::1 for `localhost`, for one.
  if (own && describeHealth(health) === NO_LISTENER) {
    throw failure(server, {
      what: `${server.name} listens on the wrong address`,
      expected: `a listener on ${host}:${port}, from the variables HOST and PORT`,
      seen: `a listener on port ${port}, but not of ${host}`,
      next: READ_ADDRESS,
    });
  }
  if (isHealthy(health)) {
    const holder = holderOf(port);
    throw failure(server, {
      what: `Another process answers on ${server.name}'s port`,
      expected: `the server itself on ${host}:${port}`,
      seen: holder ? `process ${holder.pid}: ${holder.command}` : 'a process outside the server’s tree',
      next: PICK_AGAIN,
    });
  }
  throw failure(server, {
    what: `${server.name} did not become healthy`,
    expected: `200 from ${HEALTH_PATH} within ${server.healthySeconds} s`,
    seen: `${describeHealth(health)}; it wrote: ${crashOf(server.log())}`,
    next: `Start it by hand (${server.byHand}) and ask: curl -i http://${host}:${port}${HEALTH_PATH}`,
  });
}

function failure(
  server: Starting,
  parts: { what: string; expected: string; seen: string; next: string },
): PitwallError {
  return new PitwallError({ ...parts, where: server.where });
}
