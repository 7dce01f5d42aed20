import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptConnection, withConnection } from '../../src/databases/connection.ts';
import { PitwallError } from '../../src/util/errors.ts';

/** A driver whose connections write down what becomes of them; a client is the number of its connection. */
function driver() {
  const events: string[] = [];
  const lost = new Set<number>();
  let opened = 0;
  const connector = {
    async open() {
      const client = ++opened;
      events.push(`open ${client}`);
      const note = (what: string) => async () => void events.push(`${what} ${client}`);
      return { client, isOpen: () => !lost.has(client), end: note('end'), destroy: note('destroy') };
    },
    errorOf: (error: unknown) =>
      new PitwallError({ what: String(error), where: 'x', expected: 'x', seen: 'x', next: 'x' }),
  };
  return { connector, events, lost };
}

const fail = async (): Promise<never> => {
  throw new Error('refused');
};

test('work by itself ends its connection, in order only if it succeeded', async () => {
  const { connector, events } = driver();
  assert.equal(await withConnection(connector, async (client) => client), 1);
  await assert.rejects(withConnection(connector, fail), PitwallError);
  assert.deepEqual(events, ['open 1', 'end 1', 'open 2', 'destroy 2']);
});

test('one use after the other has the same connection, until it is closed', async () => {
  const { connector, events } = driver();
  const kept = new KeptConnection(connector);
  for (let use = 0; use < 3; use++) assert.equal(await kept.use(async (client) => client), 1);
  assert.deepEqual(events, ['open 1']);
  await kept.close();
  assert.equal(await kept.use(async (client) => client), 2);
  assert.deepEqual(events, ['open 1', 'end 1', 'open 2', 'end 2'], 'what is used later is not kept');
});

test('two uses at a time have a connection each, of which one is kept', async () => {
  const { connector, events } = driver();
  const kept = new KeptConnection(connector);
  const { promise: both, resolve } = Promise.withResolvers<void>();
  const first = kept.use(async () => both);
  const second = kept.use(async () => resolve());
  await Promise.all([first, second]);
  assert.deepEqual(events.slice(0, 2), ['open 1', 'open 2']);
  assert.equal(events.length, 3);
  assert.match(String(events[2]), /^end /);
});

test('a connection that failed or was lost while nobody used it is replaced', async () => {
  const { connector, events, lost } = driver();
  const kept = new KeptConnection(connector);
  await assert.rejects(kept.use(fail), PitwallError);
  assert.equal(await kept.use(async (client) => client), 2);
  lost.add(2);
  assert.equal(await kept.use(async (client) => client), 3);
  assert.deepEqual(events, ['open 1', 'destroy 1', 'open 2', 'destroy 2', 'open 3']);
});
