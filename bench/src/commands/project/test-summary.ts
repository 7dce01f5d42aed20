/** What `bin/test-outcomes.mjs` writes: a test that failed or was skipped, or a file that has ended. */
export type TestOutcome =
  | {
      kind: 'failed' | 'skipped';
      file: string;
      name: string;
      /**
       * Why it was skipped: `no wrk on this machine: sudo apt-get install wrk`; may be empty. Of a failed test, its
       * error with the stack.
       */
      reason: string;
    }
  | { kind: 'ended'; file: string; seconds: number };

/** Something that skipped tests need, with the command that installs it if one is known. */
interface MissingNeed {
  what: string;
  next: string | null;
  tests: number;
}

/**
 * The command or instruction at the end of a reason, after a colon. A reason without one may have a colon too, for
 * example an error of `mount`.
 */
const NEXT = /^([^\n]*?): ((?:sudo |npm |cargo |apt-get |Install |docker |brew |npx |go install )[^\n]*)/;

/** Reads the list of outcomes, without a last line that was cut off when the program that writes it was killed. */
export function readOutcomes(text: string): TestOutcome[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TestOutcome);
}

/** Returns which of the files failed, or have not ended: nothing is known of the tests of those. */
export function failedFiles(outcomes: readonly TestOutcome[], files: readonly string[]): string[] {
  const of = (kind: TestOutcome['kind']): Set<string> =>
    new Set(outcomes.filter((outcome) => outcome.kind === kind).map(({ file }) => file));
  const [failed, ended] = [of('failed'), of('ended')];
  return files.filter((file) => failed.has(file) || !ended.has(file));
}

/**
 * Names each missing thing once, with the number of tests (or groups of tests) that were skipped for it, most
 * first; empty if nothing was skipped. What cannot be installed, such as being another user, comes last.
 */
export function skippedSummary(outcomes: readonly TestOutcome[]): string[] {
  const wants = new Map<string, MissingNeed>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'skipped') continue;
    const { reason } = outcome;
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

/** Lines of an error that are shown again; the whole of it stands where the test ran. */
const MOST_ERROR_LINES = 30;

/** Says how the tests of a file failed, for the end of a long output; empty if none did. */
export function failureSummary(outcomes: readonly TestOutcome[], file: string): string[] {
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'failed' || outcome.file !== file) return [];
    const lines = outcome.reason.split('\n');
    const shown = lines.slice(0, MOST_ERROR_LINES);
    const left = lines.length - shown.length;
    return [
      `  ${outcome.name}`,
      ...shown.map((line) => `    ${line}`),
      ...(left > 0 ? [`    … and ${left} more lines`] : []),
    ];
  });
}

/** Files that are named as the slowest ones. */
const SLOWEST = 5;

/** Names the files that took longest, so that it is known what the tests wait for. */
export function slowestSummary(outcomes: readonly TestOutcome[], nameOf: (file: string) => string): string {
  const ended = outcomes.flatMap((outcome) => (outcome.kind === 'ended' ? [outcome] : []));
  const slowest = ended.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return slowest.map(({ file, seconds }) => `${nameOf(file)} ${Math.round(seconds)} s`).join(', ');
}
