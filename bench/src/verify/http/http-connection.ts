import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ScenarioRequest } from '../../model/index.ts';
import { messageOf } from '../../util/errors.ts';
import { type HttpResponse, MalformedResponse, type ResponseHead, ResponseReader } from './response.ts';

/**
 * A raw HTTP/1.1 client. It sends the same bytes as wrk (request line, Host, and the type and length of a
 * body; nothing else), so that a server cannot tell a probe from the load and answer the two differently.
 */
const EXCHANGE_TIMEOUT_MS = 5_000;

export interface Failure {
  reason: 'not-connected' | 'time-out' | 'closed' | 'malformed' | 'too-large' | 'aborted';
  message: string;
  /** The head of the response, if it arrived before the failure. */
  head: ResponseHead | null;
  bytes: number;
}

export type Exchange =
  | { outcome: 'response'; response: HttpResponse; sent: string; seconds: number }
  | { outcome: 'failure'; failure: Failure; sent: string; seconds: number };

export interface HttpOptions {
  timeoutMs?: number;
  /** Additional header lines: `Connection: close` for a load shape that closes. */
  headers?: readonly string[];
}

/** Returns the request as wrk writes it (checked against wrk 4.1 in bench/test/verify/http-connection.test.ts). */
export function requestText(request: ScenarioRequest, host: string, headers: readonly string[] = []): string {
  const { method, path, body } = request;
  const framing =
    body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${method} ${path} HTTP/1.1`, ...headers, ...framing, `Host: ${host}`];
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

interface Pending {
  reader: ResponseReader;
  settle(result: HttpResponse | Failure): void;
}

/** One connection, opened at the first exchange and reopened whenever the server has closed it. */
export class HttpConnection {
  /** Connections opened so far; more than one means that the server closed one. */
  opened = 0;
  /** Requests sent twice because the server closed the connection; it may have received both. */
  resent = 0;
  readonly #host: string;
  readonly #address: { host: string; port: number };
  readonly #timeoutMs: number;
  readonly #headers: readonly string[];
  readonly #asksToClose: boolean;
  #socket: Socket | null = null;
  #pending: Pending | null = null;
  #unsolicited = 0;

  constructor(origin: string, options: HttpOptions = {}) {
    const url = new URL(origin);
    this.#host = url.host;
    this.#address = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) };
    this.#timeoutMs = options.timeoutMs ?? EXCHANGE_TIMEOUT_MS;
    this.#headers = options.headers ?? [];
    this.#asksToClose = this.#headers.some((line) => /^connection:\s*close\s*$/i.test(line));
  }

  /** Sends one request and reads its response. Never rejects: failures are values. One exchange at a time. */
  async exchange(request: ScenarioRequest, signal?: AbortSignal): Promise<Exchange> {
    const sent = requestText(request, this.#host, this.#headers);
    const started = performance.now();
    const reused = this.#socket !== null;
    let result = await this.#attempt(sent, signal);
    // A server may close an idle connection just as the next request is sent (RFC 9112, 9.3.1): retry once.
    if (reused && 'reason' in result && result.reason === 'closed' && result.bytes === 0) {
      this.resent++;
      result = await this.#attempt(sent, signal);
    }
    const seconds = (performance.now() - started) / 1000;
    return 'reason' in result
      ? { outcome: 'failure', failure: result, sent, seconds }
      : { outcome: 'response', response: result, sent, seconds };
  }

  /** Waits as long as for a response. Returns whether the connection is closed: by the server, or since it said so. */
  async isClosed(signal: AbortSignal): Promise<boolean> {
    const socket = this.#socket;
    if (socket === null) return true;
    const limit = AbortSignal.any([AbortSignal.timeout(this.#timeoutMs), signal]);
    // A connection that is reset is closed, too.
    await once(socket, 'close', { signal: limit }).catch(() => {});
    return this.#socket === null;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #attempt(sent: string, signal?: AbortSignal): Promise<HttpResponse | Failure> {
    if (this.#pending) throw new Error('one exchange at a time on a connection');
    return new Promise((resolve) => {
      const reader = new ResponseReader({ mayEndByClose: this.#asksToClose });
      const failure = (reason: Failure['reason'], message: string): Failure => ({
        reason,
        message,
        head: reader.head,
        bytes: reader.bytes,
      });
      const onAbort = (): void => settle(failure('aborted', 'stopped by the harness'));
      const timer = setTimeout(
        () => settle(failure('time-out', timeOutMessage(reader, this.#timeoutMs))),
        this.#timeoutMs,
      );
      const settle = (result: HttpResponse | Failure): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#pending = null;
        const inStep = !('reason' in result) && result.keepAlive && result.wireBytes === reader.bytes;
        if (!inStep) this.close();
        resolve(result);
      };
      this.#pending = { reader, settle };
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#socket ??= this.#open();
      this.#socket.write(sent);
    });
  }

  #open(): Socket {
    const socket = connect({ ...this.#address, noDelay: true });
    this.opened++;
    this.#unsolicited = 0;
    let connected = false;
    const current = (): Pending | null => (this.#socket === socket ? this.#pending : null);
    const fail = (reason: Failure['reason'], message: string): void => {
      const pending = current();
      if (this.#socket === socket) this.#socket = null;
      pending?.settle({ reason, message, head: pending.reader.head, bytes: pending.reader.bytes });
    };
    socket.on('connect', () => {
      connected = true;
    });
    socket.on('data', (data) => {
      const pending = current();
      if (!pending) {
        this.#unsolicited += data.length;
        return;
      }
      try {
        const response = pending.reader.push(data);
        if (response) pending.settle(this.#withUnsolicited(response));
      } catch (error) {
        fail(
          error instanceof MalformedResponse && error.tooLarge ? 'too-large' : 'malformed',
          messageOf(error),
        );
        socket.destroy();
      }
    });
    socket.on('end', () => {
      const pending = current();
      const response = pending?.reader.end();
      if (this.#socket === socket) this.#socket = null;
      if (response) pending?.settle(this.#withUnsolicited(response));
      else
        pending?.settle({
          reason: 'closed',
          message: closedMessage(pending.reader),
          head: pending.reader.head,
          bytes: pending.reader.bytes,
        });
      socket.destroy();
    });
    socket.on('error', (error) => fail(connected ? 'closed' : 'not-connected', messageOf(error)));
    socket.on('close', () => fail('closed', 'the server closed the connection'));
    return socket;
  }

  #withUnsolicited(response: HttpResponse): HttpResponse {
    if (this.#unsolicited === 0) return response;
    const detail = `${this.#unsolicited} bytes came before this request was sent`;
    return { ...response, faults: [...response.faults, { code: 'unsolicited-bytes', detail }] };
  }
}

function progress(reader: ResponseReader): string {
  if (reader.bytes === 0) return 'no bytes';
  if (!reader.head) return `${reader.bytes} bytes of an unfinished head`;
  const body = reader.bytes - reader.head.bytes;
  const of =
    reader.head.contentLength === null ? '' : ` of the ${reader.head.contentLength} in Content-Length`;
  return `the head and ${body} bytes of body${of}`;
}

function timeOutMessage(reader: ResponseReader, timeoutMs: number): string {
  return `${progress(reader)} within ${timeoutMs / 1000} s`;
}

function closedMessage(reader: ResponseReader): string {
  return `the server closed the connection after ${progress(reader)}`;
}

/** Makes one exchange on a new connection. */
export async function exchangeOnce(
  origin: string,
  request: ScenarioRequest,
  options: HttpOptions = {},
  signal?: AbortSignal,
): Promise<Exchange> {
  const connection = new HttpConnection(origin, options);
  try {
    return await connection.exchange(request, signal);
  } finally {
    connection.close();
  }
}
