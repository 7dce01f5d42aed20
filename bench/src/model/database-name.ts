import { type DatabaseKind, databaseFacts, databaseKinds } from '../scenarios/definition/databases.ts';
import { type ScenarioId, scenarioOf } from '../scenarios/list.ts';
import type { Run } from './run.ts';

/** Databases as scenarios name them; the server that answers may be a stand-in. */
export const databaseTitles = Object.fromEntries(
  databaseKinds.map((kind) => [kind, databaseFacts[kind].title]),
) as Readonly<Record<DatabaseKind, string>>;

export type RunDatabase = Run['databases'][number];

/** The server that answered a scenario's queries in a run; `null` if the scenario has no database. */
export function runDatabaseOf(run: Pick<Run, 'databases'>, scenario: ScenarioId): RunDatabase | null {
  const { database } = scenarioOf(scenario);
  return run.databases.find(({ kind }) => kind === database) ?? null;
}

/**
 * The product name that the server reports. Some of the first results, of 21 November 2026, have none, and are all of
 * PostgreSQL.
 */
export function productOf({ kind, product }: RunDatabase): string {
  return product ?? databaseTitles[kind];
}

/** Whether the server is another product than the one that the scenario names. */
export function isStandIn(database: RunDatabase): boolean {
  return productOf(database) !== databaseTitles[database.kind];
}

/** `PostgreSQL 18.4`, `MariaDB 10.11.19 (in place of MySQL)`: a stand-in is always named as one. */
export function databaseName(database: RunDatabase): string {
  const name = `${productOf(database)} ${database.version}`;
  return isStandIn(database) ? `${name} (in place of ${databaseTitles[database.kind]})` : name;
}
