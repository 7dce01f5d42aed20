import { HttpError } from './errors.js';

const limitBytes = 1_000_000;

/** The request's body, read as JSON. */
export async function readJson(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new HttpError(413, `body: expected at most ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks));
  } catch (error) {
    throw new HttpError(400, `body: ${error.message}`);
  }
}
