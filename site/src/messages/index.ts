import { en, type Messages } from './en.ts';

export type { Messages } from './en.ts';

/** One file a language, each with every key of `en.ts`: a missing one does not compile. */
const languages = { en } satisfies Record<string, Messages>;
export type Language = keyof typeof languages;

export function messagesOf(language: Language): Messages {
  return languages[language];
}
