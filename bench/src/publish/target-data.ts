import {
  type Cell,
  type Figure,
  metricMissingReason,
  metrics,
  type RankingTable,
  SITE_DATA_SCHEMA_VERSION,
  scenarioIds,
  shapeGives,
  type TargetCell,
  type TargetData,
  type TargetVariant,
} from '../model/index.ts';
import { estimate } from '../stats/index.ts';
import { cellEstimate, rounded } from './cells.ts';
import type { RunResult, TargetResult } from './read-results.ts';
import { newestFirst } from './shown-run.ts';

/** A run that the site shows, with the tables that were made of it. */
export interface ShownRun {
  result: RunResult;
  tables: readonly RankingTable[];
}

/**
 * One document a target: what every shown run says about all of its variants. A target that the shown run of a
 * machine lacks (it is newer, or was left out then) is there from the newest other run that has it. Sizes of images
 * come from all runs.
 */
export function targetsData(shown: readonly ShownRun[], all: readonly ShownRun[]): TargetData[] {
  const ids = new Set(all.flatMap(({ result }) => result.targets.map((entry) => entry.result.target)));
  const newest = newestFirst(all.map(({ result }) => result));
  const others = newest.flatMap((result) => {
    const usable = result.run.finishedAt !== null && result.run.replay === undefined;
    return usable ? all.filter((run) => run.result === result && !shown.includes(run)) : [];
  });
  return [...ids].sort().flatMap((id) => targetData(id, shown, others, newest) ?? []);
}

function targetData(
  id: string,
  shown: readonly ShownRun[],
  others: readonly ShownRun[],
  newest: readonly RunResult[],
): TargetData | null {
  const machines = new Set<string>();
  const having = [...shown, ...others]
    .map((run) => ({ run, results: run.result.targets.filter(({ result }) => result.target === id) }))
    .filter(({ run, results }) => {
      const { machine } = run.result.run;
      if (results.length === 0 || machines.has(machine)) return false;
      machines.add(machine);
      return true;
    });
  const first = having[0]?.results[0]?.result;
  if (first === undefined) return null;
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    target: id,
    name: first.name,
    language: first.language,
    kind: first.kind,
    appearances: having.map(({ run, results }) => ({
      machine: run.result.run.machine,
      run: run.result.name,
      startedAt: run.result.run.startedAt,
      profile: run.result.run.profile.name,
      databases: run.result.run.databases,
      variants: results.map((entry) => variantData(entry, run, newest)),
    })),
  };
}

function variantData(
  { file, result }: TargetResult,
  { result: { run }, tables }: ShownRun,
  newest: readonly RunResult[],
): TargetVariant {
  const { coldStartSeconds } = result;
  return {
    variant: result.variant,
    commit: result.commit,
    runCommit: run.commit,
    modified: result.modified,
    framework: result.framework,
    runtime: result.runtime,
    databaseAccess: result.databaseAccess,
    state: result.state,
    artifact: result.artifact,
    containerImage: containerImage(
      result,
      newest.filter((other) => other.run.machine === run.machine),
    ),
    buildSeconds: result.buildSeconds,
    linesOfCode: result.linesOfCode ?? null,
    coldStart:
      coldStartSeconds === null || coldStartSeconds.length === 0 ? null : rounded(estimate(coldStartSeconds)),
    startCommand: result.startCommand,
    checks: result.checks,
    raw: file,
    cells: inContractOrder(result.cells).map((cell) => cellData(cell, result, tables)),
  };
}

function containerImage(
  { target, variant }: TargetResult['result'],
  newest: readonly RunResult[],
): TargetVariant['containerImage'] {
  for (const { run, targets } of newest) {
    const found = targets.find(({ result }) => result.target === target && result.variant === variant);
    const artifact = found?.result.artifact;
    if (artifact?.kind === 'image') return { sizeBytes: artifact.sizeBytes, startedAt: run.startedAt };
  }
  return null;
}

/** Results keep the order of measuring, which is drawn anew for each run. */
function inContractOrder(cells: readonly Cell[]): Cell[] {
  const place = ({ scenario }: Cell): number => scenarioIds.indexOf(scenario);
  return [...cells].sort((a, b) => place(a) - place(b));
}

function cellData(
  cell: Cell,
  { target, variant }: TargetResult['result'],
  tables: readonly RankingTable[],
): TargetCell {
  const rankedAmong: TargetCell['rankedAmong'] = {};
  const figures = metrics
    .filter((metric) => shapeGives(cell.loadShape, metric))
    .map((metric): Figure => {
      const table = tables.find(
        (candidate) =>
          candidate.scenario === cell.scenario &&
          candidate.loadShapeId === cell.loadShapeId &&
          candidate.metric === metric.id,
      );
      const ranked = table?.rows.filter(({ outcome }) => outcome.kind === 'ranked') ?? [];
      const own = ranked.find((row) => row.target === target && row.variant === variant)?.outcome;
      rankedAmong[metric.id] = ranked.length;
      const figure = cellEstimate(cell, metric);
      return {
        metric: metric.id,
        estimate: figure,
        missing: figure === null ? metricMissingReason(cell, metric.id) : null,
        rank: own?.kind === 'ranked' ? own.rank : null,
      };
    });
  return {
    scenario: cell.scenario,
    scenarioVersion: cell.scenarioVersion,
    loadShape: cell.loadShape,
    loadShapeId: cell.loadShapeId,
    ratePerSecond: cell.ratePerSecond,
    loaderCommand: cell.loaderCommand,
    rankedAmong,
    figures,
    marks: cell.marks,
    failures: cell.failures,
  };
}
