/** A test that failed or was skipped, as `bin/test-outcomes.mjs` writes it. */
export interface TestOutcome {
  kind: 'failed' | 'skipped';
  file: string;
  name: string;
  /** Why it was skipped: `no wrk on this machine: sudo apt-get install wrk`; may be empty. */
  reason: string;
}

/** Something that skipped tests need, with the command that installs it if one is known. */
interface MissingNeed {
  what: string;
  next: string | null;
  tests: number;
}

/**
 * A command or an instruction that follows a reason, after a colon. Also a reason that has none may hold a colon,
 * such as an error of `mount`.
 */
const NEXT = /^([^\n]*?): ((?:sudo |npm |cargo |apt-get |Install |docker |brew |npx |go install )[^\n]*)/;

export function readOutcomes(text: string): TestOutcome[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TestOutcome);
}

/**
 * Names each missing thing once, with the number of tests (or groups of tests) that were skipped for it, most
 * first; empty if nothing was skipped. What cannot be installed, such as being another user, comes last.
 */
export function skippedSummary(outcomes: readonly TestOutcome[]): string[] {
  const wants = new Map<string, MissingNeed>();
  for (const { kind, reason } of outcomes) {
    if (kind !== 'skipped') continue;
    const [, what = reason.split('\n')[0] ?? '', next = null] = NEXT.exec(reason) ?? [];
    const known = wants.get(what) ?? { what, next, tests: 0 };
    wants.set(what, { ...known, next: known.next ?? next, tests: known.tests + 1 });
  }
  const sorted = [...wants.values()].sort(
    (a, b) => Number(a.next === null) - Number(b.next === null) || b.tests - a.tests,
  );
  if (sorted.length === 0) return [];
  const total = sorted.reduce((sum, { tests }) => sum + tests, 0);
  return [
    `${total} ${total === 1 ? 'test' : 'tests'} or groups of tests skipped:`,
    ...sorted.flatMap(({ what, next, tests }) => [
      `  ${String(tests).padStart(3)}  ${what === '' ? 'without a reason' : what}`,
      ...(next === null ? [] : [`       next: ${next}`]),
    ]),
  ];
}
