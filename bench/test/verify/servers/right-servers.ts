import type { JsonValue } from '../../../src/model/index.ts';
import type { Behaviour, Context, Reply } from './behaviour.ts';

/** Servers that differ from the plain one in what the contract leaves open: none may be refused. */

const header =
  (change: (name: string, value: string) => [string, string]): NonNullable<Behaviour['reply']> =>
  async (_, right) => {
    const reply = await right();
    return { ...reply, headers: reply.headers.map(([name, value]) => change(name, value)) };
  };

const body =
  (change: (body: string, context: Context) => string): NonNullable<Behaviour['reply']> =>
  async (context, right) => {
    const reply = await right();
    return context.route === 'plaintext' ? reply : { ...reply, body: change(String(reply.body), context) };
  };

/** All keys, at any depth, from the last to the first. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, reversed(inner)] as const)
      .reverse(),
  );
}

const extra =
  (name: string, value: string): NonNullable<Behaviour['reply']> =>
  async (_, right): Promise<Reply> => {
    const reply = await right();
    return { ...reply, headers: [...reply.headers, [name, value]] };
  };

/** Chunks of one byte, two bytes and so on, whose sizes begin with zeros and have an extension; a trailer at the end. */
const inOddChunks: NonNullable<Behaviour['wire']> = (bytes) => {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end).replace(/Content-Length: \d+/, 'transfer-encoding: Chunked');
  const parts: Buffer[] = [Buffer.from(`${head}\r\n\r\n`)];
  for (let at = end + 4, size = 1; at < bytes.length; at += size, size++) {
    const chunk = bytes.subarray(at, at + size);
    const length = chunk.length.toString(16).padStart(9, '0');
    parts.push(Buffer.from(`${length} ;name="value"\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('000\r\nX-End: 1\r\n\r\n')]);
};

/** One after another among many connections: the last of 64 requests waits longer than the time-out of a lone one. */
function inTurn(): NonNullable<Behaviour['delay']> {
  let turn = Promise.resolve();
  return ({ open }) => {
    if (open <= 20) return Promise.resolve();
    turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, 40)));
    return turn;
  };
}

export const rightServers: Record<string, Behaviour> = {
  plain: {},
  'extra whitespace in JSON': {
    reply: body((text) => (/^[{[]/.test(text) ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text)),
  },
  'chunked framing': { reply: async (_, right) => ({ ...(await right()), framing: 'chunked' }) },
  'odd chunks': { wire: inOddChunks },
  'keys in another order': {
    reply: body((text) => (/^[{[]/.test(text) ? JSON.stringify(reversed(JSON.parse(text))) : text)),
  },
  'escaped Chinese characters': {
    reply: body((text) =>
      text.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
  'charset in upper case': {
    reply: header((name, value) => [name, name === 'Content-Type' ? `${value}; charset=UTF-8` : value]),
  },
  'quoted charset, no space': {
    reply: header((name, value) => [name, name === 'Content-Type' ? `${value};Charset="utf-8"` : value]),
  },
  'the end that the client asked for, announced and left to the client': {
    closes: 'never',
    reply: async ({ asksToClose }, right) => {
      const reply = await right();
      return asksToClose ? { ...reply, headers: [...reply.headers, ['connection', 'Close']] } : reply;
    },
  },
  'a body that the end of the connection ends, where the client asked for that end': {
    reply: async ({ asksToClose }, right) => {
      const reply = await right();
      return asksToClose ? { ...reply, framing: 'close' } : reply;
    },
  },
  'instants with +00:00': { reply: body((text) => text.replace(/(\d\d\.\d{3})Z"/g, '$1+00:00"')) },
  'instants in microseconds': { reply: body((text) => text.replace(/(\d\d\.\d{3})Z"/g, '$1000Z"')) },
  'instants without zeros': { reply: body((text) => text.replace(/\.000Z"/g, 'Z"')) },
  'instants with no more digits than they need': {
    reply: body((text) =>
      text.replace(/(:\d\d)\.(\d*?)0+Z"/g, (_, start, digits) => `${start}${digits ? `.${digits}` : ''}Z"`),
    ),
  },
  'drivers that watch their servers': { watches: { mongodb: 2 } },
  'a pool of two connections': { pool: { postgresql: 2, mysql: 2, mongodb: 4 } },
  'pools that grow as they are needed': { lazy: true },
  'no Date': {
    reply: async (_, right) => {
      const reply = await right();
      return { ...reply, headers: reply.headers.filter(([name]) => name !== 'Date') };
    },
  },
  'header names in lower case': { reply: header((name, value) => [name.toLowerCase(), value]) },
  'header names in capitals, blanks around their values': {
    reply: header((name, value) => [name.toUpperCase(), ` \t${value} \t`]),
  },
  'Connection: keep-alive': { reply: extra('Connection', 'keep-alive') },
  'closed after errors, and said so': {
    closes: 'after-errors',
    reply: async (_, right) => {
      const reply = await right();
      return reply.status < 400 ? reply : { ...reply, headers: [...reply.headers, ['Connection', 'close']] };
    },
  },
  'Server header': { reply: extra('Server', 'pitwall-test') },
  'a response in two packets, cut in its head': { splitAt: () => 20 },
  'a response in two packets, cut in its body': { splitAt: (bytes) => bytes.length - 1 },
  'slow among many connections': { delay: inTurn() },
  'whole numbers with an exponent': {
    reply: body((text) =>
      text.replace(/(":)(\d+)(?=[,}])/g, (_, name, digits) => `${name}${Number(digits).toExponential()}`),
    ),
  },
  'price as 1.012e1': { reply: body((text) => text.replace('10.12', '1.012e1')) },
};
