/**
 * Splits what a target takes more than TechEmpower's entry of the same framework (figure tuned-peers) into its parts.
 * Builds a copy of the target for each difference, with that part as TechEmpower has it, starts both afresh in each
 * block on the same processor, and loads them in turn, a second each, in random order. Prints what the target does
 * divided by what the copy does. Writes nothing but copies below .cache.
 *
 *   npm run figure -- gap-parts -- [target …] [--blocks 4] [--cycles 5] [--seed 1]
 */
import { measureParts } from './support/measure-parts.ts';
import { gapParts } from './support/target-parts.ts';

await measureParts('gap-parts', gapParts);
