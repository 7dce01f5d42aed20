// Answers Pitwall's scenarios. It is written with node:http: replace that with __FRAMEWORK__.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** How long requests in flight may take to finish after SIGTERM. */
const graceMilliseconds = 2000;

/** An error with the status that answers it. */
class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const notFound = { code: 404, message: 'not found' };

/** The request listener: counts a request, finds its handler, answers with what it returns or throws. */
function createApp(sharedDir) {
  const sentence = readFileSync(join(sharedDir, 'sentence.txt'), 'utf8').trimEnd();
  const content = Array(100).fill(sentence).join('\n');
  const list = JSON.parse(readFileSync(join(sharedDir, 'assets.json'), 'utf8'));
  const assets = new Map(list.map((asset) => [String(asset.id), asset]));
  let requests = 0;

  const routes = new Map(
    Object.entries({
      'GET /healthz': () => 'ok',
      'GET /plaintext': () => 'Hello, World!',
      'GET /json': () => ({ status: 1, msg: '成功' }),
      'GET /json-large': () => ({ content, size: 100, price: 10.12, vip: true }),
      'GET /error': () => {
        throw new HttpError(400, 'abcd');
      },
      'GET /count': () => ({ code: 200, message: requests }),
      'GET /assets/': (id) => {
        const asset = assets.get(id);
        if (!asset) throw new HttpError(404, notFound.message);
        return asset;
      },
    }),
  );

  return (request, response) => {
    // Count before routing, so that requests for every route count.
    requests++;
    try {
      const [path] = request.url.split('?', 1);
      const [, collection, id] = /^(\/[^/]+\/)([^/]+)$/.exec(path) ?? [];
      // Node sends no body for HEAD.
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const handler = routes.get(`${method} ${collection ?? path}`);
      // An error would collect its stack first.
      if (!handler) return send(response, 404, notFound);
      send(response, 200, handler(id));
    } catch (error) {
      const code = error instanceof HttpError ? error.status : 500;
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

const { HOST = '127.0.0.1', PORT = '8080', SHARED_DIR } = process.env;
if (!SHARED_DIR)
  throw new Error('SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set');
const server = createServer(createApp(SHARED_DIR));
server.listen(Number(PORT), HOST);

function stop() {
  server.close(() => process.exit(0));
  setTimeout(() => process.exit(0), graceMilliseconds);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
