import { Elysia, NotFoundError, t } from 'elysia';
import type { Accounts } from './accounts.ts';
import type { Menus } from './menus.ts';
import type { Asset } from './shared.ts';
import type { Users } from './users.ts';

/** What the handlers answer with. */
interface Resources {
  content: string;
  assets: Map<string, Asset>;
  menus: Menus;
  accounts: Accounts;
  users: Users;
}

/** An error whose status Elysia answers with. */
class BadRequest extends Error {
  readonly status = 400;
}

const menusQuery = t.Object({ limit: t.String({ pattern: '^([1-9]|1[01])$', default: '11' }) });

const accountBody = t.Object({
  register_date: t.Date(),
  name: t.String(),
  password: t.String(),
  nick_name: t.String(),
  introduction: t.String(),
  status: t.Integer(),
});

export function createApp({ content, assets, menus, accounts, users }: Resources) {
  let requests = 0;

  return new Elysia()
    .onRequest(() => {
      requests++;
    })
    .onError(({ code, error, status }) => {
      if (code === 'NOT_FOUND') return status(404, { code: 404, message: 'not found' });
      const message = error instanceof Error ? error.message : String(code);
      const isRefused = code === 'VALIDATION' || code === 'PARSE' || error instanceof BadRequest;
      return isRefused ? status(400, { code: 400, message }) : status(500, { code: 500, message });
    })
    .get('/healthz', () => 'ok')
    .get('/plaintext', () => 'Hello, World!')
    .get('/json', () => ({ status: 1, msg: '成功' }))
    .get('/json-large', () => ({ content, size: 100, price: 10.12, vip: true }))
    .get('/error', () => {
      throw new BadRequest('abcd');
    })
    .get('/count', () => ({ code: 200, message: requests }))
    .get('/assets/:id', ({ params: { id } }) => {
      const asset = assets.get(id);
      if (!asset) throw new NotFoundError();
      return asset;
    })
    .get(
      '/menus',
      async ({ query: { limit } }) => ({ status: 1, msg: 'success', data: await menus(Number(limit)) }),
      { query: menusQuery },
    )
    .post('/accounts', async ({ body, status }) => status(201, await accounts.add(body)), {
      body: accountBody,
    })
    .get('/accounts', () => accounts.all())
    .get('/accounts/:id', async ({ params: { id } }) => {
      const account = /^\d{1,15}$/.test(id) && (await accounts.find(Number(id)));
      if (!account) throw new NotFoundError();
      return account;
    })
    .get('/users', () => users());
}
