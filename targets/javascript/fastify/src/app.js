import fastify from 'fastify';
import { readAccount } from './accounts.js';
import {
  accountSchema,
  assetSchema,
  countSchema,
  errorSchema,
  largeSchema,
  menusSchema,
  statusSchema,
  userSchema,
} from './schemas.js';

/** @param resources what the handlers answer with: `content`, `assets`, `menus`, `accounts`, `users` */
export function createApp({ content, assets, menus, accounts, users }) {
  const app = fastify();
  let requests = 0;

  app.addHook('onRequest', (_request, _reply, done) => {
    requests++;
    done();
  });

  app.get('/healthz', async () => 'ok');

  app.get('/plaintext', async () => 'Hello, World!');

  app.get('/json', answers(statusSchema), async () => ({ status: 1, msg: '成功' }));

  app.get('/json-large', answers(largeSchema), async () => ({ content, size: 100, price: 10.12, vip: true }));

  app.get('/error', failures, async () => {
    throw failure(400, 'abcd');
  });

  app.get('/count', answers(countSchema), async () => ({ code: 200, message: requests }));

  app.get('/assets/:id', answers(assetSchema), async ({ params }) => {
    const asset = assets.get(params.id);
    if (!asset) throw failure(404, 'not found');
    return asset;
  });

  app.get('/menus', answers(menusSchema), async ({ query }) => {
    const { limit = '11' } = query;
    if (!/^([1-9]|1[01])$/.test(limit)) {
      throw failure(400, `limit: expected a number from 1 to 11, got "${limit}"`);
    }
    return { status: 1, msg: 'success', data: await menus(Number(limit)) };
  });

  app.post('/accounts', answers(accountSchema, 201), async ({ body }, reply) => {
    const { account, problem } = readAccount(body);
    if (problem) throw failure(400, problem);
    reply.code(201);
    return accounts.add(account);
  });

  app.get('/accounts', answers({ type: 'array', items: accountSchema }), () => accounts.all());

  app.get('/accounts/:id', answers(accountSchema), async ({ params: { id } }) => {
    const account = /^\d{1,15}$/.test(id) && (await accounts.find(Number(id)));
    if (!account) throw failure(404, 'not found');
    return account;
  });

  app.get('/users', answers({ type: 'array', items: userSchema }), () => users());

  app.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ code: 404, message: 'not found' });
  });

  app.setErrorHandler((error, _request, reply) => {
    const code = error.statusCode ?? 500;
    return reply.code(code).send({ code, message: error.message });
  });

  return app;
}

/** A route's schema of its body, with which Fastify compiles a serialiser; errors have one of their own. */
const answers = (schema, code = 200) => ({ schema: { response: { [code]: schema, '4xx': errorSchema } } });

const failures = { schema: { response: { '4xx': errorSchema } } };

const failure = (statusCode, message) => Object.assign(new Error(message), { statusCode });
