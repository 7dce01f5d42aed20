import { readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { touchedAndRotating } from '../../catalog/touched.ts';
import type { Repository } from '../../util/repository.ts';
import { invalidValue } from '../../util/usage-errors.ts';
import { type OptionValues, wholeNumberOption } from '../command.ts';

/** Options that choose targets by what changed. */
export const sinceOptions = {
  since: {
    type: 'string',
    value: '<revision>',
    help: 'only targets that differ from this git revision',
  },
  rotate: {
    type: 'string',
    value: '<n>',
    help: 'with --since: also n others, which change from commit to commit',
  },
} as const;

/** Returns the variants that are named, or those that changed; `why` says which these are. */
export async function chosenVariants(
  repository: Repository,
  names: readonly string[],
  options: OptionValues,
): Promise<{ targetVariants: TargetVariant[]; why: string | null }> {
  const targetVariants = selectVariants(readTargets(repository), names);
  if (options.since === undefined && options.rotate !== undefined)
    throw invalidValue('--rotate', options.rotate, 'a number beside --since <revision>');
  if (options.since === undefined) return { targetVariants, why: null };
  const more = wholeNumberOption(options, 'rotate', 0, 1_000) ?? 0;
  const since = String(options.since);
  const asked = `--since ${since}`;
  const choice = await touchedAndRotating(repository.root, targetVariants, since, more, null, asked);
  const list = (ids: readonly string[]): string => ids.join(', ') || 'none';
  const why = `Changed since ${since}: ${list(choice.touched)}; others: ${list(choice.rotating)}`;
  return { targetVariants: choice.targetVariants, why };
}
