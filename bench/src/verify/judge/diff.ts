import type { JsonValue } from '../../model/index.ts';
import { childPath } from '../http/strict-json.ts';
import { isInstant, sameInstant } from './instant.ts';

/** One difference between two JSON values. */
export interface Difference {
  path: string;
  kind: 'missing' | 'unexpected' | 'different';
  /** `undefined` if only the other value has the path. */
  expected: JsonValue | undefined;
  seen: JsonValue | undefined;
}

export const MAX_DIFFERENCES = 20;
const MAX_VALUE_LENGTH = 100;

/** Returns up to `most` differences in document order. Instants are compared to the millisecond. */
export function differences(
  expected: JsonValue,
  seen: JsonValue,
  most: number = MAX_DIFFERENCES,
): Difference[] {
  const found: Difference[] = [];
  compare(expected, seen, '', found, most);
  return found;
}

function compare(
  expected: JsonValue,
  seen: JsonValue,
  path: string,
  found: Difference[],
  most: number,
): void {
  if (found.length >= most || expected === seen) return;
  const add = (difference: Difference): void => {
    if (found.length < most) found.push(difference);
  };
  if (Array.isArray(expected) && Array.isArray(seen)) {
    for (let index = 0; index < Math.max(expected.length, seen.length); index++) {
      compareAt(expected[index], seen[index], childPath(path, index), found, most, add);
    }
  } else if (isObject(expected) && isObject(seen)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(seen)])) {
      const own = (value: { [key: string]: JsonValue }): JsonValue | undefined =>
        Object.hasOwn(value, key) ? value[key] : undefined;
      compareAt(own(expected), own(seen), childPath(path, key), found, most, add);
    }
  } else if (
    !(
      typeof expected === 'string' &&
      typeof seen === 'string' &&
      isInstant(expected) &&
      sameInstant(expected, seen)
    )
  ) {
    add({ path, kind: 'different', expected, seen });
  }
}

function compareAt(
  expected: JsonValue | undefined,
  seen: JsonValue | undefined,
  path: string,
  found: Difference[],
  most: number,
  add: (difference: Difference) => void,
): void {
  if (expected === undefined) add({ path, kind: 'unexpected', expected, seen });
  else if (seen === undefined) add({ path, kind: 'missing', expected, seen });
  else compare(expected, seen, path, found, most);
}

export function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Renders lines that begin with `- ` (expected) or `+ ` (seen), bounded in number and length. */
export function renderDifferences(found: readonly Difference[]): string {
  const lines: string[] = [];
  for (const { path, expected, seen } of found) {
    const name = path === '' ? '(body)' : path;
    const start = commonStart(expected, seen);
    if (expected !== undefined) lines.push(`- ${name}: ${shorten(expected, start)}`);
    if (seen !== undefined) lines.push(`+ ${name}: ${shorten(seen, start)}`);
  }
  if (found.length >= MAX_DIFFERENCES) lines.push('  … and more');
  return lines.join('\n');
}

/** Returns the length of the common start of two texts, to show the part around the first difference. */
function commonStart(expected: JsonValue | undefined, seen: JsonValue | undefined): number {
  if (typeof expected !== 'string' || typeof seen !== 'string') return 0;
  let index = 0;
  while (index < expected.length && expected[index] === seen[index]) index++;
  return index;
}

function shorten(value: JsonValue, around: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const from = typeof value === 'string' && around > MAX_VALUE_LENGTH / 2 ? around - 20 : 0;
  const part = text.slice(from, from + MAX_VALUE_LENGTH);
  const shown = typeof value === 'string' ? JSON.stringify(part) : part;
  const more = text.length > from + MAX_VALUE_LENGTH ? ` … (${text.length} characters)` : '';
  return `${from > 0 ? '… ' : ''}${shown}${more}`;
}
