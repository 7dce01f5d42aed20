import { readBenchRun } from '../../ci/gate/bench-run.ts';
import { readExpected } from '../../ci/gate/expected.ts';
import { githubOf } from '../../ci/github/github.ts';
import { publishReport } from '../../ci/publish-report.ts';
import type { JobResult } from '../../ci/report.ts';
import { writeSummary } from '../../ci/workflow-file.ts';
import { exitCodes } from '../../util/errors.ts';
import { type Command, type OptionHelp, oneOf } from '../command.ts';

export const artifactOption: Record<string, OptionHelp> = {
  artifact: {
    type: 'string',
    value: '<name>',
    help: 'name of the artifact with the comparison; empty if there is none',
  },
};

/** It only adds to a sentence: a variable that was mistyped must not cost the pull request its check. */
function minutesOf(text: unknown): number | null {
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes > 0 ? minutes : null;
}

const RESULTS: readonly JobResult[] = ['success', 'failure', 'cancelled', 'skipped'];

export const ciReport: Command = {
  name: 'ci report',
  summary: 'report the measurement of a pull request in it: one comment, one check',
  takes: '',
  details: [
    'A step of pr-bench, after its measurement. Reads what the plan expects from the variable EXPECTED, empty if the plan',
    'failed, and the artifact as untrusted data. Needs GITHUB_TOKEN with actions: read, checks: write, pull-requests: write.',
  ].join(' '),
  options: {
    ...artifactOption,
    plan: { type: 'string', value: '<result>', help: `how the job ended: ${RESULTS.join(', ')}` },
    approve: { type: 'string', value: '<result>', help: 'the same' },
    duet: { type: 'string', value: '<result>', help: 'the same' },
    minutes: { type: 'string', value: '<n>', help: 'the most minutes that the machine may be taken for' },
  },
  async run({ options, terminal, environment, signal }) {
    const run = readBenchRun(environment);
    const report = await publishReport(githubOf(environment, signal), {
      run,
      jobs: {
        plan: oneOf('plan', options.plan, RESULTS),
        approve: oneOf('approve', options.approve, RESULTS),
        duet: oneOf('duet', options.duet, RESULTS),
      },
      artifact: String(options.artifact ?? ''),
      expected: readExpected(environment.EXPECTED ?? ''),
      limitMinutes: minutesOf(options.minutes),
    });
    if (report === null) {
      terminal.note(`${run.commit} is not a commit of #${run.number}, or no longer: nothing is reported`);
      return exitCodes.ok;
    }
    writeSummary(environment, report.markdown);
    terminal.print(`#${run.number}: ${report.conclusion}: ${report.title}`);
    return exitCodes.ok;
  },
};
