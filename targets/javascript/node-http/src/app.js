import { failure, HttpError, notFound } from './errors.js';
import { createHandlers } from './handlers.js';

/** The request listener: counts, finds the handler, answers what it returns, or a failure for what it throws. */
export function createApp(resources) {
  let requests = 0;
  const handlers = createHandlers({ ...resources, requests: () => requests });
  const routes = new Map(Object.entries(handlers));

  return async (request, response) => {
    requests++;
    try {
      const [path, query] = request.url.split('?', 2);
      // A path of two parts is a collection and an id: no route has more.
      const [, collection, id] = /^(\/[^/]+\/)([^/]+)$/.exec(path) ?? [];
      // Node sends no body for HEAD.
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const handler = routes.get(`${method} ${collection ?? path}`) ?? notFound;
      send(response, await handler({ id, query, request, response }));
    } catch (error) {
      const status = error instanceof HttpError ? error.status : 500;
      // What is left of a body that is too long is no request.
      if (status === 413) response.setHeader('Connection', 'close');
      send(response, failure(response, status, error.message));
    }
  };
}

/** Sends text as it is and everything else as JSON. */
function send(response, value) {
  const isText = typeof value === 'string';
  const body = isText ? value : JSON.stringify(value);
  response.writeHead(response.statusCode, {
    'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
