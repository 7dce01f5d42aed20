import type { ScenarioId } from '../../model/index.ts';

/** One named check of the contract on one server. */
export interface CheckResult {
  /** Stable name: `json/body`, `counter/exact`, … */
  id: string;
  scenario: ScenarioId | null;
  status: 'passed' | 'failed' | 'skipped';
  /** For a failure: what went wrong with what was sent, expected and seen; for a skip: why. */
  detail: CheckDetail | null;
}

export interface CheckDetail {
  summary: string;
  sent: string | null;
  expected: string | null;
  seen: string | null;
  /** Lines with `- ` expected and `+ ` seen. */
  diff: string | null;
}
