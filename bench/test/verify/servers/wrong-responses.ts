import { gzipSync } from 'node:zlib';
import type { Context } from './behaviour.ts';
import {
  counting,
  dated,
  headerTo,
  heldInMemory,
  on,
  remembered,
  replaced,
  status,
  stuck,
  text,
  value,
  type WrongServer,
} from './changes.ts';

/** Wrong in heads, framing, bodies, counts and time, or in the rows of `menus`. */

/** Only lists of rows; refusals of a bad limit stay right. */
// biome-ignore lint/suspicious/noExplicitAny: as above
const rows = (change: (data: any[]) => unknown[]) =>
  on('menus', (reply) =>
    reply.status === 200 ? value((json) => ({ ...json, data: change(json.data) }))(reply) : reply,
  );

/** Changes what goes on the wire where the server refuses a request. */
const refusals =
  (from: Context['route'], change: (whole: string) => string): NonNullable<WrongServer['wire']> =>
  (bytes, { route }) => {
    const whole = bytes.toString('latin1');
    return route === from && /^HTTP\/1.1 4/.test(whole) ? Buffer.from(change(whole), 'latin1') : bytes;
  };

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const never = (): Promise<never> => new Promise(() => {});

export const wrongResponses: Record<string, WrongServer> = {
  // Caches
  'menus cached at first read': {
    reply: remembered('menus', ({ path }) => path, 'serverMemory'),
    fails: ['menus/fresh-row', 'menus/database-error'],
  },
  'menus cached per connection': {
    reply: remembered('menus', ({ path }) => path, 'connectionMemory'),
    fails: ['menus/fresh-row'],
  },
  'menus cached while the database answers': {
    reply: async (context, right) => {
      const reply = await right();
      if (context.route !== 'menus' || reply.status !== 200) return reply;
      const cached = context.serverMemory.get(context.path) ?? reply;
      context.serverMemory.set(context.path, cached);
      return dated(cached, context);
    },
    fails: ['menus/fresh-row'],
  },
  'a menu’s parent held in memory': {
    reply: heldInMemory('menus', 'parent_code', ({ menus }) => menus),
    fails: ['menus/fresh-row'],
  },
  'asset id ignored': {
    reply: on('assets', (reply, { data }) =>
      reply.status === 200 ? { ...reply, body: JSON.stringify(data.assets[0]) } : reply,
    ),
    fails: ['asset/distinct'],
  },
  'one asset wrong': {
    reply: on('assets', (reply, { path }) =>
      path === '/assets/1000' ? value((json) => ({ ...json, desc: '' }))(reply) : reply,
    ),
    fails: ['asset/body'],
  },
  'unknown asset answered with null': {
    reply: on('assets', (reply) => (reply.status === 404 ? { ...reply, status: 200, body: 'null' } : reply)),
    fails: ['asset/unknown-id'],
  },

  // Counters
  'constant counter': { count: counting(() => 0), fails: ['counter/constant'] },
  'racy counter': {
    async count(state) {
      const read = state.count;
      await new Promise((resolve) => setImmediate(resolve));
      state.count = read + 1;
    },
    fails: ['counter/exact'],
  },
  'counter misses error routes': {
    count: counting((route) => (route === 'error' || route === 'other' ? 0 : 1)),
    fails: ['counter/counts-every-request'],
  },
  'counter misses what is refused': {
    count: (state, { path }) => {
      if (!/\?limit=(?!\d{1,2}$)/.test(path)) state.count++;
    },
    fails: ['counter/counts-every-request'],
  },
  'counter misses what is posted': {
    count: counting((route) => (route === 'account-insert' ? 0 : 1)),
    fails: ['counter/counts-every-request'],
  },
  'counter only in its own handler': {
    count: counting((route) => (route === 'count' ? 1 : 0)),
    fails: ['counter/counts-every-request'],
  },
  'count as a string': {
    reply: on(
      'count',
      value((json) => ({ ...json, message: String(json.message) })),
    ),
    fails: ['counter/body'],
  },

  // Status
  '200 for an error': { reply: on('error', status(200)), fails: ['error/status'] },
  '500 for an error': { reply: on('error', status(500)), fails: ['error/status'] },
  '200 for not found': { reply: on('other', status(200)), fails: ['not-found/status', 'not-found/fallback'] },
  'not found only for the one known path': {
    reply: on('other', (reply, { path }) => (path === '/no-such-route' ? reply : status(200)(reply))),
    fails: ['not-found/fallback'],
  },
  '200 on a database error': {
    reply: on('menus', (reply) => (reply.status === 500 ? status(200)(reply) : reply)),
    fails: ['menus/database-error'],
  },
  'empty list on a database error': {
    reply: on('menus', (reply) =>
      reply.status === 500
        ? { ...reply, status: 200, body: '{"status":1,"msg":"success","data":[]}' }
        : reply,
    ),
    fails: ['menus/database-error'],
  },
  'no way back to the database': {
    reply: stuck('menus'),
    fails: ['menus/recovers'],
  },
  'bad limits taken for 11': {
    reply: async (context, right) => {
      if (context.route !== 'menus') return right();
      const reply = await right();
      return reply.status === 400
        ? { ...reply, status: 200, body: '{"status":1,"msg":"success","data":[]}' }
        : reply;
    },
    fails: ['menus/bad-limit'],
  },
  'a bad limit refused without its code': {
    reply: on('menus', (reply) => (reply.status === 400 ? { ...reply, body: '{"message":"no"}' } : reply)),
    fails: ['menus/bad-limit'],
  },
  'unhealthy, but serving': { reply: on('healthz', status(503)), fails: ['server/health'] },

  // Rows
  'truncated list': { reply: rows((data) => data.slice(0, 5)), fails: ['menus/rows'] },
  'wrong order': { reply: rows((data) => [...data].reverse()), fails: ['menus/order'] },
  'ordered as text': {
    reply: rows((data) => [...data].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))),
    fails: ['menus/order'],
  },
  'numeric ids': {
    reply: on(
      'menus',
      text((body) => body.replace(/"id":"(\d+)"/g, '"id":$1')),
    ),
    fails: ['menus/ids'],
  },
  'instants in local time': {
    reply: on(
      'menus',
      text((body) => body.replace(/(\d\d\.\d{3})Z"/g, '$1+08:00"')),
    ),
    fails: ['menus/instants'],
  },
  'instants cut to seconds': {
    reply: on(
      'menus',
      text((body) => body.replace(/\.\d{3}Z"/g, 'Z"')),
    ),
    fails: ['menus/instants'],
  },
  'a column too many': {
    reply: rows((data) => data.map((row) => ({ ...row, create_by: 'x' }))),
    fails: ['menus/body'],
  },
  'null as an empty text': {
    reply: rows((data) => data.map((row) => ({ ...row, parent_code: row.parent_code ?? '' }))),
    fails: ['menus/body'],
  },

  // Heads
  'stale Date': {
    reply: on('json', headerTo('Date', 'Sun, 06 Nov 1994 08:49:37 GMT')),
    fails: ['json/date'],
  },
  'Date of the first request': {
    reply: async (context, right) => {
      const reply = await right();
      if (context.route !== 'json') return reply;
      const first = context.serverMemory.get('first') ?? reply;
      context.serverMemory.set('first', first);
      return { ...reply, headers: first.headers };
    },
    fails: ['json/date'],
  },
  'Date in another format': {
    reply: on('json', headerTo('Date', new Date().toISOString())),
    fails: ['json/date'],
  },
  'JSON as text/html': {
    reply: on('json', headerTo('Content-Type', 'text/html')),
    fails: ['json/content-type'],
  },
  'JSON in Latin-1': {
    reply: on('json', headerTo('Content-Type', 'application/json; charset=iso-8859-1')),
    fails: ['json/content-type'],
  },
  'no Content-Type': {
    reply: on('plaintext', (reply) => ({
      ...reply,
      headers: reply.headers.filter(([name]) => name !== 'Content-Type'),
    })),
    fails: ['plaintext/content-type'],
  },
  'two Content-Types': {
    reply: on('json', (reply) => ({
      ...reply,
      headers: [...reply.headers, ['content-type', 'application/json']],
    })),
    fails: ['json/content-type'],
  },

  // Framing
  'both framings': {
    reply: on('json', (reply) => ({
      ...reply,
      framing: 'chunked',
      headers: [...reply.headers, ['Content-Length', '99']],
    })),
    fails: ['json/framing'],
  },
  'Content-Length too small': {
    wire: replaced(['json'], /Content-Length: \d+/, 'Content-Length: 9'),
    fails: ['json/framing'],
  },
  'Content-Length too large': {
    wire: replaced(['json'], /Content-Length: \d+/, 'Content-Length: 99'),
    fails: ['json/framing'],
  },
  'neither length nor chunks, and no end': {
    reply: on('json', (reply) => ({ ...reply, framing: 'close' })),
    fails: ['json/framing'],
  },
  'Content-Length twice': {
    wire: replaced(['json'], /Content-Length: (\d+)/, 'Content-Length: $1\r\ncontent-length: $1'),
    fails: ['json/framing'],
  },
  'bytes after the body': {
    wire: (bytes, { route }) => (route === 'json' ? Buffer.concat([bytes, Buffer.from('\r\n')]) : bytes),
    fails: ['json/framing'],
  },
  'bare line feeds': {
    wire: replaced(['json'], /\r\n(?=Date)/, '\n'),
    fails: ['json/framing', 'json/content-type'],
  },
  'a chunk without its end': {
    reply: on('json', (reply) => ({ ...reply, framing: 'chunked' })),
    wire: replaced(['json'], /\r\n0\r\n/, '0\r\n'),
    fails: ['json/framing'],
  },
  'bytes after every body, refusals included': {
    wire: (bytes, { route }) => (route === 'assets' ? Buffer.concat([bytes, Buffer.from('\r\n')]) : bytes),
    fails: ['asset/framing'],
  },
  'a refusal that claims to be empty, with a body after it': {
    wire: refusals('assets', (whole) => whole.replace(/Content-Length: \d+/, 'Content-Length: 0')),
    fails: ['asset/unknown-id'],
  },
  'a refusal that ends after its head': {
    wire: refusals('menus', (whole) => whole.replace(/\r\n\r\n.*/s, '\r\n\r\n')),
    fails: ['menus/bad-limit'],
  },
  'a refusal that is no response': {
    wire: refusals('account-insert', () => 'bad request\r\n\r\n'),
    fails: ['account-insert/bad-body'],
  },
  'an unknown path answered with half a response, unless it is the one known path': {
    wire: (bytes, { route, path }) =>
      route === 'other' && path !== '/no-such-route' ? bytes.subarray(0, -1) : bytes,
    fails: ['not-found/fallback'],
  },
  'bytes after every body, once the database has failed': {
    wire: (bytes, { route, serverMemory }) => {
      if (route !== 'menus') return bytes;
      const failed = /^HTTP\/1.1 5/.test(bytes.toString('latin1', 0, 10));
      if (failed) serverMemory.set('failed', { status: 500, headers: [], body: '', framing: 'chunked' });
      return serverMemory.has('failed') && !failed ? Buffer.concat([bytes, Buffer.from('\r\n')]) : bytes;
    },
    fails: ['menus/recovers'],
  },
  'HTTP/1.0': { wire: replaced(['json'], 'HTTP/1.1', 'HTTP/1.0'), fails: ['json/framing'] },
  'closed after each response': { closes: 'always', fails: ['server/keep-alive'] },
  'closed after a body was read': {
    reply: on('account-insert', (reply) => ({
      ...reply,
      headers: [...reply.headers, ['Connection', 'close']],
    })),
    fails: ['server/keep-alive'],
  },
  'closed after errors without a word': { closes: 'after-errors', fails: ['server/keep-alive'] },
  'closed after a body that it refuses, without a word': {
    closes: 'after-bad-bodies',
    fails: ['server/keep-alive'],
  },
  'kept open whatever the client asks': { closes: 'never', fails: ['server/close'] },
  'answered otherwise if the client asks to close': {
    reply: on('json', (reply, { asksToClose }) => (asksToClose ? { ...reply, body: '{}' } : reply)),
    fails: ['server/close'],
  },

  // Bodies
  'plaintext with a line feed': {
    reply: on(
      'plaintext',
      text((body) => `${body}\n`),
    ),
    fails: ['plaintext/body'],
  },
  mojibake: {
    reply: on('json', (reply) => ({
      ...reply,
      body: Buffer.from(Buffer.from(String(reply.body)).toString('latin1')),
    })),
    fails: ['json/body'],
  },
  'Chinese in GBK': {
    reply: on('json', (reply) => ({
      ...reply,
      body: Buffer.concat([
        Buffer.from('{"status":1,"msg":"'),
        Buffer.from([0xb3, 0xc9, 0xb9, 0xa6]),
        Buffer.from('"}'),
      ]),
    })),
    fails: ['json/json'],
  },
  'line feeds unescaped': {
    reply: on(
      'json-large',
      text((body) => body.replaceAll('\\n', '\n')),
    ),
    fails: ['json-large/json'],
  },
  'a line missing': {
    reply: on(
      'json-large',
      text((body) => body.replace(/[^"\\]+\\n/, '')),
    ),
    fails: ['json-large/body'],
  },
  'duplicate keys': {
    reply: on(
      'json',
      text((body) => body.replace('{', '{"status":2,')),
    ),
    fails: ['json/json'],
  },
  'compressed, though nobody asked for it': {
    reply: on('json', (reply) => ({
      ...reply,
      headers: [...reply.headers, ['content-encoding', 'gzip']],
      body: gzipSync(reply.body),
    })),
    fails: ['json/body'],
  },
  'a number as a string': {
    reply: on(
      'json',
      value((json) => ({ ...json, status: '1' })),
    ),
    fails: ['json/body'],
  },
  'not JSON': {
    reply: on(
      'error',
      text(() => 'abcd'),
    ),
    fails: ['error/json'],
  },
  'price as a string': {
    reply: on(
      'json-large',
      value((json) => ({ ...json, price: '10.12' })),
    ),
    fails: ['json-large/body'],
  },

  // Time
  'never answers one route': {
    reply: (context, right) => (context.route === 'json' ? never() : right()),
    fails: ['json/answers'],
  },
  'never answers': { reply: never, fails: ['server/health'] },
  'hangs for good once a client has asked it to close': {
    reply: ({ asksToClose, serverMemory }, right) => {
      if (asksToClose)
        serverMemory.set('hung', { status: 0, headers: [], body: '', framing: 'content-length' });
      return serverMemory.has('hung') ? never() : right();
    },
    // No others: nothing more is asked.
    fails: ['server/close', 'server/health'],
  },
  'slow first byte': {
    delay: ({ route }) => (route === 'json' ? sleep(500) : Promise.resolve()),
    fails: ['json/prompt'],
  },

  // Concurrency
  'responses mixed up under concurrency': {
    reply: async (context, right) => {
      const reply = await right();
      if (context.open < 20 || context.route !== 'assets') return reply;
      const last = context.serverMemory.get('last') ?? reply;
      context.serverMemory.set('last', reply);
      return last;
    },
    fails: ['server/concurrent'],
  },
  '503 to the twentieth connection': {
    reply: async (context, right) => {
      const reply = await right();
      return context.open < 20 ? reply : status(503)(reply);
    },
    fails: ['server/concurrent'],
  },
};
