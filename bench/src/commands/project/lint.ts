import { readComparisons } from '../../results/comparison-store.ts';
import { lintMachines, lintRun } from '../../results/lint.ts';
import { lintStudy, readStudies } from '../../results/published.ts';
import { readResults } from '../../results/read-results.ts';
import { exitCodes } from '../../util/errors.ts';
import { type Command, jsonOption } from '../command.ts';

export const lint: Command = {
  name: 'lint',
  summary: 'check committed results: schema, impossible arithmetic, sentinels, stale machines',
  takes: '',
  details:
    'Errors give exit code 1, warnings alone do not. A file that is not a result ends the check and is named.',
  options: { ...jsonOption },
  async run({ options, repository, terminal }) {
    const results = await readResults(repository.results);
    const comparisons = readComparisons(repository.results);
    const findings = [
      ...lintMachines(
        results.machines,
        results.runs.map(({ run }) => run),
        new Date(),
      ),
      ...results.runs.flatMap(({ run, targets, folder }) => lintRun(run, targets, folder)),
      ...readStudies(repository.results).flatMap(lintStudy),
    ];
    const errors = findings.filter(({ level }) => level === 'error').length;
    if (options.json) terminal.print(JSON.stringify(findings, null, 2));
    else {
      for (const { level, where, what } of findings) {
        terminal.print(
          `${level === 'error' ? terminal.bad('error') : terminal.warn('warning')}  ${where}: ${what}`,
        );
      }
      terminal.print(
        `${counted(results.runs.length, 'run')} and ${counted(comparisons.length, 'comparison')} checked: ${errors} errors, ${findings.length - errors} warnings`,
      );
    }
    return errors > 0 ? exitCodes.failed : exitCodes.ok;
  },
};

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
