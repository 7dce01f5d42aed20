import { get, notFoundJson } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';

export const notFound: Definition<'not-found'> = {
  id: 'not-found',
  version: 1,
  title: 'Not found',
  summary: "An unknown route, answered by the framework's fallback.",
  route: 'GET /no-such-route',
  answer: '404 `{"code":404,"message":"not found"}`',
  database: null,
  body: 'object',
  refused: {
    check: 'fallback',
    status: 404,
    requests(_, random) {
      const word = (): string => Array.from({ length: 9 }, () => 'abcdefghij'[random.below(10)]).join('');
      return [`/${word()}`, `/${word()}/${word()}`, `/${word()}?a=1`].map(get);
    },
  },
  requests: () => [get('/no-such-route')],
  expected: notFoundJson,
};
