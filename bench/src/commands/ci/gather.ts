import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { gatherResults } from '../../ci/gather.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciGather: Command = {
  name: 'ci gather',
  summary: 'copy the results that are in no commit yet into a folder: what a job hands on',
  takes: '[folder]',
  details: 'The folder (default: measured) is laid out as results/ is; `ci commit` takes it.',
  options: {},
  async run({ repository, terminal, signal, arguments: [folder = 'measured'] }) {
    mkdirSync(resolve(folder), { recursive: true });
    const files = await gatherResults(repository, resolve(folder), signal);
    for (const file of files) terminal.print(file);
    return exitCodes.ok;
  },
};
