import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchForExit } from '../../src/measure/server-exit.ts';
import { refusalOf } from './support/errors.ts';

const server = (lines: readonly string[]) => ({
  exited: Promise.resolve({ exitCode: 1, signal: null }),
  log: () => lines.join('\n'),
  byHand: 'cd targets/javascript/crashes && HOST=127.0.0.1 PORT=8080 node server.js',
});

test('a server that crashes under load: its message, which stands before the frames of its stack', async () => {
  const crash = [
    '/srv/server.js:7',
    "    throw new Error('out of luck');",
    '    ^',
    '',
    'Error: out of luck',
    '    at answer (/srv/server.js:7:11)',
    '    at Server.emit (node:events:508:28)',
    '    at parserOnIncoming (node:_http_server:1152:12)',
    '',
    'Node.js v24.11.1',
  ];
  const watch = watchForExit(server(crash), 'javascript/crashes json');
  const { where, seen, next } = await refusalOf(() => watch.died);
  assert.equal(where, 'javascript/crashes json');
  assert.match(seen, /^exit code 1; it wrote: .*Error: out of luck$/);
  assert.match(next, /^Start it by hand: cd targets\/.* HOST=/);
  assert.ok(watch.signal.aborted);
});

test('one that is being stopped has not died', async () => {
  const watch = watchForExit(server([]), 'javascript/stops json');
  watch.forget();
  const waiting = new Promise((resolve) => setImmediate(resolve, 'waiting'));
  assert.equal(await Promise.race([watch.died, waiting]), 'waiting');
  assert.equal(watch.signal.aborted, false);
});
