import { get, jsonResponse } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';

export const error: Definition<'error'> = {
  id: 'error',
  version: 1,
  title: 'Typed error',
  summary: "The handler raises its framework's typed HTTP error; the framework's error handling answers.",
  route: 'GET /error',
  answer: '400 `{"code":400,"message":"abcd"}`',
  database: null,
  body: 'object',
  requests: () => [get('/error')],
  expected: () => jsonResponse(400, { code: 400, message: 'abcd' }),
};
