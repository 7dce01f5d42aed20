import { sweep } from '../../ci/sweep.ts';
import { readHosts } from '../../hosts/hosts.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciSweep: Command = {
  name: 'ci sweep',
  summary:
    'remove from a runner what built and measured code may have left: containers, images, build caches',
  takes: '',
  details: [
    "All of the engine's build cache goes, also that of others. Exit code 1 where the engine kept it. Where roles have",
    'hosts of their own, it is done on each.',
  ].join('\n'),
  options: {},
  async run({ repository, terminal, environment, signal }) {
    const { containers, images, buildCache } = await sweep(repository, readHosts(environment), signal);
    terminal.print(
      `${containers} containers and ${images} images removed; the build cache is ${buildCache ? 'empty' : 'still there'}`,
    );
    return buildCache ? exitCodes.ok : exitCodes.failed;
  },
};
