import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type DatabaseKind, type SharedData, scenarioOf } from '../../../src/model/index.ts';
import type { Clock } from '../../../src/util/clock.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { listenOnLoopback } from '../../process/loopback.ts';
import { type Behaviour, type Context, type Reply, routes } from './behaviour.ts';
import type { FakeDatabases } from './fake-database.ts';
import { plainData } from './plain-data.ts';
import { Pool } from './pool.ts';
import { answer } from './right-answers.ts';

/** `DB_POOL_SIZE` of the servers in these tests. */
export const POOL_SIZE = 8;

/** What these servers answer. A scenario that is new is none of their business. */
export const served = [
  ...(['plaintext', 'json', 'json-large', 'error', 'not-found', 'counter', 'asset'] as const),
  ...(['menus', 'account-insert', 'account-list', 'account-get', 'users'] as const),
].map(scenarioOf);

interface TestServer {
  origin: string;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

/**
 * Starts a right server down to the bytes, written on sockets so that a wrong one can be wrong in any of them. A
 * behaviour changes one thing: what is answered, what goes on the wire, or how requests are counted.
 */
export async function startContractServer(
  behaviour: Behaviour,
  { data, databases, clock = systemClock }: { data: SharedData; databases: FakeDatabases; clock?: Clock },
): Promise<TestServer> {
  const pools = openPools(databases, behaviour);
  const state = { count: 0 };
  const sockets = new Set<Socket>();
  const serverMemory = new Map<string, Reply>();
  const plain = plainData(data);
  let started: number | null = null;

  const handle = async (request: Request, connectionMemory: Map<string, Reply>): Promise<Buffer> => {
    started ??= clock.elapsed();
    const context: Context = {
      ...request,
      route: routeOf(request),
      data: plain,
      pools,
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
      for (let next = takeRequest(buffer); next; next = takeRequest(buffer)) {
        const { request } = next;
        buffer = next.rest;
        queue = queue.then(async () => {
          const bytes = await handle(request, memory);
          if (socket.destroyed) return;
          const first = behaviour.splitAt?.(bytes) ?? bytes.length;
          socket.write(bytes.subarray(0, first));
          if (first < bytes.length) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            socket.write(bytes.subarray(first));
          }
          if (closesAfter(request, bytes, behaviour)) socket.end();
        });
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    origin: await listenOnLoopback(server),
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
      for (const pool of Object.values(pools)) pool.close();
    },
  };
}

function closesAfter({ asksToClose, method }: Request, bytes: Buffer, { closes }: Behaviour): boolean {
  const isError = /^HTTP\/1.1 [45]/.test(bytes.toString('latin1', 0, 16));
  return (
    closes === 'always' ||
    (closes !== 'never' && asksToClose) ||
    (closes === 'after-errors' && isError) ||
    (closes === 'after-bad-bodies' && isError && method === 'POST')
  );
}

interface Request {
  method: string;
  path: string;
  body: string;
  asksToClose: boolean;
}

/** The first whole request, and what follows it. */
function takeRequest(buffer: string): { request: Request; rest: string } | null {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = buffer.slice(0, end);
  const bodyEnd = end + 4 + Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  if (buffer.length < bodyEnd) return null;
  const [method = '', path = '/'] = head.split(' ');
  const body = Buffer.from(buffer.slice(end + 4, bodyEnd), 'latin1').toString('utf8');
  const asksToClose = /^connection: close$/im.test(head);
  return { request: { method, path, body, asksToClose }, rest: buffer.slice(bodyEnd) };
}

function openPools(
  databases: FakeDatabases,
  { pool = {}, watches = {}, lazy = false }: Behaviour,
): Context['pools'] {
  const open = <Kind extends DatabaseKind>(kind: Kind): Pool<FakeDatabases[Kind]> =>
    new Pool(databases[kind], { size: pool[kind] ?? POOL_SIZE, watching: watches[kind] ?? 0, lazy });
  return { postgresql: open('postgresql'), mysql: open('mysql'), mongodb: open('mongodb') };
}

function routeOf({ method, path }: Request): Context['route'] {
  const [first = '', second] = (path.split('?')[0] ?? '').slice(1).split('/');
  if (first === 'accounts') {
    if (second === undefined) return method === 'POST' ? 'account-insert' : 'account-list';
    return method === 'GET' ? 'account-get' : 'other';
  }
  if (first === 'assets' && second !== undefined) return 'assets';
  return second === undefined ? (routes.find((route) => route === first) ?? 'other') : 'other';
}

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  404: 'Not Found',
  500: 'Internal Server Error',
};

function serialise(reply: Reply): Buffer {
  const body = Buffer.from(reply.body);
  const framing = {
    chunked: ['Transfer-Encoding: chunked'],
    'content-length': [`Content-Length: ${body.length}`],
    close: [],
  }[reply.framing];
  const head = [
    `HTTP/1.1 ${reply.status} ${REASONS[reply.status] ?? 'Unknown'}`,
    ...reply.headers.map(([name, value]) => `${name}: ${value}`),
    ...framing,
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
