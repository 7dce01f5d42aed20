import type { AccountRow } from '../../../src/scenarios/tables/accounts.ts';
import type { Behaviour, Context } from './behaviour.ts';
import { asLocalTime, dated, good, on, status, stuck, value, type WrongServer } from './changes.ts';
import { answer, insert, jsonReply, type Store } from './right-answers.ts';

/** Wrong in what an insert answers, or in what it leaves in the table. */

/** Stores a row otherwise than it was sent, and answers as if it had not. */
const storing =
  (how: (row: Omit<AccountRow, 'id'>) => Partial<AccountRow>): NonNullable<Behaviour['reply']> =>
  (context, right) =>
    inserting(({ pools }, row) => pools.mysql.use((database) => database.insert({ ...row, ...how(row) })))(
      context,
      right,
    );

const inserting =
  (how: Store): NonNullable<Behaviour['reply']> =>
  async (context, right) =>
    context.route === 'account-insert'
      ? insert(context, how).catch(() => jsonReply(context, 500, { code: 500, message: 'database error' }))
      : right();

/** A number of the server's own, from the first that no seeded row has. */
function invented({ serverMemory, data }: Context): number {
  const used = serverMemory.get('invented')?.status ?? data.accounts.length;
  serverMemory.set('invented', { status: used + 1, headers: [], body: '', framing: 'chunked' });
  return used + 1;
}

export const wrongInserts: Record<string, WrongServer> = {
  '201 without inserting': {
    reply: inserting(async (context) => {
      await context.pools.mysql.use((database) => database.get(1));
      return invented(context);
    }),
    fails: ['account-insert/stored'],
  },
  'inserts when there is time': {
    reply: inserting(({ pools }, row) => pools.mysql.use((database) => database.insertDelayed(row, 100))),
    fails: ['account-insert/stored'],
  },
  'inserts twice': {
    reply: inserting(async ({ pools }, row) => {
      await pools.mysql.use((database) => database.insert(row));
      return pools.mysql.use((database) => database.insert(row));
    }),
    fails: ['account-insert/exact'],
  },
  'inserts a retry now and then': {
    reply: inserting(async ({ pools, count }, row) => {
      if (count % 7 === 0) await pools.mysql.use((database) => database.insert(row));
      return pools.mysql.use((database) => database.insert(row));
    }),
    fails: ['account-insert/exact'],
  },
  'ids of its own': {
    reply: inserting(async (context, row) => {
      await context.pools.mysql.use((database) => database.insert(row));
      return 1_000_000 + invented(context);
    }),
    fails: ['account-insert/ids'],
  },
  'always the same id': {
    reply: on('account-insert', (reply, { data }) =>
      reply.status === 201 ? value((row) => ({ ...row, id: data.accounts.length + 1 }))(reply) : reply,
    ),
    fails: ['account-insert/ids'],
  },
  'an id as a string': {
    reply: good('account-insert', (row) => ({ ...row, id: String(row.id) })),
    fails: ['account-insert/ids'],
  },
  'no id': {
    reply: good('account-insert', ({ id: _, ...row }) => row),
    fails: ['account-insert/ids'],
  },
  'the highest id for the new one': {
    reply: inserting(async ({ pools }, row) => {
      await pools.mysql.use((database) => database.insert(row));
      const rows = await pools.mysql.use((database) => database.list());
      return Math.max(...rows.map(({ id }) => id));
    }),
    fails: ['account-insert/exact'],
  },
  'rows of two requests mixed up under concurrency': {
    reply: (() => {
      const last = new WeakMap<object, Omit<AccountRow, 'id'>>();
      return inserting(async ({ pools }, row) => {
        last.set(pools, row);
        await new Promise((resolve) => setImmediate(resolve));
        return pools.mysql.use((database) => database.insert({ ...row, name: last.get(pools)?.name ?? '' }));
      });
    })(),
    fails: ['account-insert/exact'],
  },
  'no insert of those that come at once': {
    reply: async (context, right) => {
      if (context.route !== 'account-insert') return right();
      const { serverMemory, body } = context;
      const left = serverMemory.get('left')?.status ?? 0;
      const leave = (status: number) =>
        serverMemory.set('left', { status, headers: [], body: '', framing: 'chunked' });
      if (left > 0) {
        leave(left - 1);
        return jsonReply(context, 503, { code: 503, message: 'busy' });
      }
      // The last text that the verifier tries; next come eight inserts on each of eight connections.
      if (body.includes('\u200b')) leave(64);
      return right();
    },
    fails: ['account-insert/exact'],
  },
  'a column not stored': { reply: storing(() => ({ introduction: '' })), fails: ['account-insert/row'] },
  'local time stored': {
    reply: storing((row) => ({ register_date: asLocalTime(row.register_date) })),
    fails: ['account-insert/row'],
  },
  'the clock in local time stored': {
    reply: storing((row) => ({
      created_at: asLocalTime(row.created_at),
      updated_at: asLocalTime(row.updated_at),
    })),
    fails: ['account-insert/row'],
  },
  'register_date stored without its milliseconds': {
    reply: storing((row) => ({ register_date: `${row.register_date.slice(0, -4)}000Z` })),
    fails: ['account-insert/row'],
  },
  'the password stored in clear, as a hash': {
    reply: storing((row) => ({ password: `sha1:${row.password}`.slice(0, 100) })),
    fails: ['account-insert/row'],
  },
  'status 0 taken for no status': {
    reply: storing((row) => ({ status: row.status || 1 })),
    fails: ['account-insert/row'],
  },
  'deleted as soon as it is stored': {
    reply: storing((row) => ({ deleted_at: row.created_at })),
    fails: ['account-insert/row'],
  },
  'quotes escaped twice': {
    reply: storing((row) => ({ name: row.name.replaceAll("'", "''") })),
    fails: ['account-insert/texts'],
  },
  'characters of four bytes lost': {
    reply: storing((row) => ({ name: row.name.replace(/[\u{10000}-\u{10ffff}]/gu, '?') })),
    fails: ['account-insert/texts'],
  },
  'names trimmed': {
    reply: storing((row) => ({ name: row.name.trim() })),
    fails: ['account-insert/texts'],
  },
  'names that look like SQL refused': {
    reply: async (context, right) =>
      context.route === 'account-insert' && /drop table/i.test(context.body)
        ? jsonReply(context, 400, { code: 400, message: 'not allowed' })
        : right(),
    fails: ['account-insert/texts'],
  },
  '200 for an insert': {
    reply: on('account-insert', (reply) => (reply.status === 201 ? status(200)(reply) : reply)),
    fails: ['account-insert/status'],
  },
  'answers with the password': {
    reply: on('account-insert', (reply, { body }) =>
      reply.status === 201 ? value((row) => ({ ...row, password: JSON.parse(body).password }))(reply) : reply,
    ),
    fails: ['account-insert/hidden'],
  },
  'answers with a name of its own': {
    reply: good('account-insert', (row) => ({ ...row, name: row.name.toUpperCase() })),
    fails: ['account-insert/body'],
  },
  'answers in local time': {
    reply: good('account-insert', (row) => ({
      ...row,
      created_at: asLocalTime(row.created_at),
      updated_at: asLocalTime(row.updated_at),
    })),
    fails: ['account-insert/instants'],
  },
  'register_date in local time': {
    reply: good('account-insert', (row) => ({ ...row, register_date: asLocalTime(row.register_date) })),
    fails: ['account-insert/instants'],
  },
  'created a moment before it was updated': {
    reply: good('account-insert', (row) => ({
      ...row,
      updated_at: new Date(Date.parse(row.updated_at) + 1).toISOString(),
    })),
    fails: ['account-insert/instants'],
  },
  'a clock of whole seconds': {
    reply: async (context, right) => {
      if (context.route !== 'account-insert') return right();
      const cut = (instant: string): string => `${instant.slice(0, -4)}000Z`;
      const clock = { ...context.clock, now: () => Math.floor(context.clock.now() / 1_000) * 1_000 };
      const reply = await insert({ ...context, clock }).catch(() =>
        jsonReply(context, 500, { code: 500, message: 'database error' }),
      );
      return reply.status === 201
        ? value((row) => ({ ...row, created_at: cut(row.created_at), updated_at: cut(row.updated_at) }))(
            reply,
          )
        : reply;
    },
    fails: ['account-insert/instants'],
  },
  'a clock that a timer sets': {
    reply: async (context, right) => {
      if (context.route !== 'account-insert') return right();
      const clock = { ...context.clock, now: () => Math.floor(context.clock.now() / 4_000) * 4_000 + 123 };
      const reply = insert({ ...context, clock }).catch(() =>
        jsonReply(context, 500, { code: 500, message: 'database error' }),
      );
      return dated(await reply, context);
    },
    fails: ['account-insert/instants'],
  },
  'no JSON that is laid out': {
    reply: async (context, right) =>
      context.route === 'account-insert' && context.body.includes('\n')
        ? jsonReply(context, 400, { code: 400, message: 'no JSON' })
        : right(),
    fails: ['account-insert/texts'],
  },
  'no escapes': {
    reply: async (context, right) =>
      context.route === 'account-insert'
        ? answer({ ...context, body: context.body.replaceAll('\\u', '\\\\u') })
        : right(),
    fails: ['account-insert/texts'],
  },
  'an account without a name': {
    reply: async (context, right) => {
      if (context.route !== 'account-insert') return right();
      try {
        const { name = '', ...sent } = JSON.parse(context.body);
        return await insert({ ...context, body: JSON.stringify({ ...sent, name: String(name) }) });
      } catch {
        return right();
      }
    },
    fails: ['account-insert/bad-body'],
  },
  '500 for a body that is no JSON': {
    reply: on('account-insert', (reply) => (reply.status === 400 ? status(500)(reply) : reply)),
    fails: ['account-insert/bad-body'],
  },
  'refuses and stores all the same': {
    reply: async (context, right) => {
      const reply = await right();
      if (context.route === 'account-insert' && reply.status === 400) {
        await insert({ ...context, body: '{"name":""}' });
      }
      return reply;
    },
    fails: ['account-insert/bad-body'],
  },
  '201 on a database error': {
    reply: async (context, right) => {
      const reply = await right();
      if (context.route !== 'account-insert' || reply.status !== 500) return reply;
      return insert(context, async () => invented(context));
    },
    fails: ['account-insert/database-error'],
  },
  'no way back to inserting': {
    reply: stuck('account-insert'),
    fails: ['account-insert/recovers'],
  },
};
