import type { Socket } from 'node:net';
import type { SocketLimits } from '../../machine/socket-limits.ts';
import type { CommandOptions, CommandResult } from '../../process/command.ts';
import type { ErrorParts } from '../../util/errors.ts';

/**
 * The protocol between the harness and its agent in a network namespace. It runs on a Unix socket, which network
 * namespaces do not confine. Each connection begins with one question, a line of JSON.
 */
export type Question =
  /** The answer is one byte, `CONNECTED`, and then the connection itself; nothing if the port has no listener. */
  | { ask: 'connect'; port: number }
  /** The harness ends its half of the connection to abort the command. */
  | { ask: 'run'; command: readonly string[]; options: InsideOptions }
  | { ask: 'limits' }
  /** Connections of programs in the namespace to these ports, except the agent's. */
  | { ask: 'clients'; ports: readonly number[] };

/** The options of a command that a question can carry. */
export type InsideOptions = Pick<
  CommandOptions,
  'cwd' | 'environment' | 'processors' | 'timeoutSeconds' | 'interruptAfterSeconds'
>;

/** One line of JSON, with which the agent ends the connection. */
export type AgentAnswer =
  | { ran: CommandResult }
  | { limits: SocketLimits }
  | { clients: number }
  | { error: ErrorParts }
  | { fault: string };

export const CONNECTED = '+';
/** What the agent writes to its standard output as soon as it listens. */
export const READY = 'ready';

/** Passes on everything both ways, the end of each half included. An error of one ends both. */
export function joinSockets(one: Socket, other: Socket): void {
  one.pipe(other);
  other.pipe(one);
  const destroyBoth = (): void => {
    one.destroy();
    other.destroy();
  };
  for (const socket of [one, other]) socket.on('error', destroyBoth).on('close', () => closeLate(one, other));
}

/** A pipe does not pass on that its target has gone: a client that left must not keep the server's connection. */
function closeLate(one: Socket, other: Socket): void {
  if (one.destroyed && other.destroyed) return;
  for (const socket of [one, other]) if (!socket.destroyed) socket.end(() => socket.destroy());
}
