import {
  ACCOUNT_ROWS,
  type AccountRow,
  accountJson,
  type NewAccount,
  newAccountBody,
  USER_DOCUMENTS,
  type UserDocument,
} from './accounts.ts';
import type { JsonValue, ScenarioRequest } from './http.ts';

/**
 * The HTTP contract as data: for each scenario the exact request, the exact response and what a load draws.
 * The verifier, the loaders, the tables of `targets/CONTRACT.md` and the site all read these definitions.
 */
export const databaseKinds = ['postgresql', 'mysql', 'mongodb'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface ExpectedResponse {
  status: number;
  /** Media type without parameters. */
  contentType: 'text/plain' | 'application/json';
  /**
   * JSON bodies are compared as values, text bodies byte for byte. `null` where the body is not a constant
   * (`counter`): then the scenario's own checks judge it.
   */
  body: JsonValue | string | null;
  /**
   * Keys of an object that the server makes: `id`, a whole number that no other row has; `instant`, its clock
   * when it handled the request. They are not in `body`.
   */
  generated?: Readonly<Record<string, 'id' | 'instant'>>;
}

/** What the bodies are made of: one folder, `targets/shared`, that servers and harness read alike. */
export interface SharedData {
  sentence: string;
  assets: { id: number; name: string; desc: string }[];
  menus: MenuRow[];
  accounts: AccountRow[];
  users: UserDocument[];
}

/** A row of `sys_menu`, as the harness seeds it. */
export interface MenuRow {
  id: string;
  name: string;
  show_flag: number;
  create_date: string;
  create_by: string;
  code: string;
  parent_code: string | null;
}

export interface Scenario {
  id: ScenarioId;
  /** Goes up when request, response or drawing changes: figures of two versions are never compared. */
  version: number;
  title: string;
  /** One sentence for the contract and the site. */
  summary: string;
  /** The request as the contract's table shows it, with `{placeholders}` for what a load draws. */
  route: string;
  /** The response as the contract's table shows it. */
  answer: string;
  database: DatabaseKind | null;
  /** True where each request adds a row. */
  writes?: true;
  /** Instants of the server's own clock in each response. */
  instants?: number;
  /** How many distinct requests a load draws from: 1 where every request is the same. */
  requests(data: SharedData): ScenarioRequest[];
  expected(request: ScenarioRequest, data: SharedData): ExpectedResponse;
}

export const scenarioIds = [
  'plaintext',
  'json',
  'json-large',
  'error',
  'not-found',
  'counter',
  'asset',
  'menus',
  'account-insert',
  'account-list',
  'account-get',
  'users',
] as const;
export type ScenarioId = (typeof scenarioIds)[number];

export const HEALTH_PATH = '/healthz';
export const COUNT_PATH = '/count';
const LARGE_LINES = 100;
const MENU_ROWS = 11;
const ASSET_COUNT = 1_000;

const get = (path: string): ScenarioRequest => ({ method: 'GET', path });
const constant = (path: string) => () => [get(path)];
const json = (status: number, body: JsonValue | null): ExpectedResponse => ({
  status,
  contentType: 'application/json',
  body,
});

/** A row of `sys_menu` as `menus` answers it. */
function menuJson(row: MenuRow): JsonValue {
  const { create_by: _, ...shown } = row;
  return shown;
}

export const scenarios: readonly Scenario[] = [
  {
    id: 'plaintext',
    version: 1,
    title: 'Plain text',
    summary: 'The least a server can answer.',
    route: 'GET /plaintext',
    answer: '200 `text/plain` `Hello, World!`',
    database: null,
    requests: constant('/plaintext'),
    expected: () => ({ status: 200, contentType: 'text/plain', body: 'Hello, World!' }),
  },
  {
    id: 'json',
    version: 1,
    title: 'Small JSON',
    summary: 'A small object, serialised for each request.',
    route: 'GET /json',
    answer: '200 `{"status":1,"msg":"成功"}`, serialised per request',
    database: null,
    requests: constant('/json'),
    expected: () => json(200, { status: 1, msg: '成功' }),
  },
  {
    id: 'json-large',
    version: 1,
    title: 'Large JSON',
    summary: 'An object of about 10.7 kB, serialised for each request.',
    route: 'GET /json-large',
    answer: `200 \`{"content":…,"size":100,"price":10.12,"vip":true}\`, content = ${LARGE_LINES} lines of one sentence in Chinese`,
    database: null,
    requests: constant('/json-large'),
    expected: (_, data) =>
      json(200, {
        content: Array.from({ length: LARGE_LINES }, () => data.sentence).join('\n'),
        size: 100,
        price: 10.12,
        vip: true,
      }),
  },
  {
    id: 'error',
    version: 1,
    title: 'Typed error',
    summary: "The handler raises its framework's typed HTTP error; the framework's error handling answers.",
    route: 'GET /error',
    answer: '400 `{"code":400,"message":"abcd"}`',
    database: null,
    requests: constant('/error'),
    expected: () => json(400, { code: 400, message: 'abcd' }),
  },
  {
    id: 'not-found',
    version: 1,
    title: 'Not found',
    summary: "An unknown route, answered by the framework's fallback.",
    route: 'GET /no-such-route',
    answer: '404 `{"code":404,"message":"not found"}`',
    database: null,
    requests: constant('/no-such-route'),
    expected: () => json(404, { code: 404, message: 'not found' }),
  },
  {
    id: 'counter',
    version: 1,
    title: 'Counter',
    summary: 'A count kept by middleware that every request passes, exact at any concurrency.',
    route: 'GET /count',
    answer: '200 `{"code":200,"message":n}`; after k requests n has grown by exactly k',
    database: null,
    requests: constant(COUNT_PATH),
    expected: () => json(200, null),
  },
  {
    id: 'asset',
    version: 1,
    title: 'Asset by id',
    summary: `One of ${ASSET_COUNT.toLocaleString('en')} assets held in memory, drawn at random.`,
    route: 'GET /assets/{id}',
    answer: '200 `{"id":1,"name":"asset001","desc":"测试资产001"}`; 404 for an unknown id',
    database: null,
    requests: (data) => data.assets.map((asset) => get(`/assets/${asset.id}`)),
    expected: (request, data) => {
      const id = Number(request.path.slice('/assets/'.length));
      const asset = data.assets.find((candidate) => candidate.id === id);
      return asset ? json(200, asset) : json(404, { code: 404, message: 'not found' });
    },
  },
  {
    id: 'menus',
    version: 1,
    title: 'Menu rows',
    summary: 'The first rows of a table, one query for each request, the number of rows drawn at random.',
    route: 'GET /menus?limit={1…11}',
    answer:
      '200 `{"status":1,"msg":"success","data":[…]}`, rows of `sys_menu` in order of id: id (string), name, show_flag, create_date, code, parent_code',
    database: 'postgresql',
    requests: () => Array.from({ length: MENU_ROWS }, (_, index) => get(`/menus?limit=${index + 1}`)),
    expected: (request, data) => {
      const limit = Number(new URLSearchParams(request.path.split('?')[1]).get('limit') ?? MENU_ROWS);
      return json(200, {
        status: 1,
        msg: 'success',
        data: menusInOrder(data.menus).slice(0, limit).map(menuJson),
      });
    },
  },
  {
    id: 'account-insert',
    version: 1,
    title: 'Insert an account',
    summary: 'A JSON body is parsed and validated, one row inserted, and the row with its new id answered.',
    route: 'POST /accounts',
    answer:
      '201, the created row: id, created_at, updated_at, register_date, name, nick_name, introduction, status',
    database: 'mysql',
    writes: true,
    instants: 2,
    requests: () => [{ method: 'POST', path: '/accounts', body: newAccountBody }],
    expected: ({ body }) => {
      const { password: _, ...shown } = JSON.parse(body ?? '{}') as NewAccount;
      return {
        ...json(201, shown),
        generated: { id: 'id', created_at: 'instant', updated_at: 'instant' },
      };
    },
  },
  {
    id: 'account-list',
    version: 1,
    title: 'All accounts',
    summary: `All ${ACCOUNT_ROWS.toLocaleString('en')} rows of a table in one answer of about 300 kB.`,
    route: 'GET /accounts',
    answer: '200 `[…]`, all rows of `accounts` in order of id, each as `account-get` answers it',
    database: 'mysql',
    requests: constant('/accounts'),
    expected: (_, data) => json(200, data.accounts.map(accountJson)),
  },
  {
    id: 'account-get',
    version: 1,
    title: 'Account by id',
    summary: `One of ${ACCOUNT_ROWS.toLocaleString('en')} rows by its primary key, drawn at random.`,
    route: 'GET /accounts/{id}',
    answer:
      '200 `{"id":1,…}`: id, created_at, updated_at, register_date, name, nick_name, introduction, status; 404 for an unknown id',
    database: 'mysql',
    requests: (data) => data.accounts.map((account) => get(`/accounts/${account.id}`)),
    expected: (request, data) => {
      const id = Number(request.path.slice('/accounts/'.length));
      const account = data.accounts.find((candidate) => candidate.id === id);
      return account ? json(200, accountJson(account)) : json(404, { code: 404, message: 'not found' });
    },
  },
  {
    id: 'users',
    version: 1,
    title: 'User documents',
    summary: `The ${USER_DOCUMENTS} documents of a collection, one query for each request.`,
    route: 'GET /users',
    answer:
      '200 `[…]`, the documents of `users` in order of id: id (24 hex digits), username, created_at, updated_at',
    database: 'mongodb',
    requests: constant('/users'),
    expected: (_, data) =>
      json(
        200,
        data.users.map((user) => ({ ...user })),
      ),
  },
];

/** In order of id as a number, as the database orders `numeric(24)`. */
export function menusInOrder(rows: readonly MenuRow[]): MenuRow[] {
  return [...rows].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

export function scenarioOf(id: ScenarioId): Scenario {
  const found = scenarios.find((scenario) => scenario.id === id);
  if (!found) throw new RangeError(`no scenario ${id}`);
  return found;
}
