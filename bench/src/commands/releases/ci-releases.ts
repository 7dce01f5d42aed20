import { resolve } from 'node:path';
import { collect } from '../../ci/commit-results.ts';
import { githubOf } from '../../ci/github/github.ts';
import { alertOfReleases, costlyReleases } from '../../ci/release-alert.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciReleases: Command = {
  name: 'ci releases',
  summary: 'open one issue for each new release that costs more than the minimum effect',
  takes: '<folder>',
  details: [
    'The folder is the one that `ci commit` takes. An issue says what costs more, how much, which command shows it, and',
    'with which program, so that it can be sent to the authors as it is. Needs GITHUB_TOKEN with issues: write.',
  ].join('\n'),
  options: {},
  async run({ terminal, environment, signal, arguments: [folder = 'artifacts'] }) {
    const { releases } = await collect(resolve(folder));
    const costly = costlyReleases(releases, new Date());
    const github = githubOf(environment, signal);
    const source = (target: string): string => `${github.webAddress}/tree/main/targets/${target}`;
    const opened = costly.length === 0 ? [] : await alertOfReleases(github, costly, source);
    terminal.print(`${costly.length} releases that cost more; issues opened: ${opened.join(', ') || 'none'}`);
    return exitCodes.ok;
  },
};
