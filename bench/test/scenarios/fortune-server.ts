import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import type { Database } from '../../src/databases/index.ts';
import { listenOnLoopback } from '../process/loopback.ts';

/** A target's part: a server that answers both scenarios of fortunes from PostgreSQL. */

export const FORTUNE_POOL_SIZE = 4;

export interface FortuneServer {
  origin: string;
  close(): Promise<void>;
}

/** With `caches` it asks the database for its list once, and never again. */
export async function startFortuneServer(
  { environment }: Database,
  { caches = false } = {},
): Promise<FortuneServer> {
  const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE } = environment;
  const pool = new pg.Pool({
    ...{ host: PGHOST, port: Number(PGPORT), user: PGUSER, password: PGPASSWORD, database: PGDATABASE },
    max: FORTUNE_POOL_SIZE,
  });
  pool.on('error', () => {});
  let kept: Answer | null = null;
  const server = createServer(async (request, response) => {
    const list = request.method === 'GET' && request.url === '/fortunes';
    const answer = (caches && list && kept) || (await answerTo(request, pool));
    if (list && answer.status === 200) kept = answer;
    const body = JSON.stringify(answer.body);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  return {
    origin: await listenOnLoopback(server),
    async close() {
      server.closeAllConnections();
      server.close();
      if (!pool.ended) await pool.end();
    },
  };
}

interface Answer {
  status: number;
  body: unknown;
}

const wrong = (status: number, message: string): Answer => ({ status, body: { code: status, message } });

async function answerTo(request: IncomingMessage, pool: pg.Pool): Promise<Answer> {
  if (request.url === '/healthz') return { status: 200, body: 'ok' };
  if (request.url !== '/fortunes') return wrong(404, 'not found');
  try {
    return request.method === 'POST' ? await insert(await textOf(request), pool) : await list(pool);
  } catch (error) {
    return wrong(500, (error as Error).message);
  }
}

async function list(pool: pg.Pool): Promise<Answer> {
  const { rows } = await pool.query(
    `select id, message, told_at at time zone 'UTC' as told_at from fortunes order by fortunes.id`,
  );
  return { status: 200, body: rows.map((row) => ({ ...row, id: Number(row.id) })) };
}

async function insert(text: string, pool: pg.Pool): Promise<Answer> {
  let sent: { message?: unknown; author?: unknown } | null = null;
  try {
    sent = JSON.parse(text);
  } catch {
    // No JSON: refused below.
  }
  const message = sent?.message;
  if (typeof message !== 'string') return wrong(400, 'a JSON object with a message was expected');
  const told_at = new Date().toISOString();
  const { rows } = await pool.query(
    'insert into fortunes (message, told_at, author) values ($1, $2, $3) returning id',
    [message, told_at, sent?.author],
  );
  return { status: 201, body: { id: Number(rows[0].id), message, told_at } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
