import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import {
  addressesOf,
  connectionsOfOthers,
  parseConnections,
  socketsInUse,
  tcpSocketsInUse,
} from '../../src/process/listening.ts';
import { isAlive, parseStat } from '../../src/process/proc.ts';
import { holdConnections } from './connection-holder.ts';

test('connections of other programs are counted on the side of the client, without the own ones', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const own = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  await Promise.all(own.map((client) => once(client, 'connect')));
  const others = await holdConnections(port, 2);
  try {
    assert.equal(connectionsOfOthers([port]), 2);
    assert.equal(connectionsOfOthers([port + 1]), 0);
  } finally {
    others.release();
    for (const client of own) client.destroy();
    server.close();
  }
});

test('both ends of each connection here are in the sum of sockets, until they are closed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const seen: number[] = [];
  // Other programs open and close some, too, and other tests hundreds.
  while (seen.length < 10 && !seen.some((sockets) => Math.abs(sockets - 400) <= 20)) {
    const before = tcpSocketsInUse();
    const others = await holdConnections(port, 200);
    seen.push(tcpSocketsInUse() - before);
    others.release();
  }
  server.close();
  assert.ok(Math.abs((seen.at(-1) ?? 0) - 400) <= 20, `${seen.join(', ')} sockets more`);
});

test('the sum of sockets is that of both versions of IP', () => {
  const text = `sockets: used 550
TCP: inuse 117 orphan 0 tw 2250 alloc 205 mem 234
UDP: inuse 3 mem 0
TCP6: inuse 84
UDP6: inuse 2
`;
  assert.equal(socketsInUse(text), 201);
  assert.equal(socketsInUse(''), 0);
});

test('a process has ended when the last of its threads has', () => {
  const stat = (state: string, threads: number) =>
    parseStat(`7 (a (b) c) ${state} 1 7 7 0 -1 4 0 0 0 0 20 30 1 2 20 0 ${threads} 0 555 0 0`);
  assert.deepEqual(stat('S', 3), {
    ...{ pid: 7, state: 'S', parent: 1, group: 7, session: 7, ticks: 50, childTicks: 3 },
    ...{ threads: 3, startTicks: 555 },
  });
  assert.deepEqual([stat('S', 1), stat('Z', 3), stat('Z', 1), stat('X', 0), null].map(isAlive), [
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a process listens on the addresses of its own sockets, and of no other', async () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((of) =>
    of?.some(({ address }) => address === '::1'),
  );
  const shown = {
    '127.0.0.1': '127.0.0.1',
    ...(hasIpv6 && { '::1': '[::1]', '::ffff:127.0.0.1': '127.0.0.1' }),
  };
  const servers = Object.entries(shown).map(([host, as]) => ({ server: createServer().listen(0, host), as }));
  try {
    await Promise.all(servers.map(({ server }) => once(server, 'listening')));
    const own = addressesOf([process.pid]) ?? [];
    for (const { server, as } of servers) {
      const address = `${as}:${(server.address() as AddressInfo).port}`;
      assert.ok(own.includes(address), `${address} in ${own}`);
    }
    assert.equal(addressesOf([]), null);
    const child = spawn('sleep', ['10']);
    try {
      await once(child, 'spawn');
      assert.deepEqual(addressesOf([Number(child.pid)]), []);
      assert.equal(addressesOf([process.pid, 2 ** 22]), null);
    } finally {
      child.kill();
    }
  } finally {
    for (const { server } of servers) server.close();
  }
});

test('connections are those established, by the port at their other end', () => {
  const text = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:69A1 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0
   1: 0100007F:D431 0100007F:69A1 01 00000000:00000000 00:00000000 00000000     0        0 12 1 0 20 4 30 10 -1
   2: 0100007F:69A1 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 13 1 0 20 4 30 10 -1
   3: 0100007F:D432 0100007F:69A1 06 00000000:00000000 00:00000000 00000000     0        0 0 1 0 20 4 30 10 -1
`;
  assert.deepEqual(parseConnections(text), [
    { port: 0x69a1, inode: '12' },
    { port: 0xd431, inode: '13' },
  ]);
});
