import mysql from 'mysql2/promise';

const columns = 'id, created_at, updated_at, register_date, name, nick_name, introduction, status';
const selectAll = `select ${columns} from accounts order by id`;
const selectOne = `select ${columns} from accounts where id = ?`;
const insert = `insert into accounts
  (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
  values (?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * The table `accounts`. Connects at the first query, so that the server starts without its database; where
 * none is configured, every call fails. `execute` prepares a statement once a connection.
 */
export function openAccounts({ mysql: server, poolSize }) {
  const pool =
    server &&
    mysql.createPool({
      ...server,
      connectionLimit: poolSize,
      connectTimeout: 5000,
      timezone: 'Z', // the columns hold UTC; the driver's default is local time
      trace: false, // by default, a stack trace is taken for each query, in case it fails
    });

  async function execute(statement, values) {
    if (!pool) throw new Error('no database: MYSQL_HOST is not set');
    const [result] = await pool.execute(statement, values);
    return result;
  }

  return {
    all: () => execute(selectAll),
    find: async (id) => (await execute(selectOne, [id]))[0],
    add: async ({ password, ...shown }) => {
      const now = new Date();
      const { register_date, name, nick_name, introduction, status } = shown;
      const values = [now, now, register_date, name, password, nick_name, introduction, status];
      const { insertId } = await execute(insert, values);
      return { id: insertId, created_at: now, updated_at: now, ...shown };
    },
  };
}

/** The account that a request's body describes, or what is wrong with the body. */
export function readAccount(body) {
  const { name, password, nick_name, introduction, status } = body ?? {};
  for (const [key, value] of Object.entries({ name, password, nick_name, introduction })) {
    if (typeof value !== 'string') return { problem: `${key}: expected a text` };
  }
  // A Date takes a number, true and null for instants as well.
  if (typeof body.register_date !== 'string') return { problem: 'register_date: expected an instant' };
  const register_date = new Date(body.register_date);
  if (Number.isNaN(register_date.getTime())) return { problem: 'register_date: expected an instant' };
  if (!Number.isInteger(status)) return { problem: 'status: expected a number' };
  return { account: { register_date, name, password, nick_name, introduction, status } };
}
