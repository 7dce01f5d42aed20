import { get } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';

export const plaintext: Definition<'plaintext'> = {
  id: 'plaintext',
  version: 1,
  title: 'Plain text',
  summary: 'The least a server can answer.',
  route: 'GET /plaintext',
  answer: '200 `text/plain` `Hello, World!`',
  database: null,
  body: 'text',
  requests: () => [get('/plaintext')],
  expected: () => ({ status: 200, contentType: 'text/plain', body: 'Hello, World!' }),
};
