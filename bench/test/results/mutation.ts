import type { Random } from '../../src/util/random.ts';

/** Systematic changes of a JSON document: one value at a time, into what a stranger or a faulty disk could write. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Place {
  /** Keys and indices down to the value. */
  path: (string | number)[];
  /** The path with indices left out: places of one shape are alike. */
  shape: string;
}

/** Every place of a document, the root included. */
function placesOf(document: Json): Place[] {
  const places: Place[] = [];
  const visit = (value: Json, path: Place['path']): void => {
    places.push({ path, shape: path.map((key) => (typeof key === 'number' ? '#' : key)).join('.') });
    if (typeof value !== 'object' || value === null) return;
    for (const [key, entry] of Object.entries(value))
      visit(entry, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  visit(document, []);
  return places;
}

/** One drawn place of each shape: columns have hundreds of entries that are all alike. */
export function onePlaceOfEach(document: Json, random: Random): Place[] {
  const byShape = Map.groupBy(placesOf(document), ({ shape }) => shape);
  return [...byShape.values()].map((alike) => alike[random.below(alike.length)] as Place);
}

const GONE = Symbol('the key is left out');
type Replacement = Json | typeof GONE;

const GONE_OR_NOT: readonly Replacement[] = [null, GONE];
const NUMBERS: readonly Replacement[] = [
  0,
  -0,
  -1,
  0.5,
  1e-320,
  1e-13,
  5e-10,
  1e14,
  1e17,
  1e308,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  '1',
  ...GONE_OR_NOT,
];
const TEXTS: readonly Replacement[] = [
  '',
  ' ',
  'plain',
  'x'.repeat(150),
  'x'.repeat(3_000),
  '../../../etc/passwd',
  'constructor',
  '__proto__',
  'a\u0000b',
  'a\u001b[2Jb',
  'a\n::error::b',
  'a\u202eb',
  'a\u200bb',
  'a\ufffeb',
  'a\ud800b',
  '--/--',
  'a/b',
  '2099-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
  'AAAA',
  7,
  ...GONE_OR_NOT,
];

function replacementsOf(value: Json): readonly Replacement[] {
  if (typeof value === 'number') return NUMBERS;
  if (typeof value === 'string') return TEXTS;
  if (typeof value === 'boolean') return [!value, null, GONE];
  if (value === null) return [0, 1e-320, 'text', [], GONE];
  if (Array.isArray(value))
    return [[], value.slice(1), [...value, ...value.slice(0, 1)], value.toReversed(), null, GONE, {}];
  return [{}, null, GONE, [], withPrototype(value), { ...value, unheard: 1 }];
}

/** Returns an object with `__proto__` as a key of its own, as JSON.parse makes it. */
function withPrototype(value: { [key: string]: Json }): { [key: string]: Json } {
  const copy = { ...value };
  Object.defineProperty(copy, '__proto__', {
    value: 1,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

/** A copy of the document with another value at the place, drawn among those for its type; and what was done. */
export function mutated(document: Json, { path }: Place, random: Random): { document: Json; what: string } {
  const value = path.reduce<Json>((at, key) => (at as Record<string | number, Json>)[key] as Json, document);
  const choices = replacementsOf(value);
  const chosen = choices[random.below(choices.length)] as Replacement;
  const shown = chosen === GONE ? 'nothing' : JSON.stringify(chosen).slice(0, 80);
  return { document: replaced(document, path, chosen) as Json, what: `${path.join('.')} = ${shown}` };
}

function replaced(value: Json, path: Place['path'], chosen: Replacement): Replacement {
  const [key, ...rest] = path;
  if (key === undefined) return chosen === GONE ? null : chosen;
  const inner = replaced((value as Record<string | number, Json>)[key] as Json, rest, chosen);
  const gone = rest.length === 0 && chosen === GONE;
  if (Array.isArray(value))
    return value.flatMap((entry, index) => (index !== key ? [entry] : gone ? [] : [inner as Json]));
  const entries = Object.entries(value as { [key: string]: Json });
  return Object.fromEntries(
    entries.flatMap(([name, entry]) =>
      name !== key ? [[name, entry]] : gone ? [] : [[name, inner as Json]],
    ),
  );
}
