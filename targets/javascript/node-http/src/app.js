import { HttpError, notFound } from './errors.js';

/** The request listener: counts, finds the handler, answers what it returns or throws. */
export function createApp({ content, assets, menus }) {
  let requests = 0;

  const handlers = {
    '/healthz': () => 'ok',
    '/plaintext': () => 'Hello, World!',
    '/json': () => ({ status: 1, msg: '成功' }),
    '/json-large': () => ({ content, size: 100, price: 10.12, vip: true }),
    '/error': () => {
      throw new HttpError(400, 'abcd');
    },
    '/count': () => ({ code: 200, message: requests }),
    '/menus': async (query) => {
      const limit = new URLSearchParams(query).get('limit') ?? '11';
      if (!/^([1-9]|1[01])$/.test(limit)) {
        throw new HttpError(400, `limit: expected a number from 1 to 11, got "${limit}"`);
      }
      return { status: 1, msg: 'success', data: await menus(Number(limit)) };
    },
  };
  const routes = new Map(Object.entries(handlers));

  function findAsset(path) {
    const asset = path.startsWith('/assets/') && assets.get(path.slice('/assets/'.length));
    if (!asset) throw notFound();
    return asset;
  }

  return async (request, response) => {
    requests++;
    try {
      if (request.method !== 'GET') throw notFound();
      const [path, query] = request.url.split('?', 2);
      const handler = routes.get(path);
      send(response, 200, handler ? await handler(query) : findAsset(path));
    } catch (error) {
      const code = error.status ?? 500;
      send(response, code, { code, message: error.message });
    }
  };
}

/** Sends text as it is and everything else as JSON. */
function send(response, status, value) {
  const isText = typeof value === 'string';
  const body = isText ? value : JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
