import { judgeResults } from '../../results/judgement.ts';
import { exitCodes } from '../../util/errors.ts';
import { visibleText } from '../../util/text.ts';
import { plural } from '../../words/index.ts';
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
        `${plural(runs, 'run')}, ${plural(comparisons, 'comparison')} and ${plural(releases, 'history', 'histories')} of releases checked: ` +
          `${plural(errors, 'error')}, ${plural(findings.length - errors, 'warning')}`,
      );
    }
    return errors > 0 ? exitCodes.failed : exitCodes.ok;
  },
};
