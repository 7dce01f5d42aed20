import {
  type Cell,
  type CurvesData,
  type Figure,
  metricByRound,
  metricMissingReason,
  metrics,
  type RankingTable,
  SITE_DATA_SCHEMA_VERSION,
  scenarioIds,
  shapeGives,
  type TargetCell,
  type TargetData,
  type TargetVariant,
  variantName,
} from '../model/index.ts';
import { estimate } from '../stats/index.ts';
import { significant } from '../util/round.ts';
import { cellEstimate, rounded } from './cells.ts';
import type { RunResult, TargetResult } from './read-results.ts';
import type { KnownRun } from './reduced-run.ts';
import { newestFirst } from './shown-run.ts';

/** A run read whole, with the tables that were made of it. */
export interface ReadRun {
  result: RunResult;
  tables: readonly RankingTable[];
  curves: readonly CurvesData[];
}

/**
 * One document a target: what every shown run says about all of its variants. A target that the shown run of a
 * machine lacks (it is newer, or was left out then) is there from the newest other run that has it. Sizes of images
 * and times of builds, which few runs take, come from all runs.
 *
 * @param whole reads a run; asked only for those that a target rests on
 */
export function targetsData(
  shown: readonly KnownRun[],
  all: readonly KnownRun[],
  whole: (run: KnownRun) => ReadRun,
): TargetData[] {
  const newest = newestFirst(all);
  const others = newest.filter(
    (known) => known.run.finishedAt !== null && known.run.replay === undefined && !shown.includes(known),
  );
  const byTarget = new Map<string, KnownRun[]>();
  // Of all runs: a target that was only ever in one that did not finish has no page.
  for (const known of [...shown, ...others]) {
    for (const target of new Set(known.targets.map((entry) => entry.target))) {
      byTarget.set(target, [...(byTarget.get(target) ?? []), known]);
    }
  }
  const seldom = newestOf(newest);
  return [...byTarget.keys()]
    .sort()
    .flatMap((id) => targetData(id, byTarget.get(id) ?? [], lastMove(id, newest), seldom, whole) ?? []);
}

/** Since when the target is measured where it is now, if it was elsewhere before; `null` where it never moved. */
function lastMove(target: string, newest: readonly KnownRun[]): TargetData['lastMove'] {
  const [now, ...before] = newest.filter(
    ({ run, targets }) =>
      run.finishedAt !== null &&
      run.replay === undefined &&
      targets.some((entry) => entry.target === target && entry.state.step === 'measured'),
  );
  if (now === undefined) return null;
  const to = now.run.machine;
  const left = before.findIndex(({ run }) => run.machine !== to);
  const from = before[left]?.run.machine;
  if (from === undefined) return null;
  return { from, to, since: (before[left - 1] ?? now).run.startedAt };
}

/** By machine and target variant, each from the newest run that has it. */
interface Seldom {
  images: Map<string, NonNullable<TargetVariant['containerImage']>>;
  builds: Map<string, NonNullable<TargetVariant['cleanBuild']>>;
}

const seldomKey = (machine: string, target: string, variant: string): string =>
  `${machine} ${variantName(target, variant)}`;

function newestOf(newest: readonly KnownRun[]): Seldom {
  const seldom: Seldom = { images: new Map(), builds: new Map() };
  for (const { run, targets } of newest) {
    const { startedAt } = run;
    for (const { target, variant, imageBytes, cleanBuildSeconds } of targets) {
      const key = seldomKey(run.machine, target, variant);
      if (imageBytes !== null && !seldom.images.has(key)) {
        seldom.images.set(key, { sizeBytes: imageBytes, startedAt });
      }
      if (cleanBuildSeconds?.length && !seldom.builds.has(key)) {
        seldom.builds.set(key, { seconds: rounded(estimate(cleanBuildSeconds)), startedAt });
      }
    }
  }
  return seldom;
}

/** From the first run of each machine, in the order given. */
function targetData(
  id: string,
  having: readonly KnownRun[],
  moved: TargetData['lastMove'],
  seldom: Seldom,
  whole: (run: KnownRun) => ReadRun,
): TargetData | null {
  const machines = new Set<string>();
  const chosen = having
    .filter(({ run }) => !machines.has(run.machine) && machines.add(run.machine))
    .map(whole);
  const resultsOf = ({ result }: ReadRun) => result.targets.filter((entry) => entry.result.target === id);
  const first = chosen[0] && resultsOf(chosen[0])[0]?.result;
  if (first === undefined) return null;
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    target: id,
    name: first.name,
    language: first.language,
    kind: first.kind,
    lastMove: moved,
    appearances: chosen.map((run) => ({
      machine: run.result.run.machine,
      run: run.result.name,
      startedAt: run.result.run.startedAt,
      profile: run.result.run.profile.name,
      databases: run.result.run.databases,
      variants: resultsOf(run).map((entry) => variantData(entry, run, seldom)),
    })),
  };
}

function variantData(
  { file, result }: TargetResult,
  { result: { run }, tables, curves }: ReadRun,
  seldom: Seldom,
): TargetVariant {
  const { coldStartSeconds } = result;
  const key = seldomKey(run.machine, result.target, result.variant);
  const own = curves.find(({ target, variant }) => target === result.target && variant === result.variant);
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
    containerImage: seldom.images.get(key) ?? null,
    buildSeconds: result.buildSeconds,
    cleanBuild: seldom.builds.get(key) ?? null,
    linesOfCode: result.linesOfCode ?? null,
    coldStart:
      coldStartSeconds === null || coldStartSeconds.length === 0 ? null : rounded(estimate(coldStartSeconds)),
    startCommand: result.startCommand,
    checks: result.checks,
    raw: file,
    cells: inContractOrder(result.cells).map((cell) => cellData(cell, result, tables, own)),
  };
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
  curves: CurvesData | undefined,
): TargetCell {
  const curve = curves?.curves.find(
    ({ scenario, loadShapeId }) => scenario === cell.scenario && loadShapeId === cell.loadShapeId,
  );
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
        rounds: [...metricByRound(cell, metric.id).values()].map((value) => significant(value)),
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
    latencyCurve: curve ? { requests: curve.requests, rounds: curve.rounds, seconds: curve.seconds } : null,
    marks: cell.marks,
    failures: cell.failures,
  };
}
