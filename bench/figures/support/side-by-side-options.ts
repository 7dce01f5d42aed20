import { parseArgs } from 'node:util';
import { type Random, seededRandom } from '../../src/util/random.ts';

/** What the command line of a figure that holds servers side by side says. */
interface SideBySideOptions {
  blocks: number;
  cycles: number;
  random: Random;
  positionals: readonly string[];
}

/** Returns `null` if the number of blocks or cycles is no whole number of 2 or more. */
export function sideBySideOptions(): SideBySideOptions | null {
  const { values, positionals } = parseArgs({
    options: {
      blocks: { type: 'string', default: '4' },
      cycles: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
    },
    allowPositionals: true,
  });
  const [blocks, cycles] = [Number(values.blocks), Number(values.cycles)];
  if (![blocks, cycles].every((count) => Number.isInteger(count) && count > 1)) return null;
  return { blocks, cycles, random: seededRandom(Number(values.seed)), positionals };
}

/** Returns whether a target variant is one of these, by its own name or its target's; no names are all of them. */
export function isNamed(names: readonly string[], variant: string): boolean {
  return names.length === 0 || names.includes(variant) || names.includes(variant.replace(/:.*/, ''));
}
