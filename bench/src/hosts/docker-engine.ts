import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { get } from 'node:http';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Usage } from '../process/usage.ts';
import { messageOf, PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';
import { dockerCommand } from './docker.ts';

/**
 * Queries a Docker engine through its API, at the address of its context: a socket, TLS or ssh. The
 * connection is `docker system dial-stdio`, which Docker's command line itself uses over ssh.
 */

const ANSWER_MILLISECONDS = 20_000;
const MOST_BYTES = 1024 * 1024;
const LAST_WORDS_MILLISECONDS = 1_000;

/** Returns the JSON at `path`; throws a PitwallError if there is none. Each call opens a connection. */
export async function askEngine(context: string, path: string): Promise<unknown> {
  const command = dockerCommand(context, 'system', 'dial-stdio');
  const [program, ...words] = command as [string, ...string[]];
  // The program ends with its standard input, and thus with the harness, however that ends.
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const connection = connectionThrough(child);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      connection.once('error', reject);
      get(
        {
          path,
          headers: { Host: 'docker', Connection: 'close' },
          createConnection: () => connection,
          signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
            if (text.length > MOST_BYTES) response.destroy(new RangeError('the response is too long'));
          });
          response.once('error', reject);
          response.once('end', () => {
            if (response.statusCode !== 200)
              reject(new Error(`status ${response.statusCode}: ${text.trim()}`));
            else
              try {
                resolve(JSON.parse(text));
              } catch (error) {
                reject(error);
              }
          });
        },
      ).once('error', reject);
    });
  } catch (error) {
    // The reason is on standard error, and may come later.
    connection.destroy();
    await Promise.race([closed, delay(LAST_WORDS_MILLISECONDS)]);
    const words = said.join('').trim();
    throw new PitwallError({
      what: 'The Docker engine does not answer',
      where: `context ${context}: ${path}`,
      expected: 'JSON',
      seen: words === '' ? messageOf(error) : `${messageOf(error)}; ${tailOf(words, 2)}`,
      next: `Check the engine with: docker --context ${context} info`,
      cause: error,
    });
  } finally {
    connection.destroy();
    child.kill();
  }
}

/**
 * Combines both pipes of a program into one connection. A program may close its input as soon as it has
 * answered, while the answer is still on the way. `Duplex.from` would treat that as a broken connection and
 * drop the answer.
 */
function connectionThrough({ stdin, stdout }: ChildProcessByStdio<Writable, Readable, Readable>): Duplex {
  const connection = new Duplex({
    // Ignore failed writes: the missing answer is reported.
    write: (part, _encoding, done) => {
      if (stdin.writable) stdin.write(part, () => done());
      else done();
    },
    final: (done) => {
      stdin.end();
      done();
    },
    read: () => void stdout.resume(),
    destroy: (error, done) => {
      stdin.destroy();
      stdout.destroy();
      done(error);
    },
  });
  stdin.on('error', () => undefined);
  stdout.on('data', (part) => {
    if (!connection.push(part)) stdout.pause();
  });
  stdout.once('end', () => connection.push(null));
  stdout.once('error', (error) => connection.destroy(error));
  return connection;
}

const counter = z.number().nonnegative();
const statsSchema = z.object({
  /** A time in the year 1 if the container does not run. */
  read: z.string(),
  cpu_stats: z.object({
    cpu_usage: z.object({ total_usage: counter }),
    throttling_data: z.object({ throttled_time: counter }).optional(),
  }),
  memory_stats: z.object({ max_usage: counter.optional() }),
});

/**
 * Returns the usage of a running container as reported by its engine; `null` after it has ended. Only engines
 * on control groups of version 1 report the peak memory: see `peakMemoryOf`.
 */
export async function engineUsage(context: string, id: string): Promise<Usage | null> {
  const answer = await askEngine(context, `/containers/${id}/stats?stream=false&one-shot=true`);
  return usageIn(answer);
}

export function usageIn(answer: unknown): Usage | null {
  const { read, cpu_stats, memory_stats } = statsSchema.parse(answer);
  if (read.startsWith('0001-')) return null;
  return {
    cpuNanoseconds: cpu_stats.cpu_usage.total_usage,
    peakMemoryBytes: memory_stats.max_usage ?? null,
    throttledNanoseconds: cpu_stats.throttling_data?.throttled_time ?? null,
    source: 'engine',
  };
}
