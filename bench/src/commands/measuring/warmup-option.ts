import { STEADY_PAIR, type WarmupChoice, warmupChoices } from '../../measure/duet/comparison-plan.ts';
import { type OptionHelp, type OptionValues, oneOf } from '../command.ts';

/** How the sides of a comparison are warmed up. */
export const warmupOption: Record<string, OptionHelp> = {
  warmup: {
    type: 'string',
    value: `<${warmupChoices.join('|')}>`,
    help: `warm-up of runtimes that compile as they run: until both sides are steady, virtual machines by themselves first, ${STEADY_PAIR.warmup.maxSeconds} s at most, or for some seconds (default: steady)`,
  },
};

export function warmupChoiceOf({ warmup }: OptionValues): WarmupChoice | undefined {
  return warmup === undefined ? undefined : oneOf('warmup', warmup, warmupChoices);
}
