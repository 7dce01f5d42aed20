import type { z } from 'zod';
import { nearest } from './edit-distance.ts';
import { exitCodes, PitwallError } from './errors.ts';
import { unfitDocument } from './json-document.ts';
import { shortened } from './text.ts';

/** Returns `targets/go/gin/target.yaml › variants.0.id`, or only the file for its root. */
function placeOf(file: string, path: readonly PropertyKey[]): string {
  return path.length === 0
    ? file
    : `${file} › ${path.map((key) => shortened(String(key), SHOWN_CHARACTERS)).join('.')}`;
}

/**
 * Returns an error for the first issue in a document. The others are often consequences of the first, and the
 * next try shows the next one.
 *
 * @param known names to suggest for an unknown key
 */
export function schemaError(
  file: string,
  what: string,
  issues: readonly z.core.$ZodIssue[],
  document: unknown,
  next: string,
  known: readonly string[] = [],
): PitwallError {
  const issue = deepest(issues[0] as z.core.$ZodIssue);
  const seen = valueAt(document, issue.path);
  const fail = (where: string, expected: string, saw: string, then = next): PitwallError =>
    new PitwallError({ what, where, expected, seen: saw, next: then, exitCode: exitCodes.usage });
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] as string;
    const meant = nearest(key, new Set(known));
    return fail(
      placeOf(file, [...issue.path, key]),
      meant.length > 0 ? `a known key, perhaps ${meant.join(' or ')}` : 'a known key',
      `the unknown key ${shortened(key, SHOWN_CHARACTERS)}`,
    );
  }
  if (issue.code === 'invalid_value') {
    const options = issue.values.map(String);
    const meant = typeof seen === 'string' ? nearest(seen, options) : [];
    return fail(
      placeOf(file, issue.path),
      meant.length > 0
        ? `${meant.join(' or ')} (one of ${options.join(', ')})`
        : `one of ${options.join(', ')}`,
      shown(seen),
    );
  }
  const message = issue.message.replace(/^Invalid input: /, '').replace(/, received .*$/, '');
  return fail(placeOf(file, issue.path), message.replace(/^expected /, ''), shown(seen));
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
