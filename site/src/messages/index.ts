import { messages as english, type Messages } from './en/index.ts';

export type { Messages } from './en/index.ts';

/** A folder beside this file, with an `index.ts` that has every key of the English one: a missing one does not compile. */
export type Language = string;
interface LanguageFolder {
  messages: Messages;
}

/** Its pages have no prefix, and whatever is in no other language is read in it. */
const DEFAULT: Language = 'en';

// Astro finds the folders when it builds; Node by itself, as in tests and in Astro's configuration, looks for them.
const folders: Record<string, LanguageFolder> = import.meta.env
  ? import.meta.glob<LanguageFolder>('./*/index.ts', { eager: true })
  : await foldersHere();
const messages = new Map(Object.entries(folders).map(([path, folder]) => [nameIn(path), folder.messages]));

export const languages: readonly Language[] = [
  DEFAULT,
  ...[...messages.keys()].filter((language) => language !== DEFAULT).sort(),
];

/** The folder of `./zh/index.ts`. */
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

/** What stands before the address of a page: nothing, or `/zh`. */
export function prefixOf(language: Language): string {
  return language === DEFAULT ? '' : `/${language}`;
}

/** The language of the page at an address. */
export function languageAt(address: string): Language {
  const [, first] = address.split('/');
  return languages.find((language) => language === first && language !== DEFAULT) ?? DEFAULT;
}

/** The address without the language that it begins with: `/zh/frameworks/` is `/frameworks/`. */
export function withoutLanguage(address: string): string {
  return address.slice(prefixOf(languageAt(address)).length) || '/';
}

/**
 * The same pages once for each language, as `[...language]` in the address of a page wants it; all languages of one
 * page after each other, so that what it shows need be read once only.
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

/** For a page of which there is one a language. */
export function oneForEachLanguage() {
  return inEveryLanguage([{ params: {}, props: {} }]);
}
