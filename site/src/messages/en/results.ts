import type { ResultText } from '../results.ts';

export const resultText = (text: string): ResultText => ({ text, original: null });
