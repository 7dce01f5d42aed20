import { messages as english, type Messages } from './en/index.ts';

export type { Messages } from './en/index.ts';

/**
 * A folder beside this file. Its `index.ts` has every key of the English one; a missing key does not compile.
 */
export type Language = string;
interface LanguageFolder {
  messages: Messages;
}

/** The language of pages without a prefix, and of texts without a translation. */
const DEFAULT: Language = 'en';

// Astro resolves the folders when it builds. Plain Node, as in tests and Astro's configuration, searches for
// them.
const folders: Record<string, LanguageFolder> = import.meta.env
  ? import.meta.glob<LanguageFolder>('./*/index.ts', { eager: true })
  : await foldersHere();
const messages = new Map(Object.entries(folders).map(([path, folder]) => [nameIn(path), folder.messages]));

export const languages: readonly Language[] = [
  DEFAULT,
  ...[...messages.keys()].filter((language) => language !== DEFAULT).sort(),
];

/** Returns the folder's name: `zh` for `./zh/index.ts`. */
function nameIn(path: string): Language {
  return path.split('/')[1] as Language;
}

async function foldersHere(): Promise<Record<string, LanguageFolder>> {
  const { globSync } = await import('node:fs');
  const paths = globSync('*/index.ts', { cwd: import.meta.dirname }).map((path) => `./${path}`);
  const found = paths.map(async (path) => [path, await import(/* @vite-ignore */ path)] as const);
  return Object.fromEntries(await Promise.all(found));
}

export function messagesOf(language: Language): Messages {
  return messages.get(language) ?? english;
}

/** Returns the prefix of a page's address: empty, or `/zh`. */
export function prefixOf(language: Language): string {
  return language === DEFAULT ? '' : `/${language}`;
}

/** Returns the language of the page at an address. */
export function languageAt(address: string): Language {
  const [, first] = address.split('/');
  return languages.find((language) => language === first && language !== DEFAULT) ?? DEFAULT;
}

/** Removes the language from an address: `/zh/frameworks/` becomes `/frameworks/`. */
export function withoutLanguage(address: string): string {
  return address.slice(prefixOf(languageAt(address)).length) || '/';
}

/**
 * Repeats each page for every language, as `[...language]` in its address requires. The languages of one page
 * follow each other, so that its data is read only once.
 */
export function inEveryLanguage<Params extends object, Props extends object>(
  paths: readonly { params: Params; props: Props }[],
) {
  return paths.flatMap(({ params, props }) =>
    languages.map((language) => ({
      params: { ...params, language: language === DEFAULT ? undefined : language },
      props,
    })),
  );
}

/** Paths of a page that exists once per language. */
export function oneForEachLanguage() {
  return inEveryLanguage([{ params: {}, props: {} }]);
}
