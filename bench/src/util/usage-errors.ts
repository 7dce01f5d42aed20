import { nearest } from './edit-distance.ts';
import { type ErrorParts, exitCodes, PitwallError } from './errors.ts';

/** Returns an error in the command line, a manifest or a profile, which only its author can correct. */
export function usageError(parts: ErrorParts): PitwallError {
  return new PitwallError({ ...parts, exitCode: exitCodes.usage });
}

export function invalidValue(option: string, value: unknown, expected: string): PitwallError {
  return usageError({
    what: `Invalid value for ${option}`,
    where: option,
    expected,
    seen: String(value),
    next: 'Correct it, or omit it to use the default shown by --help',
  });
}

interface UnknownNameParts {
  /** Default: the argument itself. */
  where?: string;
  /** Default: all known names. */
  expected?: string;
  next: string;
}

/** Returns an error that suggests a name: `Unknown target go/gni; did you mean go/gin?` */
export function unknownName(
  kind: string,
  name: string,
  known: Iterable<string>,
  { where = `argument ${name || "''"}`, expected, next }: UnknownNameParts,
): PitwallError {
  const names = [...known];
  const meant = nearest(name, names);
  return usageError({
    what: `Unknown ${kind} ${name || "''"}${meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : ''}`,
    where,
    expected: expected ?? `one of ${names.join(', ')}`,
    seen: name,
    next,
  });
}
