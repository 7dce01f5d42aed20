import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../../src/databases/database.ts';
import { lateDatabase } from '../../src/databases/late-database.ts';

/** A database that is late: its address refuses until it is let in, and leads to it from then on. */
describe('a late database', () => {
  const echo = createServer((socket) => void socket.on('error', () => {}).pipe(socket));
  let port = 0;
  before(async () => {
    echo.listen(0, '127.0.0.1');
    await once(echo, 'listening');
    ({ port } = echo.address() as AddressInfo);
  });
  after(() => void echo.close());

  const databaseAt = (environment: Record<string, string>) => ({ environment }) as unknown as Database;

  /** What comes back for `ping`, or why nothing does. */
  async function said(to: number): Promise<string> {
    const socket: Socket = connect(to, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write('ping');
      return String((await once(socket, 'data'))[0]);
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      socket.destroy();
    }
  }

  const addresses: [
    string,
    (port: number) => Record<string, string>,
    (seen: Record<string, string>) => number,
  ][] = [
    [
      'PostgreSQL',
      (at) => ({ PGHOST: '127.0.0.1', PGPORT: `${at}`, PGUSER: 'me' }),
      (seen) => Number(seen.PGPORT),
    ],
    ['MySQL', (at) => ({ MYSQL_HOST: 'localhost', MYSQL_PORT: `${at}` }), (seen) => Number(seen.MYSQL_PORT)],
    [
      'MongoDB',
      (at) => ({ MONGODB_URI: `mongodb://me:secret%2F1@127.0.0.1:${at}/pitwall?retryReads=false` }),
      (seen) =>
        Number(
          /^mongodb:\/\/me:secret%2F1@127\.0\.0\.1:(\d+)\/pitwall\?retryReads=false$/.exec(
            seen.MONGODB_URI ?? '',
          )?.[1],
        ),
    ],
  ];
  for (const [product, environmentAt, portIn] of addresses) {
    test(`${product}: refuses at first, then leads to it`, async () => {
      const late = await lateDatabase(databaseAt(environmentAt(port)));
      assert.ok(late);
      const { environment } = late.database;
      const itsPort = portIn(environment);
      assert.ok(itsPort > 0 && itsPort !== port, JSON.stringify(environment));
      assert.deepEqual(Object.keys(environment), Object.keys(environmentAt(port)));
      assert.equal(await said(itsPort), 'ECONNREFUSED');
      await late.letIn();
      assert.equal(await said(itsPort), 'ping');
      await late.close();
      assert.equal(await said(itsPort), 'ECONNREFUSED');
    });
  }

  test('closing one that nobody was let in to, and one whose client stays', async () => {
    const never = await lateDatabase(databaseAt({ PGHOST: '127.0.0.1', PGPORT: `${port}` }));
    await never?.close();
    const late = await lateDatabase(databaseAt({ PGHOST: '127.0.0.1', PGPORT: `${port}` }));
    await late?.letIn();
    const client = connect(Number(late?.database.environment.PGPORT), '127.0.0.1').on('error', () => {});
    await once(client, 'connect');
    const ended = once(client, 'close');
    client.resume();
    await late?.close();
    await ended;
  });

  test('cutting breaks the connections that there are, and none that comes later', async () => {
    const late = await lateDatabase(databaseAt({ PGHOST: '127.0.0.1', PGPORT: `${port}` }));
    const itsPort = Number(late?.database.environment.PGPORT);
    await late?.letIn();
    const client = connect(itsPort, '127.0.0.1').on('error', () => {});
    await once(client, 'connect');
    client.write('ping');
    await once(client, 'data');
    const ended = once(client, 'close');
    late?.cut();
    await ended;
    assert.equal(await said(itsPort), 'ping');
    await late?.close();
  });

  test('without one TCP address there is none', async () => {
    for (const environment of [
      { PGHOST: '/var/run/postgresql', PGPORT: '5432' },
      { MONGODB_URI: 'mongodb+srv://cluster.example.org/pitwall' },
      { MONGODB_URI: 'mongodb://a.example.org:27017,b.example.org:27017/pitwall' },
    ])
      assert.equal(await lateDatabase(databaseAt(environment)), null, JSON.stringify(environment));
  });
});
