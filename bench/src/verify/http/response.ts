/**
 * Reads one HTTP/1.1 response (RFC 9112) byte for byte. It is stricter than most clients: it reports what a
 * loader's parser would accept (both framings, bytes after the body, a lone line feed) as a fault, because
 * servers that differ in it do not do the same work.
 */
const MAX_HEAD_BYTES = 64 * 1024;
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

const framingFaultCodes = [
  'both-framings',
  'no-framing',
  'repeated-length',
  'malformed-header',
  'http-version',
  'extra-bytes',
  'unsolicited-bytes',
] as const;
interface FramingFault {
  code: (typeof framingFaultCodes)[number];
  detail: string;
}

type Framing = 'content-length' | 'chunked' | 'close' | 'none';

export interface ResponseHead {
  status: number;
  /** The headers as sent, in order and with duplicates. */
  headers: [name: string, value: string][];
  framing: Framing;
  contentLength: number | null;
  /** Whether the server keeps the connection open after this response. */
  keepAlive: boolean;
  faults: FramingFault[];
  bytes: number;
}

export interface HttpResponse extends ResponseHead {
  body: Buffer;
  /** All bytes of this response on the wire: head, chunk framing and body. */
  wireBytes: number;
}

/** Thrown for bytes that cannot be read any further as an HTTP/1.1 response. */
export class MalformedResponse extends Error {
  readonly tooLarge: boolean;
  constructor(message: string, tooLarge = false) {
    super(message);
    this.tooLarge = tooLarge;
  }
}

export function headerValues(head: ResponseHead, name: string): string[] {
  return head.headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}

/** Collects the bytes of one response; `push` and `end` return it once it is complete. */
export class ResponseReader {
  head: ResponseHead | null = null;
  bytes = 0;
  #buffer: Buffer = Buffer.alloc(0);
  #searched = 0;
  #chunks: Buffer[] = [];
  #chunkedBytes = 0;
  #position = 0;
  readonly #mayEndByClose: boolean;

  /** `mayEndByClose`: the client asked for `Connection: close`, so the end of the connection may end the body. */
  constructor({ mayEndByClose = false } = {}) {
    this.#mayEndByClose = mayEndByClose;
  }

  push(data: Buffer): HttpResponse | null {
    this.bytes += data.length;
    this.#buffer = this.#buffer.length === 0 ? data : Buffer.concat([this.#buffer, data]);
    if (!this.head && !this.#readHead()) return null;
    return this.#readBody();
  }

  /** Call this when the server closes the connection. */
  end(): HttpResponse | null {
    return this.head?.framing === 'close' ? this.#finish(this.head, this.#buffer, this.bytes) : null;
  }

  #readHead(): boolean {
    const end = this.#buffer.indexOf('\r\n\r\n', Math.max(0, this.#searched - 3));
    if (end < 0) {
      this.#searched = this.#buffer.length;
      const start = this.#buffer.subarray(0, 5).toString('latin1');
      if (start !== 'HTTP/'.slice(0, start.length)) {
        throw new MalformedResponse(
          `the response starts with ${JSON.stringify(start)}, not with a status line`,
        );
      }
    }
    // Also of one that has ended: how much of it comes at once is chance.
    if ((end < 0 ? this.#buffer.length : end) > MAX_HEAD_BYTES) {
      throw new MalformedResponse(`the head has more than ${MAX_HEAD_BYTES} bytes`, true);
    }
    if (end < 0) return false;
    this.head = parseHead(this.#buffer.subarray(0, end).toString('latin1'), end + 4, this.#mayEndByClose);
    this.#buffer = this.#buffer.subarray(end + 4);
    if ((this.head.contentLength ?? 0) > MAX_BODY_BYTES) {
      throw new MalformedResponse(`Content-Length is ${this.head.contentLength}`, true);
    }
    return true;
  }

  #readBody(): HttpResponse | null {
    const head = this.head as ResponseHead;
    const buffer = this.#buffer;
    if (buffer.length > 2 * MAX_BODY_BYTES) throw new MalformedResponse('the body does not end', true);
    if (head.framing === 'close') return null;
    if (head.framing === 'chunked') return this.#readChunks(head);
    const length = head.framing === 'none' ? 0 : (head.contentLength ?? 0);
    if (buffer.length < length) return null;
    return this.#finish(head, buffer.subarray(0, length), head.bytes + length);
  }

  #readChunks(head: ResponseHead): HttpResponse | null {
    const buffer = this.#buffer;
    for (;;) {
      const lineEnd = buffer.indexOf('\r\n', this.#position);
      if (lineEnd < 0) return null;
      const line = buffer.toString('latin1', this.#position, lineEnd);
      // Any number of zeros may come first (RFC 9112, 7.1).
      const size = /^0*([0-9a-fA-F]{1,8})(?:[ \t]*;.*)?$/.exec(line)?.[1];
      if (size === undefined) {
        throw new MalformedResponse(`${JSON.stringify(line.slice(0, 40))} is not a chunk size`);
      }
      const start = lineEnd + 2;
      const length = Number.parseInt(size, 16);
      if (length === 0) return this.#readTrailers(head, start);
      this.#chunkedBytes += buffer.length >= start + length + 2 ? length : 0;
      if (this.#chunkedBytes > MAX_BODY_BYTES) throw new MalformedResponse('the body does not end', true);
      if (buffer.length < start + length + 2) return null;
      if (buffer.toString('latin1', start + length, start + length + 2) !== '\r\n') {
        throw new MalformedResponse(`a chunk of ${length} bytes does not end in CR LF`);
      }
      this.#chunks.push(buffer.subarray(start, start + length));
      this.#position = start + length + 2;
    }
  }

  #readTrailers(head: ResponseHead, start: number): HttpResponse | null {
    let position = start;
    for (;;) {
      const lineEnd = this.#buffer.indexOf('\r\n', position);
      if (lineEnd < 0) return null;
      const empty = lineEnd === position;
      position = lineEnd + 2;
      if (empty) return this.#finish(head, Buffer.concat(this.#chunks), head.bytes + position);
    }
  }

  #finish(head: ResponseHead, body: Buffer, wireBytes: number): HttpResponse {
    const faults = [...head.faults];
    const extra = this.bytes - wireBytes;
    if (extra > 0) {
      const rest = this.#buffer
        .subarray(this.#buffer.length - extra)
        .subarray(0, 40)
        .toString('latin1');
      faults.push({
        code: 'extra-bytes',
        detail: `${extra} bytes after the end of the body: ${JSON.stringify(rest)}`,
      });
    }
    return { ...head, faults, body, wireBytes };
  }
}

function parseHead(text: string, bytes: number, mayEndByClose: boolean): ResponseHead {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/(\d\.\d) (\d{3})(?: .*)?$/.exec(statusLine);
  if (!status) throw new MalformedResponse(`${JSON.stringify(statusLine.slice(0, 80))} is not a status line`);
  const faults: FramingFault[] = [];
  if (status[1] !== '1.1') faults.push({ code: 'http-version', detail: `answered with HTTP/${status[1]}` });
  const headers: [string, string][] = [];
  for (const line of lines) {
    // In one pass, however many blanks a server puts between two words.
    const field = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*((?:.*[^ \t])?)[ \t]*$/s.exec(line);
    if (field && !/[\r\n\0]/.test(line)) headers.push([field[1] ?? '', field[2] ?? '']);
    else faults.push({ code: 'malformed-header', detail: JSON.stringify(line.slice(0, 80)) });
  }
  return {
    status: Number(status[2]),
    headers,
    ...framingOf(Number(status[2]), headers, faults, mayEndByClose),
    faults,
    bytes,
  };
}

function framingOf(
  status: number,
  headers: readonly [string, string][],
  faults: FramingFault[],
  mayEndByClose: boolean,
): Pick<ResponseHead, 'framing' | 'contentLength' | 'keepAlive'> {
  const valuesOf = (name: string): string[] =>
    headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const keepAlive = !valuesOf('connection').some((value) => /(?:^|,)\s*close\s*(?:,|$)/i.test(value));
  const lengths = valuesOf('content-length');
  const encodings = valuesOf('transfer-encoding');
  if (lengths.length > 1) {
    faults.push({ code: 'repeated-length', detail: `Content-Length: ${lengths.join(' and ')}` });
  }
  if (encodings.length > 0) {
    if (lengths.length > 0) {
      faults.push({
        code: 'both-framings',
        detail: `Content-Length: ${lengths[0]} beside Transfer-Encoding: ${encodings.join(', ')}`,
      });
    }
    if (encodings.join(',').toLowerCase() !== 'chunked') {
      throw new MalformedResponse(`Transfer-Encoding: ${encodings.join(', ')}`);
    }
    return { framing: 'chunked', contentLength: null, keepAlive };
  }
  const length = lengths[0];
  if (length !== undefined) {
    if (!/^\d{1,15}$/.test(length)) throw new MalformedResponse(`Content-Length: ${length}`);
    return { framing: 'content-length', contentLength: Number(length), keepAlive };
  }
  if (status === 204 || status === 304) return { framing: 'none', contentLength: null, keepAlive };
  // RFC 9112, 6.3: what has neither ends with the connection. No other request could follow on it.
  if (!mayEndByClose) {
    faults.push({ code: 'no-framing', detail: 'neither Content-Length nor Transfer-Encoding: chunked' });
  }
  return { framing: 'close', contentLength: null, keepAlive: false };
}
