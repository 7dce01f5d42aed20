import { getQuery, getRouterParam, H3, HTTPError, readBody } from 'h3';
import { type Accounts, readAccount } from './accounts.ts';
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

export function createApp({ content, assets, menus, accounts, users }: Resources): H3 {
  let requests = 0;
  const app = new H3({
    silent: true, // it would print a line for each request that fails
    onError(error, event) {
      const code = error.status;
      event.res.status = code;
      return { code, message: code === 404 ? 'not found' : error.message };
    },
  });

  app.use(() => {
    requests++;
  });

  app.get('/healthz', () => 'ok');

  app.get('/plaintext', () => 'Hello, World!');

  app.get('/json', () => ({ status: 1, msg: '成功' }));

  app.get('/json-large', () => ({ content, size: 100, price: 10.12, vip: true }));

  app.get('/error', () => {
    throw new HTTPError('abcd', { status: 400 });
  });

  app.get('/count', () => ({ code: 200, message: requests }));

  app.get('/assets/:id', (event) => {
    const asset = assets.get(getRouterParam(event, 'id') ?? '');
    if (!asset) throw HTTPError.status(404);
    return asset;
  });

  app.get('/menus', async (event) => {
    const { limit = '11' } = getQuery<{ limit?: string }>(event);
    if (!/^([1-9]|1[01])$/.test(limit)) {
      throw new HTTPError(`limit: expected a number from 1 to 11, got "${limit}"`, { status: 400 });
    }
    return { status: 1, msg: 'success', data: await menus(Number(limit)) };
  });

  app.post('/accounts', async (event) => {
    const account = readAccount(await readBody(event));
    if (!account) throw new HTTPError('expected an account', { status: 400 });
    event.res.status = 201;
    return accounts.add(account);
  });

  app.get('/accounts', () => accounts.all());

  app.get('/accounts/:id', async (event) => {
    const id = getRouterParam(event, 'id') ?? '';
    const account = /^\d{1,15}$/.test(id) && (await accounts.find(Number(id)));
    if (!account) throw HTTPError.status(404);
    return account;
  });

  app.get('/users', () => users());

  return app;
}
