import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../process/loopback.ts';

/**
 * What a test server does with a request. `late` answers after the loaders' timeout; `half` answers 200 and 404
 * by turns; `stalls` answers every 200th request 50 ms late.
 */
export type Answering =
  | 'ok'
  | 'never'
  | 'late'
  | 'error'
  | 'not-found'
  | 'half'
  | 'reset'
  | 'slow'
  | 'stalls';

interface TestServer {
  origin: string;
  /** Requests that arrived, by path. */
  seen: Map<string, number>;
  methods: Set<string>;
  /** Bodies that arrived with a type and the length that they said, and how often each; others as `wrong`. */
  bodies: Map<string, number>;
  /** Connections that were opened. */
  connections(): number;
  close(): Promise<void>;
}

export const BODY = 'Hello, World!';

/** A server of this process on a free port of 127.0.0.1. */
export async function startAnswering(behaviour: Answering): Promise<TestServer> {
  const seen = new Map<string, number>();
  const methods = new Set<string>();
  const bodies = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let count = 0;
  let connections = 0;
  const server = createServer((request, response) => {
    count++;
    const path = request.url ?? '';
    seen.set(path, (seen.get(path) ?? 0) + 1);
    methods.add(request.method ?? '');
    const answer = (status = 200) => {
      response.writeHead(status, { 'content-type': 'text/plain', 'content-length': BODY.length });
      response.end(BODY);
    };
    const after = (milliseconds: number) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        answer();
      }, milliseconds);
      timers.add(timer);
    };
    if (request.method === 'POST') {
      void text(request).then((body) => {
        const said = request.headers['content-length'] === String(Buffer.byteLength(body));
        const seen = said && request.headers['content-type'] === 'application/json' ? body : 'wrong';
        bodies.set(seen, (bodies.get(seen) ?? 0) + 1);
        answer(201);
      });
      return;
    }
    if (behaviour === 'never') return;
    if (behaviour === 'reset') request.socket.destroy();
    else if (behaviour === 'late') after(5_500);
    else if (behaviour === 'slow') after(100);
    else if (behaviour === 'stalls' && count % 200 === 0) after(50);
    else if (behaviour === 'error') answer(500);
    else if (behaviour === 'not-found') answer(404);
    else answer(behaviour === 'half' && count % 2 === 0 ? 404 : 200);
  });
  server.on('connection', () => {
    connections++;
  });
  return {
    origin: await listenOnLoopback(server),
    seen,
    methods,
    bodies,
    connections: () => connections,
    close() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
