import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readHosts } from '../../src/hosts/hosts.ts';
import { exitCodes, PitwallError } from '../../src/util/errors.ts';

const HERE = { context: null, address: '127.0.0.1' };
const OWN = ['127.0.0.1', '10.0.0.1'];

function refused(environment: Record<string, string>): PitwallError {
  try {
    readHosts(environment, OWN);
  } catch (error) {
    assert.ok(error instanceof PitwallError, String(error));
    assert.equal(error.exitCode, exitCodes.usage);
    return error;
  }
  return assert.fail(`${JSON.stringify(environment)} was not refused`);
}

describe('the hosts that the environment names', () => {
  test('none: all on this machine, also where a workflow has set its variables to nothing', () => {
    const all = { server: HERE, database: HERE, loader: HERE };
    assert.deepEqual(readHosts({}), all);
    assert.deepEqual(readHosts({ PITWALL_SERVER_CONTEXT: '', PITWALL_SERVER_ADDRESS: '' }), all);
  });

  test('a context and an address a role, the address allowed aloud', () => {
    const hosts = readHosts({
      PITWALL_SERVER_CONTEXT: 'pitwall-server',
      PITWALL_SERVER_ADDRESS: '10.0.0.2',
      PITWALL_LOADER_CONTEXT: 'pitwall-loader',
      PITWALL_ALLOW_REMOTE: '1',
    });
    assert.deepEqual(hosts.server, { context: 'pitwall-server', address: '10.0.0.2' });
    assert.deepEqual(hosts.loader, { context: 'pitwall-loader', address: '127.0.0.1' });
    assert.deepEqual(hosts.database, HERE);
  });

  test('two engines on one machine need no word: it is still this machine that is loaded', () => {
    const hosts = readHosts({ PITWALL_DATABASE_CONTEXT: 'two', PITWALL_DATABASE_ADDRESS: '127.0.0.2' });
    assert.deepEqual(hosts.database, { context: 'two', address: '127.0.0.2' });
  });

  test('an address outside of this machine without the word that allows it', () => {
    const error = refused({ PITWALL_SERVER_CONTEXT: 'server', PITWALL_SERVER_ADDRESS: '10.0.0.2' });
    assert.match(error.expected, /PITWALL_ALLOW_REMOTE=1/);
    assert.equal(error.where, 'PITWALL_SERVER_ADDRESS');
  });

  test('an address whose role has no context, allowed or not', () => {
    const environment = { PITWALL_SERVER_ADDRESS: '10.0.0.2', PITWALL_ALLOW_REMOTE: '1' };
    assert.match(refused(environment).expected, /no Docker context/);
    assert.match(refused({ ...environment, PITWALL_LOADER_CONTEXT: 'loader' }).expected, /no Docker context/);
  });

  test("this machine's own address, where another host is to reach it", () => {
    const environment = { PITWALL_SERVER_ADDRESS: '10.0.0.1', PITWALL_ALLOW_REMOTE: '1' };
    refused(environment);
    const { server } = readHosts({ ...environment, PITWALL_LOADER_CONTEXT: 'loader' }, OWN);
    assert.deepEqual(server, { context: null, address: '10.0.0.1' });
  });

  test('public addresses, names and other versions of the protocol, whatever is allowed', () => {
    const allowed = { PITWALL_SERVER_CONTEXT: 'server', PITWALL_ALLOW_REMOTE: '1' };
    for (const [address, why] of [
      ['93.184.216.34', /private network/],
      ['172.32.0.1', /private network/],
      ['169.254.169.254', /private network/],
      ['0.0.0.0', /private network/],
      ['example.org', /IPv4/],
      ['localhost', /IPv4/],
      ['::1', /IPv4/],
      ['10.0.0.2@93.184.216.34', /IPv4/],
      ['0x7f.1', /IPv4/],
    ] as const)
      assert.match(refused({ ...allowed, PITWALL_SERVER_ADDRESS: address }).expected, why, address);
  });

  test('a context whose name is a flag or a path', () => {
    for (const context of ['--host=tcp://10.0.0.1', '../other', 'two words', 'a'])
      assert.match(refused({ PITWALL_DATABASE_CONTEXT: context }).what, /Invalid Docker context name/);
  });
});
