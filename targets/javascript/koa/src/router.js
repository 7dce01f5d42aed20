import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import { readAccount } from './accounts.js';

export function createRouter({ content, assets, menus, accounts, users }, counter) {
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

  router.post('/accounts', bodyParser({ enableTypes: ['json'] }), async (ctx) => {
    const { account, problem } = readAccount(ctx.request.body);
    if (problem) ctx.throw(400, problem);
    ctx.status = 201;
    ctx.body = await accounts.add(account);
  });

  router.get('/accounts', async (ctx) => {
    ctx.body = await accounts.all();
  });

  router.get('/accounts/:id', async (ctx) => {
    const { id } = ctx.params;
    const account = /^\d{1,15}$/.test(id) && (await accounts.find(Number(id)));
    if (!account) ctx.throw(404, 'not found');
    ctx.body = account;
  });

  router.get('/users', async (ctx) => {
    ctx.body = await users();
  });

  return router;
}
