import { type Language, languageAt, type Messages, messagesOf } from '../../messages/index.ts';
import { type Linker, linker } from './links.ts';

/** What every page and component needs to know about its place in the site. */
interface PageContext {
  language: Language;
  messages: Messages;
  /** Makes links to addresses of the site, in the language of this page. */
  to: Linker;
}

/** Returns the context of the page at an address, which includes the language. */
export function pageOf({ pathname }: Pick<URL, 'pathname'>): PageContext {
  const language = languageAt(pathname);
  return { language, messages: messagesOf(language), to: linker(pathname) };
}
