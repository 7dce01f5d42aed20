import type { z } from 'zod';
import { nearest } from './edit-distance.ts';
import { type ErrorParts, exitCodes, PitwallError } from './errors.ts';
import { unfitDocument } from './json-document.ts';
import { shortened } from './text.ts';

/** Returns `targets/go/gin/target.yaml:12 › variants.0.id`, or only the file for its root. */
export function placeOf(file: string, path: readonly PropertyKey[], line: number | null = null): string {
  if (path.length === 0) return file;
  const keys = path.map((key) => shortened(String(key), SHOWN_CHARACTERS)).join('.');
  return `${line === null ? file : `${file}:${line}`} › ${keys}`;
}

/** Mistakes that are shown at once: a document with more of them is probably of another kind. */
const MOST_SHOWN = 10;

/** A document that does not fit its schema, in the words of an error. */
interface Misfit {
  what: string;
  /** The file, or what else holds the document. */
  where: string;
  next: string;
  /** Names to suggest for an unknown key. */
  known?: readonly string[];
  /** The line of a key in the file; `null` if it is not known. */
  lineOf?: (path: readonly PropertyKey[]) => number | null;
}

/** Returns an error for the first issue in a document, with those at other places as its `others`. */
export function schemaError(
  issues: readonly z.core.$ZodIssue[],
  document: unknown,
  misfit: Misfit,
): PitwallError {
  const all = issues.flatMap((issue) => partsOf(deepest(issue), document, misfit));
  const places = new Map(all.toReversed().map((parts) => [parts.where, parts]));
  const [first, ...others] = all.filter((parts) => places.get(parts.where) === parts);
  return new PitwallError({
    ...(first as ErrorParts),
    exitCode: exitCodes.usage,
    others: others.slice(0, MOST_SHOWN - 1),
  });
}

/** Returns one entry for an issue, or one for each unknown key. */
function partsOf(
  issue: z.core.$ZodIssue,
  document: unknown,
  { what, where: file, next, known = [], lineOf = () => null }: Misfit,
): ErrorParts[] {
  const seen = valueAt(document, issue.path);
  const at = (path: readonly PropertyKey[]): string => placeOf(file, path, lineOf(path));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const meant = nearest(key, new Set(known));
      return {
        what,
        where: at([...issue.path, key]),
        expected: meant.length > 0 ? `a known key, perhaps ${meant.join(' or ')}` : 'a known key',
        seen: `the unknown key ${shortened(key, SHOWN_CHARACTERS)}`,
        next,
      };
    });
  }
  const where = at(issue.path);
  if (issue.code === 'invalid_key') {
    const key = String(issue.path.at(-1));
    const [demand] = issue.issues.map((ofKey) => demandOf(ofKey, key));
    const expected = `another key${demand === undefined ? '' : `: ${demand}`}`;
    return [{ what, where, expected, seen: `the key ${shortened(key, SHOWN_CHARACTERS)}`, next }];
  }
  return [{ what, where, expected: demandOf(issue, seen), seen: shown(seen), next }];
}

/** What a message begins with that is not the schema's own, which says what is demanded. */
const DEFAULT_MESSAGE = /^(?:Invalid|Too (?:small|big): )/;
/** Types and formats that have other names for people. */
const TITLES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  record: 'object',
  url: 'an address such as https://example.org',
  datetime: 'an instant such as 2026-01-31T12:00:00Z',
};

/** Returns what a schema demands in place of `seen`. */
function demandOf(issue: z.core.$ZodIssue, seen: unknown): string {
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String), seen);
  if (!DEFAULT_MESSAGE.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return TITLES[issue.expected] ?? issue.expected;
    case 'too_small':
      return `${issue.inclusive ? 'at least' : 'more than'} ${amountOf(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `${issue.inclusive ? 'at most' : 'less than'} ${amountOf(issue.maximum, issue.origin)}`;
    case 'invalid_format':
      return issue.format === 'regex'
        ? `a text that matches ${issue.pattern}`
        : (TITLES[issue.format] ?? `a valid ${issue.format}`);
    default:
      return 'another value';
  }
}

function oneOf(options: readonly string[], seen: unknown): string {
  const meant = typeof seen === 'string' ? nearest(seen, options) : [];
  const all = `one of ${options.join(', ')}`;
  return meant.length > 0 ? `${meant.join(' or ')} (${all})` : all;
}

const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

/** `1 entry` of a list, `200 characters` of a text; of a number, that number. */
function amountOf(amount: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit ? `${amount} ${unit[Number(amount) === 1 ? 0 : 1]}` : String(amount);
}

/** Returns the issue of the branch of a union that got furthest, because it was probably meant. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const nested = meantBranches(issue.errors)
    .flatMap((branch) => branch.slice(0, 1))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return nested ? deepest({ ...nested, path: [...issue.path, ...nested.path] }) : issue;
}

type Branches = readonly (readonly z.core.$ZodIssue[])[];

/**
 * Returns the branches that were probably meant. A literal (`runtime: true`) distinguishes branches, so those
 * with another literal are excluded, and of the others those with the fewest issues remain. If the literal
 * fits no branch, the result is one issue with the literals of all.
 */
function meantBranches(branches: Branches): Branches {
  const literals = branches.map((branch) => branch.find(isLiteral));
  const fitting = branches.filter((_, index) => literals[index] === undefined);
  const [first] = literals;
  if (fitting.length > 0 || first === undefined) {
    const fewest = Math.min(...fitting.map((branch) => branch.length));
    return fitting.filter((branch) => branch.length === fewest);
  }
  const values = [...new Set(literals.flatMap((literal) => literal?.values ?? []))];
  return [[{ ...first, values }]];
}

function isLiteral(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueInvalidValue {
  return issue.code === 'invalid_value' && issue.values.length === 1;
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    document,
  );
}

const SHOWN_CHARACTERS = 120;

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  // Readers refuse such documents before their schema does; what comes here by another way must not overflow.
  const unfit = unfitDocument(value);
  if (unfit !== null) return `a value with ${unfit.seen}`;
  return shortened(JSON.stringify(value) ?? String(value), SHOWN_CHARACTERS);
}
