import { en, type Messages } from './en.ts';
import { zh } from './zh.ts';

export type { Messages } from './en.ts';

/** One file a language, each with every key of `en.ts`: a missing one does not compile. The first has no prefix. */
const messages = { en, zh } satisfies Record<string, Messages>;
export type Language = keyof typeof messages;

export const languages = Object.keys(messages) as Language[];
const [DEFAULT] = languages as [Language];

export function messagesOf(language: Language): Messages {
  return messages[language];
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
