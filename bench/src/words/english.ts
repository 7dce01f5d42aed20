import { formatsOf } from './format.ts';

/** Numbers, dates and times of the terminal, of Markdown and of the English pages. */
export const english = formatsOf('en-GB');

/** `1 pair`, `3 pairs`, `3 entries`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${english.plain(count)} ${count === 1 ? one : many}`;
}

/** A title within a sentence: `latency p99`, but `CPU time per request`. */
export function inSentence(title: string): string {
  return /^\p{Lu}\P{Lu}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
