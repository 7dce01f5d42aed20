import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import { createProcessLauncher } from '../../src/launch/index.ts';
import { freePort } from '../../src/process/port.ts';
import { stopAllTrees } from '../../src/process/tree/running-trees.ts';
import { repository } from '../../src/util/repository.ts';

after(stopAllTrees);
const { signal } = new AbortController();
const ANSWER_MILLISECONDS = 2_000;
const launcher = createProcessLauncher({ repository, pinned: false, stopSeconds: 0.5 });
const [canary] = selectVariants(readTargets(repository), ['c/epoll']);
const missing = canary ? await launcher.missingFor(canary.target) : [];

/** Sends bytes and returns what comes back until the server closes; throws if it does not. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  try {
    await once(socket, 'close', { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
  } finally {
    socket.destroy();
  }
  return received;
}

/** All other targets are measured beside this one, and it answers on one thread: one client must not stop it. */
test('the canary survives requests whose length is none', {
  skip: missing.length > 0 ? `${missing[0]?.what}` : false,
}, async () => {
  assert.ok(canary);
  const built = await launcher.build(canary.target, { signal });
  const port = await freePort();
  const settings = { host: '127.0.0.1', port, processors: [], environment: {} };
  const server = await launcher.start(built, canary.variant, settings, signal);
  const post = (length: string, more = ''): string =>
    `POST /json HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${length}\r\n\r\n`;
  try {
    // The head of `-n` bytes, less as many, is a request without a byte, which would be answered without end.
    const head = post('-00').length;
    for (const length of [
      `-${head}`,
      '-1',
      '-0',
      '+1',
      'x',
      '',
      '18446744073709551615',
      '99999999999999999999999',
    ]) {
      assert.equal(await exchange(port, post(length)), '', `Content-Length: ${length} is refused`);
      const { ok } = await fetch(`${server.origin}/healthz`, {
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      });
      assert.ok(ok, `after Content-Length: ${length}`);
    }
    const two = `${post('3')}abc${post('0', 'Connection: close\r\n')}`;
    assert.match(await exchange(port, two), /^HTTP\/1\.1 404 .*HTTP\/1\.1 404 /s);
  } finally {
    await server.stop();
  }
});
