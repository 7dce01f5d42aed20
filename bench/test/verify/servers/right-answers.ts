import type { JsonValue, MenuRow } from '../../../src/model/index.ts';
import type { Context, Reply } from './server.ts';

/** The contract as a server keeps it, written apart from the harness's own definition of it. */

export function json(context: Context, status: number, value: JsonValue): Reply {
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

export async function answer(context: Context): Promise<Reply> {
  const { data, path } = context;
  switch (context.route) {
    case 'plaintext':
      return {
        status: 200,
        headers: headers(context, 'text/plain'),
        body: 'Hello, World!',
        framing: 'content-length',
      };
    case 'healthz':
      return { status: 200, headers: headers(context, 'text/plain'), body: 'ok', framing: 'content-length' };
    case 'json':
      return json(context, 200, { status: 1, msg: '成功' });
    case 'json-large': {
      const content = Array(100).fill(data.sentence).join('\n');
      return json(context, 200, { content, size: 100, price: 10.12, vip: true });
    }
    case 'error':
      return json(context, 400, { code: 400, message: 'abcd' });
    case 'count':
      return json(context, 200, { code: 200, message: context.count });
    case 'assets': {
      const asset = data.assets.find(({ id }) => String(id) === path.slice('/assets/'.length));
      return asset ? json(context, 200, asset) : notFound(context);
    }
    case 'menus':
      return menus(context);
    default:
      return notFound(context);
  }
}

function notFound(context: Context): Reply {
  return json(context, 404, { code: 404, message: 'not found' });
}

async function menus(context: Context): Promise<Reply> {
  const limit = /\?limit=(\d{1,2})$/.exec(context.path)?.[1];
  if (limit === undefined || Number(limit) < 1 || Number(limit) > 11) {
    return json(context, 400, { code: 400, message: 'limit must be a number from 1 to 11' });
  }
  try {
    const rows = await context.database.select(Number(limit));
    return json(context, 200, { status: 1, msg: 'success', data: rows.map(shown) });
  } catch {
    return json(context, 500, { code: 500, message: 'database error' });
  }
}

function shown({ id, name, show_flag, create_date, code, parent_code }: MenuRow): JsonValue {
  return { id, name, show_flag, create_date, code, parent_code };
}
