import type { JsonValue } from '../../../src/model/index.ts';
import type { MenuRow } from '../../../src/scenarios/menus.ts';
import type { AccountRow, NewAccount } from '../../../src/scenarios/tables/accounts.ts';
import type { Context, Reply } from './behaviour.ts';

/** The contract as a server keeps it, written apart from the harness's own definition of it. */

export function jsonReply(context: Context, status: number, value: JsonValue): Reply {
  return {
    status,
    headers: headers(context, 'application/json'),
    body: JSON.stringify(value),
    framing: 'content-length',
  };
}

function headers(context: Context, contentType: string): [string, string][] {
  return [
    ['Content-Type', contentType],
    ['Date', new Date(context.clock.now()).toUTCString()],
  ];
}

const text = (context: Context, body: string): Reply => ({
  status: 200,
  headers: headers(context, 'text/plain'),
  body,
  framing: 'content-length',
});

export async function answer(context: Context): Promise<Reply> {
  try {
    return await answerRoute(context);
  } catch {
    return jsonReply(context, 500, { code: 500, message: 'database error' });
  }
}

async function answerRoute(context: Context): Promise<Reply> {
  const { data, path, pools } = context;
  switch (context.route) {
    case 'plaintext':
      return text(context, 'Hello, World!');
    case 'healthz':
      return text(context, 'ok');
    case 'json':
      return jsonReply(context, 200, { status: 1, msg: '成功' });
    case 'json-large': {
      const content = Array(100).fill(data.sentence).join('\n');
      return jsonReply(context, 200, { content, size: 100, price: 10.12, vip: true });
    }
    case 'error':
      return jsonReply(context, 400, { code: 400, message: 'abcd' });
    case 'count':
      return jsonReply(context, 200, { code: 200, message: context.count });
    case 'assets': {
      const asset = data.assets.find(({ id }) => String(id) === path.slice('/assets/'.length));
      return asset ? jsonReply(context, 200, asset) : notFound(context);
    }
    case 'menus':
      return menus(context);
    case 'account-list': {
      const rows = await pools.mysql.use((database) => database.list());
      return jsonReply(context, 200, rows.map(shownAccount));
    }
    case 'account-get': {
      const id = /^\/accounts\/(\d{1,15})$/.exec(path)?.[1];
      const row = id === undefined ? null : await pools.mysql.use((database) => database.get(Number(id)));
      return row ? jsonReply(context, 200, shownAccount(row)) : notFound(context);
    }
    case 'account-insert':
      return insert(context);
    case 'users': {
      const users = await pools.mongodb.use((database) => database.find());
      return jsonReply(
        context,
        200,
        users.map((user) => ({ ...user })),
      );
    }
    default:
      return notFound(context);
  }
}

function notFound(context: Context): Reply {
  return jsonReply(context, 404, { code: 404, message: 'not found' });
}

async function menus(context: Context): Promise<Reply> {
  const limit = context.path === '/menus' ? '11' : /\?limit=(\d{1,2})$/.exec(context.path)?.[1];
  if (limit === undefined || Number(limit) < 1 || Number(limit) > 11) {
    return jsonReply(context, 400, { code: 400, message: 'limit must be a number from 1 to 11' });
  }
  const rows = await context.pools.postgresql.use((database) => database.select(Number(limit)));
  return jsonReply(context, 200, { status: 1, msg: 'success', data: rows.map(shownMenu) });
}

/** How a row comes into the table: wrong servers have ways of their own. */
export type Store = (context: Context, row: Omit<AccountRow, 'id'>) => Promise<number>;

const store: Store = ({ pools }, row) => pools.mysql.use((database) => database.insert(row));

export async function insert(context: Context, how: Store = store): Promise<Reply> {
  const sent = accountIn(context.body);
  if (!sent) return jsonReply(context, 400, { code: 400, message: 'a JSON object with a name was expected' });
  const row = rowOf(context, sent);
  return jsonReply(context, 201, shownAccount({ id: await how(context, row), ...row }));
}

function accountIn(body: string): NewAccount | null {
  try {
    const value = JSON.parse(body);
    return typeof value?.name === 'string' ? value : null;
  } catch {
    return null;
  }
}

function rowOf({ clock }: Context, sent: NewAccount): Omit<AccountRow, 'id'> {
  const { register_date, name, password, nick_name, introduction, status } = sent;
  const now = new Date(clock.now()).toISOString();
  const made = { created_at: now, updated_at: now, deleted_at: null };
  return { ...made, register_date, name, password, nick_name, introduction, status };
}

function shownMenu({ id, name, show_flag, create_date, code, parent_code }: MenuRow): JsonValue {
  return { id, name, show_flag, create_date, code, parent_code };
}

export function shownAccount(row: AccountRow): JsonValue {
  const { id, created_at, updated_at, register_date, name, nick_name, introduction, status } = row;
  return { id, created_at, updated_at, register_date, name, nick_name, introduction, status };
}
