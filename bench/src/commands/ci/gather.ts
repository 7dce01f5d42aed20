import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { gatherResults } from '../../ci/gather.ts';
import { exitCodes } from '../../util/errors.ts';
import { visibleText } from '../../util/text.ts';
import type { Command } from '../command.ts';

export const ciGather: Command = {
  name: 'ci gather',
  summary: 'copy uncommitted results into a folder, for a job to pass on',
  takes: '[folder]',
  details: [
    'The folder (default: measured) is laid out like results/; `ci commit` takes it. Deleted files, links and names that',
    'no result has are left out and named.',
  ].join(' '),
  options: {},
  async run({ repository, terminal, signal, arguments: [folder = 'measured'] }) {
    mkdirSync(resolve(folder), { recursive: true });
    const { files, leftOut } = await gatherResults(repository, resolve(folder), signal);
    for (const file of files) terminal.print(file);
    for (const { file, why } of leftOut) terminal.note(visibleText(`Not handed on: ${file}: ${why}`));
    return exitCodes.ok;
  },
};
