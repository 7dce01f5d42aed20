import { commonDefaults } from '../../measure/duet/comparable.ts';
import { resolveSide } from '../../measure/duet/side-spec.ts';
import type { Command } from '../command.ts';
import { scenariosOption } from '../measuring/scenario-option.ts';
import { comparePairs, comparisonOptions } from './compare-sides.ts';

export const duet: Command = {
  name: 'duet',
  summary: 'compare two targets, revisions or versions while both run at once',
  takes: '<base> <head>',
  details: [
    'A side is a target or a variant (go/gin, javascript/koa:cluster), at a git revision (go/gin@HEAD~1) or with',
    'other versions of packages (go/gin@gin=1.10.1, javascript/koa@@koa/router=15.0.0@koa=3.0.0) or of its runtime',
    '(go/gin@go=1.26.0), as their ecosystem writes them or so. The verdict rests on CPU time per request.',
    'Cells that changed are measured again from fresh starts; exit code 1 means that one regressed, or was not measured',
    'to its end. With --launcher compose and PITWALL_UNTRUSTED=1, each side has a network and databases of its own, which',
    'the comparison records. Loads go to 127.0.0.1 either way.',
  ].join(' '),
  options: comparisonOptions,
  async run(invocation) {
    const { repository, options, signal, arguments: names } = invocation;
    const [base, head] = names as [string, string];
    const sides = {
      base: await resolveSide(repository, base, signal),
      head: await resolveSide(repository, head, signal),
    };
    const scenarios = scenariosOption(options) ?? commonDefaults(sides.base, sides.head);
    return comparePairs(invocation, options, [{ ...sides, scenarios }]);
  },
};
