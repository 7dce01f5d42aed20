import assert from 'node:assert/strict';
import { PitwallError } from '../../../src/util/errors.ts';

/** The four-part error that `work` ends with; anything else, an end without one included, fails the test. */
export async function refusalOf(work: () => unknown): Promise<PitwallError> {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof PitwallError, error instanceof Error ? error.stack : String(error));
    for (const part of ['what', 'where', 'expected', 'seen', 'next'] as const)
      assert.ok(error[part].trim() !== '', `${part} is empty: ${error.message}`);
    return error;
  }
  return assert.fail('it was not refused');
}
