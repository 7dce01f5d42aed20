import { exitCodes, PitwallError } from '../util/errors.ts';

/** Reads the body of a response; throws a PitwallError if it exceeds `maxBytes`, whatever the headers say. */
export async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes)
      throw tooLarge(new URL(response.url).pathname, maxBytes, `more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Reads a body of JSON, within the same bound. Returns `null` for an empty one. */
export async function readBoundedJson(response: Response, maxBytes: number): Promise<unknown> {
  const text = (await readBounded(response, maxBytes)).toString('utf8');
  return text === '' ? null : JSON.parse(text);
}

export function tooLarge(where: string, maxBytes: number, seen: string): PitwallError {
  return new PitwallError({
    what: 'The file is too large',
    where,
    expected: `at most ${maxBytes} bytes`,
    seen,
    next: 'The file was not used; check the job that made it',
    exitCode: exitCodes.failed,
  });
}
