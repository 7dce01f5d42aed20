/**
 * A sentence with values is a function of them, on pages and in scripts alike. JSON holds no functions, so a page
 * packs one as a list of the texts between its values, with the place of each value among them. Such a sentence only
 * inserts its values: what it decides by them (a plural, a space) is decided before they are known.
 */
type Packed = readonly (string | number)[];

/** Where the private use area of Unicode starts: no sentence has a character of it, so each stands for a value. */
const FIRST_VALUE = 0xe000;
const VALUES = /([\uE000-\uE0FF])/u;

/** Packs the sentences that a script needs into an attribute: `data-words={packWords<Words>({ … })}`. */
export function packWords<Words extends object>(words: Words): string {
  return JSON.stringify(words, (_, value: unknown) =>
    typeof value === 'function' ? packed(value as (...values: string[]) => string) : value,
  );
}

/** Returns the sentences in the attribute `data-words` of an element, as they were before they were packed. */
export function unpackWords<Words extends object>({ dataset }: { dataset: DOMStringMap }): Words {
  return JSON.parse(dataset.words ?? '{}', (_, value: unknown) =>
    Array.isArray(value)
      ? (...values: string[]) =>
          (value as Packed).map((part) => (typeof part === 'number' ? values[part] : part)).join('')
      : value,
  ) as Words;
}

function packed(sentence: (...values: string[]) => string): Packed {
  const values = Array.from({ length: sentence.length }, (_, place) =>
    String.fromCharCode(FIRST_VALUE + place),
  );
  return sentence(...values)
    .split(VALUES)
    .map((part) => (VALUES.test(part) ? part.charCodeAt(0) - FIRST_VALUE : part));
}
