import type { MarkCode, ScenarioId } from '../../../src/model/index.ts';
import type { Behaviour, Context, Reply } from './behaviour.ts';
import { insert } from './right-answers.ts';

/** Servers that pass the verifier and cheat only under load, each with the marks that must reveal it. */
interface Cheat extends Behaviour {
  scenario: ScenarioId;
  marks: MarkCode[];
}

/** More than the probes open, fewer than the load. */
const CROWD = 10;
/** More requests than a probe sends on its connection, far fewer than a loader does even of a slow machine. */
const BUSY = 60;
/** The same where a response is large or slow, and the load's connections ask less often. */
const FEW = 25;

function timesAsked(memory: Map<string, Reply>): number {
  return memory.get('asked')?.status ?? 0;
}

/** How often this connection has asked: the loader's give themselves away by it. */
function asked(memory: Map<string, Reply>): number {
  const times = timesAsked(memory) + 1;
  memory.set('asked', { status: times, headers: [], body: '', framing: 'chunked' });
  return times;
}

const shorter = (reply: Reply): Reply => ({ ...reply, body: '{"status":1}' });

/** Kept from the first read under load on, for as long as the load lasts. */
const cachedInACrowd: NonNullable<Behaviour['reply']> = async (context, right) => {
  const { serverMemory, path, open } = context;
  const cached = serverMemory.get(path);
  if (cached && open > CROWD) return cached;
  const reply = await right();
  if (reply.status === 200) serverMemory.set(path, reply);
  return reply;
};

/** If `when` says so, only answers an insert: the id is the next of the server's own. */
const acknowledged =
  (when: (context: Context) => boolean): NonNullable<Behaviour['reply']> =>
  (context, right) => {
    if (context.route !== 'account-insert' || !when(context)) return right();
    return insert(context, async () => context.data.accounts.length + context.count);
  };

export const cheats: Record<string, Cheat> = {
  'rows cached after a moment of load': {
    scenario: 'menus',
    async reply(context, right) {
      if (context.route !== 'menus') return right();
      const cached = context.serverMemory.get(context.path);
      if (cached && context.open > CROWD) return cached;
      const reply = await right();
      context.serverMemory.set(context.path, reply);
      return reply;
    },
    marks: ['stale-row'],
  },
  'rows cached per connection': {
    scenario: 'menus',
    async reply(context, right) {
      if (context.route !== 'menus') return right();
      const reply = context.connectionMemory.get(context.path) ?? (await right());
      context.connectionMemory.set(context.path, reply);
      return reply;
    },
    marks: ['stale-row'],
  },
  'all accounts cached after a moment of load': {
    scenario: 'account-list',
    reply: cachedInACrowd,
    marks: ['stale-row'],
  },
  'accounts cached by id after a moment of load': {
    scenario: 'account-get',
    reply: cachedInACrowd,
    marks: ['stale-row'],
  },
  'users cached after a moment of load': {
    scenario: 'users',
    reply: cachedInACrowd,
    marks: ['stale-row'],
  },
  'users cached per connection': {
    scenario: 'users',
    async reply({ connectionMemory, path, route }, right) {
      if (route !== 'users') return right();
      const reply = connectionMemory.get(path) ?? (await right());
      connectionMemory.set(path, reply);
      return reply;
    },
    marks: ['stale-row'],
  },
  'half of the accounts to connections that ask often': {
    scenario: 'account-list',
    async reply(context, right) {
      const reply = await right();
      if (context.route !== 'account-list' || asked(context.connectionMemory) <= FEW) return reply;
      const accounts = JSON.parse(String(reply.body));
      return { ...reply, body: JSON.stringify(accounts.slice(0, accounts.length / 2)) };
    },
    marks: ['size-changed'],
  },
  'one account for all ids while many connections are open': {
    scenario: 'account-get',
    async reply(context, right) {
      const reply = await right();
      if (context.route !== 'account-get' || context.open <= CROWD) return reply;
      return {
        ...reply,
        body: JSON.stringify({ ...JSON.parse(String(reply.body)), id: 1, introduction: '' }),
      };
    },
    marks: ['wrong-body-under-load', 'size-changed'],
  },
  'inserts answered and dropped while many connections are open': {
    scenario: 'account-insert',
    reply: acknowledged(({ open }) => open > CROWD),
    marks: ['rows-mismatch'],
  },
  'inserts answered and dropped for connections that ask often': {
    scenario: 'account-insert',
    reply: acknowledged(({ connectionMemory }) => asked(connectionMemory) > FEW),
    marks: ['rows-mismatch'],
  },
  'one insert in ten dropped': {
    scenario: 'account-insert',
    reply: acknowledged(({ count, open }) => open > CROWD && count % 10 === 0),
    marks: ['rows-mismatch'],
  },
  'inserts twice to be sure': {
    scenario: 'account-insert',
    async reply(context, right) {
      if (context.route === 'account-insert' && context.open > CROWD) await right();
      return right();
    },
    marks: ['rows-mismatch'],
  },
  'inserts that come after the load': {
    scenario: 'account-insert',
    reply: (context, right) =>
      context.route === 'account-insert' && context.open > CROWD
        ? insert(context, ({ pools }, row) =>
            pools.mysql.use((database) => database.insertDelayed(row, 5_000)),
          )
        : right(),
    marks: ['rows-mismatch'],
  },
  'a column left out while many connections are open': {
    scenario: 'account-insert',
    reply: (context, right) =>
      context.route === 'account-insert' && context.open > CROWD
        ? insert(context, ({ pools }, row) =>
            pools.mysql.use((database) => database.insert({ ...row, password: '' })),
          )
        : right(),
    marks: ['rows-mismatch'],
  },
  'the same id for all while many connections are open': {
    scenario: 'account-insert',
    reply: (context, right) =>
      context.route === 'account-insert' && context.open > CROWD
        ? insert(context, async ({ pools, data }, row) => {
            await pools.mysql.use((database) => database.insert(row));
            return data.accounts.length + 10;
          })
        : right(),
    marks: ['rows-mismatch'],
  },
  '200 and no row while many connections are open': {
    scenario: 'account-insert',
    async reply(context, right) {
      if (context.route !== 'account-insert' || context.open <= CROWD) return right();
      // One digit, however many requests the load makes: the size that gives it away depends on no machine's speed.
      return { ...(await insert(context, async () => 1)), status: 200 };
    },
    marks: ['status-mismatch', 'size-changed', 'rows-mismatch'],
  },
  'a short 200 while many connections are open': {
    scenario: 'json',
    reply: async ({ open }, right) => (open > CROWD ? shorter(await right()) : right()),
    marks: ['wrong-body-under-load', 'size-changed'],
  },
  'a short 200 to connections that ask often': {
    scenario: 'json',
    reply: async ({ connectionMemory }, right) =>
      asked(connectionMemory) > BUSY ? shorter(await right()) : right(),
    marks: ['size-changed'],
  },
  'one asset for all to connections that ask often': {
    scenario: 'asset',
    async reply({ connectionMemory, data }, right) {
      const reply = await right();
      if (asked(connectionMemory) <= BUSY) return reply;
      return { ...reply, body: JSON.stringify({ ...data.assets[0], desc: '' }) };
    },
    marks: ['size-changed'],
  },
  'one row for all limits to connections that ask often': {
    scenario: 'menus',
    async reply(context, right) {
      const reply = await right();
      if (context.route !== 'menus' || asked(context.connectionMemory) <= BUSY) return reply;
      const json = JSON.parse(String(reply.body));
      return { ...reply, body: JSON.stringify({ ...json, data: json.data.slice(0, 1) }) };
    },
    marks: ['size-changed'],
  },
  '500 while many connections are open': {
    scenario: 'json',
    reply: async ({ open }, right) => ({ ...(await right()), status: open > CROWD ? 500 : 200 }),
    marks: ['status-mismatch'],
  },
  '500 to one request in a hundred': {
    scenario: 'plaintext',
    reply: async ({ count, route }, right) => {
      const reply = await right();
      const fails = route === 'plaintext' && count > 100 && count % 100 === 0;
      return { ...reply, status: fails ? 500 : reply.status };
    },
    marks: ['status-mismatch'],
  },
  '200 for the error route under load': {
    scenario: 'error',
    reply: async ({ connectionMemory }, right) => {
      const reply = await right();
      return asked(connectionMemory) > BUSY ? { ...reply, status: 200 } : reply;
    },
    marks: ['status-mismatch', 'size-changed'],
  },
  'a counter that forgets under load': {
    scenario: 'json',
    count(state, { open }) {
      state.count += open > CROWD && Math.random() < 0.2 ? 0 : 1;
    },
    marks: ['count-mismatch'],
  },
  'a counter that is ahead': {
    scenario: 'json',
    count(state, { open }) {
      state.count += open > CROWD ? 2 : 1;
    },
    marks: ['count-mismatch'],
  },
  'a counter that cannot be read while it is compared': {
    scenario: 'json',
    reply: ({ route }, right) =>
      route === 'count' ? { status: 503, headers: [], body: '', framing: 'content-length' } : right(),
    marks: ['count-mismatch'],
  },
};

/** What only wrk would take for work done: other clients see bytes that they did not ask for. */
export const doubledResponses: Cheat = {
  scenario: 'json',
  wire: (bytes, { connectionMemory, route }) =>
    route === 'json' && asked(connectionMemory) > BUSY ? Buffer.concat([bytes, bytes]) : bytes,
  count(state, { route, connectionMemory }) {
    state.count += route === 'json' && timesAsked(connectionMemory) >= BUSY ? 2 : 1;
  },
  marks: ['count-mismatch'],
};
