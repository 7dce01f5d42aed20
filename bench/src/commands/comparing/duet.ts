import { resolveArm } from '../../measure/duet/arm.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { Command } from '../command.ts';
import { comparePairs, comparisonOptions } from './comparison.ts';

export const duet: Command = {
  name: 'duet',
  summary: 'compare two targets, revisions or versions while both run at once',
  takes: '<base> <head>',
  details: [
    'A side is a target or a variant (go/gin, javascript/koa:cluster), at a git revision (go/gin@HEAD~1) or with',
    'another version of a package (go/gin@gin=1.10.1). The figure that decides is processor time per request.',
    'Cells that changed are measured again from fresh starts; exit code 1 says that one regressed.',
  ].join('\n'),
  options: comparisonOptions,
  async run(invocation) {
    const { repository, signal, arguments: names } = invocation;
    const [base, head, ...others] = names;
    if (base === undefined || head === undefined || others.length > 0) {
      throw new PitwallError({
        what: 'The command line is not right',
        where: 'bench duet',
        expected: 'two sides: <base> <head>',
        seen: names.length === 0 ? 'none' : names.join(' '),
        next: 'npm run bench -- duet go/gin@HEAD~1 go/gin',
        exitCode: exitCodes.usage,
      });
    }
    return comparePairs(invocation, [
      { base: await resolveArm(repository, base, signal), head: await resolveArm(repository, head, signal) },
    ]);
  },
};
