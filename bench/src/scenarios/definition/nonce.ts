import type { ScenarioRequest } from './http.ts';

/** Placeholder in a request's body for digits that differ in each request. */
export const NONCE = '{nonce}';
/** Length in hexadecimal digits, the same for every request of a load. */
export const NONCE_LENGTH = 16;

/** Replaces the placeholder by `nonce`. Throws a RangeError if it does not have `NONCE_LENGTH` digits. */
export function withNonce(request: ScenarioRequest, nonce: string): ScenarioRequest {
  if (nonce.length !== NONCE_LENGTH) {
    throw new RangeError(`a nonce has ${NONCE_LENGTH} digits, not ${nonce.length}`);
  }
  return request.body === undefined ? request : { ...request, body: request.body.replaceAll(NONCE, nonce) };
}
