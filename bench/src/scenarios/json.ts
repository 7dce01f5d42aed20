import { get, jsonResponse } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';

export const json: Definition<'json'> = {
  id: 'json',
  version: 1,
  title: 'Small JSON',
  summary: 'A small object, serialised for each request.',
  route: 'GET /json',
  answer: '200 `{"status":1,"msg":"成功"}`, serialised per request',
  database: null,
  body: 'object',
  requests: () => [get('/json')],
  expected: () => jsonResponse(200, { status: 1, msg: '成功' }),
};
