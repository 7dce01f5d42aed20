import { exitCodes, PitwallError } from '../util/errors.ts';

/** The body of a response, refused as soon as it is larger than it may be, whatever its headers promised. */
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

export function tooLarge(where: string, maxBytes: number, seen: string): PitwallError {
  return new PitwallError({
    what: 'A file is larger than it may be',
    where,
    expected: `at most ${maxBytes} bytes`,
    seen,
    next: 'Nothing of it was used; look at what made it',
    exitCode: exitCodes.failed,
  });
}
