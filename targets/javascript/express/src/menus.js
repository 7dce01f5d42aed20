import pg from 'pg';

// The driver takes a timestamp without a zone for local time; the column holds UTC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`));

const firstMenus = {
  name: 'first-menus', // a named query is prepared once a connection
  text: 'select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1',
};

/**
 * The reader of sys_menu: limit → rows. Connects at the first query, so that the server starts without
 * its database; where none is configured, every read fails.
 */
export function openMenus({ hasPostgresql, poolSize }) {
  if (!hasPostgresql) {
    return async () => {
      throw new Error('no database: PGHOST is not set');
    };
  }
  // The driver's default closes a connection that was idle for 10 s; the server keeps all of them.
  const pool = new pg.Pool({ max: poolSize, connectionTimeoutMillis: 5000, idleTimeoutMillis: 0 });
  // An idle connection that breaks is replaced when the next query needs one. Without a listener, the
  // event would end the process.
  pool.on('error', () => {});
  return async (limit) => (await pool.query({ ...firstMenus, values: [limit] })).rows;
}
