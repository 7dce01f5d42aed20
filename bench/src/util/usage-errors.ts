import { nearest } from './edit-distance.ts';
import { type ErrorParts, exitCodes, PitwallError } from './errors.ts';

/** The command line, a manifest or a profile is wrong, and only its author can correct it. */
export function usageError(parts: ErrorParts): PitwallError {
  return new PitwallError({ ...parts, exitCode: exitCodes.usage });
}

export function invalidValue(option: string, value: unknown, expected: string): PitwallError {
  return usageError({
    what: `Invalid value for ${option}`,
    where: option,
    expected,
    seen: String(value),
    next: 'Correct it, or leave it out to use the default that --help names',
  });
}

interface UnknownNameParts {
  /** The argument itself where left out. */
  where?: string;
  /** All known names where left out. */
  expected?: string;
  next: string;
}

/** Names what was probably meant: `Unknown target go/gni; did you mean go/gin?` */
export function unknownName(
  kind: string,
  name: string,
  known: Iterable<string>,
  { where = `argument ${name}`, expected, next }: UnknownNameParts,
): PitwallError {
  const names = [...known];
  const meant = nearest(name, names);
  return usageError({
    what: `Unknown ${kind} ${name}${meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : ''}`,
    where,
    expected: expected ?? `one of ${names.join(', ')}`,
    seen: name,
    next,
  });
}
