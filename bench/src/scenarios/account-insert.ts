import { jsonResponse } from './definition/answers.ts';
import type { ScenarioRequest } from './definition/http.ts';
import { NONCE } from './definition/nonce.ts';
import type { Definition } from './definition/scenario.ts';
import { accounts, type NewAccount } from './tables/accounts.ts';

const sent: NewAccount = {
  register_date: '2023-01-09T08:30:00.000Z',
  name: `account-${NONCE}`,
  password: '7c4a8d09ca3762af61e59520943dc26494f8941b',
  nick_name: '新用户',
  introduction: '基准测试写入的账户,每一次请求的名称都不相同,其余字段保持不变,以便核对。',
  status: 1,
};

export const newAccountBody = JSON.stringify(sent);

/** Parsers stop at 100 (Ruby) to 1,000 (Jackson), or fail where their stack ends. */
const NESTED = 2_000;

const post = (body: string): ScenarioRequest => ({ method: 'POST', path: '/accounts', body });

export const accountInsert: Definition<'account-insert'> = {
  id: 'account-insert',
  version: 1,
  title: 'Insert an account',
  summary: 'A JSON body is parsed and validated, one row inserted, and the row with its new id answered.',
  route: 'POST /accounts',
  answer:
    '201, the created row: id, created_at, updated_at, register_date, name, nick_name, introduction, status',
  database: 'mysql',
  table: accounts,
  body: 'created',
  inserts: {
    generated: { id: 'id', created_at: 'instant', updated_at: 'instant' },
    text: 'name' satisfies keyof NewAccount,
    // These are numbers and texts that some languages treat as false, an instant with milliseconds, and an
    // instant that does not exist in a time zone with daylight saving time.
    values: [
      {},
      { status: 0, register_date: '2024-02-29T23:59:59.987Z' },
      { status: 3, nick_name: '', introduction: '', register_date: '2024-03-10T02:30:00.250Z' },
      {
        password: 'p@ss "word" 密码',
        register_date: '1999-12-31T16:00:00.001Z',
        introduction: '字'.repeat(500),
      },
    ] satisfies Partial<NewAccount>[],
  },
  refused: { check: 'bad-body', status: 400, anyMessage: true, requests: () => badBodies().map(post) },
  requests: () => [post(newAccountBody)],
  expected({ body }) {
    const { password: _, ...shown } = JSON.parse(body ?? '{}') as NewAccount;
    return jsonResponse(201, shown);
  },
};

/** Returns bodies that are not JSON, not an object, nested deeper than parsers follow, or have no text as the name. */
function badBodies(): string[] {
  const { name: _, ...nameless } = sent;
  return [
    ...['', '{', newAccountBody.slice(0, -1), 'null', '"name"', `[${newAccountBody}]`, '['.repeat(NESTED)],
    ...[nameless, { ...nameless, name: null }, { ...nameless, name: 5 }].map((value) =>
      JSON.stringify(value),
    ),
  ];
}
