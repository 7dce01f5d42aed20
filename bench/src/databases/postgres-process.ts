import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../util/command.ts';
import { PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';
import { freePort } from '../util/port.ts';
import { harnessName, isHarnessAlive } from '../util/proc.ts';
import { startTree, stopAllTrees } from '../util/process-tree.ts';
import type { DatabaseOptions } from './database.ts';
import type { PostgresServer } from './postgres.ts';
import type { Binaries } from './postgres-binaries.ts';
import { type PostgresAddress, withClient } from './postgres-client.ts';

/** PostgreSQL refuses to run as root: then it runs as `postgres` if the machine has that user, else as nobody. */
export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

export function unprivilegedAccount(passwd = readPasswd()): Account | null {
  if (process.getuid?.() !== 0) return null;
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith('postgres:'))
    ?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : NOBODY;
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}

/**
 * What differs from PostgreSQL's own defaults, and why. Durability (fsync, synchronous_commit) stays on: a
 * benchmark of a database that may lose data says little about one that may not.
 */
function settings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // TCP only: no socket file in a folder whose path may be too long for one.
    unix_socket_directories: '',
    // Any target's pool of 16, many times over.
    max_connections: '200',
    // Eleven rows need no vacuum, and one that starts in mid-load is noise. The harness analyses after seeding.
    autovacuum: 'off',
    // Parallel plans cannot help here and would blur which processor did what.
    max_parallel_workers_per_gather: '0',
    track_counts: 'on',
  };
}

const INITDB_SECONDS = 120;
const READY_SECONDS = 60;
const POLL_MILLISECONDS = 50;
const STOP_MILLISECONDS = 10_000;
const USER = 'pitwall';

/** A server of our own with data in a temporary folder, gone without trace when it stops. */
export async function startPostgres(
  provider: 'path' | 'embedded',
  prepare: (scratch: string, account: Account | null) => Binaries,
  options: DatabaseOptions,
): Promise<PostgresServer> {
  const account = unprivilegedAccount();
  sweepFolders();
  const scratch = mkdtempSync(join(tmpdir(), `${FOLDER}${harnessName()}-`));
  // Others may pass through to what is theirs, and list nothing.
  chmodSync(scratch, 0o711);
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  // At an exit without a stop the server goes first: it would go on writing into what is removed.
  const atExit = (): void => {
    stopAllTrees();
    remove();
  };
  process.once('exit', atExit);
  const clean = (): void => {
    process.removeListener('exit', atExit);
    remove();
  };
  try {
    const binaries = prepare(scratch, account);
    const address: PostgresAddress = {
      host: '127.0.0.1',
      port: await freePort(),
      user: USER,
      password: randomBytes(12).toString('hex'),
      database: USER,
    };
    const data = await createCluster(binaries, scratch, account, address, options);
    return await runServer(provider, binaries, data, account, address, options, clean);
  } catch (error) {
    clean();
    throw error;
  }
}

const FOLDER = 'pitwall-postgres-';

/** Removes the data of harnesses that died without warning. */
function sweepFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const harness = /^pitwall-postgres-(\d+-\d+)-/.exec(name)?.[1];
    if (harness === undefined || isHarnessAlive(harness)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's: theirs to remove.
    }
  }
}

async function createCluster(
  binaries: Binaries,
  scratch: string,
  account: Account | null,
  address: PostgresAddress,
  options: DatabaseOptions,
): Promise<string> {
  const home = mkdtempSync(join(scratch, 'data-'));
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, address.password, { mode: 0o600 });
  for (const path of account ? [home, passwordFile] : [])
    chownSync(path, account?.uid ?? 0, account?.gid ?? 0);
  const data = join(home, 'cluster');
  const command = [
    join(binaries.folder, 'initdb'),
    ...['-D', data, '-U', USER, '-A', 'scram-sha-256', '--pwfile', passwordFile],
    ...['-E', 'UTF8', '--no-locale', '--no-sync'],
  ];
  const result = await runCommand(command, {
    cwd: home,
    environment: databaseEnvironment(home),
    timeoutSeconds: INITDB_SECONDS,
    signal: options.signal,
    label: 'initdb',
    ...(account ?? {}),
  });
  rmSync(passwordFile, { force: true });
  if (result.exitCode === 0) return data;
  throw new PitwallError({
    what: 'PostgreSQL cannot make its data folder',
    where: command.join(' '),
    expected: 'exit code 0 from initdb',
    seen: `${result.timedOut ? 'no end in time' : `exit code ${result.exitCode}`}; last lines: ${tailOf(`${result.stdout}\n${result.stderr}`)}`,
    next: 'Set PITWALL_POSTGRES_URL to a server of your own, or apt-get install postgresql',
  });
}

async function runServer(
  provider: 'path' | 'embedded',
  binaries: Binaries,
  data: string,
  account: Account | null,
  address: PostgresAddress,
  options: DatabaseOptions,
  clean: () => void,
): Promise<PostgresServer> {
  const command = [
    join(binaries.folder, 'postgres'),
    '-D',
    data,
    ...Object.entries(settings(address.port)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const tree = startTree({
    command,
    cwd: data,
    environment: databaseEnvironment(data),
    processors: options.processors,
    label: 'PostgreSQL',
    // "Fast": ends connections instead of waiting for their clients.
    stopSignal: 'SIGINT',
    ...(options.onLine ? { onLine: options.onLine } : {}),
    ...(account ?? {}),
  });
  let ended = false;
  void tree.exited.then(() => {
    ended = true;
  });
  const stop = async (): Promise<void> => {
    await tree.stop(STOP_MILLISECONDS);
    binaries.dispose();
    clean();
  };
  try {
    await awaitReady(
      address,
      () => ended,
      () => tree.log(),
      options.signal,
    );
    await withClient({ ...address, database: 'postgres' }, 'Run the same command again', (client) =>
      client.query(`create database ${address.database}`),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    provider,
    address,
    remedy: 'Run the same command again: it starts a fresh PostgreSQL',
    usage: async () => tree.usage(),
    stop,
  };
}

/** Also for providers whose server starts elsewhere: asks until a connection works. */
export async function awaitReady(
  address: PostgresAddress,
  hasEnded: () => boolean,
  log: () => string,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + READY_SECONDS * 1_000;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await withClient({ ...address, database: 'postgres' }, '', async () => {});
    } catch (error) {
      const late = performance.now() > until;
      if (!hasEnded() && !late) {
        await delay(POLL_MILLISECONDS);
        continue;
      }
      throw new PitwallError({
        what: late ? 'PostgreSQL did not become ready' : 'PostgreSQL ended while it started',
        where: `${address.host}:${address.port}`,
        expected: `a connection within ${READY_SECONDS} s`,
        seen: tailOf(log()),
        next: 'Set PITWALL_POSTGRES_URL to a server of your own, or run the same command again',
        cause: error,
      });
    }
  }
}

function databaseEnvironment(home: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, LANG: 'C', TZ: 'UTC' };
}
