import { changedPaths } from '../../catalog/touched.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { Command } from '../command.ts';

/** What only `ci commit` writes: all but documents, figures of others, and schemas, which people and code write. */
const MEASURED = /^results\/(?!README\.md$|published\/|schemas\/)/;
const LABEL = 'results-by-hand';
const MOST_NAMED = 5;

export const ciCheckResults: Command = {
  name: 'ci check-results',
  summary: 'refuse a change that adds, edits or deletes committed measurements, unless a maintainer lets it',
  takes: '<base>',
  details: `Compares the checkout with the commit <base>. The label ${LABEL} on the pull request lets it pass.`,
  options: {
    labels: { type: 'string', value: '<json>', help: 'the label that was just set, as a JSON list of names' },
  },
  async run({ repository, options, terminal, arguments: [base = 'origin/main'] }) {
    const touched = (await changedPaths(repository.root, base, null)).filter((path) => MEASURED.test(path));
    if (touched.length === 0) {
      terminal.print('No measurement is changed.');
      return exitCodes.ok;
    }
    const named = [
      ...touched.slice(0, MOST_NAMED),
      ...(touched.length > MOST_NAMED ? [`and ${touched.length - MOST_NAMED} more`] : []),
    ].join(', ');
    if (labelsOf(String(options.labels ?? '[]')).includes(LABEL)) {
      terminal.print(`Let pass by the label ${LABEL}: ${named}`);
      return exitCodes.ok;
    }
    throw new PitwallError({
      what: 'The change edits committed measurements',
      where: 'results/',
      expected: 'results that only the workflows bench and releases commit',
      seen: named,
      next: `Take them out, in the branch: git fetch origin main && git restore --source=$(git merge-base FETCH_HEAD HEAD) --staged --worktree results, where origin is Pitwall's own repository. A maintainer who means it sets the label ${LABEL}`,
      exitCode: exitCodes.failed,
    });
  },
};

function labelsOf(text: string): string[] {
  const value: unknown = JSON.parse(text);
  if (value === null) return [];
  if (Array.isArray(value)) return value.map(String);
  throw usageError({
    what: 'Invalid value for --labels',
    where: '--labels',
    expected: 'a JSON list of names',
    seen: text.slice(0, 100),
    next: 'Pass [] or ["results-by-hand"]',
  });
}
