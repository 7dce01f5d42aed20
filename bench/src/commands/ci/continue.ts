import { z } from 'zod';
import { githubOf } from '../../ci/github/github.ts';
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
