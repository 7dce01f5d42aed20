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
 * A Docker engine asked by its own interface, wherever its context says that it is: a socket, TLS or ssh.
 * `docker system dial-stdio` is the way in that Docker's command line itself takes over ssh.
 */

const ANSWER_MILLISECONDS = 20_000;
const MOST_BYTES = 1024 * 1024;
const LAST_WORDS_MILLISECONDS = 1_000;

/** The JSON at `path`; throws a PitwallError where the engine gives none. One connection a question. */
export async function askEngine(context: string, path: string): Promise<unknown> {
  const command = dockerCommand(context, 'system', 'dial-stdio');
  const [program, ...words] = command as [string, ...string[]];
  // It ends with its standard input, hence with the harness, however that ends.
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
            if (text.length > MOST_BYTES) response.destroy(new RangeError('too long an answer'));
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
    // Why there was no answer comes by the other output, and may come later.
    connection.destroy();
    await Promise.race([closed, delay(LAST_WORDS_MILLISECONDS)]);
    const words = said.join('').trim();
    throw new PitwallError({
      what: 'The Docker engine gives no answer',
      where: `context ${context}: ${path}`,
      expected: 'JSON',
      seen: words === '' ? messageOf(error) : `${messageOf(error)}; ${tailOf(words, 2)}`,
      next: `docker --context ${context} info shows whether the engine is well`,
      cause: error,
    });
  } finally {
    connection.destroy();
    child.kill();
  }
}

/**
 * Both pipes of a program as one connection. A program that has answered may close its input at once, while its answer
 * is still on the way: `Duplex.from` takes that for a connection cut off and drops the answer, so it is not used here.
 */
function connectionThrough({ stdin, stdout }: ChildProcessByStdio<Writable, Readable, Readable>): Duplex {
  const connection = new Duplex({
    // What cannot be written goes unanswered, and that is told.
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
  /** The year 1 for a container that does not run. */
  read: z.string(),
  cpu_stats: z.object({
    cpu_usage: z.object({ total_usage: counter }),
    throttling_data: z.object({ throttled_time: counter }).optional(),
  }),
  memory_stats: z.object({ max_usage: counter.optional() }),
});

/**
 * What a running container has used, by the accounts of its engine; `null` once it has ended. The highest memory so
 * far is told by engines on control groups of version 1 alone: see `peakMemoryOf`.
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
