import { askedBy, finishedRunEvent, readEvent } from '../../ci/github/event.ts';
import { githubOf } from '../../ci/github/github.ts';
import { publishReport } from '../../ci/publish-report.ts';
import { writeSummary } from '../../ci/workflow-file.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciReport: Command = {
  name: 'ci report',
  summary: 'report the finished measurement of a pull request in it: one comment, one check',
  takes: '',
  details: [
    'Reads the event of a finished pr-bench and its artifact, as untrusted data. Needs GITHUB_TOKEN with',
    'actions: read, checks: write, pull-requests: write.',
  ].join('\n'),
  options: {},
  async run({ terminal, environment, signal }) {
    const { workflow_run: run } = readEvent(environment, finishedRunEvent);
    const asked = askedBy(run.display_title);
    if (!asked) {
      terminal.note(`The run belongs to no pull request: ${JSON.stringify(run.display_title.slice(0, 200))}`);
      return exitCodes.ok;
    }
    const report = await publishReport(
      githubOf(environment, signal),
      run,
      asked,
      environment.GITHUB_RUN_ID ?? null,
    );
    writeSummary(environment, report.markdown);
    terminal.print(`#${asked.number}: ${report.conclusion}: ${report.title}`);
    return exitCodes.ok;
  },
};
