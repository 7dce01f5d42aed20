import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { overOneConnection } from '../../../src/measure/instructions/request-bursts.ts';
import { listenOnLoopback } from '../../process/loopback.ts';

const { signal } = new AbortController();
const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** A server of one connection; what it received so far is handed to it anew with each piece. */
async function serverThat(onData: (socket: Socket, all: string) => void): Promise<string> {
  const server = createServer((socket) => {
    let all = '';
    socket.on('data', (data) => {
      all += data.toString('latin1');
      onData(socket, all);
    });
    socket.on('error', () => {});
  });
  servers.push(server);
  return listenOnLoopback(server);
}

const request = (path: string): string => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const response = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const ask = (origin: string, size: number, timeoutMs = 2_000, requests = ['a', 'b', 'c', 'd', 'e']) =>
  overOneConnection({ origin, size, timeoutMs, signal }, (ask) => ask(requests.map(request)));

test('a burst waits for all responses of the one before; responses come in pieces or together', async () => {
  const heads: number[] = [];
  const origin = await serverThat((socket, all) => {
    const asked = [...all.matchAll(/GET \/(\w)/g)].map(([, path]) => path as string);
    heads.push(asked.length);
    if (asked.length === 2) {
      // The first response and a half at once, then the rest.
      const text = response('a') + response('bb');
      socket.write(text.slice(0, text.length - 10));
      setTimeout(() => socket.write(text.slice(-10)), 20);
    } else if (asked.length === 4) socket.write(response('c') + response('d'));
    else socket.write(response('e'));
  });
  const responses = await ask(origin, 2);
  assert.deepEqual(
    responses.map(({ body }) => body.toString()),
    ['a', 'bb', 'c', 'd', 'e'],
  );
  assert.deepEqual(heads, [2, 4, 5]);
});

test('a connection that ends early, a server that is silent and one that talks no HTTP are reported', async () => {
  const closing = await serverThat((socket) => socket.end(response('a')));
  await assert.rejects(ask(closing, 5), /closed the connection after 1 responses/);
  const silent = await serverThat(() => {});
  await assert.rejects(ask(silent, 5, 100), /no byte within 0.1 s/);
  const babbling = await serverThat((socket) => socket.write('hello'));
  await assert.rejects(ask(babbling, 5), /not with a status line/);
});

test('an abort ends it at once, with its reason', async () => {
  const controller = new AbortController();
  const origin = await serverThat(() => controller.abort(new Error('stopped')));
  const asking = overOneConnection(
    { origin, size: 1, timeoutMs: 10_000, signal: controller.signal },
    (asked) => asked([request('a')]),
  );
  await assert.rejects(asking, /stopped/);
});

test('a connection is asked again after a pause', async () => {
  const origin = await serverThat((socket) => socket.write(response('a')));
  const bodies = await overOneConnection({ origin, size: 1, timeoutMs: 2_000, signal }, async (ask) => {
    const first = await ask([request('a')]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [...first, ...(await ask([request('b'), request('c')]))].map(({ body }) => body.toString());
  });
  assert.deepEqual(bodies, ['a', 'a', 'a']);
});
