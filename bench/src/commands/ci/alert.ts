import { resolve } from 'node:path';
import { readTargets } from '../../catalog/targets.ts';
import { alertMaintainers, troublesOf } from '../../ci/alert.ts';
import { collect } from '../../ci/commit-results.ts';
import { githubOf } from '../../ci/github/github.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciAlert: Command = {
  name: 'ci alert',
  summary: 'notify the maintainers of a target that failed or regressed on main, once',
  takes: '<folder>',
  details: [
    'The folder is the one that `ci commit` takes. Each failing target has one open issue, which is closed when the',
    'target recovers. Needs GITHUB_TOKEN with issues: write.',
  ].join('\n'),
  options: {},
  async run({ repository, terminal, environment, signal, arguments: [folder = 'artifacts'] }) {
    const { runs, comparisons } = await collect(resolve(folder));
    const found = troublesOf(runs, comparisons);
    const github = githubOf(environment, signal);
    const address = `${github.webAddress}/actions/runs/${environment.GITHUB_RUN_ID ?? ''}`;
    const { opened, closed } = await alertMaintainers(github, found, readTargets(repository), address);
    const list = (names: readonly string[]): string => names.join(', ') || 'none';
    terminal.print(
      `Failing: ${list(found.troubles.map(({ target }) => target))}; issues opened: ${list(opened)}; closed: ${list(closed)}`,
    );
    return exitCodes.ok;
  },
};
