import express from 'express';
import { readAccount } from './accounts.js';

/** @param resources what the handlers answer with: `content`, `assets`, `menus`, `accounts`, `users` */
export function createApp({ content, assets, menus, accounts, users }) {
  const app = express();
  let requests = 0;
  app.disable('x-powered-by');
  // Each response is made per request; a digest of it serves no client here.
  app.disable('etag');

  app.use((_request, _response, next) => {
    requests++;
    next();
  });

  app.get('/healthz', (_request, response) => response.type('text/plain').send('ok'));

  app.get('/plaintext', (_request, response) => response.type('text/plain').send('Hello, World!'));

  app.get('/json', (_request, response) => response.json({ status: 1, msg: '成功' }));

  app.get('/json-large', (_request, response) => {
    response.json({ content, size: 100, price: 10.12, vip: true });
  });

  app.get('/error', () => {
    throw failure(400, 'abcd');
  });

  app.get('/count', (_request, response) => response.json({ code: 200, message: requests }));

  app.get('/assets/:id', (request, response) => {
    const asset = assets.get(request.params.id);
    if (!asset) throw failure(404, 'not found');
    response.json(asset);
  });

  app.get(
    '/menus',
    caught(async (request, response) => {
      const { limit = '11' } = request.query;
      if (!/^([1-9]|1[01])$/.test(limit)) {
        throw failure(400, `limit: expected a number from 1 to 11, got "${limit}"`);
      }
      response.json({ status: 1, msg: 'success', data: await menus(Number(limit)) });
    }),
  );

  app.post(
    '/accounts',
    express.json(),
    caught(async (request, response) => {
      const { account, problem } = readAccount(request.body);
      if (problem) throw failure(400, problem);
      response.status(201).json(await accounts.add(account));
    }),
  );

  app.get(
    '/accounts',
    caught(async (_request, response) => response.json(await accounts.all())),
  );

  app.get(
    '/accounts/:id',
    caught(async (request, response) => {
      const { id } = request.params;
      const account = /^\d{1,15}$/.test(id) && (await accounts.find(Number(id)));
      if (!account) throw failure(404, 'not found');
      response.json(account);
    }),
  );

  app.get(
    '/users',
    caught(async (_request, response) => response.json(await users())),
  );

  // What no route has answered.
  app.use((_request, response) => response.status(404).json({ code: 404, message: 'not found' }));

  // Express knows a handler of errors by its four parameters.
  app.use((error, _request, response, _next) => {
    const code = error.status ?? 500;
    response.status(code).json({ code, message: error.message });
  });

  return app;
}

/** Express 4 does not wait for a handler: what it rejects with would end the process. */
const caught = (handler) => (request, response, next) => {
  handler(request, response).catch(next);
};

const failure = (status, message) => Object.assign(new Error(message), { status });
