import {
  blocksOf,
  type Cell,
  isRanked,
  type LoadShape,
  loadShapeId,
  looksOf,
  type Metric,
  metricMissingReason,
  metrics,
  type Outcome,
  type Rank,
  type RankingRow,
  type RankingTable,
  runDatabaseOf,
  type ScenarioId,
  SITE_DATA_SCHEMA_VERSION,
  scenarioOf,
  shapeGives,
  type TargetRun,
  variantName,
} from '../model/index.ts';
import type { RunResult } from '../results/read-results.ts';
import { plateau, RANK_ERROR_RATE, rankIntervals } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';
import { ceilingOf } from './ceiling.ts';
import { cellOf, valuesEstimate } from './cells.ts';
import { tableFigures } from './levels.ts';

/** Every ranking table of a run: each metric of each scenario and load shape of its profile. */
export function rankingTables(result: RunResult): RankingTable[] {
  const { profile } = result.run;
  return profile.scenarios.flatMap((scenario) =>
    profile.loadShapes.flatMap((shape) =>
      metrics
        .filter((metric) => shapeGives(shape, metric))
        .flatMap((metric) => rankingTable(result, scenario, shape, metric) ?? []),
    ),
  );
}

/** One table, or `null` if no target of the run has a cell for it. */
export function rankingTable(
  result: RunResult,
  scenario: ScenarioId,
  loadShape: LoadShape,
  metric: Metric,
): RankingTable | null {
  const { run, name, targets } = result;
  const shapeId = loadShapeId(loadShape);
  const inScenario = targets.map(({ result }) => ({ result, cell: cellOf(result, scenario, shapeId) }));
  const cells = inScenario.flatMap(({ cell }) => cell ?? []);
  if (cells.length === 0) return null;
  // Never compare two versions of a scenario; within one run there is only one.
  const scenarioVersion = Math.max(...cells.map((cell) => cell.scenarioVersion));
  const having = inScenario.flatMap(({ result, cell }) => (cell ? [{ id: idOf(result), cell }] : []));
  const figures = tableFigures(run, having, metric.id);
  const ranks = rankIntervals(
    having
      .filter(({ cell }) => isRanked(cell))
      .map(({ id }) => ({ id, byRound: figures.get(id) ?? new Map() }))
      .filter(({ byRound }) => byRound.size > 0),
    metric.direction,
    RANK_ERROR_RATE / looksOf(run.profile),
  );
  const rows = inScenario.map(({ result, cell }) =>
    row(result, cell, scenario, metric, { figures, ranks, runFinished: run.finishedAt !== null }),
  );
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine: run.machine,
    run: name,
    startedAt: run.startedAt,
    profile: run.profile.name,
    blocks: blocksOf(run),
    scenario,
    scenarioVersion,
    loadShape,
    loadShapeId: shapeId,
    metric: metric.id,
    unit: metric.unit,
    direction: metric.direction,
    database: runDatabaseOf(run, scenario),
    ceiling: metric.id === 'throughputPerSecond' ? ceilingOf(rows) : null,
    plateau: metric.id === 'throughputPerSecond' ? plateauOf(rows) : null,
    rows: withFactors(rows, metric).sort((a, b) => compareRows(a, b, metric)),
  };
}

function idOf(result: TargetRun): string {
  return variantName(result.target, result.variant);
}

/** What is known of a table as a whole. */
interface Found {
  figures: ReadonlyMap<string, ReadonlyMap<number, number>>;
  ranks: ReadonlyMap<string, Rank>;
  runFinished: boolean;
}

function row(
  result: TargetRun,
  cell: Cell | undefined,
  scenario: ScenarioId,
  metric: Metric,
  found: Found,
): RankingRow {
  const { database } = scenarioOf(scenario);
  return {
    target: result.target,
    variant: result.variant,
    name: result.name,
    language: result.language,
    kind: result.kind,
    access: (database !== null && result.databaseAccess[database]) || null,
    outcome: outcomeOf(result, cell, metric, found),
    marks: cell?.marks ?? [],
  };
}

function outcomeOf(
  result: TargetRun,
  cell: Cell | undefined,
  metric: Metric,
  { figures, ranks, runFinished }: Found,
): Outcome {
  const { state } = result;
  if (state.step !== 'measured') {
    return { kind: 'dropped', step: state.step, reason: state.reason, next: state.next };
  }
  if (cell === undefined) return { kind: 'no-cell', runFinished };
  const figure = valuesEstimate([...(figures.get(idOf(result))?.values() ?? [])]);
  if (figure === null) return { kind: 'missing', reason: metricMissingReason(cell, metric.id) };
  const rank = ranks.get(idOf(result));
  if (rank === undefined) return { kind: 'unranked', estimate: figure };
  return { kind: 'ranked', rank, estimate: figure, factor: null };
}

function plateauOf(rows: readonly RankingRow[]): RankingTable['plateau'] {
  const found = plateau(
    rows.flatMap(({ target, variant, outcome }) =>
      outcome.kind === 'ranked' ? [{ id: variantName(target, variant), value: outcome.estimate.median }] : [],
    ),
  );
  return found && { targets: found.ids, lowPerSecond: found.low, highPerSecond: found.high };
}

function withFactors(rows: readonly RankingRow[], { direction }: Metric): RankingRow[] {
  const medians = rows.flatMap(({ outcome }) => (outcome.kind === 'ranked' ? [outcome.estimate.median] : []));
  const best = direction === 'higher' ? Math.max(...medians) : Math.min(...medians);
  return rows.map((entry) => {
    if (entry.outcome.kind !== 'ranked') return entry;
    const { median } = entry.outcome.estimate;
    const factor = direction === 'higher' ? best / median : median / best;
    return {
      ...entry,
      outcome: { ...entry.outcome, factor: Number.isFinite(factor) ? significant(factor) : null },
    };
  });
}

const order: readonly Outcome['kind'][] = ['ranked', 'unranked', 'missing', 'no-cell', 'dropped'];

function compareRows(a: RankingRow, b: RankingRow, { direction }: Metric): number {
  const byKind = order.indexOf(a.outcome.kind) - order.indexOf(b.outcome.kind);
  if (byKind !== 0) return byKind;
  if ('estimate' in a.outcome && 'estimate' in b.outcome) {
    const difference = a.outcome.estimate.median - b.outcome.estimate.median;
    if (difference !== 0) return direction === 'lower' ? difference : -difference;
  }
  return variantName(a.target, a.variant) < variantName(b.target, b.variant) ? -1 : 1;
}
