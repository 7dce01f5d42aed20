import { cellOf } from '../../analysis/cells.ts';
import type { TableInRun } from '../../analysis/shown-run.ts';
import { estimatedTable } from '../../analysis/table-comparison.ts';
import {
  loadShapeId,
  metricByBlock,
  metrics,
  type Run,
  type RunData,
  type RunSummary,
  shapeGives,
  type TargetRun,
  variantNameOf,
} from '../../model/index.ts';
import type { RunFolder, RunResult } from '../../results/read-results.ts';
import { canaryCosts } from '../data/canary-costs.ts';
import { warmUpTables } from '../data/warm-up-data.ts';

/** What is cached of every run: enough for its page, for lists, and to choose which runs to read in full. */
interface RunHead {
  run: Run;
  targets: HeadTarget[];
  tables: TableInRun[];
  /** The warm-up tables that it can give. */
  warmUps: TableInRun[];
  glance: RunData['glance'];
}

interface HeadTarget
  extends Pick<
    TargetRun,
    'target' | 'variant' | 'name' | 'language' | 'kind' | 'state' | 'framework' | 'runtime'
  > {
  file: string;
  imageBytes: number | null;
  cleanBuildSeconds: number[] | null;
  coldStartSeconds: number[] | null;
}

/** A run that was found, with its head. */
export interface KnownRun extends RunFolder, RunHead {}

export function headOf(result: RunResult): RunHead {
  return {
    run: result.run,
    targets: result.targets.map(({ file, result: target }) => ({
      file,
      target: target.target,
      variant: target.variant,
      name: target.name,
      language: target.language,
      kind: target.kind,
      state: target.state,
      framework: target.framework,
      runtime: target.runtime,
      imageBytes: target.artifact?.kind === 'image' ? target.artifact.sizeBytes : null,
      cleanBuildSeconds: target.cleanBuildSeconds ?? null,
      coldStartSeconds: target.coldStartSeconds,
    })),
    tables: tablesOf(result),
    warmUps: warmUpTables(result),
    glance: glanceOf(result),
  };
}

/** Tables of a run, in the order of its profile. */
function tablesOf({ run, targets }: RunResult): TableInRun[] {
  return run.profile.scenarios.flatMap((scenario) =>
    run.profile.loadShapes.flatMap((shape): TableInRun[] => {
      const id = loadShapeId(shape);
      const cells = targets.flatMap(({ result }) => cellOf(result, scenario, id) ?? []);
      const variants = cells.filter(({ rounds }) => rounds.round.length > 0).length;
      return cells.length === 0 ? [] : [{ scenario, loadShapeId: id, variants }];
    }),
  );
}

/** One figure per target and scenario, as rankings show it, under the first load shape of the profile that has any. */
function glanceOf({ run, targets }: RunResult): RunData['glance'] {
  const cells = targets.flatMap(({ result }) => result.cells.map((cell) => ({ result, cell })));
  const wanted = run.profile.loadShapes.flatMap((loadShape) =>
    metrics.filter((metric) => shapeGives(loadShape, metric)).map((metric) => ({ loadShape, metric })),
  );
  // Throughput describes a run best; a run without a closed loop shows the first metric that it has.
  wanted.sort(
    (a, b) => Number(b.metric.id === 'throughputPerSecond') - Number(a.metric.id === 'throughputPerSecond'),
  );
  for (const { loadShape, metric } of wanted) {
    const having = cells.filter(
      ({ cell }) =>
        JSON.stringify(cell.loadShape) === JSON.stringify(loadShape) &&
        metricByBlock(cell, metric.id).size > 0,
    );
    if (having.length === 0) continue;
    const scenarios = run.profile.scenarios.filter((id) => having.some(({ cell }) => cell.scenario === id));
    const estimates = new Map(
      scenarios.map((scenario) => {
        const own = having.filter(({ cell }) => cell.scenario === scenario);
        const table = own.map(({ result, cell }) => ({ id: variantNameOf(result), cell }));
        return [scenario, estimatedTable(run, table, metric.id).estimates];
      }),
    );
    const rows = targets
      .filter(({ result }) => having.some((entry) => entry.result === result))
      .map(({ result }) => ({
        target: result.target,
        variant: result.variant,
        name: result.name,
        estimates: scenarios.map((scenario) => estimates.get(scenario)?.get(variantNameOf(result)) ?? null),
      }));
    return { metric: metric.id, loadShape, scenarios, rows };
  }
  return null;
}

export function summaryOf({ run, name, targets }: KnownRun, before: KnownRun | null): RunSummary {
  const measured = targets.filter(({ state }) => state.step === 'measured').length;
  return {
    machine: run.machine,
    name,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    commit: run.commit,
    modified: run.modified,
    profile: run.profile.name,
    targets: { measured, leftOut: targets.length - measured },
    canary: canaryCosts(run.canary),
    before: before?.name ?? null,
  };
}
