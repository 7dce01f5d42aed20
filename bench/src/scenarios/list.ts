import { accountGet } from './account-get.ts';
import { accountInsert } from './account-insert.ts';
import { accountList } from './account-list.ts';
import { asset } from './asset.ts';
import { counter } from './counter.ts';
import type { DatabaseKind } from './definition/databases.ts';
import type { Definition } from './definition/scenario.ts';
import type { SharedFile } from './definition/shared-data.ts';
import type { Table } from './definition/table.ts';
import { error } from './error.ts';
import { json } from './json.ts';
import { jsonLarge } from './json-large.ts';
import { menus } from './menus.ts';
import { notFound } from './not-found.ts';
import { plaintext } from './plaintext.ts';
import { users } from './users.ts';

/** All scenarios, in the order of the contract's table and of the site. */
const definitions = [
  plaintext,
  json,
  jsonLarge,
  error,
  notFound,
  counter,
  asset,
  menus,
  accountInsert,
  accountList,
  accountGet,
  users,
];

export type ScenarioId = (typeof definitions)[number]['id'];
export type Scenario = Definition<ScenarioId>;

export const scenarios: readonly Scenario[] = definitions;
export const scenarioIds: readonly ScenarioId[] = scenarios.map(({ id }) => id);

export function scenarioOf(id: ScenarioId): Scenario {
  const found = scenarios.find((scenario) => scenario.id === id);
  if (!found) throw new RangeError(`no scenario ${id}`);
  return found;
}

/** Returns the tables of one database, without duplicates: scenarios share some. */
export function tablesOf(kind: DatabaseKind, all: readonly Definition[] = scenarios): Table[] {
  const own = all.flatMap(({ database, table }) => (table && database === kind ? [table] : []));
  return [...new Set(own)];
}

/** Returns the files of `targets/shared` that scenarios make their bodies from, without duplicates. */
export function sharedFilesOf(all: readonly Definition[] = scenarios): SharedFile<unknown>[] {
  const named = all.flatMap(({ shared, table }) => [shared ?? [], table?.rows ?? []].flat());
  return [...new Map(named.map((file) => [file.name, file])).values()];
}
