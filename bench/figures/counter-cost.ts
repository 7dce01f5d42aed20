/**
 * Measures what it costs a target to count its requests, which the contract asks for. Builds a copy of each target
 * without its counting middleware, starts both afresh in each block on the same processor, and loads them in turn, a
 * second each, in random order. Prints what the target does divided by what the copy does. Writes nothing but copies
 * below .cache.
 *
 *   npm run figure -- counter-cost -- [target …] [--blocks 4] [--cycles 5] [--seed 1]
 */
import { measureParts } from './support/measure-parts.ts';
import { counters } from './support/target-parts.ts';

await measureParts('counter-cost', counters);
