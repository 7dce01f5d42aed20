import type { ScenarioId } from '../../model/index.ts';

/** The result of one named check of the contract on one server. */
export interface CheckResult {
  /** Stable name: `json/body`, `counter/exact`, … */
  id: string;
  scenario: ScenarioId | null;
  status: 'passed' | 'failed' | 'skipped';
  /** What went wrong in a failed check, or why a check was skipped; `null` if it passed. */
  detail: CheckDetail | null;
}

export interface CheckDetail {
  summary: string;
  sent: string | null;
  expected: string | null;
  seen: string | null;
  /** Lines that begin with `- ` (expected) or `+ ` (seen). */
  diff: string | null;
}
