import { NONCE_LENGTH, type ScenarioRequest, withNonce } from '../../model/index.ts';
import type { Random } from '../../util/random.ts';

/** The request as it is sent once: where its body asks for digits of its own, they are drawn anew. */
export function fresh(request: ScenarioRequest, random: Random): ScenarioRequest {
  if (request.body === undefined) return request;
  const digits = Array.from({ length: NONCE_LENGTH }, () => random.below(16).toString(16));
  return withNonce(request, digits.join(''));
}
