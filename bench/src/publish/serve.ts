import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { basename, dirname, extname, join, sep } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { exitCodes, PitwallError } from '../util/errors.ts';

export interface FolderServer {
  /** Where this machine's browser finds it: `http://127.0.0.1:4321` */
  origin: string;
  port: number;
  close(): Promise<void>;
}

interface ServeOptions {
  /** 0 (the default) for any free one. */
  port?: number;
  /** Address to listen on; a container, whose engine publishes the port, needs another than this machine's own. */
  address?: string;
  /** Lets the folder be missing at first. */
  mayBeMissing?: boolean;
  /** Answers before any file does; returns false to leave the answer to the files. */
  before?(path: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers what no file does; returns false to leave it to `404.html`. */
  missing?(path: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** Changes each page on its way to the reader. */
  page?(html: string): string;
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.xml': 'application/xml; charset=utf-8',
};

/**
 * Serves a folder, on 127.0.0.1 unless told otherwise, as a static host would: compresses text, sends `index.html` for
 * a folder and `404.html` for a missing file, and nothing from outside the folder, even through links.
 */
export async function serveFolder(folder: string, options: ServeOptions = {}): Promise<FolderServer> {
  const { port = 0, address = '127.0.0.1', mayBeMissing = false } = options;
  const there = await realpath(folder).catch(() => null);
  if (there === null && !mayBeMissing) {
    throw new PitwallError({
      what: 'No folder to serve',
      where: folder,
      expected: 'a built site',
      seen: 'nothing',
      next: 'Build the site first: npm run bench -- publish',
      exitCode: exitCodes.missing,
    });
  }
  // What is not there yet will be where it is expected.
  const root = there ?? join(await realpath(dirname(folder)), basename(folder));
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-cache');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    answer(root, options, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, address, port)));
    server.listen(port, address, resolve);
  });
  const listening = server.address();
  const bound = typeof listening === 'object' && listening !== null ? listening.port : port;
  return {
    origin: `http://${hostOf(REACHED_AT[address] ?? address)}:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  root: string,
  { before, missing, page }: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headOnly = request.method === 'HEAD';
  const path = pathOf(request.url ?? '/');
  if (path === null) {
    response.writeHead(400).end();
    return;
  }
  if (before?.(path, request, response)) return;
  const lost = async (): Promise<void> => {
    if (!missing?.(path, request, response)) await notFound(root, headOnly, response);
  };
  const found = await fileAt(root, path);
  if (found === null) return lost();
  if (found.folder && !path.endsWith('/')) {
    // Relative links of an index page need the slash. One leading slash only: `//host` would leave the site.
    response.writeHead(301, { location: `${encodeURI(path.replace(/^\/+/, '/'))}/` }).end();
    return;
  }
  const file = found.folder ? await fileAt(root, `${path}index.html`) : found;
  if (file === null || file.folder) return lost();
  const type = contentTypes[extname(file.path)] ?? 'application/octet-stream';
  const changed =
    page && type.startsWith('text/html') ? Buffer.from(page(await readFile(file.path, 'utf8'))) : null;
  const compressed = isText(type) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  response.writeHead(200, {
    'content-type': type,
    vary: 'accept-encoding',
    ...(compressed ? { 'content-encoding': 'gzip' } : { 'content-length': changed?.length ?? file.size }),
  });
  if (headOnly) {
    response.end();
    return;
  }
  const content = changed === null ? createReadStream(file.path) : Readable.from([changed]);
  if (compressed) pipeline(content, createGzip(), response, () => response.destroy());
  else pipeline(content, response, () => response.destroy());
}

const isText = (type: string): boolean => /charset|svg/.test(type);

/** The decoded path without its query; `null` if it is not a valid path. */
function pathOf(url: string): string | null {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
    return path.startsWith('/') && !path.includes('\0') && !path.includes('\\') ? path : null;
  } catch {
    return null;
  }
}

async function fileAt(
  root: string,
  path: string,
): Promise<{ path: string; folder: boolean; size: number } | null> {
  try {
    const file = await realpath(join(root, path));
    if (file !== root && !file.startsWith(root + sep)) return null;
    const status = await stat(file);
    return { path: file, folder: status.isDirectory(), size: status.size };
  } catch {
    return null;
  }
}

async function notFound(root: string, headOnly: boolean, response: ServerResponse): Promise<void> {
  const page = await readFile(join(root, '404.html')).catch(() => Buffer.from('Not found\n'));
  const html = page[0] === '<'.charCodeAt(0);
  response.writeHead(404, { 'content-type': `text/${html ? 'html' : 'plain'}; charset=utf-8` });
  response.end(headOnly ? undefined : page);
}

/** How a URL writes an address. */
function hostOf(address: string): string {
  return isIPv6(address) ? `[${address}]` : address;
}

/** What listens on every address is on the loopback one, too; a browser cannot ask for every. */
const REACHED_AT: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const listenFaults: Record<string, string> = {
  EADDRINUSE: 'a port that another program uses',
  EACCES: 'a port that this user may not open',
  EADDRNOTAVAIL: 'an address that this machine does not have',
};

function listenError(error: NodeJS.ErrnoException, address: string, port: number): PitwallError {
  const { code = 'an error' } = error;
  const isOfPort = code === 'EADDRINUSE' || code === 'EACCES';
  return new PitwallError({
    what: 'Cannot serve the site there',
    where: `${hostOf(address)}:${port}`,
    expected: 'a free port of an address of this machine',
    seen: listenFaults[code] ?? `${code}: ${error.message}`,
    next: isOfPort ? 'npm start -- --port 0' : 'Leave --address out: npm start',
    exitCode: exitCodes.missing,
    cause: error,
  });
}
