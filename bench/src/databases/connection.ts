import type { EventEmitter } from 'node:events';
import type { PitwallError } from '../util/errors.ts';

/** A connection of the harness to a database, in the terms of its driver. */
export interface Connection<Client> {
  client: Client;
  /** Whether it may be used again: a server may close a connection at any time. */
  isOpen(): boolean;
  /** Ends it in order. Never rejects. */
  end(): Promise<void>;
  /** Ends it after a failure, whatever is still under way. Never rejects. */
  destroy(): Promise<void>;
}

export interface Connector<Client> {
  /** Rejects with what the driver throws; nothing is open then. */
  open(): Promise<Connection<Client>>;
  /** Turns what the driver throws into an error with a next step. */
  errorOf(error: unknown): PitwallError;
}

/**
 * Returns whether a driver's connection is still open. One that is lost between two queries emits an event that, without
 * a handler, would end the harness.
 */
export function watchOpen(driver: EventEmitter): () => boolean {
  let isOpen = true;
  const lost = (): void => {
    isOpen = false;
  };
  driver.on('error', lost).on('end', lost);
  return () => isOpen;
}

/** Does `work` on a connection of its own. */
export async function withConnection<Client, T>(
  { open, errorOf }: Connector<Client>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    const connection = await open();
    const result = await workOn(connection, work);
    await connection.end();
    return result;
  } catch (error) {
    throw errorOf(error);
  }
}

async function workOn<Client, T>(
  { client, destroy }: Connection<Client>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    return await work(client);
  } catch (error) {
    await destroy();
    throw error;
  }
}

/**
 * Keeps one connection open between two uses. A row is changed in the middle of a load, where a handshake of the harness
 * takes time from the loader. A use that finds the connection taken opens another one.
 */
export class KeptConnection<Client> {
  readonly #connector: Connector<Client>;
  #idle: Connection<Client> | null = null;
  #isClosed = false;

  constructor(connector: Connector<Client>) {
    this.#connector = connector;
  }

  /** Does `work`. A connection on which it failed is not used again. */
  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    try {
      const connection = (await this.#takeIdle()) ?? (await this.#connector.open());
      const result = await workOn(connection, work);
      await this.#giveBack(connection);
      return result;
    } catch (error) {
      throw this.#connector.errorOf(error);
    }
  }

  /** Closes the connection; a later use opens one for itself. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#takeIdle())?.end();
  }

  async #takeIdle(): Promise<Connection<Client> | null> {
    const idle = this.#idle;
    this.#idle = null;
    if (idle === null || idle.isOpen()) return idle;
    await idle.destroy();
    return null;
  }

  async #giveBack(connection: Connection<Client>): Promise<void> {
    if (this.#isClosed || this.#idle) await connection.end();
    else this.#idle = connection;
  }
}
