import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { bootId, isAlive, readStat } from './proc.ts';

/** Allows one run per checkout: two at once would measure each other. */
interface Lock {
  release(): void;
}

const holderSchema = z.object({
  pid: z.number().int().positive(),
  /** Together with the boot, distinguishes this process from a later one with the same pid. */
  startTicks: z.number(),
  bootId: z.string(),
  since: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

/**
 * Takes the lock, or throws a PitwallError (exit code `locked`) that names its holder. Takes over a lock
 * whose holder is dead or from before a reboot.
 */
export async function acquireLock(path: string, now: () => Date = () => new Date()): Promise<Lock> {
  return withMutex(path, () => {
    const holder = readHolder(path);
    if (holder && isHeld(holder)) throw lockedError(path, holder);
    const own: Holder = {
      pid: process.pid,
      startTicks: readStat(process.pid)?.startTicks ?? 0,
      bootId: bootId(),
      since: now().toISOString(),
    };
    writeFileAtomic(path, `${JSON.stringify(own)}\n`);
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        const current = readHolder(path);
        if (current?.pid === own.pid && current.since === own.since) rmSync(path, { force: true });
      },
    };
  });
}

/** Returns the holder, or `null` if the file names none (a crash during a write, a stray file). */
function readHolder(path: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

function isHeld(holder: Holder): boolean {
  const stat = readStat(holder.pid);
  return holder.bootId === bootId() && isAlive(stat) && stat.startTicks === holder.startTicks;
}

function lockedError(path: string, holder: Holder): PitwallError {
  const own = holder.pid === process.pid;
  return new PitwallError({
    what: 'Another run is in progress in this checkout',
    where: path,
    expected: 'one run at a time: two would measure each other',
    seen: `${own ? 'this process itself' : `process ${holder.pid}`}, running since ${holder.since}`,
    next: own ? 'Wait until it is done' : `Wait until it is done, or stop it: kill -INT ${holder.pid}`,
    exitCode: exitCodes.locked,
  });
}

const MUTEX_TRIES = 500;
const MUTEX_WAIT_MILLISECONDS = 10;

/**
 * Runs `step` under a mutex: reading the file, judging its holder and writing it must be one step, or two
 * takeovers of the same dead lock could both succeed. The mutex is a socket in Linux's abstract namespace.
 * Only one process can hold it, and the kernel releases it when that process ends, so it cannot be left
 * behind itself.
 */
async function withMutex<T>(path: string, step: () => T): Promise<T> {
  const name = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 32);
  for (let attempt = 0; attempt < MUTEX_TRIES; attempt++) {
    const server = await listen(`\0pitwall-lock-${name}`);
    if (!server) {
      await delay(MUTEX_WAIT_MILLISECONDS);
      continue;
    }
    try {
      return step();
    } finally {
      server.close();
    }
  }
  throw new PitwallError({
    what: 'Cannot take the lock',
    where: path,
    expected: 'a moment in which no other process takes it',
    seen: `none in ${(MUTEX_TRIES * MUTEX_WAIT_MILLISECONDS) / 1_000} s`,
    next: 'Run the same command again',
    exitCode: exitCodes.locked,
  });
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolved, rejected) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolved(null);
      else rejected(error);
    });
    server.listen(address, () => resolved(server));
  });
}
