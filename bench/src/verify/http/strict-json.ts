import type { JsonValue } from '../../model/index.ts';
import { messageOf } from '../../util/errors.ts';
import { unfitDocument } from '../../util/json-document.ts';

/** A parsed JSON text, with the faults that `JSON.parse` tolerates and a contract must not. */
export interface StrictJson {
  value: JsonValue;
  /** Paths of keys that occur twice in an object: parsers disagree on which one counts. */
  duplicateKeys: string[];
  /** Paths of whole numbers beyond 2^53, which a reader's parser may round. */
  unsafeIntegers: string[];
}

/**
 * Parses JSON. Throws an Error with a readable message if it is not UTF-8, not JSON, or has so many levels that a judge
 * that walks it would overflow the stack.
 */
export function parseStrictJson(bytes: Buffer): StrictJson {
  const text = decodeUtf8(bytes);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new Error(`not JSON: ${messageOf(error)}`);
  }
  const unfit = unfitDocument(value);
  if (unfit) throw new Error(`JSON with ${unfit.seen}`);
  return { value, ...scan(text) };
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('not UTF-8');
  }
}

/** `data[2].id`; the root is the empty path. */
export function childPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  const plain = /^[A-Za-z_$][\w$]*$/.test(key);
  if (!plain) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],:]|true|false|null/gs;

interface Container {
  path: string;
  keys: Set<string> | null;
  key: string;
  index: number;
  expectsKey: boolean;
}

/** Walks a text that `JSON.parse` has accepted, so its tokens need no further checks. */
function scan(text: string): { duplicateKeys: string[]; unsafeIntegers: string[] } {
  const duplicateKeys: string[] = [];
  const unsafeIntegers: string[] = [];
  const stack: Container[] = [];
  const here = (): string => {
    const top = stack.at(-1);
    if (!top) return '';
    return childPath(top.path, top.keys ? top.key : top.index);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const top = stack.at(-1);
    if (token === '{' || token === '[') {
      const keys = token === '{' ? new Set<string>() : null;
      stack.push({ path: here(), keys, key: '', index: 0, expectsKey: keys !== null });
    } else if (token === '}' || token === ']') {
      stack.pop();
    } else if (token === ',' && top) {
      top.index++;
      top.expectsKey = top.keys !== null;
    } else if (token.startsWith('"') && top?.keys && top.expectsKey) {
      top.key = JSON.parse(token) as string;
      top.expectsKey = false;
      if (top.keys.has(top.key)) duplicateKeys.push(here());
      top.keys.add(top.key);
    } else if (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))) {
      unsafeIntegers.push(here());
    }
  }
  return { duplicateKeys, unsafeIntegers };
}
