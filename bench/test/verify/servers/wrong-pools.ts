import { status, type WrongServer } from './changes.ts';
import { POOL_SIZE } from './server.ts';

/** Wrong in the connections that they have to a database. */

export const wrongPools: Record<string, WrongServer> = {
  'more connections to PostgreSQL than it may have': {
    pool: { postgresql: POOL_SIZE + 1 },
    fails: ['server/pool-postgresql'],
  },
  'a connection for each request to MySQL': { pool: { mysql: 100 }, fails: ['server/pool-mysql'] },
  'a pool for each of four workers': {
    pool: { mongodb: 4 * POOL_SIZE },
    fails: ['server/pool-mongodb'],
  },
  'one connection to PostgreSQL': { pool: { postgresql: 1 }, fails: ['server/pool-postgresql'] },
  'one connection to MySQL': { pool: { mysql: 1 }, fails: ['server/pool-mysql'] },
  'one connection to MongoDB': { pool: { mongodb: 1 }, fails: ['server/pool-mongodb'] },
  '503 where no connection is free': {
    // A connection asks for one scenario again and again only when pools are checked.
    reply: async ({ route, open, connectionMemory }, right) => {
      const reply = await right();
      if (route !== 'users' || open < 40) return reply;
      const again = connectionMemory.has('users');
      connectionMemory.set('users', reply);
      return again ? status(503)(reply) : reply;
    },
    fails: ['server/pool-mongodb'],
  },
};
