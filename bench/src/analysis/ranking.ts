import {
  blockCounts,
  type Cell,
  type Estimate,
  isRateLatency,
  type LoadShape,
  loadShapeId,
  type Metric,
  metricMissingReason,
  metrics,
  type Outcome,
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
import { type ProvenPair, plateau, provenOf, ranksOf, tiersOf } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';
import { ceilingOf } from './ceiling.ts';
import { cellOf } from './cells.ts';
import { comparedTable } from './table-comparison.ts';

/**
 * Every ranking table of a run: each metric of each scenario and load shape of its profile. A metric without a
 * single figure has no table, unless its load gave no figure at all: the tables then say why.
 */
export function rankingTables(result: RunResult): RankingTable[] {
  const { profile } = result.run;
  return profile.scenarios.flatMap((scenario) =>
    profile.loadShapes.flatMap((shape) => {
      const tables = metrics
        .filter((metric) => shapeGives(shape, metric))
        .flatMap((metric) => rankingTable(result, scenario, shape, metric) ?? []);
      const having = tables.filter(({ rows }) => rows.some(({ outcome }) => 'estimate' in outcome));
      return having.length > 0 ? having : tables;
    }),
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
  const having = inScenario.flatMap(({ result, cell }) =>
    cell ? [{ id: idOf(result), kind: result.kind, cell }] : [],
  );
  if (having.length === 0) return null;
  // Never compare two versions of a scenario; within one run there is only one.
  const scenarioVersion = Math.max(...having.map(({ cell }) => cell.scenarioVersion));
  const { figures, estimates, ranked, references, pairs } = comparedTable(run, having, metric);
  const proven = provenOf(pairs, metric.direction);
  const found: Found = {
    figures,
    estimates,
    ranks: ranksOf(ranked, proven),
    tiers: tiersOf(ranked, proven),
    references: new Set(references),
    runFinished: run.finishedAt !== null,
  };
  const rows = inScenario.map(({ result, cell }) => row(result, cell, scenario, metric, found));
  const sorted = withFactors(rows, metric).sort((a, b) => compareRows(a, b, metric));
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine: run.machine,
    run: name,
    startedAt: run.startedAt,
    profile: run.profile.name,
    ...blockCounts(run),
    scenario,
    scenarioVersion,
    loadShape,
    loadShapeId: shapeId,
    metric: metric.id,
    unit: metric.unit,
    direction: metric.direction,
    database: runDatabaseOf(run, scenario),
    ...(metric.id === 'peakMemoryBytes' && run.peakMemory && { peakMemory: run.peakMemory }),
    ...(isRateLatency(metric.id, loadShape) && run.latencies && { latencies: run.latencies }),
    ceiling: metric.id === 'throughputPerSecond' ? ceilingOf(rows) : null,
    plateau: metric.id === 'throughputPerSecond' ? plateauOf(rows) : null,
    rows: withBehind(sorted, proven),
  };
}

function idOf({ target, variant }: Pick<TargetRun, 'target' | 'variant'>): string {
  return variantName(target, variant);
}

/** What is known of a table as a whole. */
interface Found {
  figures: ReadonlyMap<string, ReadonlyMap<number, number>>;
  estimates: ReadonlyMap<string, Estimate>;
  ranks: ReturnType<typeof ranksOf>;
  tiers: ReadonlyMap<string, number>;
  references: ReadonlySet<string>;
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
  const outcome = outcomeOf(result, cell, metric, found);
  const byBlock = found.figures.get(idOf(result));
  return {
    target: result.target,
    variant: result.variant,
    name: result.name,
    language: result.language,
    kind: result.kind,
    access: (database !== null && result.databaseAccess[database]) || null,
    outcome,
    values: 'estimate' in outcome && byBlock ? [...byBlock.values()].map((value) => significant(value)) : [],
    marks: cell?.marks ?? [],
  };
}

function outcomeOf(
  result: TargetRun,
  cell: Cell | undefined,
  metric: Metric,
  { estimates, ranks, tiers, references, runFinished }: Found,
): Outcome {
  const { state } = result;
  if (state.step !== 'measured') {
    return { kind: 'left-out', step: state.step, reason: state.reason, next: state.next };
  }
  if (cell === undefined) return { kind: 'no-cell', runFinished };
  const id = idOf(result);
  const figure = estimates.get(id);
  if (figure === undefined) return { kind: 'missing', reason: metricMissingReason(cell, metric.id) };
  if (references.has(id)) return { kind: 'reference', estimate: figure, factor: null };
  const rank = ranks.get(id);
  if (rank === undefined) return { kind: 'unranked', estimate: figure };
  return { kind: 'ranked', rank, tier: tiers.get(id) ?? 1, behind: [], estimate: figure, factor: null };
}

function plateauOf(rows: readonly RankingRow[]): RankingTable['plateau'] {
  const found = plateau(
    rows.flatMap((row) =>
      'factor' in row.outcome ? [{ id: idOf(row), value: row.outcome.estimate.median }] : [],
    ),
  );
  return found && { targets: found.ids, lowPerSecond: found.low, highPerSecond: found.high };
}

/** Adds to each comparable figure how many times the best of those that compete is better. */
function withFactors(rows: readonly RankingRow[], { direction }: Metric): RankingRow[] {
  const medians = rows.flatMap(({ outcome }) => (outcome.kind === 'ranked' ? [outcome.estimate.median] : []));
  const best = direction === 'higher' ? Math.max(...medians) : Math.min(...medians);
  return rows.map((row) => {
    if (!('factor' in row.outcome)) return row;
    const { median } = row.outcome.estimate;
    const factor = direction === 'higher' ? best / median : median / best;
    const fits = Number.isFinite(factor) && factor > 0;
    return { ...row, outcome: { ...row.outcome, factor: fits ? significant(factor) : null } };
  });
}

/** Names the rows that are proven better than each, by their places in the table. */
function withBehind(rows: readonly RankingRow[], proven: readonly ProvenPair[]): RankingRow[] {
  const places = new Map(rows.map((row, place) => [idOf(row), place]));
  return rows.map((row) => {
    if (row.outcome.kind !== 'ranked') return row;
    const behind = proven
      .filter(({ worse }) => worse === idOf(row))
      .flatMap(({ better }) => places.get(better) ?? [])
      .sort((a, b) => a - b);
    return { ...row, outcome: { ...row.outcome, behind } };
  });
}

const order: readonly Outcome['kind'][] = [
  'ranked',
  'reference',
  'unranked',
  'missing',
  'no-cell',
  'left-out',
];

function compareRows(a: RankingRow, b: RankingRow, { direction }: Metric): number {
  const byKind = order.indexOf(a.outcome.kind) - order.indexOf(b.outcome.kind);
  if (byKind !== 0) return byKind;
  if ('estimate' in a.outcome && 'estimate' in b.outcome) {
    const difference = a.outcome.estimate.median - b.outcome.estimate.median;
    if (difference !== 0) return direction === 'lower' ? difference : -difference;
  }
  return variantName(a.target, a.variant) < variantName(b.target, b.variant) ? -1 : 1;
}
