import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { serveFolder } from '../serve.ts';
import { WAITING_POLICY, WAITING_STYLE, waitingPage } from './waiting.ts';

/** How far `npm start` is, as its pages show it. */
export interface LiveState {
  phase: 'first' | 'prepare' | 'measure' | 'pages' | 'done' | 'stopped';
  /** Name of the target that it is working on; empty if none. Names are the same in every language. */
  what: string;
  /** `null` if unknown. */
  secondsLeft: number | null;
  /** Grows whenever the site has been built anew. */
  built: number;
}

/** A site that is served while it grows. */
export interface LiveSite {
  origin: string;
  state(): Readonly<LiveState>;
  /** Changes what the pages show, without a reload. */
  report(change: Partial<Omit<LiveState, 'built'>>): void;
  /** Makes the pages reload, because the folder has a new site. */
  grown(): void;
  close(): Promise<void>;
}

const SCRIPT = '/pitwall-live/page.js';
const STYLE = '/pitwall-live/waiting.css';
const EVENTS = '/pitwall-live/events';
/** How long a browser waits before it connects again. */
const RETRY_MILLISECONDS = 2_000;
/** Proxies and browsers close a connection that is silent for long. */
const HEARTBEAT_MILLISECONDS = 15_000;

/**
 * Serves the built site in a folder, which may be missing at first and may be replaced at any time. While it lacks the
 * pages of details, a page that is not there is one that is being built. Each page also
 * gets a script of the same origin, which the site's content security policy allows: it listens to server-sent
 * events, shows the state, and loads the page anew when there is more.
 */
export async function serveLive(
  folder: string,
  options: { port?: number; address?: string; lacksDetails?: () => boolean } = {},
): Promise<LiveSite> {
  const { lacksDetails = () => false, ...listening } = options;
  const script = readFileSync(new URL('page.js', import.meta.url));
  const readers = new Set<ServerResponse>();
  let state: LiveState = { phase: 'first', what: '', secondsLeft: null, built: 0 };

  const send = (response: ServerResponse): void => {
    response.write(`data: ${JSON.stringify(state)}\n\n`);
  };
  const change = (to: LiveState): void => {
    if (JSON.stringify(to) === JSON.stringify(state)) return;
    state = to;
    for (const reader of readers) send(reader);
  };
  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(`retry: ${RETRY_MILLISECONDS}\n`);
    send(response);
    readers.add(response);
    request.on('close', () => readers.delete(response));
  };
  const text = (response: ServerResponse, type: string, body: string | Buffer): void => {
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  };
  const wait = (awaited: 'table' | 'details', isChinese: boolean, response: ServerResponse): void => {
    response.setHeader('content-security-policy', WAITING_POLICY);
    text(response, 'text/html', waitingPage(awaited, isChinese, { script: SCRIPT, style: STYLE }));
  };
  const heartbeat = setInterval(() => {
    for (const reader of readers) reader.write(':\n\n');
  }, HEARTBEAT_MILLISECONDS);
  heartbeat.unref();

  const server = await serveFolder(folder, {
    ...listening,
    mayBeMissing: true,
    page: (html) => html.replace('</head>', `<script src="${SCRIPT}" defer></script></head>`),
    before(path, request, response) {
      if (path === EVENTS) listen(request, response);
      else if (path === SCRIPT) text(response, 'text/javascript', script);
      else if (path === STYLE) text(response, 'text/css', WAITING_STYLE);
      else if (existsSync(join(folder, 'index.html'))) return false;
      else if (path === '/favicon.ico') response.writeHead(204).end();
      else if (wantsPage(request)) wait('table', prefersChinese(request), response);
      else return false;
      return true;
    },
    missing(path, request, response) {
      if (!lacksDetails() || !wantsPage(request)) return false;
      wait('details', path.startsWith('/zh/'), response);
      return true;
    },
  });
  return {
    origin: server.origin,
    state: () => state,
    report: (to) => change({ ...state, ...to }),
    grown: () => change({ ...state, built: state.built + 1 }),
    async close() {
      clearInterval(heartbeat);
      for (const reader of readers) reader.end();
      await server.close();
    },
  };
}

function prefersChinese({ headers }: IncomingMessage): boolean {
  return /^\s*zh\b/i.test(headers['accept-language'] ?? '');
}

function wantsPage({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? '').includes('text/html');
}
