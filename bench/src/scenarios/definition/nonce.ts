import type { ScenarioRequest } from './http.ts';

/** Stands in a request's body where each request carries digits of its own. */
export const NONCE = '{nonce}';
/** In hexadecimal digits: every request of a load has the same length. */
export const NONCE_LENGTH = 16;

/** The request with `nonce` (`NONCE_LENGTH` hexadecimal digits) in place of its placeholder. */
export function withNonce(request: ScenarioRequest, nonce: string): ScenarioRequest {
  if (nonce.length !== NONCE_LENGTH) {
    throw new RangeError(`a nonce has ${NONCE_LENGTH} digits, not ${nonce.length}`);
  }
  return request.body === undefined ? request : { ...request, body: request.body.replaceAll(NONCE, nonce) };
}
