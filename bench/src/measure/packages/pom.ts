/**
 * Reads and changes the parts of a pom.xml that name versions, without a parser of XML. What only reads takes time in
 * proportion to the text: a pull request may bring a pom.xml of any kind.
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

/**
 * Returns the pom.xml with another version of `groupId:artifactId`, changed in place or in the property that it names,
 * or managed ahead of the bill of materials that gives it its version.
 */
export function withPomVersion(text: string, name: string, version: string): string {
  const [group = '', artifact = ''] = name.split(':');
  const escaped = (word: string): string => word.replaceAll('.', '\\.');
  const blocks = pomBlocks(text).flatMap(({ text: found }) =>
    found.includes(`<groupId>${group}</groupId>`) && found.includes(`<artifactId>${artifact}</artifactId>`)
      ? [found]
      : [],
  );
  const versionIn = (block: string): string | undefined =>
    /<version>([^<]*)<\/version>/.exec(block)?.[1]?.trim() || undefined;
  const managed = new Set(blocks.filter((block) => versionIn(block) !== undefined).map(kindOf));
  // A package may stand there several times: once for each classifier, such as one for each processor.
  return blocks.reduce((pom, block) => {
    const written = versionIn(block);
    if (written === undefined && managed.has(kindOf(block))) return pom;
    if (written === undefined) return withManaged(pom, { group, artifact, version }, block);
    const property = /^\$\{([\w.-]+)\}$/.exec(written)?.[1];
    if (property) {
      const tag = escaped(property);
      return pom.replace(new RegExp(`(<${tag}>)[^<]*(</${tag}>)`), `$1${version}$2`);
    }
    return pom.replace(block, block.replace(/<version>[^<]*<\/version>/, `<version>${version}</version>`));
  }, text);
}

/** The type and the classifier, by which Maven tells files of one package apart. */
function kindOf(block: string): string {
  const fields = ['type', 'classifier'].map((tag) => new RegExp(`<${tag}>[^<]*</${tag}>`).exec(block)?.[0]);
  return fields.join('');
}

/**
 * Maven takes the first version that `dependencyManagement` names, and those written there before any imported. An entry
 * is for one classifier.
 */
function withManaged(
  text: string,
  { group, artifact, version }: { group: string; artifact: string; version: string },
  block: string,
): string {
  const parts = [`<groupId>${group}</groupId>`, `<artifactId>${artifact}</artifactId>`];
  const entry = `<dependency>${parts.join('')}${kindOf(block)}<version>${version}</version></dependency>`;
  if (text.includes(entry)) return text;
  const managed = /<dependencyManagement>\s*<dependencies>/.exec(text)?.[0];
  if (managed !== undefined) return text.replace(managed, `${managed}\n${entry}`);
  const section = `<dependencyManagement><dependencies>${entry}</dependencies></dependencyManagement>`;
  return text.replace('<dependencies>', `${section}\n<dependencies>`);
}
