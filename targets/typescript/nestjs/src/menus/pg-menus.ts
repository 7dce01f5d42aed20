import pg from 'pg';
import type { Config } from '../config.js';
import { type Menu, Menus } from './menus.js';

// The driver takes a timestamp without a zone for local time; the column holds UTC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`));

const firstMenus = {
  name: 'first-menus', // a named query is prepared once a connection
  text: 'select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1',
};

export class PgMenus extends Menus {
  private readonly pool: pg.Pool;

  constructor(config: Config) {
    super();
    this.pool = openPool(config);
  }

  async first(limit: number): Promise<Menu[]> {
    return (await this.pool.query<Menu>({ ...firstMenus, values: [limit] })).rows;
  }
}

export function openPool({ poolSize }: Config): pg.Pool {
  // The driver's default closes a connection that was idle for 10 s; the server keeps all of them.
  const pool = new pg.Pool({ max: poolSize, connectionTimeoutMillis: 5000, idleTimeoutMillis: 0 });
  // An idle connection that breaks is replaced when the next query needs one. Without a listener, the
  // event would end the process.
  pool.on('error', () => {});
  return pool;
}
