import type { FigureCell, RunFigures } from '../../analysis/history.ts';
import { newestFirst } from '../../analysis/shown-run.ts';
import {
  type DiffData,
  hasBlocks,
  type MetricId,
  metricOf,
  metrics,
  putsLoad,
  type RunChange,
  type RunFact,
  SITE_DATA_SCHEMA_VERSION,
  variantNameOf,
} from '../../model/index.ts';
import {
  judgedDifferences,
  type LogDifference,
  logDifference,
  logSummary,
  studentT,
} from '../../stats/index.ts';
import { significant } from '../../util/rounding.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';

/**
 * Two runs were not measured together, so every difference includes what the machine did in between. The
 * thresholds are therefore wider than those of a verdict.
 */
export const RUN_DIFF_THRESHOLDS: Partial<Record<MetricId, number>> = Object.fromEntries(
  metrics.flatMap(({ id, runDiffThreshold }) => (runDiffThreshold === null ? [] : [[id, runDiffThreshold]])),
);
/** Most rows in one list; the counts include all rows. */
const MOST_ROWS = 100;

/**
 * Maps each run to the newest one before it on the same machine with the same profile that shares a scenario and a
 * target variant with it, both or neither in blocks, and both or neither in containers: what these cost is no change.
 */
export function runsBefore(runs: readonly KnownRun[]): Map<KnownRun, KnownRun> {
  const before = new Map<KnownRun, KnownRun>();
  const latest = new Map<string, KnownRun[]>();
  for (const run of newestFirst(runs).reverse()) {
    const { machine, launcher, profile, finishedAt, replay } = run.run;
    if (finishedAt === null || replay !== undefined || !putsLoad(profile)) continue;
    const key = `${machine} ${launcher} ${profile.name} ${hasBlocks(profile)}`;
    const earlier = latest.get(key) ?? [];
    const names = new Set(run.targets.map(variantNameOf));
    const scenarios = new Set(profile.scenarios);
    const found = earlier.findLast(
      ({ run: earlierRun, targets }) =>
        earlierRun.profile.scenarios.some((id) => scenarios.has(id)) &&
        targets.some((target) => names.has(variantNameOf(target))),
    );
    if (found) before.set(run, found);
    earlier.push(run);
    // A run of a few targets rarely has to look further back for one that has them too.
    if (earlier.length > MOST_LOOKED_AT) earlier.shift();
    latest.set(key, earlier);
  }
  return before;
}
const MOST_LOOKED_AT = 100;

interface Difference extends RunChange, LogDifference {}

export function diffData(
  before: { known: KnownRun; figures: RunFigures },
  after: { known: KnownRun; figures: RunFigures },
): DiffData {
  const earlier = new Map(before.figures.cells.map((cell) => [keyOf(cell), cell]));
  const differences = after.figures.cells.flatMap((cell) => {
    const old = earlier.get(keyOf(cell));
    const loadShape = after.figures.shapes[cell.loadShapeId];
    if (!old?.ranked || !cell.ranked || loadShape === undefined) return [];
    return (Object.keys(RUN_DIFF_THRESHOLDS) as MetricId[]).flatMap(
      (metric) => difference(old, cell, metric, loadShape) ?? [],
    );
  });
  const { significant: beyond, unresolved, same } = judgedDifferences(differences);
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine: after.known.run.machine,
    before: { run: before.known.name, startedAt: before.known.run.startedAt },
    after: { run: after.known.name, startedAt: after.known.run.startedAt },
    changed: changed(before.known, after.known),
    cells: differences.length,
    same: same.length,
    thresholds: RUN_DIFF_THRESHOLDS,
    counts: {
      worse: beyond.filter(({ ratio }) => ratio > 1).length,
      better: beyond.filter(({ ratio }) => ratio < 1).length,
      unresolved: unresolved.length,
    },
    significant: shown(beyond),
    unresolved: shown(unresolved),
  };
}

function shown(differences: readonly Difference[]): RunChange[] {
  return differences.slice(0, MOST_ROWS).map(({ p: _, threshold: __, ...change }) => ({
    ...change,
    ratio: significant(change.ratio),
    low: significant(change.low),
    high: significant(change.high),
  }));
}

function keyOf(cell: FigureCell): string {
  const { target, variant, scenario, scenarioVersion, loadShapeId, measureSeconds, inBlocks } = cell;
  return [target, variant, scenario, scenarioVersion, loadShapeId, measureSeconds, inBlocks].join(' ');
}

function difference(
  before: FigureCell,
  after: FigureCell,
  metric: MetricId,
  loadShape: RunFigures['shapes'][string],
): Difference | null {
  const [old, now] = [before.figures[metric]?.values ?? [], after.figures[metric]?.values ?? []];
  const [first, second] = [logSummary(old), logSummary(now)];
  const threshold = RUN_DIFF_THRESHOLDS[metric];
  if (first === null || second === null || threshold === undefined) return null;
  const compared = logDifference(first, second, { ...metricOf(metric), threshold }, studentT);
  return (
    compared && {
      target: after.target,
      variant: after.variant,
      name: after.name,
      scenario: after.scenario,
      scenarioVersion: after.scenarioVersion,
      loadShape: loadShape as RunChange['loadShape'],
      loadShapeId: after.loadShapeId,
      metric,
      // Geometric means, whose quotient the ratio is.
      before: significant(Math.exp(first.centre)),
      after: significant(Math.exp(second.centre)),
      ...compared,
    }
  );
}

/** Differences in commit, tools, databases, and versions of the targets that both runs have. */
function changed(before: KnownRun, after: KnownRun): DiffData['changed'] {
  const old = new Map(runFacts(before).map((fact) => [`${fact.kind} ${fact.of}`, fact.value]));
  return runFacts(after).flatMap(({ kind, of, value }) => {
    const was = old.get(`${kind} ${of}`);
    return was === undefined || was === value ? [] : [{ kind, of, before: was, after: value }];
  });
}

/** What may differ between two runs besides the code: commit, tools, databases and versions of targets. */
export function runFacts({ run, targets }: KnownRun): RunFact[] {
  return [
    { kind: 'commit', of: null, value: run.commit },
    ...run.tools.map(({ name, version }): RunFact => ({ kind: 'tool', of: name, value: version })),
    ...run.databases.map(
      ({ kind, product, version }): RunFact => ({ kind: 'database', of: product ?? kind, value: version }),
    ),
    ...targets.map(
      (target): RunFact => ({ kind: 'version', of: variantNameOf(target), value: target.framework.version }),
    ),
  ];
}
