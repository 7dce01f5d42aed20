import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { gatherResults } from '../../ci/gather.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciGather: Command = {
  name: 'ci gather',
  summary: 'copy uncommitted results into a folder, for a job to pass on',
  takes: '[folder]',
  details: 'The folder (default: measured) is laid out like results/; `ci commit` takes it.',
  options: {},
  async run({ repository, terminal, signal, arguments: [folder = 'measured'] }) {
    mkdirSync(resolve(folder), { recursive: true });
    const files = await gatherResults(repository, resolve(folder), signal);
    for (const file of files) terminal.print(file);
    return exitCodes.ok;
  },
};
