import type { Failure } from '../http/http-connection.ts';
import { type HttpResponse, headerValues, MAX_BODY_BYTES, type ResponseHead } from '../http/response.ts';
import { judgeJsonBody, judgeTextBody } from '../judge/body.ts';
import { type Asked, type CheckOutcome, fail, pass, skip } from '../judge/check-outcome.ts';
import { parseHttpDate } from '../judge/instant.ts';

/** The most a Date may differ from the harness's clock; servers renew it about once a second. */
const DATE_TOLERANCE_MS = 5_000;

/** Judges a complete response by the contract. `now` is its arrival time in milliseconds since 1970. */
export function judgeResponse(asked: Asked, response: HttpResponse, now: number): CheckOutcome[] {
  return [...judgeHead(asked, response, now), judgeFraming(response), ...judgeBody(asked, response, now)];
}

/** Judges the part that arrived of an incomplete response. */
export function judgeFailure(asked: Asked, failure: Failure, now: number): CheckOutcome[] {
  if (!failure.head && failure.reason !== 'malformed') {
    return [
      fail('answers', `no response: ${failure.message}`, {
        expected: `a response with status ${asked.expected.status}`,
        seen: failure.message,
      }),
    ];
  }
  const framing = fail('framing', `the response cannot be read: ${failure.message}`, {
    expected: readable(failure),
    // Its head shows why it has no end: it may name neither length nor chunks, for one.
    seen: [failure.message, ...faultsOf(failure.head)].join('; '),
  });
  return [...(failure.head ? judgeHead(asked, failure.head, now) : []), framing];
}

function readable({ head, reason }: Failure): string {
  if (!head) return 'HTTP/1.1: a status line, and headers with one Content-Length or with chunks';
  if (reason === 'too-large') return `a body of at most ${MAX_BODY_BYTES} bytes`;
  return 'a body of exactly Content-Length bytes, or well-formed chunks';
}

function faultsOf(head: ResponseHead | null): string[] {
  return head?.faults.map(({ code, detail }) => `${code}: ${detail}`) ?? [];
}

function judgeHead(asked: Asked, head: ResponseHead, now: number): CheckOutcome[] {
  return [pass('answers'), judgeStatus(asked, head), judgeContentType(asked, head), judgeDate(head, now)];
}

function judgeStatus({ expected }: Asked, head: ResponseHead): CheckOutcome {
  if (head.status === expected.status) return pass('status');
  return fail('status', `status ${head.status} instead of ${expected.status}`, {
    expected: String(expected.status),
    seen: String(head.status),
  });
}

/** Compares the media type and, if given, the charset (UTF-8), both case-insensitive (RFC 9110, 8.3). */
function judgeContentType({ expected }: Asked, head: ResponseHead): CheckOutcome {
  const values = headerValues(head, 'content-type');
  const wrong = (summary: string): CheckOutcome =>
    fail('content-type', summary, {
      expected: `Content-Type: ${expected.contentType} (charset=utf-8 may follow)`,
      seen:
        values.length === 0 ? 'no Content-Type' : values.map((value) => `Content-Type: ${value}`).join('; '),
    });
  if (values.length !== 1)
    return wrong(values.length === 0 ? 'no Content-Type' : 'more than one Content-Type');
  const [media = '', ...parameters] = (values[0] ?? '').split(';').map((part) => part.trim());
  if (media.toLowerCase() !== expected.contentType) return wrong(`the media type is ${media}`);
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))?.slice('charset='.length);
  if (charset !== undefined && charset.replace(/^"(.*)"$/, '$1').toLowerCase() !== 'utf-8') {
    return wrong(`the charset is ${charset}`);
  }
  return pass('content-type');
}

function judgeFraming(response: HttpResponse): CheckOutcome {
  if (response.faults.length === 0) return pass('framing');
  return fail('framing', `the response is not framed as HTTP/1.1 requires (${response.faults[0]?.code})`, {
    expected: 'one Content-Length that is the body’s length, or chunks, and nothing after the body',
    seen: faultsOf(response).join('; '),
  });
}

/** Judges one Date header. `verify.ts` compares two responses to see that it advances. */
function judgeDate(head: ResponseHead, now: number): CheckOutcome {
  const values = headerValues(head, 'date');
  if (values.length === 0) return skip('date', 'the server sends no Date');
  const time = values.length === 1 ? parseHttpDate(values[0] ?? '') : null;
  const seen = values.map((value) => `Date: ${value}`).join('; ');
  const expected = `one Date within ${DATE_TOLERANCE_MS / 1000} s of ${new Date(now).toUTCString()}`;
  if (time === null) return fail('date', 'the Date header is not an IMF-fixdate', { expected, seen });
  // The header is truncated to whole seconds, so allow one more second in the past.
  const age = now - time;
  if (age < -DATE_TOLERANCE_MS || age > DATE_TOLERANCE_MS + 1_000) {
    return fail('date', `the Date header is ${Math.round(age / 1000)} s old`, { expected, seen });
  }
  return pass('date');
}

function judgeBody(asked: Asked, response: HttpResponse, now: number): CheckOutcome[] {
  const misframed = response.faults.find((fault) => /-bytes$/.test(fault.code));
  if (misframed) return [skip('body', `not judged: ${misframed.detail}`)];
  const coding = headerValues(response, 'content-encoding').join(', ');
  if (coding !== '') {
    return [
      fail('body', 'the body is compressed, which the request does not ask for', {
        expected: 'no Content-Encoding: the request has no Accept-Encoding',
        seen: `Content-Encoding: ${coding}`,
      }),
    ];
  }
  if (asked.body === 'text') return [judgeTextBody(String(asked.expected.body), response.body)];
  return judgeJsonBody(asked, response.body, now);
}
