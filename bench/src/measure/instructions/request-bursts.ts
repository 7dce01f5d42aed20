import { connect, type Socket } from 'node:net';
import { type HttpResponse, ResponseReader } from '../../verify/http/response.ts';

interface Bursts {
  origin: string;
  /** Requests sent at once; the next burst waits for all of their responses. */
  size: number;
  /** How long a burst may take. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Sends requests in bursts (pipelined, RFC 9112, 9.3.2), each as its whole text, and returns the responses in
 * the order sent. Rejects if the connection ends early, a burst takes too long, or the data is not HTTP.
 */
export type AskInBursts = (requests: readonly string[]) => Promise<HttpResponse[]>;

/** Opens one connection, lets `work` send requests over it, and closes it when `work` ends. */
export async function overOneConnection<T>(
  { origin, size, timeoutMs, signal }: Bursts,
  work: (ask: AskInBursts) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const abort = (): void => {
    socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('stopped by the harness'));
  };
  signal.addEventListener('abort', abort, { once: true });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no byte within ${timeoutMs / 1_000} s`)));
  const incoming = responsesOf(socket);
  const ask: AskInBursts = async (requests) => {
    const responses: HttpResponse[] = [];
    for (let sent = 0; sent < requests.length; sent += size) {
      const burst = requests.slice(sent, sent + size);
      socket.write(burst.join(''));
      for (let awaited = burst.length; awaited > 0; awaited--) {
        const { value, done } = await incoming.next();
        if (done) throw new Error(`the server closed the connection after ${responses.length} responses`);
        responses.push(value);
      }
    }
    return responses;
  };
  try {
    return await work(ask);
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

async function* responsesOf(socket: Socket): AsyncGenerator<HttpResponse, void> {
  let reader = new ResponseReader();
  for await (const data of socket as AsyncIterable<Buffer>) {
    let rest = data;
    while (rest.length > 0) {
      const before = reader.bytes;
      const response = reader.push(rest);
      if (!response) break;
      rest = rest.subarray(response.wireBytes - before);
      reader = new ResponseReader();
      yield response;
    }
  }
}
