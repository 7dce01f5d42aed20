import type {
  Estimate,
  Figure,
  LoadShape,
  Mark,
  MarkCode,
  MetricId,
  Outcome,
  RankingRow,
  RankingTable,
  ShownRunData,
  SiteIndex,
  TargetCell,
  TargetVariantData,
} from '@pitwall/bench/model';
import { metricOf } from '@pitwall/bench/model';

/** Tables, cells and targets as small as a test of what pages show needs them. */

export const closed: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
export const atRate: LoadShape = { ...closed, loader: 'oha', rate: { perSecond: 1_000 } };
export const ofCapacity: LoadShape = { ...closed, loader: 'oha', rate: { shareOfCapacity: 0.5 } };

/** A figure with an interval of a tenth to each side. */
export const estimateAround = (median: number): Estimate => ({
  median,
  low: median * 0.9,
  high: median * 1.1,
  count: 5,
});

export const markOf = (code: MarkCode): Mark => ({ code, rounds: [0], detail: 'seen in a test' });

export function smallRow(target: string, outcome: Outcome, parts: Partial<RankingRow> = {}): RankingRow {
  const name = target.split('/')[1] ?? target;
  const described = { name, language: 'Go', kind: 'micro', access: null, marks: [] } as const;
  return {
    target,
    variant: 'default',
    outcome,
    values: [],
    ...described,
    ...parts,
    marks: parts.marks ?? [],
  };
}

/** Each row is proven behind all that are better. */
export function rankedAt(place: number, median: number, factor: number | null): Outcome {
  const behind = Array.from({ length: place - 1 }, (_, better) => better);
  const rank = { best: place, worst: place };
  return { kind: 'ranked', rank, tier: place, behind, estimate: estimateAround(median), factor };
}

export const referenceOf = (median: number, factor: number): Outcome => ({
  kind: 'reference',
  estimate: estimateAround(median),
  factor,
});

export const leftOut = (reason: string): Outcome => ({
  kind: 'left-out',
  step: 'left-out',
  reason,
  next: 'install it',
});

/** A table of throughput of small JSON in a closed loop, unless its parts say otherwise. */
export function smallTable(rows: RankingRow[], parts: Partial<RankingTable> = {}): RankingTable {
  const metric = parts.metric ?? 'throughputPerSecond';
  const { unit, direction } = metricOf(metric);
  const isLatency = metric === 'latencyP99Seconds';
  return {
    schemaVersion: 1,
    machine: 'machine',
    run: '20260601T020000Z-6c9f8ca',
    startedAt: '2026-06-01T02:00:00.000Z',
    profile: 'standard',
    blocks: 5,
    scenario: 'json',
    scenarioVersion: 1,
    loadShape: isLatency ? atRate : closed,
    loadShapeId: isLatency ? 'oha-64-rate-1000' : 'wrk-64',
    database: null,
    ceiling: null,
    plateau: null,
    ...parts,
    metric,
    unit,
    direction,
    rows,
  } as RankingTable;
}

/** Frameworks by name, best first, each proven behind the ones before it. */
export function rankedTable(
  medians: Readonly<Record<string, number>>,
  parts: Partial<RankingTable> = {},
): RankingTable {
  const [best = 1] = Object.values(medians);
  const higher = metricOf(parts.metric ?? 'throughputPerSecond').direction === 'higher';
  const rows = Object.entries(medians).map(([target, median], at) =>
    smallRow(target, rankedAt(at + 1, median, higher ? best / median : median / best)),
  );
  return smallTable(rows, parts);
}

export const smallRun = (...tables: RankingTable[]): ShownRunData =>
  ({ machine: { id: 'machine' }, tables }) as unknown as ShownRunData;

/** One cell of a target variant, with its figures by metric. */
export function smallCell(
  figures: Partial<Record<MetricId, number | Partial<Figure>>>,
  parts: Partial<TargetCell> = {},
): TargetCell {
  return {
    scenario: 'json',
    scenarioVersion: 1,
    loadShape: closed,
    loadShapeId: 'wrk-64',
    rankedAmong: {},
    latencyCurve: null,
    marks: [],
    failures: [],
    figures: Object.entries(figures).map(([metric, given]) => ({
      ...{ metric, missing: null, values: [], rank: null, estimate: null },
      ...(typeof given === 'number' ? { estimate: estimateAround(given) } : given),
    })),
    ...parts,
  } as unknown as TargetCell;
}

export function variantOf(parts: Partial<TargetVariantData> = {}): TargetVariantData {
  return {
    variant: 'default',
    framework: { name: 'Gin', version: '1.12.0' },
    runtime: { name: 'Go', version: '1.26.8' },
    databaseAccess: {},
    artifact: null,
    containerImage: null,
    buildSeconds: null,
    cleanBuild: null,
    linesOfCode: null,
    coldStart: null,
    coldStartedAt: null,
    commit: null,
    modified: false,
    cells: [],
    ...parts,
  } as unknown as TargetVariantData;
}

type Listed = SiteIndex['targets'][number];

export function listedOf(target: string, parts: Partial<Listed> = {}): Listed {
  const described = { name: target.split('/')[1] ?? target, language: 'Go', kind: 'micro' } as const;
  return { target, ...described, runtimes: { default: 'Go' }, manifest: null, ...parts };
}
