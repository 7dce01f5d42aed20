import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dockerInstructions } from '../hosts/dockerfile.ts';
import { optionVariables } from '../model/index.ts';
import type { ErrorParts } from '../util/errors.ts';

/** Where a Dockerfile sets a variable for the programs of its image: the line, counted from 1. */
interface SetVariable {
  line: number;
  variable: string;
}

/**
 * Returns an error for each variable of an image that a block replaces: the container gets the variable from outside,
 * and a server without a container would never have had the image's.
 *
 * @param shown the folder, as the error names it
 */
export function replacedVariables(folder: string, shown: string, dockerfile: string): ErrorParts[] {
  const names = Object.values(optionVariables);
  return variablesOf(readFileSync(join(folder, dockerfile), 'utf8'))
    .filter(({ variable }) => (names as readonly string[]).includes(variable))
    .map(({ line, variable }) => ({
      what: 'An image sets a variable that blocks set, too',
      where: `${shown}/${dockerfile}:${line}`,
      expected: `${variable} in the environment of a variant, where it is kept`,
      seen: `ENV ${variable}`,
      next: `Move it to target.yaml › variants › environment; for a build, write it in front of its command: RUN ${variable}=… npm run build`,
    }));
}

/** Lists the variables that `ENV` sets, in both of its forms: `ENV A=1 B="2 3"` and `ENV A 1`. */
function variablesOf(dockerfile: string): SetVariable[] {
  return dockerInstructions(dockerfile).flatMap(({ line, name, rest }) => {
    if (name !== 'ENV') return [];
    // A quote without its end takes the rest, so that no text is looked through twice.
    const unquoted = rest.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*'?/g, '');
    const pairs = [...unquoted.matchAll(/(?:^|\s)(\w+)=/g)].map(([, variable]) => variable as string);
    const variables = pairs.length > 0 ? pairs : rest.split(/\s+/).slice(0, 1);
    return variables.map((variable) => ({ line, variable }));
  });
}
