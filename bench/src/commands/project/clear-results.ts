import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from '../../process/git.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { plural } from '../../words/index.ts';
import type { Command } from '../command.ts';

/** Folders of `results/` with measurements. Published studies and schemas belong to no machine. */
const CLEARED = ['machines', 'runs', 'comparisons', 'releases', 'calibrations'].map(
  (name) => `results/${name}`,
);
const GIT_SECONDS = 120;

export const clearResults: Command = {
  name: 'clear-results',
  summary: 'remove the measurements that came with a clone, so that a new owner begins with their own',
  takes: '',
  details: [
    'Removes the committed files of results/machines, runs, comparisons, releases and calibrations from the checkout',
    'and stages that; commit it yourself. Refuses if anything there is not committed, so that nothing measured is lost.',
    'Prints the command that brings everything back from git.',
  ].join(' '),
  options: {
    yes: { type: 'boolean', help: 'do it; without this, only print what would be removed' },
  },
  async run(invocation) {
    const { repository, options, terminal, signal } = invocation;
    const checkout = { root: repository.root, signal };
    const commit = (await gitOutput(checkout, 'rev-parse', 'HEAD')).trim();
    const committed = await listed(checkout, '--cached');
    const loose = [
      ...(await listed(checkout, '--others')),
      ...(await gitOutput(checkout, 'diff', '--name-only', '-z', 'HEAD', '--', ...CLEARED))
        .split('\0')
        .filter(Boolean),
    ];
    if (loose.length > 0) throw uncommitted(loose);
    if (committed.length === 0) {
      terminal.print('There are no measurements to remove.');
      return exitCodes.ok;
    }
    const runs = globSync('runs/*/*/*/run.json', { cwd: repository.results }).length;
    const comparisons = globSync('comparisons/*/*/*.json', { cwd: repository.results }).length;
    const histories = globSync('releases/**/history.json', { cwd: repository.results }).length;
    const machines = globSync('machines/*.json', { cwd: repository.results }).length;
    const what = `${plural(committed.length, 'file')}: ${plural(runs, 'run')}, ${plural(comparisons, 'comparison')} and ${plural(histories, 'history', 'histories')} of releases of ${plural(machines, 'machine')}`;
    const back = `git checkout ${commit} -- ${present(committed).join(' ')}`;
    if (!options.yes) {
      terminal.print(`Would remove ${what}.\nDo it: npm run bench -- clear-results --yes`);
      return exitCodes.ok;
    }
    await gitOutput(checkout, 'rm', '-r', '--quiet', '--', ...present(committed));
    terminal.print(
      [
        `Removed ${what}.`,
        'Commit it: git commit -m "Begin with empty results"',
        `They stay in git's history. Bring them back: ${back}`,
      ].join('\n'),
    );
    return exitCodes.ok;
  },
};

/** The folders that have files: git refuses to remove one that has none. */
function present(files: readonly string[]): string[] {
  return CLEARED.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
}

interface Checkout {
  root: string;
  signal: AbortSignal;
}

async function listed(checkout: Checkout, which: '--cached' | '--others'): Promise<string[]> {
  const words = which === '--others' ? [which, '--exclude-standard'] : [which];
  return (await gitOutput(checkout, 'ls-files', ...words, '-z', '--', ...CLEARED))
    .split('\0')
    .filter(Boolean);
}

async function gitOutput({ root, signal }: Checkout, ...words: string[]): Promise<string> {
  const result = await runGit(words, { cwd: root, timeoutSeconds: GIT_SECONDS, signal });
  if (result.exitCode === 0) return result.stdout;
  throw new PitwallError({
    what: 'The results are not in a git checkout',
    where: join(root, 'results'),
    expected: `exit code 0 from git ${words[0]}`,
    seen: result.stderr.trim().split('\n').at(-1) || `exit code ${result.exitCode}`,
    next: 'Run it in a clone: without a history, the results could not be brought back',
  });
}

function uncommitted(files: readonly string[]): PitwallError {
  return usageError({
    what: 'Some measurements are not committed',
    where: 'results/',
    expected: 'results that are all in git, so that none is lost',
    seen: `${files.length} files that are not, for example ${files[0]}`,
    next: 'Commit them or move them away, then run the command again',
  });
}
