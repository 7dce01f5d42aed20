import { judgeResults } from '../../results/judgement.ts';
import { exitCodes } from '../../util/errors.ts';
import { visibleText } from '../../util/text.ts';
import { type Command, jsonOption } from '../command.ts';

export const lint: Command = {
  name: 'lint',
  summary: 'check committed results: schema, impossible arithmetic, sentinels, clocks, stale machines',
  takes: '',
  details: [
    'Errors give exit code 1, warnings alone do not. A file that is not a result ends the check and is named. `publish`',
    'and `ci commit` refuse what has an error here.',
  ].join(' '),
  options: { ...jsonOption },
  async run({ options, repository, terminal }) {
    const { runs, comparisons, releases, findings } = await judgeResults(repository.results);
    const errors = findings.filter(({ level }) => level === 'error').length;
    if (options.json) terminal.print(JSON.stringify(findings, null, 2));
    else {
      for (const { level, where, what } of findings) {
        const line = visibleText(`${where}: ${what}`);
        terminal.print(`${level === 'error' ? terminal.bad('error') : terminal.warn('warning')}  ${line}`);
      }
      terminal.print(
        `${counted(runs, 'run')}, ${counted(comparisons, 'comparison')} and ${releases} histories of releases checked: ` +
          `${errors} errors, ${findings.length - errors} warnings`,
      );
    }
    return errors > 0 ? exitCodes.failed : exitCodes.ok;
  },
};

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
