/**
 * Reads the parts of a pom.xml that name versions, without a parser of XML. Each function takes time in proportion to the
 * text: a pull request may bring a pom.xml of any kind.
 */

/** A parent, bill of materials, dependency or plugin, as it is written. */
export interface PomBlock {
  tag: 'parent' | 'dependency' | 'plugin';
  text: string;
}

/** Returns a pom.xml without its comments. One that is never closed stays. */
export function withoutPomComments(pom: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const begin = pom.indexOf('<!--', from);
    const end = begin < 0 ? -1 : pom.indexOf('-->', begin + 4);
    if (end < 0) break;
    parts.push(pom.slice(from, begin));
    from = end + 3;
  }
  return [...parts, pom.slice(from)].join('');
}

/** Lists the blocks of a pom.xml in its order, each up to the first end of its kind. */
export function pomBlocks(pom: string): PomBlock[] {
  const found: PomBlock[] = [];
  const begin = /<(parent|dependency|plugin)>/g;
  // Look for an end that is not there only once.
  const endless = new Set<string>();
  for (let match = begin.exec(pom); match !== null; match = begin.exec(pom)) {
    const tag = match[1] as PomBlock['tag'];
    const closing = `</${tag}>`;
    const end = endless.has(tag) ? -1 : pom.indexOf(closing, begin.lastIndex);
    if (end < 0) {
      endless.add(tag);
      continue;
    }
    begin.lastIndex = end + closing.length;
    found.push({ tag, text: pom.slice(match.index, begin.lastIndex) });
  }
  return found;
}

/** Returns the first text of an element in a block, without space around it; `null` if there is none. */
export function pomField({ text }: PomBlock, name: string): string | null {
  for (const [, value = ''] of text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')))
    if (value.trim() !== '') return value.trim();
  return null;
}

/** Returns the text of each element that has nothing but text, by its name: the properties are among them. */
export function pomProperties(pom: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of pom.matchAll(/<([\w.-]+)>([^<]*)<\/\1>/g))
    if (value.trim() !== '' && !found.has(name)) found.set(name, value.trim());
  return found;
}
