import { cellOf, rounded, shownEstimates } from '../../analysis/cells.ts';
import { type TableFigures, tableFigures } from '../../analysis/levels.ts';
import { findingsOf } from '../../analysis/replay-findings.ts';
import { newestFirst, SHOWN_RUN_COVERAGE } from '../../analysis/shown-run.ts';
import { tableErrorRate } from '../../analysis/table-comparison.ts';
import {
  type Cell,
  databaseName,
  type Estimate,
  hasBlocks,
  isRanked,
  loadShapeId,
  metricByBlock,
  metricMissingReason,
  metricOf,
  type PublishedRow,
  type PublishedStudy,
  type Replay,
  type ReplayData,
  type ReplayOutcome,
  type ReplayRow,
  type ReplayTable,
  replayShape,
  runDatabaseOf,
  type ScenarioId,
  type SettingData,
  scenarioOf,
  settingsOf,
  startsOf,
  type TargetRun,
  targetsFor,
  variantNameOf,
} from '../../model/index.ts';
import type { RunResult } from '../../results/read-results.ts';
import {
  DIGITS_STEP,
  estimate,
  median,
  type ProvenPair,
  pairInterval,
  provenOf,
  type RankedSeries,
  ranksOf,
  type TablePair,
  tablePairs,
} from '../../stats/index.ts';
import { significant } from '../../util/rounding.ts';

/** Replays are compared by throughput, which the studies printed. */
const THROUGHPUT = metricOf('throughputPerSecond');

/** Reduces one study with all versions of its replay, which share the study and the file. */
export function replayData(versions: readonly Replay[], runs: readonly RunResult[]): ReplayData {
  const [first] = versions;
  if (!first) throw new RangeError('a study has at least one version of its replay');
  const { published, file, study } = first;
  return {
    schemaVersion: 1,
    study,
    ...published,
    rows: settingsOf(published).map((rows) => ({
      setting: settingOf(first, rows),
      figures: figuresOf(rows),
    })),
    findings: findingsOf(published, file.load.seconds ?? null),
    shortcomings: file.shortcomings,
    differences: file.differences,
    substitutes: file.substitutes,
    targets: file.systems,
    versions: versions.map((replay) => ({
      name: replay.name,
      scaled: replay.scaled ? (replay.file.scaled?.why ?? '') : null,
      runs: chosenRuns(replay, runs).map((result) => ({
        machine: result.run.machine,
        run: result.name,
        startedAt: result.run.startedAt,
        finishedAt: result.run.finishedAt,
        launcher: result.run.launcher,
        starts: startsOf(result.run.profile),
        tools: result.run.tools,
        tables: settingsOf(published).map((rows) => tableOf(replay, rows, result)),
      })),
    })),
  };
}

/**
 * The newest finished run of each machine, unless it has far fewer blocks than another: then it was only a
 * trial. Runs in rounds measured servers that were not warm, so a run in blocks replaces those of all machines.
 */
function chosenRuns({ name }: Replay, runs: readonly RunResult[]): RunResult[] {
  const all = newestFirst(runs.filter(({ run }) => run.replay?.name === name && run.finishedAt !== null));
  const inBlocks = all.filter(({ run }) => hasBlocks(run.profile));
  const finished = inBlocks.length > 0 ? inBlocks : all;
  return [...Map.groupBy(finished, ({ run }) => run.machine).values()].flatMap((candidates) => {
    const most = Math.max(...candidates.map(measuredBlocks));
    return candidates.find((result) => measuredBlocks(result) >= most * SHOWN_RUN_COVERAGE) ?? [];
  });
}

function measuredBlocks({ targets }: RunResult): number {
  return targets
    .flatMap(({ result }) => result.cells)
    .reduce((sum, { rounds }) => sum + rounds.round.length, 0);
}

function settingOf({ file }: Replay, rows: readonly PublishedRow[]): SettingData {
  const { scenario, connections, connection = file.load.connection, requests } = rows[0] as PublishedRow;
  return {
    id: settingId(rows),
    scenario,
    connections,
    connection,
    requests: file.load.seconds === undefined ? (requests ?? null) : null,
  };
}

function settingId(rows: readonly PublishedRow[]): string {
  const { scenario, connections, connection } = rows[0] as PublishedRow;
  return [scenario, connections, ...(connection ? [connection] : [])].join('-');
}

function figuresOf(rows: readonly PublishedRow[]): ReplayData['rows'][number]['figures'] {
  const best = Math.max(...rows.map(({ throughputPerSecond }) => throughputPerSecond));
  return rows
    .map(({ system, throughputPerSecond }) => ({
      system,
      throughputPerSecond,
      rank: 1 + rows.filter((other) => other.throughputPerSecond > throughputPerSecond).length,
      shareOfBest: significant(throughputPerSecond / best),
    }))
    .sort((a, b) => a.rank - b.rank);
}

/** What was measured for one row: its cell, or why there is none. */
interface Found {
  system: string;
  substitute: boolean;
  target: string;
  scenario: ScenarioId;
  shapeId: string;
  result: TargetRun | undefined;
  cell: Cell | undefined;
}

/** Figures that the table shows, by target variant and by block. */
type ShownFigures = TableFigures['figures'];

function tableOf(replay: Replay, rows: readonly PublishedRow[], result: RunResult): ReplayTable {
  const order = figuresOf(rows).map(({ system }) => system);
  const shape = replayShape(replay, rows[0] as PublishedRow);
  const shapeId = loadShapeId(shape);
  const { scenario } = rows[0] as PublishedRow;
  const found = order.flatMap((system) =>
    targetsFor(replay, system).map(({ target, substitute }): Found => {
      const own = result.targets.find((entry) => variantNameOf(entry.result) === target)?.result;
      return {
        system,
        substitute,
        target,
        scenario,
        shapeId,
        result: own,
        cell: own && cellOf(own, scenario, shapeId),
      };
    }),
  );
  const cells = new Map(found.flatMap(({ target, cell }) => (cell ? [[target, cell] as const] : [])));
  const inTable = [...cells].map(([id, cell]) => ({ id, cell }));
  const table = tableFigures(result.run, inTable, THROUGHPUT.id);
  const { figures: shown } = table;
  const estimates = shownEstimates(table, inTable);
  // A substitute is another system, so it has no rank among those of the study.
  const series = found.flatMap(({ system, substitute, target, cell }): RankedSeries[] => {
    const byBlock = shown.get(target);
    if (substitute || !cell || !isRanked(cell) || !byBlock || byBlock.size === 0) return [];
    return [{ id: system, byBlock }];
  });
  const pairs = tablePairs(series, tableErrorRate(result.run));
  const proven = provenOf(pairs, THROUGHPUT.direction);
  const measured = order.filter((system) => series.some(({ id }) => id === system));
  const ranks = ranksOf(measured, proven);
  const best = series.find(({ id }) => id === order[0]) ?? null;
  const database = runDatabaseOf(result.run, scenario);
  return {
    setting: settingId(rows),
    loadShape: shape,
    loadShapeId: shapeId,
    scenarioVersion: found.find(({ cell }) => cell !== undefined)?.cell?.scenarioVersion ?? null,
    database: database && databaseName(database),
    rows: withPlaces(
      found.map((entry) =>
        rowOf(entry, replay.published, result, {
          rank: ranks.get(entry.system) ?? null,
          best,
          ...{ shown, estimates },
          pairs,
        }),
      ),
    ),
    ...changes(measured, proven),
  };
}

/** What a row needs from the other rows of its table. */
interface InTable {
  rank: { best: number; worst: number } | null;
  /** The system that the study found best. */
  best: RankedSeries | null;
  shown: ShownFigures;
  estimates: ReadonlyMap<string, Estimate>;
  pairs: readonly TablePair[];
}

function rowOf(entry: Found, published: PublishedStudy, run: RunResult, inTable: InTable): ReplayRow {
  const { system, substitute, target, result, scenario } = entry;
  const { database } = scenarioOf(scenario);
  const [folder = target, variant = 'default'] = target.split(':');
  const version = result?.framework.version;
  return {
    system,
    target: folder,
    variant,
    framework: result ? `${result.name}${version ? ` ${version}` : ''}` : target,
    access: (database && result?.databaseAccess[database]) ?? null,
    substitute,
    outcome: outcomeOf(entry, published, run, substitute ? { ...inTable, rank: null } : inTable),
  };
}

/** A figure as a share of that of the study's best system; `null` if one of them cannot be compared. */
function shareOf(
  { system, substitute, target }: Found,
  { rank, best, shown, pairs }: InTable,
): ReturnType<typeof rounded> | null {
  if (best === null || (rank === null && !substitute)) return null;
  if (substitute) {
    const shares = [...(shown.get(target) ?? [])].flatMap(([block, value]) =>
      best.byBlock.has(block) ? value / (best.byBlock.get(block) as number) : [],
    );
    return shares.length === 0 ? null : rounded(estimate(shares, DIGITS_STEP));
  }
  const count = shown.get(target)?.size ?? 0;
  if (system === best.id) return { median: 1, low: 1, high: 1, count };
  const pair = pairs.find(({ a, b }) => [a, b].includes(system) && [a, b].includes(best.id));
  if (pair === undefined) return null;
  // The interval is that of the test which decides the order, so that both say the same.
  const interval = pairInterval(pair);
  const [low, high] = interval === null ? [null, null] : [interval.low, interval.high];
  return pair.a === system
    ? rounded({ median: pair.ratio, low, high, count })
    : rounded({ median: 1 / pair.ratio, low: high && 1 / high, high: low && 1 / low, count });
}

function outcomeOf(
  found: Found,
  published: PublishedStudy,
  { run }: RunResult,
  inTable: InTable,
): ReplayOutcome {
  const { target, result, cell, scenario, shapeId } = found;
  if (result === undefined) return { kind: 'no-cell', why: 'unfinished' };
  if (result.state.step !== 'measured') {
    const { step, reason, next } = result.state;
    return { kind: 'left-out', step, reason, next };
  }
  if (cell === undefined) {
    const { database } = scenarioOf(scenario);
    const asked = run.replay?.cells.some(
      (one) => one.target === target && one.scenario === scenario && one.loadShapeId === shapeId,
    );
    if (!asked) return { kind: 'no-cell', why: 'not-in-run' };
    const noDatabase = database !== null && runDatabaseOf(run, scenario) === null;
    return { kind: 'no-cell', why: noDatabase ? 'no-database' : 'not-served' };
  }
  const figure = inTable.estimates.get(target);
  if (figure === undefined) {
    const [failure] = cell.failures;
    return {
      kind: 'missing',
      reason: metricMissingReason(cell, THROUGHPUT.id),
      detail: failure?.what ?? null,
    };
  }
  const values = [...metricByBlock(cell, THROUGHPUT.id)].sort(([a], [b]) => a - b);
  const reduced = reduceAsStudy(
    published,
    values.map(([, value]) => value),
  );
  return {
    kind: 'measured',
    asStudyPerSecond: reduced === null ? null : significant(reduced),
    asStudyRank: null,
    estimate: figure,
    rank: inTable.rank,
    shareOfBest: shareOf(found, inTable),
    marks: cell.marks,
  };
}

/** Reduces our blocks to one figure as the study reduced its own; returns `null` if there are too few. */
export function reduceAsStudy(published: PublishedStudy, values: readonly number[]): number | null {
  const taken = values.slice(0, published.rounds);
  if (taken.length < published.rounds) return null;
  switch (published.reduced) {
    case 'single':
      return taken[0] ?? null;
    case 'best throughput of 3':
      return Math.max(...taken);
    case 'median of 5':
      return median(taken);
  }
}

/** Adds the ranks that the study's own reduction would give: one figure each, without uncertainty. */
function withPlaces(rows: readonly ReplayRow[]): ReplayRow[] {
  const figureOf = ({ outcome }: ReplayRow): number | null =>
    outcome.kind === 'measured' && outcome.rank !== null ? outcome.asStudyPerSecond : null;
  const figures = rows.flatMap((row) => figureOf(row) ?? []);
  return rows.map((row) => {
    const own = figureOf(row);
    if (own === null || row.outcome.kind !== 'measured') return row;
    const asStudyRank = 1 + figures.filter((other) => other > own).length;
    return { ...row, outcome: { ...row.outcome, asStudyRank } };
  });
}

/** Compares each pair's order in the study with what is proven now. */
function changes(
  order: readonly string[],
  proven: readonly ProvenPair[],
): Pick<ReplayTable, 'reversed' | 'pairs'> {
  const isProven = (better: string, worse: string): boolean =>
    proven.some((pair) => pair.better === better && pair.worse === worse);
  const pairs = order.flatMap((aheadThen, index) =>
    order.slice(index + 1).map((aheadNow) => ({ aheadThen, aheadNow })),
  );
  const reversed = pairs.filter(({ aheadThen, aheadNow }) => isProven(aheadNow, aheadThen));
  const kept = pairs.filter(({ aheadThen, aheadNow }) => isProven(aheadThen, aheadNow)).length;
  return {
    reversed,
    pairs: {
      compared: pairs.length,
      kept,
      reversed: reversed.length,
      undecided: pairs.length - kept - reversed.length,
    },
  };
}
