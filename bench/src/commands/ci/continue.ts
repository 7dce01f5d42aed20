import { z } from 'zod';
import { githubOf } from '../../ci/github/github.ts';
import { lostRun } from '../../ci/jobs/lost-run.ts';
import { writeOutputs } from '../../ci/workflow-file.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

/** The workflow that measures; GitHub starts it for a dispatch by a job's token, unlike for a push by it. */
const WORKFLOW = 'bench.yml';

export const ciContinue: Command = {
  name: 'ci continue',
  summary: 'start the workflow that continues the unfinished runs of main',
  takes: '',
  details: 'Needs GITHUB_TOKEN with actions: write.',
  options: {
    ref: { type: 'string', value: '<branch>', help: 'branch whose workflow is started (default: main)' },
  },
  async run({ options, terminal, environment, signal }) {
    const github = githubOf(environment, signal);
    const path = `/repos/${github.repository}/actions/workflows/${WORKFLOW}/dispatches`;
    const body = { ref: String(options.ref ?? 'main'), inputs: { unfinished: 'true' } };
    await github.send('POST', path, body, z.unknown());
    terminal.print(`Started ${WORKFLOW} to continue the unfinished runs`);
    return exitCodes.ok;
  },
};

export const ciLost: Command = {
  name: 'ci lost',
  summary: 'print a run of bench or releases whose results were not committed',
  takes: '',
  details: [
    'In a workflow, also sets the output `run`: its number, or nothing. Needs GITHUB_TOKEN with actions: read. To commit',
    'what that run left: gh workflow run bench.yml -f artifacts=NUMBER',
  ].join(' '),
  options: {},
  async run({ terminal, environment, signal }) {
    const github = githubOf(environment, signal);
    const run = await lostRun(github, Number(environment.GITHUB_RUN_ID ?? 0), new Date());
    writeOutputs(environment, { run: String(run ?? '') });
    terminal.print(
      run === null
        ? 'No run left results that were not committed.'
        : `${github.webAddress}/actions/runs/${run} left results that were not committed.`,
    );
    return exitCodes.ok;
  },
};
