import { connect, createServer, type Server, type Socket } from 'node:net';
import { LOOPBACK } from '../hosts/hosts.ts';
import { freePort } from '../process/port.ts';
import type { Database } from './database.ts';

/**
 * A database behind a relay. Nobody can reach it until `letIn`: its address refuses connections, as that of one that is
 * not up.
 */
export interface LateDatabase {
  /** The database, with that address for the servers under test. The harness reaches it at its own. */
  database: Database;
  /** From now on the address leads to the database. Rejects if another process has taken it meanwhile. */
  letIn(): Promise<void>;
  /** Breaks all connections, as a restart or a failover does. New ones lead to the database as before. */
  cut(): void;
  close(): Promise<void>;
}

/** Returns `null` if servers do not reach the database by one TCP address: a socket file, or several hosts. */
export async function lateDatabase(database: Database): Promise<LateDatabase | null> {
  const behind = addressIn(database.environment);
  if (behind === null) return null;
  const port = await freePort();
  const open = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect(behind);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    database: { ...database, environment: { ...database.environment, ...behind.at(port) } },
    letIn: () => listening(relay, port),
    cut,
    async close() {
      if (!relay.listening) return;
      const closed = new Promise((resolve) => relay.close(resolve));
      cut();
      await closed;
    },
  };
}

interface Behind {
  host: string;
  port: number;
  /** The variables that say where the database is, for a port of this machine. */
  at(port: number): Record<string, string>;
}

function addressIn(environment: Database['environment']): Behind | null {
  const { PGHOST, PGPORT, MYSQL_HOST, MYSQL_PORT, MONGODB_URI } = environment;
  if (PGHOST !== undefined && PGPORT !== undefined)
    return byTcp(PGHOST, PGPORT, (port) => ({ PGHOST: LOOPBACK, PGPORT: String(port) }));
  if (MYSQL_HOST !== undefined && MYSQL_PORT !== undefined)
    return byTcp(MYSQL_HOST, MYSQL_PORT, (port) => ({ MYSQL_HOST: LOOPBACK, MYSQL_PORT: String(port) }));
  // `mongodb+srv:` names hosts in DNS, and a list of hosts is no URL.
  if (MONGODB_URI?.startsWith('mongodb://') && URL.canParse(MONGODB_URI)) {
    const { hostname, port } = new URL(MONGODB_URI);
    return byTcp(hostname, port || '27017', (late) => {
      const uri = new URL(MONGODB_URI);
      uri.host = `${LOOPBACK}:${late}`;
      return { MONGODB_URI: uri.href };
    });
  }
  return null;
}

function byTcp(host: string, port: string, at: Behind['at']): Behind | null {
  // libpq takes a path for the folder of a socket file.
  if (host === '' || host.startsWith('/')) return null;
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port), at };
}

function listening(relay: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    relay.once('error', reject);
    relay.listen(port, LOOPBACK, () => {
      relay.off('error', reject);
      resolve();
    });
  });
}
