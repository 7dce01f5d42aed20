import { fetchPull } from '../../ci/gate/pull-request.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciFetch: Command = {
  name: 'ci fetch',
  summary: 'fetch a pull request without checking it out, and check that base and head are its commits',
  takes: '<number> <base> <head>',
  details: [
    'The checkout must be main, with its history: base must be a commit of it, head one of the pull request. With',
    'GITHUB_TOKEN (contents: read) it can fetch from a private repository.',
  ].join('\n'),
  options: {},
  async run({ repository, terminal, environment, signal, arguments: [number = '', base = '', head = ''] }) {
    await fetchPull({ number, base, head }, { cwd: repository.root, environment, signal });
    terminal.print(`Pull request ${number}: ${base}...${head}`);
    return exitCodes.ok;
  },
};
