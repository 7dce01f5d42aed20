import { BEYOND_64_BITS, get, jsonResponse, notFoundJson } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';
import { ACCOUNT_ROWS, accountJson, accountRows, accounts } from './tables/accounts.ts';

export const accountGet: Definition<'account-get'> = {
  id: 'account-get',
  version: 1,
  title: 'Account by id',
  summary: `One of ${ACCOUNT_ROWS.toLocaleString('en')} rows by its primary key, drawn at random.`,
  route: 'GET /accounts/{id}',
  answer:
    '200 `{"id":1,…}`: id, created_at, updated_at, register_date, name, nick_name, introduction, status; 404 for an unknown id',
  database: 'mysql',
  table: accounts,
  body: 'one',
  refused: {
    check: 'unknown-id',
    status: 404,
    // `1abc` must not match row 1, although MySQL converts it to the number 1.
    requests: () =>
      ['0', '999999999', '-1', 'abc', '1abc', '1.5', '1e1', BEYOND_64_BITS].map((id) =>
        get(`/accounts/${id}`),
      ),
  },
  requests: (data) => data.of(accountRows).map(({ id }) => get(`/accounts/${id}`)),
  expected(request, data) {
    const id = Number(request.path.slice('/accounts/'.length));
    const found = data.of(accountRows).find((candidate) => candidate.id === id);
    return found ? jsonResponse(200, accountJson(found)) : notFoundJson();
  },
};
