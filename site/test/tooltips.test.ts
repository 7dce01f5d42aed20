import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  axisTitle,
  type TooltipWords,
  tooltipWords,
  valueLine,
  valuesLine,
} from '../src/lib/charts/tooltips.ts';
import { packWords, unpackWords } from '../src/lib/page/script-words.ts';
import { type Language, messagesOf } from '../src/messages/index.ts';

/** The words as the script of a chart gets them. */
const wordsOf = (language: Language): TooltipWords =>
  unpackWords<TooltipWords>({ dataset: { words: packWords(tooltipWords(messagesOf(language))) } });

test('tooltips and axes have the punctuation of their page', () => {
  const said = (words: TooltipWords) => [
    valueLine(words, 'JSON', '1.03×'),
    valueLine(words, 'JSON', '1.03×', ['1.02×', '1.04×']),
    valuesLine(words, 'oha', { p50: '1 ms', p99: '3 ms' }),
    axisTitle(words, 'p99', 'ms', 'x'),
    axisTitle(words, 'p99', '', 'x'),
  ];
  assert.deepEqual(said(wordsOf('en')), [
    'JSON: 1.03×',
    'JSON: 1.03× (1.02× – 1.04×)',
    'oha: p50 1 ms, p99 3 ms',
    'p99, ms (x)',
    'p99 (x)',
  ]);
  assert.deepEqual(said(wordsOf('zh')), [
    'JSON：1.03×',
    'JSON：1.03×（1.02× – 1.04×）',
    'oha：p50 1 ms，p99 3 ms',
    'p99，ms（x）',
    'p99（x）',
  ]);
});
