import { get, jsonResponse } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';

export const COUNT_PATH = '/count';

export const counter: Definition<'counter'> = {
  id: 'counter',
  version: 1,
  title: 'Counter',
  summary: 'A count kept by middleware that every request passes, exact at any concurrency.',
  route: `GET ${COUNT_PATH}`,
  answer: '200 `{"code":200,"message":n}`; after k requests n has grown by exactly k',
  database: null,
  body: 'count',
  requests: () => [get(COUNT_PATH)],
  expected: () => jsonResponse(200, null),
};
