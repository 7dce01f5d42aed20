import { readAccount } from './accounts.js';
import { readJson } from './body.js';
import { failure, notFound } from './errors.js';

/** What answers each route: a value, which is sent with the response's status. */
export function createHandlers({ content, assets, menus, accounts, users, requests }) {
  return {
    'GET /healthz': () => 'ok',
    'GET /plaintext': () => 'Hello, World!',
    'GET /json': () => ({ status: 1, msg: '成功' }),
    'GET /json-large': () => ({ content, size: 100, price: 10.12, vip: true }),
    'GET /error': ({ response }) => failure(response, 400, 'abcd'),
    'GET /count': () => ({ code: 200, message: requests() }),
    'GET /assets/': ({ id, response }) => assets.get(id) ?? notFound({ response }),
    'GET /menus': async ({ query, response }) => {
      const limit = new URLSearchParams(query).get('limit') ?? '11';
      if (!/^([1-9]|1[01])$/.test(limit)) {
        return failure(response, 400, `limit: expected a number from 1 to 11, got "${limit}"`);
      }
      return { status: 1, msg: 'success', data: await menus(Number(limit)) };
    },
    'POST /accounts': async ({ request, response }) => {
      const { account, problem } = readAccount(await readJson(request));
      if (problem) return failure(response, 400, problem);
      const created = await accounts.add(account);
      response.statusCode = 201;
      return created;
    },
    'GET /accounts': () => accounts.all(),
    'GET /accounts/': async ({ id, response }) => {
      const account = /^\d{1,15}$/.test(id) && (await accounts.find(Number(id)));
      return account || notFound({ response });
    },
    'GET /users': () => users(),
  };
}
