import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/command.ts';
import { freePort } from '../process/port.ts';
import { startTree } from '../process/tree/process-tree.ts';
import { systemPath } from '../process/which.ts';
import { PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';
import { type Account, unprivilegedAccount } from './account.ts';
import type { DatabaseOptions, DatabaseProvider } from './database.ts';
import { awaitReady, type Server } from './database-server.ts';
import { makeScratch } from './scratch.ts';

/** How to start a server for one run, on a free port of 127.0.0.1, with its data in a temporary folder. */
interface OwnServer<Address> {
  title: string;
  provider: DatabaseProvider;
  urlVariable: string;
  /** Users to run as if the harness is root and the server refuses to run as root. */
  accounts?: readonly string[];
  /** Creates the data and returns how to start a server on it. */
  prepare(place: Place): Promise<Prepared<Address>>;
  /** Resolves when a connection works. */
  ask(address: Address): Promise<void>;
  /** Runs once after the first connection. */
  begin?(address: Address): Promise<void>;
}

interface Place {
  port: number;
  account: Account | null;
  /** The harness's folder; the account may only traverse it. */
  scratch: string;
  /** The account's own folder. */
  home: string;
  /** Writes a file that only the account can read, and returns its path. */
  write(name: string, text: string): string;
  /** Runs a command as the account. Throws a PitwallError with `what` if it fails. */
  run(command: readonly string[], what: string): Promise<void>;
}

interface Prepared<Address> {
  command: readonly string[];
  address: Address;
  cwd?: string;
  stopSignal?: NodeJS.Signals;
  dispose?(): void;
}

const PREPARE_SECONDS = 120;
const STOP_MILLISECONDS = 10_000;

/** Starts the server. Stopping it also removes its data. */
export async function startOwnServer<Address>(
  own: OwnServer<Address>,
  options: DatabaseOptions,
): Promise<Server<Address>> {
  const account = own.accounts ? unprivilegedAccount(own.accounts) : null;
  const scratch = makeScratch();
  try {
    const place = placeIn(scratch.folder, account, await freePort(), own, options);
    const prepared = await own.prepare(place);
    return await run(own, prepared, place, options, () => {
      prepared.dispose?.();
      scratch.remove();
    });
  } catch (error) {
    scratch.remove();
    throw error;
  }
}

function placeIn(
  scratch: string,
  account: Account | null,
  port: number,
  own: Pick<OwnServer<never>, 'urlVariable'>,
  options: DatabaseOptions,
): Place {
  const home = mkdtempSync(join(scratch, 'data-'));
  const give = (path: string): void => {
    if (account) chownSync(path, account.uid, account.gid);
  };
  give(home);
  return {
    port,
    account,
    scratch,
    home,
    write(name, text) {
      const path = join(home, name);
      writeFileSync(path, text, { mode: 0o600 });
      give(path);
      return path;
    },
    async run(command, what) {
      const result = await runCommand(command, {
        cwd: home,
        environment: environmentIn(home),
        timeoutSeconds: PREPARE_SECONDS,
        signal: options.signal,
        ...(account ?? {}),
      });
      if (result.exitCode === 0) return;
      const ending = result.timedOut ? 'timed out' : `exit code ${result.exitCode}`;
      throw new PitwallError({
        what,
        where: command.join(' '),
        expected: 'exit code 0',
        seen: `${ending}; last lines: ${tailOf(`${result.stdout}\n${result.stderr}`)}`,
        next: `Set ${own.urlVariable} to a server of your own, or reinstall the server's package`,
      });
    },
  };
}

async function run<Address>(
  own: OwnServer<Address>,
  prepared: Prepared<Address>,
  { home, port, account }: Place,
  options: DatabaseOptions,
  clean: () => void,
): Promise<Server<Address>> {
  const { title, provider, urlVariable } = own;
  const { address, stopSignal } = prepared;
  const tree = startTree({
    command: prepared.command,
    cwd: prepared.cwd ?? home,
    environment: environmentIn(home),
    processors: options.processors,
    label: title,
    ...(stopSignal ? { stopSignal } : {}),
    ...(options.onLine ? { onLine: options.onLine } : {}),
    ...(account ?? {}),
  });
  let ended = false;
  void tree.exited.then(() => {
    ended = true;
  });
  const stop = async (): Promise<void> => {
    await tree.stop(STOP_MILLISECONDS);
    clean();
  };
  try {
    await awaitReady({
      title,
      where: `127.0.0.1:${port}`,
      urlVariable,
      ask: () => own.ask(address),
      hasEnded: () => ended,
      log: () => tree.log(),
      signal: options.signal,
    });
    await own.begin?.(address);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    provider,
    address,
    remedy: `Run the same command again: it starts a fresh ${title}`,
    usage: async () => tree.usage(),
    stop,
  };
}

function environmentIn(home: string): Record<string, string> {
  return { PATH: systemPath(), HOME: home, LANG: 'C', TZ: 'UTC' };
}
