import { checkerNames, findChecker, installCheckers } from '../../ci/checkers.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciTools: Command = {
  name: 'ci tools',
  summary: 'install the programs that check and run the workflows into .cache/tools',
  takes: '',
  details: `${checkerNames.join(', ')}: those on PATH are used as they are. Installing needs python3 and Go.`,
  options: {},
  async run({ repository, terminal, signal }) {
    await installCheckers(repository, signal, (text) => terminal.step(text));
    for (const name of checkerNames) terminal.print(`${name}  ${findChecker(repository, name)}`);
    return exitCodes.ok;
  },
};
