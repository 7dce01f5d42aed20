import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SocketLimits } from '../../machine/socket-limits.ts';
import type { CommandResult } from '../../process/command.ts';
import { messageOf, PitwallError } from '../../util/errors.ts';
import { LOOPBACK } from '../hosts.ts';
import { type AgentAnswer, CONNECTED, type InsideOptions, joinSockets, type Question } from './protocol.ts';

/** Reaches into a network namespace through the agent of the harness that listens on a Unix socket. */
export class NamespaceClient {
  readonly #name: string;
  readonly #path: string;

  /** @param name names the namespace in error messages */
  constructor(name: string, path: string) {
    this.#name = name;
    this.#path = path;
  }

  /** Runs a command in the namespace, as `runCommand` runs it here. */
  async run(
    command: readonly string[],
    { signal, ...options }: InsideOptions & { signal?: AbortSignal },
  ): Promise<CommandResult> {
    signal?.throwIfAborted();
    const answer = await this.#ask({ ask: 'run', command, options }, signal);
    if ('ran' in answer) return answer.ran;
    throw this.#unexpected(answer);
  }

  /** Returns the limits of sockets in the namespace, whose settings are not those of the host. */
  async limits(): Promise<SocketLimits> {
    const answer = await this.#ask({ ask: 'limits' });
    if ('limits' in answer) return answer.limits;
    throw this.#unexpected(answer);
  }

  /** Counts the connections to these ports of programs in the namespace, except the harness's own. */
  async countClients(ports: readonly number[]): Promise<number> {
    const answer = await this.#ask({ ask: 'clients', ports });
    if ('clients' in answer) return answer.clients;
    throw this.#unexpected(answer);
  }

  /**
   * Makes a port of the namespace's loopback reachable on the same port of this machine's, for everything but
   * loads. Returns what ends that.
   */
  async expose(port: number): Promise<() => void> {
    const clients = new Set<Socket>();
    const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (client) => {
      clients.add(client);
      client.once('close', () => clients.delete(client));
      this.#relay(client, port);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host: LOOPBACK, port, exclusive: true }, resolve);
    }).catch((error: unknown) => {
      throw new PitwallError({
        what: `Port ${port} is taken`,
        where: this.#name,
        expected: `no listener on ${LOOPBACK}:${port} of this machine`,
        seen: messageOf(error),
        next: 'Run the same command again: it picks another port',
      });
    });
    // It waits for the harness's own requests, so it is no reason to wait for more of them.
    server.unref();
    return () => {
      server.close();
      for (const client of clients) client.destroy();
    };
  }

  #relay(client: Socket, port: number): void {
    const way = this.#open({ ask: 'connect', port });
    const refuse = (): void => {
      way.destroy();
      // The nearest to what a client sees on a port without a listener.
      client.resetAndDestroy();
    };
    client.once('error', () => way.destroy());
    way.once('error', refuse).once('end', refuse);
    way.once('readable', () => {
      const byte = way.read(1) as Buffer | null;
      if (byte?.toString() !== CONNECTED) return refuse();
      way.off('error', refuse).off('end', refuse);
      if (client.destroyed) return void way.destroy();
      joinSockets(client, way);
    });
  }

  #open(question: Question): Socket {
    const socket = connect({ path: this.#path, allowHalfOpen: true });
    socket.write(`${JSON.stringify(question)}\n`);
    return socket;
  }

  async #ask(question: Question, signal?: AbortSignal): Promise<AgentAnswer> {
    const socket = this.#open(question);
    // The agent answers once nothing of the command is left.
    const abort = (): void => void socket.end();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const said = await text(socket);
      signal?.throwIfAborted();
      return JSON.parse(said) as AgentAnswer;
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#unexpected({ fault: messageOf(error) });
    } finally {
      signal?.removeEventListener('abort', abort);
      socket.destroy();
    }
  }

  #unexpected(answer: AgentAnswer): Error {
    if ('error' in answer) return new PitwallError(answer.error);
    return new PitwallError({
      what: 'The harness has lost its program in the network of a side',
      where: this.#name,
      expected: 'an answer',
      seen: 'fault' in answer ? answer.fault : JSON.stringify(answer).slice(0, 200),
      next: 'See whether its container runs, and why not: docker ps --all --filter label=pitwall.harness',
    });
  }
}
