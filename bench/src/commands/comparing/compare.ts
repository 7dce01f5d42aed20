import { readTargets, selectVariants } from '../../catalog/targets.ts';
import { touchedAndRotating } from '../../catalog/touched.ts';
import { resolveArm } from '../../measure/duet/arm.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { Command } from '../command.ts';
import { type AskedPair, comparePairs, comparisonOptions } from './comparison.ts';

export const compare: Command = {
  name: 'compare',
  summary: 'compare every target that changed since a revision with what it was then',
  takes: '<revision> [target...]',
  details: [
    'Compares the named targets, or all, if their folder differs from the revision. A target that is new since then',
    'has nothing to be compared with and is named. Exit code 1 means that a cell regressed.',
    'With --head, only the targets come from that commit: the harness is that of the checkout.',
  ].join('\n'),
  options: {
    head: {
      type: 'string',
      value: '<revision>',
      help: 'the other side: targets at this commit (default: the checkout as it is)',
    },
    ...comparisonOptions,
  },
  async run(invocation) {
    const { repository, signal, terminal, options, arguments: names } = invocation;
    const head = options.head === undefined ? null : String(options.head);
    const [revision, ...targets] = names as [string, ...string[]];
    const entries = selectVariants(readTargets(repository), targets);
    const { entries: touched } = await touchedAndRotating(repository.root, entries, revision, 0, head);
    const pairs: AskedPair[] = [];
    for (const entry of touched) {
      try {
        pairs.push({
          base: await resolveArm(repository, `${entry.name}@${revision}`, signal),
          head: await resolveArm(repository, head === null ? entry.name : `${entry.name}@${head}`, signal),
        });
      } catch (error) {
        if (!(error instanceof PitwallError)) throw error;
        terminal.note(`${entry.name} is left out: ${error.what} (${error.seen})`);
      }
    }
    if (pairs.length > 0) return comparePairs(invocation, pairs);
    terminal.note(`No target differs from ${revision} in a way that can be compared.`);
    return exitCodes.ok;
  },
};
