import type { BodyKind, ExpectedResponse, Scenario, SharedData } from '../../model/index.ts';

/** Characters of a body or value that a fault shows. */
export const MAX_SHOWN = 300;

/** The outcome of one check of one response. Without a fault or a reason to skip it, the check passed. */
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
  /** The kind of this response's body: refusals are objects, whatever the scenario's own body is. */
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
