import { readBenchRun } from '../../ci/gate/bench-run.ts';
import { readExpected } from '../../ci/gate/expected.ts';
import { githubOf } from '../../ci/github/github.ts';
import { fetchComparison, verdictPage } from '../../ci/report.ts';
import { writeOutputs } from '../../ci/workflow-file.ts';
import { comparisonFile, writeComparison } from '../../results/comparison-store.ts';
import { shownPath } from '../../results/run-store.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';
import { artifactOption } from './report.ts';

export const ciPreview: Command = {
  name: 'ci preview',
  summary: 'add the comparison of a pull request to the results of this checkout, to give it a page',
  takes: '',
  details: [
    'Reads the event, the variable EXPECTED and the artifact like `ci report`. In a workflow, sets the output `page` to',
    'the path of its page on the site; empty if there is no comparison. Needs GITHUB_TOKEN with actions: read.',
  ].join(' '),
  options: artifactOption,
  async run({ repository, options, terminal, environment, signal }) {
    const { id, commit } = readBenchRun(environment);
    const expected = readExpected(environment.EXPECTED ?? '');
    const github = githubOf(environment, signal);
    const artifact = String(options.artifact ?? '');
    const comparison =
      expected && (await fetchComparison(github, id, artifact, { commit, base: expected.base }));
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
