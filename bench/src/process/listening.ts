import { connect, createServer } from 'node:net';
import { commandOf, listeners, processIds, readText, socketInodes, tcpSockets } from './proc.ts';

/** Whether a port is free. It listens for a moment, the only test that covers every way to occupy a port. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

const ANSWER_MILLISECONDS = 2_000;

/** Whether the port accepts a connection: the only test that works for another host. */
export function isAnswered(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const done = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(ANSWER_MILLISECONDS, () => done(false));
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

interface PortHolder {
  pid: number;
  command: string;
}

/** Returns the process that listens on a port; `null` if there is none or its descriptors are unreadable. */
export function holderOf(port: number): PortHolder | null {
  const inodes = inodesOf(port);
  if (inodes.length === 0) return null;
  const pid = processIds().find((candidate) => holdsAny(candidate, inodes));
  return pid === undefined ? null : { pid, command: commandOf(pid) };
}

/** Whether one of these processes of one network namespace listens on the port; `null` if unknown. */
export function listensOn(port: number, pids: readonly number[]): boolean | null {
  const inodes = inodesOf(port, pids);
  if (pids.some((pid) => holdsAny(pid, inodes))) return true;
  return pids.some((pid) => socketInodes(pid) === null) ? null : false;
}

/** Returns the ports that these processes of one network namespace listen on. */
export function portsOf(pids: readonly number[]): number[] {
  const held = new Set(pids.flatMap((pid) => [...(socketInodes(pid) ?? [])]));
  return [...new Set(listenersNear(pids).flatMap(({ inode, port }) => (held.has(inode) ? [port] : [])))];
}

/**
 * Returns the addresses that these processes of one network namespace listen on, such as `127.0.0.1:8080`, each once;
 * `null` if there is no process, or the descriptors of one cannot be read.
 */
export function addressesOf(pids: readonly number[]): string[] | null {
  const inodes = pids.map(socketInodes);
  if (inodes.length === 0 || inodes.includes(null)) return null;
  const held = new Set(inodes.flatMap((own) => [...(own ?? [])]));
  const own = listenersNear(pids).filter(({ inode }) => held.has(inode));
  return [...new Set(own.map(({ host, port }) => `${host}:${port}`))];
}

function inodesOf(port: number, pids: readonly number[] = []): string[] {
  return listenersNear(pids).flatMap((listener) => (listener.port === port ? [listener.inode] : []));
}

/** Returns the listeners of the network namespace of these processes, some of which may have ended. */
function listenersNear(pids: readonly number[]): ReturnType<typeof listeners> {
  return listeners(pids.find((pid) => readText(`/proc/${pid}/net/tcp`) !== null));
}

function holdsAny(pid: number, inodes: readonly string[]): boolean {
  const held = socketInodes(pid);
  return held !== null && inodes.some((inode) => held.has(inode));
}

/**
 * Counts the TCP sockets of this network namespace, those included that wait for an answer to open, without those that
 * are closed and linger. The kernel keeps the sum, so it takes a hundredth of the time of `connectionsOfOthers`.
 */
export function tcpSocketsInUse(): number {
  const texts = ['/proc/net/sockstat', '/proc/net/sockstat6'].map((path) => readText(path) ?? '');
  return socketsInUse(texts.join('\n'));
}

/** Returns the sum of the TCP sockets in files like `/proc/net/sockstat` and `/proc/net/sockstat6`. */
export function socketsInUse(text: string): number {
  const counts = [...text.matchAll(/^TCP6?: inuse (\d+)/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

const ESTABLISHED = '01';

/**
 * Counts the connections to these ports that programs in this network namespace hold as clients, except this
 * process's own.
 */
export function connectionsOfOthers(ports: readonly number[]): number {
  const own = socketInodes(process.pid) ?? new Set();
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readText(path) ?? '');
  return tables.flatMap(parseConnections).filter(({ port, inode }) => ports.includes(port) && !own.has(inode))
    .length;
}

/** Returns the remote ports and inodes of the connections in a file like `/proc/net/tcp`. */
export function parseConnections(text: string): { port: number; inode: string }[] {
  return tcpSockets(text, ESTABLISHED).map(({ remotePort, inode }) => ({ port: remotePort, inode }));
}
