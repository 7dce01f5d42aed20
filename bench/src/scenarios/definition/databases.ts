/** What is known of a database without its driver. Its engine is `databases/<kind>/engine.ts`. */
interface DatabaseFacts {
  /** As scenarios name it; the server that answers may be a stand-in. */
  title: string;
  /** The environment variable that names a server which runs already. */
  urlVariable: string;
  /** The variables that a server under test gets, as the contract's table shows them: names, then meaning. */
  given: readonly [names: string, meaning: string];
  /** Connections that a driver opens beside its pool, for each process of a server under test. */
  monitoringConnections: number;
}

export const databaseFacts = {
  postgresql: {
    title: 'PostgreSQL',
    urlVariable: 'PITWALL_POSTGRES_URL',
    given: ['`PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD`, `PGDATABASE`', 'PostgreSQL, as libpq names them'],
    monitoringConnections: 0,
  },
  mysql: {
    title: 'MySQL',
    urlVariable: 'PITWALL_MYSQL_URL',
    given: ['`MYSQL_HOST`, `MYSQL_PORT`, `MYSQL_USER`, `MYSQL_PASSWORD`, `MYSQL_DATABASE`', 'MySQL'],
    monitoringConnections: 0,
  },
  mongodb: {
    title: 'MongoDB',
    urlVariable: 'PITWALL_MONGODB_URL',
    given: ['`MONGODB_URI`', 'MongoDB, with the name of the database as its path'],
    // One connection watches the server and, if the server streams its state, a second measures the round trip
    // (Server Monitoring specification, "Connections").
    monitoringConnections: 2,
  },
} as const satisfies Record<string, DatabaseFacts>;

export type DatabaseKind = keyof typeof databaseFacts;
/** In the order of their facts, which is that of tables and lists. */
export const databaseKinds = Object.keys(databaseFacts) as [DatabaseKind, ...DatabaseKind[]];
