import type { AccountRow } from '../../../src/scenarios/tables/accounts.ts';
import {
  asLocalTime,
  dated,
  good,
  goodList,
  heldInMemory,
  on,
  remembered,
  stuck,
  value,
  type WrongServer,
} from './changes.ts';
import { jsonReply, shownAccount } from './right-answers.ts';

/** Wrong in the rows of `accounts` and the documents of `users`, or in where they come from. */

export const wrongReads: Record<string, WrongServer> = {
  'accounts cached at first read': {
    reply: remembered('account-list', ({ path }) => path, 'serverMemory'),
    fails: ['account-list/fresh-row', 'account-list/database-error'],
  },
  'accounts cached until the next insert': {
    reply: async (context, right) => {
      if (context.route === 'account-insert') context.serverMemory.delete('list');
      if (context.route !== 'account-list') return right();
      const reply = context.serverMemory.get('list') ?? (await right());
      if (reply.status === 200) context.serverMemory.set('list', reply);
      return dated(reply, context);
    },
    // The harness takes its rows away without telling the server.
    fails: ['account-list/fresh-row', 'server/concurrent'],
  },
  'only as many accounts as there were': {
    reply: async (context, right) => {
      const reply = await right();
      if (context.route !== 'account-list' || reply.status !== 200) return reply;
      return value((accounts) => accounts.slice(0, context.data.accounts.length))(reply);
    },
    fails: ['account-list/new-row'],
  },
  'a page of accounts': {
    reply: goodList('account-list', (accounts) => accounts.slice(0, 20)),
    fails: ['account-list/rows'],
  },
  'accounts newest first': {
    reply: goodList('account-list', (accounts) => accounts.toReversed()),
    fails: ['account-list/order'],
  },
  'accounts ordered by name, but for one': {
    reply: goodList('account-list', (accounts) => [
      ...accounts.slice(0, 40),
      accounts[41],
      accounts[40],
      ...accounts.slice(42),
    ]),
    fails: ['account-list/order'],
  },
  'accounts with ids as strings': {
    reply: goodList('account-list', (accounts) => accounts.map((row) => ({ ...row, id: String(row.id) }))),
    fails: ['account-list/ids'],
  },
  'accounts with their passwords': {
    reply: goodList('account-list', (accounts) => accounts.map((row) => ({ ...row, password: 'x' }))),
    fails: ['account-list/hidden'],
  },
  'accounts wrapped as rows are elsewhere': {
    reply: goodList('account-list', (accounts) => ({ data: accounts })),
    fails: ['account-list/body'],
  },
  'account dates in local time': {
    reply: goodList('account-list', (accounts) =>
      accounts.map((row) => ({ ...row, created_at: asLocalTime(row.created_at) })),
    ),
    fails: ['account-list/instants'],
  },
  'account cached by id': {
    reply: async (context, right) => {
      if (context.route !== 'account-get') return right();
      const reply = context.serverMemory.get(context.path) ?? (await right());
      if (reply.status === 200) context.serverMemory.set(context.path, reply);
      return dated(reply, context);
    },
    fails: ['account-get/fresh-row', 'account-get/database-error'],
  },
  'accounts held in memory': {
    reply: async (context, right) => {
      const row = context.data.accounts.find(({ id }) => context.path === `/accounts/${id}`);
      return row ? jsonReply(context, 200, shownAccount(row)) : right();
    },
    fails: ['account-get/fresh-row', 'account-get/database-error'],
  },
  'an account’s introduction held in memory': {
    reply: heldInMemory('account-get', 'introduction', ({ accounts }) => accounts),
    fails: ['account-get/fresh-row'],
  },
  'an account’s status held in memory': {
    reply: heldInMemory('account-list', 'status', ({ accounts }) => accounts),
    fails: ['account-list/fresh-row'],
  },
  'account id ignored': {
    reply: on('account-get', (reply, context) =>
      reply.status === 200
        ? jsonReply(context, 200, shownAccount(context.data.accounts[0] as AccountRow))
        : reply,
    ),
    fails: ['account-get/distinct'],
  },
  'account with its date of deletion': {
    reply: good('account-get', (row) => ({ ...row, deleted_at: null })),
    fails: ['account-get/hidden'],
  },
  'account id as a string': {
    reply: good('account-get', (row) => ({ ...row, id: String(row.id) })),
    fails: ['account-get/ids'],
  },
  'account dates as numbers': {
    reply: good('account-get', (row) => ({ ...row, register_date: Date.parse(row.register_date) })),
    fails: ['account-get/instants'],
  },
  'unknown account answered with 200': {
    reply: on('account-get', (reply) => (reply.status === 404 ? { ...reply, status: 200 } : reply)),
    fails: ['account-get/unknown-id'],
  },
  'an id that only begins with a number': {
    reply: async (context, right) => {
      const id = /^\/accounts\/(\d+)[^\d]/.exec(context.path)?.[1];
      if (!id) return right();
      const row = await context.pools.mysql.use((database) => database.get(Number(id)));
      return row ? jsonReply(context, 200, shownAccount(row)) : right();
    },
    fails: ['account-get/unknown-id'],
  },

  // Users
  'users cached at first read': {
    reply: remembered('users', ({ path }) => path, 'serverMemory'),
    fails: ['users/fresh-row', 'users/database-error'],
  },
  'a user’s last change held in memory': {
    reply: heldInMemory('users', 'updated_at', ({ users }) => users),
    fails: ['users/fresh-row'],
  },
  'no way back to the users': {
    reply: stuck('users'),
    fails: ['users/recovers'],
  },
  'ids in extended JSON': {
    reply: goodList('users', (users) => users.map((user) => ({ ...user, id: { $oid: user.id } }))),
    fails: ['users/ids'],
  },
  'dates in extended JSON': {
    reply: goodList('users', (users) =>
      users.map((user) => ({ ...user, created_at: { $date: user.created_at } })),
    ),
    fails: ['users/instants'],
  },
  'documents as they are stored': {
    reply: goodList('users', (users) => users.map(({ id, ...user }) => ({ _id: id, ...user }))),
    fails: ['users/body'],
  },
  'the first user only': { reply: goodList('users', (users) => users.slice(0, 1)), fails: ['users/rows'] },
  'users newest first': { reply: goodList('users', (users) => users.toReversed()), fails: ['users/order'] },
  'empty list where MongoDB fails': {
    reply: on('users', (reply) => (reply.status === 500 ? { ...reply, status: 200, body: '[]' } : reply)),
    fails: ['users/database-error'],
  },
};
