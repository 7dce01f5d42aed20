import type { ScenarioId } from '../../model/index.ts';
import type { CheckDetail, CheckResult } from '../checks/check.ts';
import type { CheckOutcome } from '../judge/check-outcome.ts';

interface Entry {
  scenario: ScenarioId | null;
  passed: number;
  failed: number;
  detail: CheckDetail | null;
  skipped: string | null;
}

/** Sums up the outcomes of each check. One fault fails the check, and the first fault is shown. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();

  /** Makes the checks appear in the results, in this order, even if nothing judges them. */
  expect(scenario: ScenarioId | null, checks: readonly string[]): void {
    for (const check of checks) this.#entry(scenario, check);
  }

  record(scenario: ScenarioId | null, verdict: CheckOutcome, sent: string | null): void {
    const entry = this.#entry(scenario, verdict.check);
    if (verdict.fault) {
      entry.failed++;
      entry.detail ??= { ...verdict.fault, sent: sent === null ? null : sent.trimEnd() };
    } else if (verdict.skipped !== null) entry.skipped ??= verdict.skipped;
    else entry.passed++;
  }

  failed(scenario: ScenarioId | null, checks?: readonly string[]): boolean {
    const ids = checks?.map((check) => idOf(scenario, check));
    return [...this.#entries].some(
      ([id, entry]) => entry.scenario === scenario && entry.failed > 0 && (!ids || ids.includes(id)),
    );
  }

  results(): CheckResult[] {
    return [...this.#entries].map(([id, entry]): CheckResult => {
      const { scenario } = entry;
      if (entry.failed > 0 && entry.detail) {
        const more = entry.failed > 1 ? ` (${entry.failed} of ${entry.failed + entry.passed} responses)` : '';
        return {
          id,
          scenario,
          status: 'failed',
          detail: { ...entry.detail, summary: entry.detail.summary + more },
        };
      }
      if (entry.passed > 0) return { id, scenario, status: 'passed', detail: null };
      const summary = entry.skipped ?? 'not judged: no response got that far';
      return {
        id,
        scenario,
        status: 'skipped',
        detail: { summary, sent: null, expected: null, seen: null, diff: null },
      };
    });
  }

  #entry(scenario: ScenarioId | null, check: string): Entry {
    const id = idOf(scenario, check);
    let entry = this.#entries.get(id);
    if (!entry) {
      entry = { scenario, passed: 0, failed: 0, detail: null, skipped: null };
      this.#entries.set(id, entry);
    }
    return entry;
  }
}

function idOf(scenario: ScenarioId | null, check: string): string {
  return `${scenario ?? 'server'}/${check}`;
}
