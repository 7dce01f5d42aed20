import type { JsonValue, ScenarioRequest } from './http.ts';

/** Rows of the table `accounts` (MySQL) and documents of the collection `users` (MongoDB), and their JSON. */

/** A row of `accounts`, as the harness seeds it and reads it back. Instants are RFC 3339 in UTC. */
export interface AccountRow {
  id: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  register_date: string;
  name: string;
  password: string;
  nick_name: string;
  introduction: string;
  status: number;
}

/** What a client sends to create an account: the server adds id, created_at and updated_at. */
export type NewAccount = Omit<AccountRow, 'id' | 'created_at' | 'updated_at' | 'deleted_at'>;

/** A document of `users`; `id` is its `_id`, an ObjectId as 24 hexadecimal digits. */
export interface UserDocument {
  id: string;
  username: string;
  created_at: string;
  updated_at: string;
}

export const ACCOUNT_ROWS = 1_000;
export const USER_DOCUMENTS = 5;

/** An account as a response carries it: all but what no client should see. */
export function accountJson(row: AccountRow): JsonValue {
  const { password: _, deleted_at: __, ...shown } = row;
  return shown;
}

/** Stands in a request's body where each request carries digits of its own. */
export const NONCE = '{nonce}';
/** Of hexadecimal digits: every request of a load is as long as the others. */
export const NONCE_LENGTH = 16;

/** The request with `nonce` (`NONCE_LENGTH` hexadecimal digits) in place of its placeholder. */
export function withNonce(request: ScenarioRequest, nonce: string): ScenarioRequest {
  if (nonce.length !== NONCE_LENGTH) {
    throw new RangeError(`a nonce has ${NONCE_LENGTH} digits, not ${nonce.length}`);
  }
  return request.body === undefined ? request : { ...request, body: request.body.replaceAll(NONCE, nonce) };
}

export const newAccountBody = JSON.stringify({
  register_date: '2023-01-09T08:30:00.000Z',
  name: `account-${NONCE}`,
  password: '7c4a8d09ca3762af61e59520943dc26494f8941b',
  nick_name: '新用户',
  introduction: '基准测试写入的账户,每一次请求的名称都不相同,其余字段保持不变,以便核对。',
  status: 1,
} satisfies NewAccount);
