import { createServer } from 'node:net';

/**
 * Returns a port of 127.0.0.1 that no process listens on at this moment. It is below 60,000: @hono/node-server takes a
 * slower way for a host whose port is higher, so that one start in thirty of it would cost more.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = await anyPort();
    if (port < BELOW) return port;
  }
  return anyPort();
}

const BELOW = 60_000;
const ATTEMPTS = 20;

function anyPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
