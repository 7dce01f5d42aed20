import {
  databaseTitles,
  isStandIn,
  productOf,
  type RunDatabase,
  type ScenarioId,
  scenarioOf,
} from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';

/**
 * The database that a scenario asks, by the name that the filters have, after what stood in for it: `MariaDB (MySQL)`;
 * `null` if it asks none. Titles of scenarios do not say it: whoever looks for MySQL finds it beside them.
 *
 * @param databases those of the tables that are shown
 */
export function scenarioDatabase(
  id: ScenarioId,
  databases: readonly (RunDatabase | null)[],
  { inBrackets }: Pick<Messages, 'inBrackets'>,
): string | null {
  const { database: kind } = scenarioOf(id);
  if (kind === null) return null;
  const found = databases.find((one) => one?.kind === kind);
  const title = databaseTitles[kind];
  return found && isStandIn(found) ? productOf(found) + inBrackets(title) : title;
}
