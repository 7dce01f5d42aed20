import { NONCE_LENGTH, type ScenarioRequest, withNonce } from '../../model/index.ts';
import type { Random } from '../../util/random.ts';

/** Returns the request to send, with newly drawn digits in place of the nonce in its body, if it has one. */
export function fresh(request: ScenarioRequest, random: Random): ScenarioRequest {
  if (request.body === undefined) return request;
  const digits = Array.from({ length: NONCE_LENGTH }, () => random.below(16).toString(16));
  return withNonce(request, digits.join(''));
}
