import { HttpError } from './errors.js';

const limitBytes = 1_000_000;

/** The request's body, read as JSON. One that is too long is not read to its end. */
export async function readJson(request) {
  const chunks = [];
  let bytes = 0;
  // Without the option, an error in the loop would destroy the connection, and its answer with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
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
