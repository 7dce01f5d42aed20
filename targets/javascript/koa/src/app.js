import Router from '@koa/router';
import Koa from 'koa';

/**
 * @param counter `add()` counts a request, `total()` resolves to how many the whole system has had,
 *   `ready()` to whether all of it serves
 */
export function createApp({ content, assets, menus, counter }) {
  const app = new Koa();

  app.use((_ctx, next) => {
    counter.add();
    return next();
  });
  app.use(answerErrors);
  app.use(createRouter({ content, assets, menus, counter }).routes());
  app.use((ctx) => ctx.throw(404, 'not found'));

  return app;
}

async function answerErrors(ctx, next) {
  try {
    await next();
  } catch (error) {
    const code = error.status ?? 500;
    ctx.status = code;
    ctx.body = { code, message: error.message };
  }
}

function createRouter({ content, assets, menus, counter }) {
  const router = new Router();

  router.get('/healthz', async (ctx) => {
    if (!(await counter.ready())) ctx.throw(503, 'starting');
    ctx.body = 'ok';
  });

  router.get('/plaintext', (ctx) => {
    ctx.body = 'Hello, World!';
  });

  router.get('/json', (ctx) => {
    ctx.body = { status: 1, msg: '成功' };
  });

  router.get('/json-large', (ctx) => {
    ctx.body = { content, size: 100, price: 10.12, vip: true };
  });

  router.get('/error', (ctx) => {
    ctx.throw(400, 'abcd');
  });

  router.get('/count', async (ctx) => {
    ctx.body = { code: 200, message: await counter.total() };
  });

  router.get('/assets/:id', (ctx) => {
    const asset = assets.get(ctx.params.id);
    if (!asset) ctx.throw(404, 'not found');
    ctx.body = asset;
  });

  router.get('/menus', async (ctx) => {
    const { limit = '11' } = ctx.query;
    if (!/^([1-9]|1[01])$/.test(limit))
      ctx.throw(400, `limit: expected a number from 1 to 11, got "${limit}"`);
    ctx.body = { status: 1, msg: 'success', data: await menus(Number(limit)) };
  });

  return router;
}
