import { targetFolders } from '../../catalog/targets.ts';
import { answerComment } from '../../ci/ask.ts';
import { commentEvent, readEvent } from '../../ci/github/event.ts';
import { githubOf } from '../../ci/github/github.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

/** The workflow that a comment starts, in the version on main. */
const WORKFLOW = 'pr-bench.yml';

export const ciAsk: Command = {
  name: 'ci ask',
  summary: 'start the measurement that a comment asks for, if its author has write access',
  takes: '',
  details: [
    'The comment has a line `/bench [target] [scenario] [pairs]`. Needs GITHUB_TOKEN with actions: write and',
    'pull-requests: write. Ignores the comments of all other users.',
  ].join(' '),
  options: {
    ref: { type: 'string', value: '<branch>', help: 'branch whose workflow is started (default: main)' },
  },
  async run({ repository, options, terminal, environment, signal }) {
    const event = readEvent(environment, commentEvent);
    const answer = await answerComment(githubOf(environment, signal), event, targetFolders(repository), {
      file: WORKFLOW,
      ref: String(options.ref ?? 'main'),
    });
    terminal.print(`${answer.outcome}: ${answer.why}`);
    return exitCodes.ok;
  },
};
