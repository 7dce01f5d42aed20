import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { readAccount } from './accounts.js';

const limitBytes = 1_000_000;
const readLimited = bodyLimit({ maxSize: limitBytes, onError: refuseLength });

/** @param resources what the handlers answer with: `content`, `assets`, `menus`, `accounts`, `users` */
export function createApp({ content, assets, menus, accounts, users }) {
  const app = new Hono();
  let requests = 0;

  app.use(async (_c, next) => {
    requests++;
    await next();
  });

  app.get('/healthz', (c) => c.text('ok'));

  app.get('/plaintext', (c) => c.text('Hello, World!'));

  app.get('/json', (c) => c.json({ status: 1, msg: '成功' }));

  app.get('/json-large', (c) => c.json({ content, size: 100, price: 10.12, vip: true }));

  app.get('/error', () => {
    throw new HTTPException(400, { message: 'abcd' });
  });

  app.get('/count', (c) => c.json({ code: 200, message: requests }));

  app.get('/assets/:id', (c) => {
    const asset = assets.get(c.req.param('id'));
    return asset ? c.json(asset) : c.notFound();
  });

  app.get('/menus', async (c) => {
    const limit = c.req.query('limit') ?? '11';
    if (!/^([1-9]|1[01])$/.test(limit)) {
      throw new HTTPException(400, { message: `limit: expected a number from 1 to 11, got "${limit}"` });
    }
    return c.json({ status: 1, msg: 'success', data: await menus(Number(limit)) });
  });

  app.post('/accounts', limitBody, async (c) => {
    const { account, problem } = readAccount(await c.req.json().catch(() => null));
    if (problem) throw new HTTPException(400, { message: problem });
    return c.json(await accounts.add(account), 201);
  });

  app.get('/accounts', async (c) => c.json(await accounts.all()));

  app.get('/accounts/:id{[0-9]{1,15}}', async (c) => {
    const account = await accounts.find(Number(c.req.param('id')));
    return account ? c.json(account) : c.notFound();
  });

  app.get('/users', async (c) => c.json(await users()));

  app.notFound((c) => c.json({ code: 404, message: 'not found' }, 404));

  app.onError((error, c) => {
    const code = error instanceof HTTPException ? error.status : 500;
    return c.json({ code, message: error.message }, code);
  });

  return app;
}

/**
 * Hono's own middleware looks at the body even if its length is given, and @hono/node-server then makes a
 * whole Request, where it would read the bytes directly. So it gets only what comes in chunks.
 */
function limitBody(c, next) {
  const length = c.req.header('content-length');
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) return readLimited(c, next);
  if (!(Number(length) <= limitBytes)) refuseLength();
  return next();
}

function refuseLength() {
  throw new HTTPException(413, { message: `body: expected at most ${limitBytes} bytes` });
}
