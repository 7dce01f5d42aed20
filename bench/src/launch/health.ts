import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { HEALTH_PATH } from '../model/index.ts';

/** The answer to one request for `/healthz`: a status, or why there was none. */
type Health = { status: number } | { problem: string };

const ANSWER_MILLISECONDS = 1_000;
/** The problem of an address at which nobody accepts connections. */
export const NO_LISTENER = 'no listener';

/** Asks once, on a new connection and without an HTTP client. */
function askHealth(host: string, port: number): Promise<Health> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let text = '';
    const done = (health: Health): void => {
      socket.destroy();
      resolve(health);
    };
    socket.setTimeout(ANSWER_MILLISECONDS, () =>
      done({ problem: `a connection, but no answer within ${ANSWER_MILLISECONDS} ms` }),
    );
    socket.once('connect', () => {
      socket.write(`GET ${HEALTH_PATH} HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`);
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
      if (status) done({ status: Number(status) });
      else if (text.length >= 'HTTP/1.1 200'.length) done({ problem: 'an answer that is not HTTP' });
    });
    socket.once('end', () => done({ problem: 'a connection closed without an answer' }));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      done({ problem: error.code === 'ECONNREFUSED' ? NO_LISTENER : `${error.code ?? error.message}` }),
    );
  });
}

const POLL_MILLISECONDS = 10;

/** Asks until the answer is 200, `over` says to give up, or the bound is reached. Returns the last answer. */
export async function awaitHealth(
  host: string,
  port: number,
  bound: { seconds: number; over: () => boolean },
): Promise<Health> {
  const until = performance.now() + bound.seconds * 1_000;
  for (;;) {
    const health = await askHealth(host, port);
    if (isHealthy(health) || bound.over() || performance.now() >= until) return health;
    await delay(POLL_MILLISECONDS);
  }
}

export function isHealthy(health: Health): boolean {
  return 'status' in health && health.status === 200;
}

export function describeHealth(health: Health): string {
  return 'status' in health ? `status ${health.status}` : health.problem;
}
