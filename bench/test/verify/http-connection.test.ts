import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONCE_LENGTH, type ScenarioRequest, scenarioOf, withNonce } from '../../src/model/index.ts';
import {
  type Exchange,
  exchangeOnce,
  HttpConnection,
  requestText,
} from '../../src/verify/http/http-connection.ts';
import { MAX_BODY_BYTES, ResponseReader } from '../../src/verify/http/response.ts';
import { wrkLoad, wrkVersion } from './loaders.ts';
import { type Script, scriptedServer } from './scripted-server.ts';
import { data } from './shared.ts';

const json: ScenarioRequest = { method: 'GET', path: '/json' };
const OK = 'HTTP/1.1 200 OK\r\n';

/** For a server that sends nothing more; any other is answered long before. */
const SILENT_MS = 150;

async function ask(script: Script, timeoutMs = 5_000): Promise<Exchange> {
  const server = await scriptedServer(script);
  try {
    return await exchangeOnce(server.origin, json, { timeoutMs });
  } finally {
    await server.close();
  }
}

const bodies: [name: string, script: Script, body: string][] = [
  ['Content-Length', { pieces: [`${OK}Content-Length: 5\r\n\r\nhello`] }, 'hello'],
  ['an empty body', { pieces: [`${OK}Content-Length: 0\r\n\r\n`] }, ''],
  ['split anywhere', { pieces: [...`${OK}Content-Length: 5\r\n\r\nhello`] }, 'hello'],
  [
    'chunks',
    { pieces: [`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`] },
    'hello',
  ],
  [
    'chunks split anywhere',
    { pieces: [...`${OK}Transfer-Encoding: chunked\r\n\r\nA;x=1\r\nhello worl\r\n0\r\nX: y\r\n\r\n`] },
    'hello worl',
  ],
  ['no reason phrase', { pieces: ['HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok'] }, 'ok'],
];
for (const [name, script, body] of bodies) {
  test(`reads ${name}`, async () => {
    const exchange = await ask(script);
    assert.equal(exchange.outcome, 'response', JSON.stringify(exchange));
    if (exchange.outcome !== 'response') return;
    assert.equal(exchange.response.body.toString(), body);
    assert.deepEqual(exchange.response.faults, []);
    assert.equal(exchange.response.wireBytes, script.pieces.join('').length);
  });
}

const faults: [code: string, script: Script][] = [
  ['both-framings', { pieces: [`${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`] }],
  ['no-framing', { pieces: [`${OK}\r\nhello`], close: true }],
  ['repeated-length', { pieces: [`${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`] }],
  ['malformed-header', { pieces: [`${OK}Content-Length : 2\r\nContent-Length: 2\r\n\r\nok`] }],
  ['malformed-header', { pieces: [`${OK}X: a\r\n folded\r\nContent-Length: 2\r\n\r\nok`] }],
  ['http-version', { pieces: ['HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok'] }],
  ['extra-bytes', { pieces: [`${OK}Content-Length: 2\r\n\r\nokay`] }],
  ['extra-bytes', { pieces: [`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n\n`] }],
];
for (const [code, script] of faults) {
  test(`names ${code}`, async () => {
    const exchange = await ask(script);
    assert.deepEqual(exchange.outcome === 'response' && exchange.response.faults.map((fault) => fault.code), [
      code,
    ]);
  });
}

const failures: [name: string, script: Script, reason: string, message: RegExp][] = [
  ['no answer', { pieces: [] }, 'time-out', /no bytes within 0.15 s/],
  ['half a head', { pieces: ['HTTP/1.1 200 OK\r\nDate'] }, 'time-out', /21 bytes of an unfinished head/],
  [
    'a body too short',
    { pieces: [`${OK}Content-Length: 5\r\n\r\nhel`] },
    'time-out',
    /3 bytes of body of the 5/,
  ],
  [
    'closed in the body',
    { pieces: [`${OK}Content-Length: 5\r\n\r\nhel`], close: true },
    'closed',
    /3 bytes of body of the 5/,
  ],
  ['closed at once', { pieces: [], close: true }, 'closed', /no bytes/],
  ['reset', { pieces: [], reset: true }, 'closed', /./],
  ['not HTTP', { pieces: ['SSH-2.0-OpenSSH'] }, 'malformed', /starts with "SSH-2"/],
  ['no status', { pieces: ['HTTP/1.1 OK\r\n\r\n'] }, 'malformed', /not a status line/],
  [
    'a length that is none',
    { pieces: [`${OK}Content-Length: -1\r\n\r\n`] },
    'malformed',
    /Content-Length: -1/,
  ],
  ['another encoding', { pieces: [`${OK}Transfer-Encoding: gzip, chunked\r\n\r\n`] }, 'malformed', /gzip/],
  [
    'a chunk size that is none',
    { pieces: [`${OK}Transfer-Encoding: chunked\r\n\r\n0x2\r\nok\r\n`] },
    'malformed',
    /"0x2"/,
  ],
  [
    'a chunk that goes on',
    { pieces: [`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nokay\r\n`] },
    'malformed',
    /CR LF/,
  ],
  [
    'a huge length',
    { pieces: [`${OK}Content-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n`] },
    'too-large',
    /Content-Length/,
  ],
  ['a head without end', { pieces: [`${OK}X: ${'x'.repeat(70_000)}`] }, 'too-large', /head/],
];
for (const [name, script, reason, message] of failures) {
  test(`fails on ${name}`, async () => {
    const exchange = await ask(script, reason === 'time-out' ? SILENT_MS : undefined);
    assert.equal(exchange.outcome, 'failure', JSON.stringify(exchange));
    if (exchange.outcome !== 'failure') return;
    assert.equal(exchange.failure.reason, reason);
    assert.match(exchange.failure.message, message);
  });
}

test('a chunked body without end is bounded', () => {
  const reader = new ResponseReader();
  reader.push(Buffer.from(`${OK}Transfer-Encoding: chunked\r\n\r\n`));
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
  assert.throws(() => {
    for (let sent = 0; sent < 2 * MAX_BODY_BYTES; sent += 0x10000) reader.push(chunk);
  }, /does not end/);
});

test('a head that ends too late is bounded, too', () => {
  const head = `${OK}X: ${'x'.repeat(70_000)}\r\nContent-Length: 0\r\n\r\n`;
  assert.throws(() => new ResponseReader().push(Buffer.from(head)), /the head has more than 65536 bytes/);
});

test('a header with many blanks between two words is read at once', () => {
  const value = `a${' '.repeat(60_000)}b`;
  const started = performance.now();
  const response = new ResponseReader().push(
    Buffer.from(`${OK}X:\t ${value} \t\r\nY: \r\nContent-Length: 0\r\n\r\n`),
  );
  assert.ok(performance.now() - started < 1_000);
  assert.deepEqual(response?.headers.slice(0, 2), [
    ['X', value],
    ['Y', ''],
  ]);
});

test('a connection is kept, and opened again once the server has closed it', async () => {
  const kept = { pieces: [`${OK}Content-Length: 2\r\n\r\nok`] };
  const server = await scriptedServer([kept, { ...kept, close: true }, kept]);
  const connection = new HttpConnection(server.origin);
  try {
    await connection.exchange(json);
    await connection.exchange(json);
    assert.equal(connection.opened, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const third = await connection.exchange(json);
    assert.equal(third.outcome, 'response');
    assert.equal(connection.opened, 2);
  } finally {
    connection.close();
    await server.close();
  }
});

test('a body goes with its type and its length in bytes', () => {
  const request: ScenarioRequest = { method: 'POST', path: '/accounts', body: '{"name":"用户"}' };
  assert.deepEqual(requestText(request, 'localhost').split('\r\n'), [
    'POST /accounts HTTP/1.1',
    'Content-Type: application/json',
    'Content-Length: 17',
    'Host: localhost',
    '',
    '{"name":"用户"}',
  ]);
  assert.match(requestText({ ...request, body: '' }, 'localhost'), /\r\nContent-Length: 0\r\n/);
});

test('bytes that come unasked belong to the next response', async () => {
  const pieces = [`${OK}Content-Length: 2\r\n\r\nok`, 'unasked'];
  // The first exchange is over before the second piece comes.
  const server = await scriptedServer({ pieces, apartMs: 200 });
  const connection = new HttpConnection(server.origin);
  try {
    await connection.exchange(json);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const next = await connection.exchange(json);
    assert.deepEqual(next.outcome === 'response' && next.response.faults.map((fault) => fault.code), [
      'unsolicited-bytes',
    ]);
  } finally {
    connection.close();
    await server.close();
  }
});

test('nobody listens', async () => {
  const server = await scriptedServer({ pieces: [] });
  await server.close();
  const exchange = await exchangeOnce(server.origin, json);
  assert.equal(exchange.outcome === 'failure' && exchange.failure.reason, 'not-connected');
});

test('an exchange can be aborted', async () => {
  const server = await scriptedServer({ pieces: [] });
  try {
    const exchange = await exchangeOnce(server.origin, json, {}, AbortSignal.timeout(20));
    assert.equal(exchange.outcome === 'failure' && exchange.failure.reason, 'aborted');
  } finally {
    await server.close();
  }
});

test('the request is what wrk sends, to the byte', {
  skip: (await wrkVersion()) === null && 'wrk is not installed',
}, async () => {
  const shapes: { requests: ScenarioRequest[]; connection: 'keep-alive' | 'close' }[] = [
    { requests: [json], connection: 'keep-alive' },
    { requests: [json], connection: 'close' },
    { requests: [json, { method: 'GET', path: '/menus?limit=2' }], connection: 'keep-alive' },
    { requests: scenarioOf('account-insert').requests(data), connection: 'keep-alive' },
    { requests: scenarioOf('account-insert').requests(data), connection: 'close' },
  ];
  for (const { requests, connection } of shapes) {
    const server = await scriptedServer({
      pieces: [`${OK}Content-Length: 2\r\n\r\nok`],
      close: connection === 'close',
    });
    try {
      await wrkLoad({
        ...{ origin: server.origin, shape: { loader: 'wrk', connections: 1, connection }, requests },
        ...{ seconds: 1, ratePerSecond: null, seed: 1, threads: 1 },
      });
      const { host } = new URL(server.origin);
      const headers = connection === 'close' ? ['Connection: close'] : [];
      // Received as bytes, and each with digits of its own.
      const own = requests.map((request) =>
        Buffer.from(requestText(withNonce(request, '0'.repeat(NONCE_LENGTH)), host, headers)).toString(
          'latin1',
        ),
      );
      const received = server.received.map((text) =>
        text.replace(/account-[0-9a-f]{16}/, `account-${'0'.repeat(16)}`),
      );
      // With two headers wrk's order is that of a Lua table, which differs from run to run.
      const inOrder = (text: string): string => {
        const [line = '', ...rest] = text.split('\r\n');
        return [line, ...rest.filter(Boolean).sort(), ...rest.filter((part) => part === '')].join('\r\n');
      };
      assert.deepEqual([...new Set(received.map(inOrder))].sort(), own.map(inOrder).sort());
    } finally {
      await server.close();
    }
  }
});
