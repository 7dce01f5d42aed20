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
    "Removes the engine's whole build cache and all images without a name, including those of other projects. Exit code",
    '1 means that an engine did not remove something, and names what. If roles have hosts of their own, sweeps each.',
  ].join(' '),
  options: {
    'without-engine': {
      type: 'boolean',
      help: 'only checkouts and builds in the cache: for a machine that measures as processes, and may have no Docker',
    },
  },
  async run({ repository, options, terminal, environment, signal }) {
    const hosts = options['without-engine'] === true ? null : readHosts(environment);
    const { containers, images, failed } = await sweep(repository, hosts, signal);
    if (hosts === null) {
      terminal.print('Checkouts and builds removed');
      return exitCodes.ok;
    }
    for (const what of failed) terminal.note(`Failed: ${what}`);
    terminal.print(
      `${containers} containers and ${images} images removed${failed.length === 0 ? ', and the build cache' : ''}`,
    );
    return failed.length === 0 ? exitCodes.ok : exitCodes.failed;
  },
};
