import { get, jsonResponse } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';
import { ACCOUNT_ROWS, accountJson, accountRows, accounts } from './tables/accounts.ts';

export const accountList: Definition<'account-list'> = {
  id: 'account-list',
  version: 1,
  title: 'All accounts',
  summary: `All ${ACCOUNT_ROWS.toLocaleString('en')} rows of a table in one answer of about 300 kB.`,
  route: 'GET /accounts',
  answer: '200 `[…]`, all rows of `accounts` in order of id, each as `account-get` answers it',
  database: 'mysql',
  table: accounts,
  body: 'rows',
  grows: true,
  large: true,
  requests: () => [get('/accounts')],
  expected: (_, data) => jsonResponse(200, data.of(accountRows).map(accountJson)),
};
