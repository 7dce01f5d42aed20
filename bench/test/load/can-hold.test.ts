import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canHold } from '../../src/load/can-hold.ts';
import { type SocketLimits, socketLimits } from '../../src/machine/socket-limits.ts';
import type { LoadShape } from '../../src/model/index.ts';

const roomy: SocketLimits = { openFiles: 20_000, ports: 28_232, reusesPorts: true, waiting: 0 };
const flood: LoadShape = { loader: 'wrk', connections: 5_000, connection: 'keep-alive' };
const closing: LoadShape = { loader: 'wrk', connections: 1_000, connection: 'close' };
const counted: LoadShape = { loader: 'oha', connections: 8, connection: 'close', requests: 20_000 };

function partsOf(shape: LoadShape, limits: Partial<SocketLimits>) {
  const error = canHold(shape, { ...roomy, ...limits });
  return error && { where: error.where, expected: error.expected, seen: error.seen, next: error.next };
}

describe('a machine holds a shape', () => {
  test('with files, ports and their reuse', () => {
    for (const shape of [flood, closing, counted]) assert.equal(canHold(shape, roomy), null);
  });

  test('or has too few files', () => {
    assert.deepEqual(partsOf(flood, { openFiles: 4_096 }), {
      where: 'wrk, 5,000 connections, closed loop',
      expected: '5512 open files for a process',
      seen: 'a hard limit of 4096',
      next: 'Raise it in the shell that starts the harness: ulimit -n 16384',
    });
    assert.equal(partsOf(closing, { openFiles: 4_096 }), null);
    assert.notEqual(partsOf(closing, { openFiles: 1_024 }), null);
  });

  test('or too few ports', () => {
    assert.equal(partsOf(flood, { ports: 4_000 })?.seen, '4000 in net.ipv4.ip_local_port_range');
    assert.equal(partsOf(closing, { ports: 4_000 }), null);
  });

  test('or gives no port back in time for connections that close', () => {
    assert.match(partsOf(closing, { reusesPorts: false })?.seen ?? '', /^tcp_tw_reuse = 0/);
    assert.equal(partsOf(flood, { reusesPorts: false }), null);
    assert.equal(partsOf(counted, { reusesPorts: false }), null);
    assert.equal(
      partsOf(counted, { reusesPorts: false, waiting: 10_000 })?.seen,
      'tcp_tw_reuse = 0, and 17208 ports for a new connection for each request',
    );
  });
});

describe('what the kernel says', () => {
  const files: Record<string, string> = {
    '/proc/self/limits':
      'Limit  Soft  Hard  Units\nMax open files            1024                 4096    files\n',
    '/proc/self/status': 'Name:\tnode\nCapEff:\t0000000000000000\n',
    '/proc/sys/net/ipv4/ip_local_port_range': '32768\t60999\n',
    '/proc/sys/net/ipv4/tcp_tw_reuse': '2\n',
    '/proc/net/sockstat': 'sockets: used 9\nTCP: inuse 12 orphan 0 tw 34 alloc 20 mem 3\n',
  };
  const read = (changes: Record<string, string>) =>
    socketLimits({ read: (path) => ({ ...files, ...changes })[path] ?? null });

  test('is read as it stands', () => {
    assert.deepEqual(read({}), { openFiles: 4_096, ports: 28_232, reusesPorts: true, waiting: 34 });
  });

  test('who may raise the limit has as much as is raised to', () => {
    assert.equal(read({ '/proc/self/status': 'CapEff:\t0000000001000000\n' }).openFiles, 16_384);
    const none = 'Max open files            1024                 unlimited    files\n';
    assert.equal(read({ '/proc/self/limits': none }).openFiles, Number.POSITIVE_INFINITY);
  });

  test('reuse may be off', () => {
    assert.equal(read({ '/proc/sys/net/ipv4/tcp_tw_reuse': '0\n' }).reusesPorts, false);
  });
});
