import { get, jsonResponse } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';
import { rowsIn } from './definition/shared-data.ts';

/** A document of `users`; `id` is its `_id`, an ObjectId as 24 hexadecimal digits. */
export type UserDocument = { id: string; username: string; created_at: string; updated_at: string };

export const USER_DOCUMENTS = 5;
export const userDocuments = rowsIn<UserDocument>('users.json');

export const users: Definition<'users'> = {
  id: 'users',
  version: 1,
  title: 'User documents',
  summary: `The ${USER_DOCUMENTS} documents of a collection, one query for each request.`,
  route: 'GET /users',
  answer:
    '200 `[…]`, the documents of `users` in order of id: id (24 hex digits), username, created_at, updated_at',
  database: 'mongodb',
  table: {
    name: 'users',
    rows: userDocuments,
    columns: {
      id: 'objectId',
      username: 'string',
      created_at: 'date',
      updated_at: 'date',
    } satisfies Record<keyof UserDocument, string>,
    changes: ['username'] satisfies [keyof UserDocument],
  },
  body: 'rows',
  requests: () => [get('/users')],
  expected: (_, data) =>
    jsonResponse(
      200,
      data.of(userDocuments).map((user) => ({ ...user })),
    ),
};
