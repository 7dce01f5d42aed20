import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import type { SharedData } from '../../../src/model/index.ts';
import type { Clock } from '../../../src/util/clock.ts';
import { systemClock } from '../../../src/util/clock.ts';
import type { FakeDatabase } from './fake-database.ts';
import { answer } from './right-answers.ts';

/**
 * A right server down to the bytes, written on sockets so that a wrong one can be wrong in any of them. A
 * behaviour changes one thing: what is answered, what goes on the wire, or how requests are counted.
 */
export interface Reply {
  status: number;
  headers: [name: string, value: string][];
  body: string | Buffer;
  framing: 'content-length' | 'chunked';
}

export interface Context {
  /** The scenario's route, or `other`. */
  route: 'plaintext' | 'json' | 'json-large' | 'error' | 'count' | 'assets' | 'menus' | 'healthz' | 'other';
  path: string;
  data: SharedData;
  database: FakeDatabase;
  clock: Clock;
  /** Requests so far, this one included. */
  count: number;
  /** Connections that are open now. */
  open: number;
  /** Seconds since the server's first request. */
  seconds: number;
  /** Lives as long as the connection, or as the server. */
  connectionMemory: Map<string, Reply>;
  serverMemory: Map<string, Reply>;
}

export interface Behaviour {
  /** Runs instead of the right answer; `right` gives it. */
  reply?(context: Context, right: () => Promise<Reply>): Promise<Reply> | Reply;
  /** Changes the finished bytes. */
  wire?(bytes: Buffer, context: Context): Buffer;
  /** Waits before the response is written. */
  delay?(context: Context): Promise<void>;
  /** Adds a request to the count. */
  count?(state: { count: number }, context: Context): Promise<void> | void;
  closes?: boolean;
}

export interface TestServer {
  origin: string;
  close(): Promise<void>;
}

export async function startServer(
  behaviour: Behaviour,
  { data, database, clock = systemClock }: { data: SharedData; database: FakeDatabase; clock?: Clock },
): Promise<TestServer> {
  const state = { count: 0 };
  const sockets = new Set<Socket>();
  const serverMemory = new Map<string, Reply>();
  let started: number | null = null;

  const handle = async (path: string, connectionMemory: Map<string, Reply>): Promise<Buffer> => {
    started ??= clock.elapsed();
    const context: Context = {
      route: routeOf(path),
      path,
      data,
      database,
      clock,
      count: 0,
      open: sockets.size,
      seconds: (clock.elapsed() - started) / 1000,
      connectionMemory,
      serverMemory,
    };
    if (behaviour.count) await behaviour.count(state, context);
    else state.count++;
    context.count = state.count;
    const right = (): Promise<Reply> => answer(context);
    const reply = behaviour.reply ? await behaviour.reply(context, right) : await right();
    await behaviour.delay?.(context);
    const bytes = serialise(reply);
    return behaviour.wire ? behaviour.wire(bytes, context) : bytes;
  };

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const memory = new Map<string, Reply>();
    let buffer = '';
    let queue: Promise<void> = Promise.resolve();
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      for (let end = buffer.indexOf('\r\n\r\n'); end >= 0; end = buffer.indexOf('\r\n\r\n')) {
        const path = buffer.split(' ')[1] ?? '/';
        buffer = buffer.slice(end + 4);
        queue = queue.then(async () => {
          const bytes = await handle(path, memory);
          if (socket.destroyed) return;
          socket.write(bytes);
          if (behaviour.closes) socket.end();
        });
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function routeOf(path: string): Context['route'] {
  const [first = '', second] = (path.split('?')[0] ?? '').slice(1).split('/');
  if (first === 'assets' && second !== undefined) return 'assets';
  const known = ['plaintext', 'json', 'json-large', 'error', 'count', 'menus', 'healthz'] as const;
  return second === undefined ? (known.find((route) => route === first) ?? 'other') : 'other';
}

const REASONS: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  404: 'Not Found',
  500: 'Internal Server Error',
};

export function serialise(reply: Reply): Buffer {
  const body = Buffer.from(reply.body);
  const framing =
    reply.framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const head = [
    `HTTP/1.1 ${reply.status} ${REASONS[reply.status] ?? 'Unknown'}`,
    ...reply.headers.map(([name, value]) => `${name}: ${value}`),
    framing,
    '\r\n',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), reply.framing === 'chunked' ? chunked(body) : body]);
}

/** Two chunks, so that a body is put together again. */
function chunked(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0);
  const framed = parts.flatMap((part) => [`${part.length.toString(16)}\r\n`, part, '\r\n']);
  return Buffer.concat([...framed, '0\r\n\r\n'].map((part) => Buffer.from(part)));
}
