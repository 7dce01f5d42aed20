import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dockerAvailable, HARNESS_LABEL, sweepContainers } from '../../src/hosts/docker.ts';
import { holderOfRange, openSideNetwork, unusedGateway } from '../../src/hosts/side-network.ts';
import { runCommand } from '../../src/process/command.ts';

const docker = await dockerAvailable();
const skip = docker.available ? false : `no Docker here: ${docker.reason}`;
const { signal } = new AbortController();

const networks = async (filter: string): Promise<string> =>
  (await runCommand(['docker', 'network', 'ls', '--quiet', '--filter', filter])).stdout.trim();

test('an address is a container’s only inside a private range, and not if it is the gateway', () => {
  const holds = holderOfRange('172.18.0.0/16 172.18.0.1\n\n');
  assert.ok(holds);
  assert.deepEqual(
    ['172.18.0.2', '172.18.255.254', '172.18.0.1', '172.19.0.2', '127.0.0.1', '8.8.8.8', 'host', ''].map(
      holds,
    ),
    [true, true, false, false, false, false, false, false],
  );
});

test('a range that is public, too small, of IPv6 or missing holds nothing', () => {
  for (const text of [
    '',
    '8.8.0.0/16 8.8.0.1',
    '10.0.0.0/31 10.0.0.1',
    'fd00::/64 fd00::1',
    '10.0.0.0/8',
    'no',
  ])
    assert.equal(holderOfRange(text), null, text);
  assert.equal(holderOfRange('172.18.0.0/16 172.18.0.1\n8.8.0.0/16 8.8.0.1'), null, 'one of two');
});

test('a range that is wider than the private network holds only its private part', () => {
  const holds = holderOfRange('192.168.0.0/8 192.168.0.1');
  assert.deepEqual(
    ['192.168.3.4', '192.1.2.3'].map((address) => holds?.(address)),
    [true, false],
  );
});

test('the default route leads to the last address of the range', () => {
  assert.equal(unusedGateway('172.18.0.0/16 172.18.0.1'), '172.18.255.254');
  assert.equal(unusedGateway('192.168.16.0/20 192.168.16.1'), '192.168.31.254');
  assert.equal(unusedGateway('10.0.0.0/30 10.0.0.1'), '10.0.0.2');
  assert.equal(unusedGateway('8.8.0.0/16 8.8.0.1'), null);
  assert.equal(unusedGateway('fd00::/64 fd00::1'), null);
});

test('a network is internal, this machine’s, and gone when it is removed', {
  skip,
  timeout: 60_000,
}, async () => {
  const network = await openSideNetwork('head', signal);
  try {
    const { stdout } = await runCommand(['docker', 'network', 'inspect', network.name]);
    const [found] = JSON.parse(stdout);
    assert.equal(found.Internal, true);
    assert.equal(found.Driver, 'bridge');
    const [{ Subnet, Gateway, AuxiliaryAddresses }] = found.IPAM.Config;
    assert.equal(AuxiliaryAddresses.DefaultGatewayIPv4, unusedGateway(`${Subnet} ${Gateway}`));
    assert.match(found.Options['com.docker.network.bridge.name'], /^pw-[0-9a-f]{8}$/);
  } finally {
    await network.remove();
  }
  assert.equal(await networks(`name=${network.name}`), '');
});

test('the network of a harness that has died is swept, that of a living one stays', {
  skip,
  timeout: 60_000,
}, async () => {
  const alive = await openSideNetwork('base', signal);
  const name = `pitwall-test-${process.pid}`;
  // No process has this id: it is above the kernel's limit.
  const label = `${HARNESS_LABEL}=4999999-1`;
  await runCommand(['docker', 'network', 'create', '--internal', '--label', label, name]);
  try {
    assert.notEqual(await networks(`name=${name}`), '', 'it was left');
    await sweepContainers();
    assert.equal(await networks(`name=${name}`), '');
    assert.notEqual(await networks(`name=${alive.name}`), '');
  } finally {
    await alive.remove();
  }
});
