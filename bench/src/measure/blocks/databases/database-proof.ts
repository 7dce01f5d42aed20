import type { Database, DatabaseCounters } from '../../../databases/database.ts';
import type { Built } from '../../../launch/launcher.ts';
import { type MarkCode, type ScenarioId, type SharedData, scenarioOf } from '../../../model/index.ts';
import type { Listener } from '../../events.ts';
import type { PlannedCell } from '../../planned-cells.ts';
import { databaseMarks, hasRestarted, type RowsEach, rowsEach } from '../../slice/database-marks.ts';
import type { Ready } from '../live-server.ts';

/** Responses that loaders saw, and probes of the slices, by scenario. */
export type CountedResponses = Map<ScenarioId, number>;

interface ProvenCell {
  cell: PlannedCell;
  failure: string | null;
  marks: { code: MarkCode; detail: string }[];
}

interface ProofEffects {
  data: SharedData;
  report: Listener;
  /** Loads a server alone on a fresh start; returns its responses, or `null` if it does not start. */
  respondsAlone(cell: PlannedCell, built: Built): Promise<number | null>;
}

interface Proof {
  /**
   * Marks the cells whose answers did not come from their database. Call it when all servers have stopped.
   */
  finish(responses: CountedResponses, cells: readonly ProvenCell[], ready: readonly Ready[]): Promise<void>;
}

/**
 * Reads the counters of each database now and after the block: a server that answers from anywhere else leaves them
 * short by its whole share. Among few servers that shows; among many, what the others ask beyond their counted responses
 * may cover it, so databases that count at once are also read around every slice (`measureSlice`). To find the server,
 * each is then loaded alone. If none is found, the figures of all cells that use the database are marked.
 */
export async function proveDatabases(databases: readonly Database[], effects: ProofEffects): Promise<Proof> {
  const { data, report } = effects;
  const before = new Map<Database, DatabaseCounters>();
  for (const database of databases) {
    // If a database is gone, the cells that use it fail with their own reasons.
    const counters = await database.counters().catch(() => null);
    if (counters) before.set(database, counters);
  }
  return {
    async finish(responses, cells, ready) {
      for (const [database, counters] of before) {
        const after = await database.counters().catch(() => null);
        if (after === null) continue;
        if (hasRestarted(counters, after)) {
          const text = `${database.product} was started again within the block: its counters prove nothing`;
          report({ kind: 'line', text });
          continue;
        }
        const { total, each } = impliedBy(data, database, responses);
        const [mark] = total === 0 ? [] : databaseMarks(counters, after, total, each);
        if (!mark) continue;
        const asking = cells.filter(
          (one) => one.cell.scenario.database === database.kind && one.failure === null,
        );
        report({
          kind: 'line',
          text: `${database.product} counted too few queries or rows: loading each server alone`,
        });
        const guilty = await guiltyOf(effects, database, asking, ready);
        for (const { marks } of guilty.length > 0 ? guilty : asking) marks.push(mark);
      }
    },
  };
}

/** Returns the number of responses that used the database, and what an average one reads and writes. */
function impliedBy(
  data: SharedData,
  { kind }: Database,
  responses: CountedResponses,
): { total: number; each: RowsEach } {
  const loads = [...responses].flatMap(([id, count]) => {
    const scenario = scenarioOf(id);
    return scenario.database === kind ? [{ count, each: rowsEach(scenario, data) }] : [];
  });
  const total = loads.reduce((sum, { count }) => sum + count, 0);
  const share = (of: (each: RowsEach) => number): number =>
    total === 0 ? 0 : loads.reduce((sum, { count, each }) => sum + count * of(each), 0) / total;
  return { total, each: { read: share(({ read }) => read), written: share(({ written }) => written) } };
}

/** Returns the cells whose answers do not come from the database when loaded alone on a fresh start. */
async function guiltyOf(
  { data, respondsAlone }: ProofEffects,
  database: Database,
  asking: readonly ProvenCell[],
  ready: readonly Ready[],
): Promise<ProvenCell[]> {
  const guilty: ProvenCell[] = [];
  const byScenario = new Map(
    asking.map((one) => [`${one.cell.targetVariant.name} ${one.cell.scenario.id}`, one.cell]),
  );
  for (const cell of byScenario.values()) {
    const built = ready.find(({ targetVariant }) => targetVariant === cell.targetVariant)?.built;
    if (!built) continue;
    const { targetVariant, scenario } = cell;
    const before = await database.counters().catch(() => null);
    if (before === null) return guilty;
    const responses = await respondsAlone(cell, built);
    if (responses === null) continue;
    const after = await database.counters().catch(() => null);
    if (after === null) return guilty;
    const marks = databaseMarks(before, after, responses, rowsEach(scenario, data));
    if (marks.length === 0) continue;
    guilty.push(
      ...asking.filter((one) => one.cell.targetVariant === targetVariant && one.cell.scenario === scenario),
    );
  }
  return guilty;
}
