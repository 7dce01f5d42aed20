import { get, jsonResponse } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';
import { textIn } from './definition/shared-data.ts';

const LINES = 100;
export const sentence = textIn('sentence.txt');

export const jsonLarge: Definition<'json-large'> = {
  id: 'json-large',
  version: 1,
  title: 'Large JSON',
  summary: 'An object of about 10.7 kB, serialised for each request.',
  route: 'GET /json-large',
  answer: `200 \`{"content":…,"size":100,"price":10.12,"vip":true}\`, content = ${LINES} lines of one sentence in Chinese`,
  database: null,
  body: 'object',
  shared: sentence,
  requests: () => [get('/json-large')],
  expected: (_, data) =>
    jsonResponse(200, {
      content: Array.from({ length: LINES }, () => data.of(sentence)).join('\n'),
      size: 100,
      price: 10.12,
      vip: true,
    }),
};
