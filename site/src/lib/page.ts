import { type Language, languageAt, type Messages, messagesOf } from '../messages/index.ts';
import { type Linker, linker } from './links.ts';

/** What every page and every part of one needs to know of where it stands. */
interface PageContext {
  language: Language;
  messages: Messages;
  /** Links to addresses of the site, in the language of this page. */
  to: Linker;
}

/** The language is in the address, so a page needs nothing but its own. */
export function pageOf({ pathname }: Pick<URL, 'pathname'>): PageContext {
  const language = languageAt(pathname);
  return { language, messages: messagesOf(language), to: linker(pathname) };
}
