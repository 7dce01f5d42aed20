import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { autocannonLoader } from '../../src/load/autocannon.ts';
import { installTool } from '../../src/load/install.ts';
import type { ToolEffects } from '../../src/load/tool-effects.ts';
import { findTool, toolOf } from '../../src/load/tools.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { planFor } from './fixture.ts';

const closed = { loader: 'autocannon', connections: 8, connection: 'keep-alive' as const };

/** What 8.0.0 prints with --json, without what is not read. */
const report = {
  url: 'http://127.0.0.1:8080/plaintext',
  connections: 8,
  sampleInt: 100,
  pipelining: 1,
  duration: 1.1,
  errors: 3,
  timeouts: 1,
  '1xx': 0,
  '2xx': 9_000,
  '3xx': 0,
  '4xx': 500,
  '5xx': 2,
  non2xx: 502,
  requests: { average: 8_640, total: 9_502, sent: 9_513 },
  latency: { average: 0.02, p50: 0, p99: 1, max: 12 },
  throughput: { average: 1_296_000, total: 1_425_300 },
};
const printed = (value: unknown, change = {}) => ({
  stdout: `${JSON.stringify(value)}\n`,
  stderr: '',
  exitCode: 0,
  signal: null,
  ...change,
});

describe('autocannon', () => {
  test('it sends one request for a time', () => {
    const { files, arguments: words } = autocannonLoader.prepare(planFor(closed));
    assert.deepEqual(files, {});
    assert.equal(words.at(-1), 'http://127.0.0.1:8080/plaintext');
    assert.match(words.join(' '), /--connections 8 --duration 1 --sampleInt 100 --timeout \d+ --method GET/);
  });

  test('what it cannot send is refused', () => {
    assert.throws(() => autocannonLoader.prepare(planFor({ ...closed, connection: 'close' })), RangeError);
    const several = ['/a', '/b'].map((path) => ({ method: 'GET' as const, path }));
    const body = [{ method: 'POST' as const, path: '/accounts', body: '{}' }];
    for (const requests of [several, body])
      assert.throws(() => autocannonLoader.prepare(planFor(closed, { requests })), RangeError);
  });

  test('a report: responses of any status, the real time, no latency in whole milliseconds', () => {
    const reported = autocannonLoader.parse(printed(report), planFor(closed));
    assert.equal(reported.requests, 9_502);
    assert.equal(reported.durationSeconds, 1.1);
    assert.equal(reported.receivedBytes, 1_425_300);
    assert.equal(reported.statusAtLeast400, 502);
    assert.deepEqual(reported.errors, { connect: 0, read: 2, write: 0, timeout: 1 });
    assert.deepEqual([...new Set(Object.values(reported.latency))], [null]);
  });

  test('what is none, or ended early, is an error', () => {
    const { '2xx': _ok, ...half } = report;
    for (const output of [
      printed(half),
      printed(report, { stdout: 'help' }),
      printed(report, { exitCode: 1 }),
      printed({ ...report, duration: 0.3 }),
    ])
      assert.throws(() => autocannonLoader.parse(output, planFor(closed)), PitwallError);
  });

  test('is known by what it says, and another major version is another program', async () => {
    assert.equal(toolOf('autocannon').identify('autocannon v8.0.0\nnode v24.21.0\n'), '8.0.0');
    assert.equal(toolOf('autocannon').identify('Usage: autocannon [opts] URL'), null);
  });

  test('npm installs it into the folder of the checkout, for a user who is not root', async () => {
    const installed = new Set(['/usr/bin/npm', '/usr/bin/apt-get']);
    const ran: string[] = [];
    const effects: ToolEffects = {
      run(command) {
        ran.push(command.join(' '));
        if (command[0] === 'npm') installed.add('/cache/tools/bin/autocannon');
        const stdout = command[1] === '--version' ? 'autocannon v8.0.0\nnode v24.21.0\n' : '';
        return Promise.resolve({ stdout, stderr: '', exitCode: 0, signal: null });
      },
      isExecutable: (path) => installed.has(path),
      searchPath: ['/usr/bin'],
      userId: 1_000,
      toolsFolder: '/cache/tools',
    };
    const before = await findTool('autocannon', effects);
    assert.equal(
      before.state === 'missing' && before.next,
      'npm install --global --prefix .cache/tools autocannon@8.0.0',
    );
    const tool = await installTool('autocannon', effects, { packagesOnly: true });
    assert.equal(tool.state === 'found' && tool.path, '/cache/tools/bin/autocannon');
    assert.deepEqual(ran, [
      'npm install --global --prefix /cache/tools --ignore-scripts --no-audit --no-fund autocannon@8.0.0',
      '/cache/tools/bin/autocannon --version',
    ]);
  });
});
