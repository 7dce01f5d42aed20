import { requireReviewers } from '../../ci/gate/reviewers.ts';
import { apiOf, githubOf } from '../../ci/github/github.ts';
import { settingsReader } from '../../ci/settings/read.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciGuard: Command = {
  name: 'ci guard',
  summary: 'check that jobs of an environment wait for a reviewer, and end with an error if not',
  takes: '<environment>',
  details:
    'GitHub creates a missing environment when a job names it, without any rule. Needs GITHUB_TOKEN with actions: read.',
  options: {},
  async run({ terminal, environment, signal, arguments: [name = ''] }) {
    const { repository } = githubOf(environment, signal);
    const reader = settingsReader(apiOf(environment), environment.GITHUB_TOKEN ?? '', signal);
    await requireReviewers(reader, repository, name);
    terminal.print(`${name} has required reviewers`);
    return exitCodes.ok;
  },
};
