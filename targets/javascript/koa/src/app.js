import Koa from 'koa';
import { createRouter } from './router.js';

/**
 * @param resources what the handlers answer with: `content`, `assets`, `menus`, `accounts`, `users`
 * @param counter `add()` counts a request, `total()` resolves to how many the whole system has had,
 *   `ready()` to whether all of it serves
 */
export function createApp(resources, counter) {
  const app = new Koa();

  app.use((_ctx, next) => {
    counter.add();
    return next();
  });
  app.use(answerErrors);
  app.use(createRouter(resources, counter).routes());
  // What no route has answered. Koa would make it a 200 if the status were not set.
  app.use((ctx) => {
    ctx.status = 404;
    ctx.body = { code: 404, message: 'not found' };
  });
  // What a handler throws is answered above. What comes here is of connections, and most of it is of
  // clients that left before their answer was written.
  app.on('error', (error) => {
    if (!['EPIPE', 'ECONNRESET'].includes(error.code)) console.error(`koa: ${error.message}`);
  });

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
