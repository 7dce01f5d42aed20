import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type LiveSite, serveLive } from '../../publish/live/live-site.ts';
import { exitCodes } from '../../util/errors.ts';
import { invalidValue } from '../../util/usage-errors.ts';
import { type Command, type OptionValues, wholeNumberOption } from '../command.ts';
import { GrowingSite } from './growing-site.ts';
import { hasMeasuredInContainer, SITE_PORT, startInContainer } from './in-container.ts';
import { Starting } from './starting.ts';

const MAX_PORT = 65_535;

export const start: Command = {
  name: 'start',
  summary: 'set up, measure a quick suite and serve the site, which grows while it is measured',
  takes: '',
  details: [
    'First measures what is soonest built and warm here: a table after about two minutes. Then, within ten minutes on',
    'two processors, everything else that is quick to build and to warm up. --all continues with the rest: Rust,',
    'latencies by oha, runtimes that take a minute to warm up. Ctrl-C at any time leaves the pages of what was measured.',
    'If standard output is not a terminal, ends once the site is built. On macOS and Windows it runs in a container,',
    'where Docker is.',
  ].join(' '),
  options: {
    all: { type: 'boolean', help: 'then also measure what takes long to build or to warm up' },
    serve: { type: 'boolean', excludes: ['all'], help: 'serve the site as it is, without measuring' },
    port: { type: 'string', value: '<n>', help: `port of the site (default: ${SITE_PORT}, or a free port)` },
    address: {
      type: 'string',
      value: '<address>',
      help: 'address that the site listens on, for containers (default: 127.0.0.1)',
    },
  },
  async run(invocation) {
    const { options, signal, terminal } = invocation;
    const site = new GrowingSite(invocation);
    const elsewhere = process.platform !== 'linux';
    if (elsewhere && (options.serve !== true || hasMeasuredInContainer())) {
      const words = options.all ? ['--all'] : options.serve ? ['--serve'] : [];
      return startInContainer(invocation, words, wholeNumberOption(options, 'port', 1, MAX_PORT));
    }
    if (options.serve === true && site.isMissing) await site.grow(signal);
    const live = await openLive(options, site);
    try {
      terminal.print(`${terminal.strong(live.origin)}  (Ctrl-C ends it)`);
      if (options.serve !== true)
        await new Starting(invocation, { site, live, all: options.all === true }).run();
      live.report({ phase: 'done', what: '', secondsLeft: null });
      if (options.serve === true || process.stdout.isTTY) await untilStopped(signal);
    } finally {
      await live.close();
    }
    return exitCodes.ok;
  },
};

function openLive(options: OptionValues, site: GrowingSite): Promise<LiveSite> {
  const { dist } = site.folders;
  mkdirSync(dirname(dist), { recursive: true });
  const wanted = wholeNumberOption(options, 'port', 0, MAX_PORT);
  // Node takes an empty address for all addresses of the machine.
  if (options.address === '') throw invalidValue('--address', '', 'an address of this machine: 127.0.0.1');
  const serving = {
    lacksDetails: () => site.lacksDetails,
    ...(options.address === undefined ? {} : { address: String(options.address) }),
  };
  if (wanted !== undefined) return serveLive(dist, { port: wanted, ...serving });
  return serveLive(dist, { port: SITE_PORT, ...serving }).catch(() => serveLive(dist, serving));
}

async function untilStopped(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
