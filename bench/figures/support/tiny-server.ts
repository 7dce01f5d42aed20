/**
 * The smallest possible server, for figures about the loaders themselves. Prints its origin once it listens.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const BODY = 'Hello, World!';

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': BODY.length });
  response.end(BODY);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
// End with standard input, so that the server does not outlive the program that started it.
process.stdin.resume().once('end', () => process.exit());
