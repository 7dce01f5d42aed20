import { usageError } from '../util/usage-errors.ts';
import type { Command } from './command.ts';

/** Settings of npm itself, which a file of its user may have for all that npm does. */
const OWN_OF_NPM: readonly string[] = ['yes'];

/**
 * Throws a PitwallError if npm took an option for itself because the `--` before it was forgotten: npm then passes
 * its value as a word, and the option as an environment variable.
 */
export function refuseEatenOptions(
  words: readonly string[],
  commands: readonly Command[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const script = environment.npm_lifecycle_event;
  if (script === undefined) return;
  const named = commands.filter(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  const options = new Set(
    (named.length > 0 ? named : commands).flatMap((command) => Object.keys(command.options)),
  );
  const eaten = [...options].filter(
    (name) =>
      !OWN_OF_NPM.includes(name) &&
      environment[`npm_config_${name.replaceAll('-', '_')}`] !== undefined &&
      !words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  );
  if (eaten.length === 0) return;
  const shown = eaten.map((name) => `--${name}`).join(' and ');
  const call = script === 'start' || script === 'test' ? `npm ${script}` : `npm run ${script}`;
  const rest =
    script === 'bench'
      ? `${words[0] === undefined || named.length === 0 ? '<command>' : named[0]?.name} `
      : '';
  throw usageError({
    what: `npm took ${shown} for itself: did you forget the -- before it?`,
    // The other scripts are commands themselves.
    where: `${call} ${words.slice(script === 'bench' ? 0 : 1).join(' ')}`.trimEnd(),
    expected: `-- between ${call} and what is meant for Pitwall`,
    seen: `no --, and ${shown} among the settings of npm`,
    next: `${call} -- ${rest}${eaten.map((name) => `--${name}${placeholderOf(name, named, commands)}`).join(' ')}`,
  });
}

/** ` <name>`, if the option takes a value. */
function placeholderOf(name: string, named: readonly Command[], commands: readonly Command[]): string {
  const option = [...named, ...commands].map(({ options }) => options[name]).find((one) => one !== undefined);
  return option === undefined || option.type === 'boolean' ? '' : ` ${option.value ?? '<value>'}`;
}
