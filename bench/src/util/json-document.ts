/**
 * Levels of lists and objects that a document may have. Nothing that Pitwall reads has more than a dozen; functions that
 * call themselves once a level (JSON.stringify among them) overflow the stack at some thousands.
 */
export const MOST_LEVELS = 64;

/**
 * Returns why a parsed document must not be walked; `null` if it may be. A key `__proto__` is refused because it is data
 * to a parser and a prototype to an assignment, so that one reader sees it and another does not.
 */
export function unfitDocument(document: unknown): { expected: string; seen: string } | null {
  const waiting: { value: unknown; level: number }[] = [{ value: document, level: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, level } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (level > MOST_LEVELS)
      return {
        expected: `at most ${MOST_LEVELS} levels of lists and objects`,
        seen: `more than ${MOST_LEVELS} levels`,
      };
    if (!Array.isArray(value) && Object.hasOwn(value, '__proto__'))
      return { expected: 'keys that name data', seen: 'the key __proto__' };
    // Columns are long lists of numbers, which need no visit.
    for (const entry of Array.isArray(value) ? value : Object.values(value))
      if (typeof entry === 'object' && entry !== null) waiting.push({ value: entry, level: level + 1 });
  }
  return null;
}
