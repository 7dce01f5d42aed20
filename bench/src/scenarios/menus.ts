import { get, jsonResponse } from './definition/answers.ts';
import type { JsonValue } from './definition/http.ts';
import type { Definition } from './definition/scenario.ts';
import { rowsIn } from './definition/shared-data.ts';

export type MenuRow = {
  id: string;
  name: string;
  show_flag: number;
  create_date: string;
  create_by: string;
  code: string;
  parent_code: string | null;
};

const ROWS = 11;
export const menuRows = rowsIn<MenuRow>('sys_menu.json');

export const menus: Definition<'menus'> = {
  id: 'menus',
  version: 1,
  title: 'Menu rows',
  summary: 'The first rows of a table, one query for each request, the number of rows drawn at random.',
  route: 'GET /menus?limit={1…11}',
  answer:
    '200 `{"status":1,"msg":"success","data":[…]}`, rows of `sys_menu` in order of id: id (string), name, show_flag, create_date, code, parent_code',
  database: 'postgresql',
  table: {
    name: 'sys_menu',
    rows: menuRows,
    columns: {
      id: 'numeric(24) primary key',
      name: 'varchar(100) not null',
      show_flag: 'int2 not null',
      create_date: 'timestamp not null',
      create_by: 'varchar(50) not null',
      code: 'varchar(100) not null',
      parent_code: 'varchar(100)',
    } satisfies Record<keyof MenuRow, string>,
    changes: ['name', 'code'] satisfies [keyof MenuRow, keyof MenuRow],
  },
  body: 'rows',
  refused: {
    check: 'bad-limit',
    status: 400,
    anyMessage: true,
    requests: (data) =>
      [
        ...['0', String(data.of(menuRows).length + 1), '-1', '99999999999999999999'],
        ...['abc', '5abc', '1.5'],
      ].map((limit) => get(`/menus?limit=${limit}`)),
  },
  requests: () => Array.from({ length: ROWS }, (_, index) => get(`/menus?limit=${index + 1}`)),
  alsoAnswered: () => [get('/menus')],
  expected(request, data) {
    const limit = Number(new URLSearchParams(request.path.split('?')[1]).get('limit') ?? ROWS);
    const rows = menusInOrder(data.of(menuRows)).slice(0, limit);
    return jsonResponse(200, { status: 1, msg: 'success', data: rows.map(menuJson) });
  },
};

/** Sorts rows by id as a number, as the database orders `numeric(24)`. */
export function menusInOrder(rows: readonly MenuRow[]): MenuRow[] {
  return [...rows].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

function menuJson(row: MenuRow): JsonValue {
  const { create_by: _, ...shown } = row;
  return shown;
}
