import type { Target } from '@pitwall/bench/model';

/** What a reader of Chinese would trip over on a page: a sentence left in English, or a missing space. */

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Elements whose text is no prose. */
const NO_PROSE = /^(?:code|pre|kbd)$/;
/** Attributes that readers see or hear, or that other sites show. */
const SPOKEN = /\s(?:aria-label|title|alt|content|placeholder)="([^"]*)"/g;
/** Two of these words in one text make it an English sentence; names and units have none, or one. */
const ENGLISH =
  /\b(?:a|an|and|are|as|at|be|but|by|did|does|for|from|has|have|if|in|is|it|its|no|not|of|on|or|so|than|that|the|their|them|this|to|was|were|which|while|with)\b/gi;

/**
 * Whether a text is English; a quotation may be, and so may a name.
 *
 * @param names what manifests call frameworks, servers and libraries: `Hibernate Reactive with Panache` is no sentence
 */
export function englishIn(text: string, names: readonly string[] = []): boolean {
  // The longest first: a name may be part of another.
  const plain = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ''), text.replaceAll(/“[^”]*”/g, ''));
  return (plain.match(ENGLISH)?.length ?? 0) >= 2;
}

/** Names that the manifests of targets give in English, whatever the language of the page. */
export function namesIn(targets: readonly Target[]): string[] {
  return targets.flatMap(({ manifest }) => [
    manifest.name,
    manifest.runtime.name,
    ...[manifest, ...manifest.variants].flatMap(({ server, databaseAccess }) => [
      ...(server === undefined ? [] : [server]),
      ...Object.values(databaseAccess ?? {}).map(({ library }) => library),
    ]),
  ]);
}

/** Whether a Chinese character and a Latin letter or a digit have no space between them; dates are one word. */
export function lacksSpace(text: string): boolean {
  const undated = text.replaceAll(/\d{4}年(?:\d{1,2}月(?:\d{1,2}日(?:[与至]\d{1,2}日)?)?)?/g, '〇');
  return /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%#+]\p{Script=Han}/u.test(undated);
}

/** Whether there is a space beside Chinese punctuation, which has its own. */
export function spacesPunctuation(text: string): boolean {
  return /[。，；：、！？）]\s+\S|\S\s+[。，；：、！？）]/u.test(text);
}

/** Joins the texts of a sentence that links and other inline elements interrupt. */
export function withoutInline(html: string): string {
  return html.replaceAll(/<\/?(?:a|b|code|em|small|span|strong|time)\b(?:"[^"]*"|[^>"])*>/gi, '');
}

/** Returns the texts of a page that are marked as nothing but Chinese, and what is spoken of its elements. */
export function chineseTexts(html: string): string[] {
  const texts: string[] = [];
  const open: { tag: string; prose: boolean }[] = [];
  const prose = (): boolean => open.at(-1)?.prose ?? true;
  const plain = html.replaceAll(/<!--.*?-->|<!doctype[^>]*>|<(script|style)\b.*?<\/\1>/gis, '');
  for (const [, end, name = '', attributes = '', text] of plain.matchAll(
    /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|[^>"])*)>|([^<]+)/gi,
  )) {
    if (text !== undefined) {
      if (prose()) texts.push(decoded(text).trim());
      continue;
    }
    const tag = name.toLowerCase();
    if (end === '/') {
      while (open.length > 0 && open.pop()?.tag !== tag);
      continue;
    }
    const own = prose() && isProse(tag, attributes);
    if (own) texts.push(...[...attributes.matchAll(SPOKEN)].map(([, said = '']) => decoded(said)));
    if (!VOID.test(tag) && !attributes.endsWith('/')) open.push({ tag, prose: own });
  }
  return texts.filter((text) => text !== '');
}

function isProse(tag: string, attributes: string): boolean {
  const language = /\slang="([^"]*)"/.exec(attributes)?.[1];
  if (language !== undefined && !language.startsWith('zh')) return false;
  return !NO_PROSE.test(tag) && !/\sclass="(?:[^"]*\s)?mono(?:\s[^"]*)?"/.test(attributes);
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/&(?:amp|#38);/g, '&');
}
