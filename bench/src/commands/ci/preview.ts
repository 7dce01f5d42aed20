import { askedBy, finishedRunEvent, readEvent } from '../../ci/github/event.ts';
import { githubOf } from '../../ci/github/github.ts';
import { fetchComparison, verdictPage } from '../../ci/report.ts';
import { writeOutputs } from '../../ci/workflow-file.ts';
import { comparisonFile, writeComparison } from '../../results/comparison-store.ts';
import { shownPath } from '../../results/run-store.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciPreview: Command = {
  name: 'ci preview',
  summary: 'add the comparison of a finished pr-bench to the results of this checkout, to give it a page',
  takes: '',
  details: [
    'Reads the event and the artifact like `ci report`. In a workflow, sets the output `page` to the path of its page',
    'on the site; empty if the run left no comparison. Needs GITHUB_TOKEN with actions: read.',
  ].join('\n'),
  options: {},
  async run({ repository, terminal, environment, signal }) {
    const { workflow_run: run } = readEvent(environment, finishedRunEvent);
    const asked = askedBy(run.display_title);
    const comparison = asked && (await fetchComparison(githubOf(environment, signal), run.id, asked.commit));
    if (!comparison) {
      terminal.print('The run left no comparison, so it gets no page');
      return exitCodes.ok;
    }
    const file = comparisonFile(repository, comparison);
    writeComparison(file, comparison);
    const page = verdictPage(comparison);
    writeOutputs(environment, { page });
    terminal.print(`${shownPath(repository, file)} will be shown at ${page}`);
    return exitCodes.ok;
  },
};
