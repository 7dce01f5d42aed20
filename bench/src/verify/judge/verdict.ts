import type { BodyKind, ExpectedResponse, Scenario, SharedData } from '../../model/index.ts';

/** Characters of a body or value that a fault shows. */
export const MAX_SHOWN = 300;

/** What one check says about one response. Neither fault nor skip: the response passed. */
export interface CheckOutcome {
  /** The second half of a check's id: `status`, `body`, … */
  check: string;
  fault: Fault | null;
  skipped: string | null;
}

interface Fault {
  summary: string;
  expected: string | null;
  seen: string | null;
  diff: string | null;
}

export interface Asked {
  scenario: Scenario;
  /** Of this response: a scenario's refusals are objects, whatever its own body is. */
  body: BodyKind;
  expected: ExpectedResponse;
  data: SharedData;
}

export const pass = (check: string): CheckOutcome => ({ check, fault: null, skipped: null });
export const skip = (check: string, reason: string): CheckOutcome => ({
  check,
  fault: null,
  skipped: reason,
});
export function fail(
  check: string,
  summary: string,
  rest: Partial<Omit<Fault, 'summary'>> = {},
): CheckOutcome {
  return { check, fault: { summary, expected: null, seen: null, diff: null, ...rest }, skipped: null };
}
