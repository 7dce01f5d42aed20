import { usageError } from '../util/usage-errors.ts';
import type { Command, OptionValues } from './command.ts';

/** Throws a PitwallError if two options are given of which the command would follow only one. */
export function refuseExcludedOptions({ name, options }: Command, given: OptionValues): void {
  for (const [one, { excludes = [] }] of Object.entries(options)) {
    const other = excludes.find((excluded) => given[excluded] !== undefined);
    if (given[one] === undefined || other === undefined) continue;
    throw usageError({
      what: `--${one} and --${other} cannot be combined`,
      where: `bench ${name}`,
      expected: 'one of them',
      seen: 'both',
      next: `Leave one out: npm run bench -- ${name} --help says what each does`,
    });
  }
}
