import type { Messages } from '../../messages/index.ts';

/** A sentence of the results in the page's language, where no markup can say which part is English. */
export function resultSentence(sentence: string, { resultText, colon }: Messages): string {
  const { text, original } = resultText(sentence);
  return [text, original].filter((part) => part !== null && part !== '').join(colon);
}
