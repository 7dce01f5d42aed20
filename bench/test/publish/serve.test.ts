import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type FolderServer, serveFolder } from '../../src/publish/serve.ts';
import { refusalOf } from '../measure/support/errors.ts';

let root: string;
let server: FolderServer;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'pitwall-serve-'));
  const site = join(root, 'site');
  await mkdir(join(site, 'runs/a b'), { recursive: true });
  await writeFile(join(root, 'secret.txt'), 'secret');
  await writeFile(join(site, 'index.html'), '<h1>home</h1>');
  await writeFile(join(site, '404.html'), '<h1>nothing here</h1>');
  await writeFile(join(site, 'runs/index.html'), '<h1>runs</h1>');
  await writeFile(join(site, 'runs/a b/index.html'), '<h1>a b</h1>');
  await writeFile(join(site, 'table.csv'), 'a,b\r\n');
  await symlink(join(root, 'secret.txt'), join(site, 'link.txt'));
  server = await serveFolder(site, { port: 0 });
});

after(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

/** As it stands, without what fetch tidies up first. */
function rawGet(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}

test('files and folders are served with their types', async () => {
  assert.match(server.origin, /^http:\/\/127\.0\.0\.1:\d+$/);
  const home = await fetch(`${server.origin}/?x=1`);
  assert.equal(home.status, 200);
  assert.equal(home.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(await home.text(), '<h1>home</h1>');
  const table = await fetch(`${server.origin}/table.csv`);
  assert.equal(table.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(table.headers.get('x-content-type-options'), 'nosniff');
});

test('text is compressed for those who take it so', async () => {
  const packed = await fetch(`${server.origin}/table.csv`, { headers: { 'accept-encoding': 'gzip, br' } });
  assert.equal(packed.headers.get('content-encoding'), 'gzip');
  assert.equal(await packed.text(), 'a,b\r\n');
  const plain = await fetch(`${server.origin}/table.csv`, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(plain.headers.get('content-length'), '5');
});

test('a folder without its slash is redirected, so that relative links hold', async () => {
  const response = await fetch(`${server.origin}/runs`, { redirect: 'manual' });
  assert.deepEqual([response.status, response.headers.get('location')], [301, '/runs/']);
  assert.equal(await (await fetch(`${server.origin}/runs/a%20b`)).text(), '<h1>a b</h1>');
  assert.match(await rawGet('//runs'), /^location: \/runs\/\r$/m);
});

test('what is not there is the 404 page', async () => {
  const response = await fetch(`${server.origin}/no/such`);
  assert.equal(response.status, 404);
  assert.equal(await response.text(), '<h1>nothing here</h1>');
});

test('nothing outside the folder is served', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/runs/../../secret.txt',
    '/..%5csecret.txt',
    '/%00',
    '/%zz',
    '/link.txt',
  ]) {
    const answer = await rawGet(path);
    assert.match(answer, /^HTTP\/1\.1 40[04] /, path);
    assert.doesNotMatch(answer, /secret/, path);
  }
});

test('only reading is allowed, and HEAD has no body', async () => {
  assert.equal((await fetch(server.origin, { method: 'POST', body: 'x' })).status, 405);
  const headOf = (encoding: string) =>
    fetch(server.origin, { method: 'HEAD', headers: { 'accept-encoding': encoding } });
  const head = await headOf('identity');
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '13', '']);
  const compressed = await headOf('gzip');
  assert.deepEqual(
    [compressed.headers.get('content-encoding'), compressed.headers.get('content-length')],
    ['gzip', null],
    'its length is not known before it is made',
  );
});

test('a taken port and a missing folder are distinguished', async () => {
  const { where, seen, next } = await refusalOf(() => serveFolder(join(root, 'site'), { port: server.port }));
  assert.match(seen, /another program/);
  assert.equal(where, `127.0.0.1:${server.port}`);
  assert.equal(next, 'npm start -- --port 0');
  assert.match((await refusalOf(() => serveFolder(join(root, 'nowhere')))).where, /nowhere$/);
});

test('it is reached at the address that it listens on, and at the loopback one if that is every address', async () => {
  for (const [address, host] of [
    ['127.0.0.2', '127.0.0.2'],
    ['0.0.0.0', '127.0.0.1'],
  ] as const) {
    const other = await serveFolder(join(root, 'site'), { address });
    try {
      assert.equal(other.origin, `http://${host}:${other.port}`);
      assert.equal((await fetch(other.origin)).status, 200);
    } finally {
      await other.close();
    }
  }
});

test('an address that is not of this machine is refused, with it in the error', async () => {
  for (const [address, where] of [
    ['192.0.2.1', '192.0.2.1:0'],
    ['2001:db8::1', '[2001:db8::1]:0'],
  ] as const) {
    const refusal = await refusalOf(() => serveFolder(join(root, 'site'), { address }));
    assert.equal(refusal.where, where);
    assert.match(refusal.next, /Leave --address out/);
  }
});
