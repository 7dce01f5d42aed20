import { NONCE_LENGTH } from '../model/index.ts';

/**
 * Digits that no other request of a block has: five for the seed, two for the load, two for the loader's
 * thread, the rest for a count. All requests of a load have the same number of bytes.
 */
interface NonceSpace {
  seed: number;
  /** Number of the load on the server, as in `LoadPlan`. */
  part: number;
}

/** The part of what the harness itself sends during a load. */
const PROBE_PART = 0xff;

export const COUNT_DIGITS = 7;
const SEED_DIGITS = 5;
const PART_DIGITS = 2;
const THREAD_DIGITS = 2;

const digits = (value: number, length: number): string =>
  (value >>> 0).toString(16).padStart(length, '0').slice(-length);

/** Returns all digits except those of thread and count. */
export function nonceStart({ seed, part }: NonceSpace): string {
  if (part < 0 || part > PROBE_PART) throw new RangeError(`a part is 0 to ${PROBE_PART}, not ${part}`);
  return digits(seed, SEED_DIGITS) + digits(part, PART_DIGITS);
}

export function nonce(space: NonceSpace, thread: number, count: number): string {
  const whole = nonceStart(space) + digits(thread, THREAD_DIGITS) + digits(count, COUNT_DIGITS);
  if (whole.length !== NONCE_LENGTH) throw new RangeError(`a nonce has ${NONCE_LENGTH} digits`);
  return whole;
}
