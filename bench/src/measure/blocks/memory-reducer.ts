import type { TargetVariant } from '../../catalog/targets.ts';
import { optionVariables } from '../../model/index.ts';

/**
 * Some seconds after a large collection, V8 looks whether much has been allocated since, and if not, collects again
 * with the aim of saving memory: it shrinks its heap and throws away the code that it has compiled. In 100 s of load
 * that never came. A pause makes it overdue, so that a server compiled its code anew in the midst of a block, and took
 * up to 1.4 times the CPU time from then on (bench/ACCURACY.md). This delay is three weeks.
 */
const DELAY = '--gc-memory-reducer-start-delay-ms=2000000000';
/** NODE_OPTIONS takes few of V8's flags, but a script before the server's own may set them all. It has no space. */
const SCRIPT = `import{setFlagsFromString}from'node:v8';setFlagsFromString('${DELAY}')`;

/** How runtimes, as manifests name them, are told, in addition to what a target tells them itself. */
const WAYS: Readonly<Record<string, { variable: string; value: string; separator: string }>> = {
  'Node.js': {
    variable: optionVariables['Node.js'],
    value: `--import=data:text/javascript,${SCRIPT}`,
    separator: ' ',
  },
  Deno: { variable: optionVariables.Deno, value: DELAY, separator: ',' },
};

/** Returns a target variant whose servers, if they run on V8, do not take a pause for idleness. */
export function withoutMemoryReducer(targetVariant: TargetVariant): TargetVariant {
  const { target, variant } = targetVariant;
  const way = WAYS[target.manifest.runtime.name];
  if (!way) return targetVariant;
  const own = variant.environment[way.variable];
  const value = own ? `${own}${way.separator}${way.value}` : way.value;
  const environment = { ...variant.environment, [way.variable]: value };
  return { ...targetVariant, variant: { ...variant, environment } };
}
