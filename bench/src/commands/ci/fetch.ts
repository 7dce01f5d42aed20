import { fetchPull } from '../../ci/gate/pull-request.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciFetch: Command = {
  name: 'ci fetch',
  summary: 'fetch a pull request without checking it out, and check that head is a commit of it',
  takes: '<number> <head>',
  details: 'With GITHUB_TOKEN (contents: read) it can fetch from a private repository.',
  options: {},
  async run({ repository, terminal, environment, signal, arguments: [number = '', head = ''] }) {
    await fetchPull({ number, head }, { cwd: repository.root, environment, signal });
    terminal.print(`Pull request ${number}: ${head}`);
    return exitCodes.ok;
  },
};
