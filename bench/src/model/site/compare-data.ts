import { z } from 'zod';
import { scenarioIds } from '../../scenarios/list.ts';
import { comparedCellFields, comparisonSchema, comparisonWarmupSchema } from '../comparison.ts';
import { loadShapeSchema } from '../load-shape.ts';
import { metricDirections, metricUnits } from '../metric.ts';
import { cellFields, estimateSchema, markCodes, metricIdSchema, runSchema, targetId } from '../run.ts';
import { count, identifier, joinedLabel, label, runName } from '../units.ts';
import { canaryCostsSchema } from './canary-costs.ts';
import { latencyCurveSchema } from './latency-curve.ts';
import { rowOf, variantOfTarget } from './ranking-data.ts';
import { siteVersion } from './site-version.ts';

/**
 * What `bench publish` compares: target variants of one run with each other, a run with the one before it, and the
 * base and head of a comparison. All are downloads too: their schemas are published.
 */

const times = z.number().positive().finite();
const effect = z.number().nonnegative();

/**
 * `[ratio, low, high]`: how many times better, by the figures that tables show, with the interval that decides in the
 * ranking: it excludes 1 exactly if the ranking considers the pair proven. Low and high are `null` after one round.
 */
const timesBetter = z.tuple([times, times.nullable(), times.nullable()]);
export type TimesBetter = z.infer<typeof timesBetter>;

const ofRun = { run: runName, startedAt: runSchema.shape.startedAt };

/** One target variant against every other of its machine, block by block. */
export const compareDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  ...variantOfTarget,
  name: label,
  rows: z.array(
    z.strictObject({
      /** Tables may come from several runs; a row comes from one. */
      ...ofRun,
      ...rowOf,
      /** Share by which a figure must differ to matter. */
      minimumEffect: effect,
      estimate: estimateSchema.nullable(),
      /** Doubts about the figure; with an invalidating one it is not compared. */
      marks: z.array(z.enum(markCodes)),
    }),
  ),
  others: z.array(
    z.strictObject({
      ...variantOfTarget,
      name: label,
      /** One per row: the other variant against this one; `null` if they cannot be compared. */
      times: z.array(timesBetter.nullable()),
    }),
  ),
});
export type CompareData = z.infer<typeof compareDataSchema>;

/** All curves of one target variant on one machine: a download, which the page of comparisons also draws. */
export const curvesDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  ...variantOfTarget,
  name: label,
  /** Shares of the requests at which the seconds of each curve are given. */
  shares: z.array(z.number().min(0).max(1)),
  curves: z.array(
    z.strictObject({
      ...ofRun,
      ...cellFields,
      /** Requested rate, in requests per second. */
      ratePerSecond: z.number().positive(),
      ...latencyCurveSchema.shape,
    }),
  ),
});
export type CurvesData = z.infer<typeof curvesDataSchema>;

const changeSchema = z.strictObject({
  ...variantOfTarget,
  name: label,
  ...rowOf,
  /** Geometric means, whose quotient the ratio is. */
  before: z.number(),
  after: z.number(),
  /** How many times worse the run is than the one before: above 1 is worse, whatever the metric. */
  ratio: times,
  low: times,
  high: times,
});
export type RunChange = z.infer<typeof changeSchema>;

const factKind = z.enum(['commit', 'tool', 'database', 'version']);
const runFactSchema = z.strictObject({ kind: factKind, of: joinedLabel.nullable(), value: label.nullable() });
export type RunFact = z.infer<typeof runFactSchema>;

/**
 * Figures for comparing a run with any other of its machine: for each compared figure, mean and standard
 * deviation of the natural logarithms of its values.
 */
export const runFiguresSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  run: runName,
  startedAt: runSchema.shape.startedAt,
  /** Runs of different launchers have no figure in common. */
  launcher: runSchema.shape.launcher,
  facts: z.array(runFactSchema),
  targets: z.array(z.strictObject({ ...variantOfTarget, name: label })),
  scenarios: z.array(rowOf.scenario),
  /** With the seconds of each load, and whether they are slices of a block: other figures are not comparable. */
  loadShapes: z.array(
    z.strictObject({
      id: identifier,
      loadShape: loadShapeSchema,
      seconds: z.number().positive(),
      inBlocks: z.boolean(),
    }),
  ),
  /** The metrics, each with the share by which it must differ to count. */
  metrics: z.array(
    z.strictObject({
      id: metricIdSchema,
      unit: z.enum(metricUnits),
      direction: z.enum(metricDirections),
      threshold: effect,
    }),
  ),
  /**
   * `[target, scenario, version of the scenario, load shape, metric, count, mean, deviation]` of each figure
   * that is ranked and has two values or more; names are indices into the lists above.
   */
  figures: z.array(z.tuple([count, count, count, count, count, count, z.number(), z.number()])),
});
export type RunFiguresData = z.infer<typeof runFiguresSchema>;

/** Finished runs of a machine that have figures to compare, newest first. */
export const comparableRunsSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  runs: z.array(
    z.strictObject({
      run: runName,
      startedAt: runSchema.shape.startedAt,
      profile: identifier,
      targets: count,
    }),
  ),
});
export type ComparableRuns = z.infer<typeof comparableRunsSchema>;

/** A run compared with the one before it on the same machine with the same profile. */
export const diffDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  before: z.strictObject({ run: runName, startedAt: runSchema.shape.startedAt }),
  after: z.strictObject({ run: runName, startedAt: runSchema.shape.startedAt }),
  /** Other differences: what changed, from what and to what. */
  changed: z.array(
    z.strictObject({
      kind: factKind,
      of: joinedLabel.nullable(),
      before: label.nullable(),
      after: label.nullable(),
    }),
  ),
  cells: count,
  /** Number of the other figures whose whole interval lies within the threshold. */
  same: count,
  thresholds: z.partialRecord(metricIdSchema, effect),
  /** Counts of all rows; the lists below are cut short. */
  counts: z.strictObject({ worse: count, better: count, unresolved: count }),
  /** Shown to differ by more than the threshold, at a false discovery rate over all figures; largest first. */
  significant: z.array(changeSchema),
  /** Shown neither to differ by more than the threshold nor to stay within; widest first. */
  unresolved: z.array(changeSchema),
});
export type DiffData = z.infer<typeof diffDataSchema>;

/** States of a compared cell, the most important first. */
export const cellStates = ['regressed', 'improved', 'undecided', 'same'] as const;

/** A comparison of base and head with its verdict. */
export const verdictDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  id: runName,
  startedAt: runSchema.shape.startedAt,
  /** Path of the file below the results folder, which is also its download path. */
  file: z.string(),
  pairs: comparisonSchema.shape.pairs,
  cells: z.array(
    z.strictObject({
      pair: count,
      scenario: rowOf.scenario,
      loadShape: loadShapeSchema,
      loadShapeId: identifier,
      metric: metricIdSchema,
      mode: comparedCellFields.mode,
      minimumEffect: effect,
      state: z.enum(cellStates),
      /** Effect on the cost, head ÷ base; above 1 is worse. `null` with fewer than two pairs. */
      effect: z.strictObject({ ratio: times, low: times, high: times, pairs: count }).nullable(),
      differs: z.enum(['worse', 'better']).nullable(),
      flagged: z.enum(['worse', 'better']).nullable(),
      recurred: z.boolean().nullable(),
      pairsNeeded: count.nullable(),
      /** All pairs, those of the confirmation last. */
      ratios: z.array(times),
      confirming: count,
      /** Why there is nothing to judge; `null` otherwise. */
      failure: z.string().nullable(),
      /** What is missing from a cell that was not measured to its end, which is undecided; `null` otherwise. */
      unmeasured: z
        .strictObject({
          /** Pairs that can be judged, and how many it takes. */
          judged: count,
          wanted: count,
          /** Whether these are pairs of its second measurement. */
          again: z.boolean(),
          /** How many pairs head failed in beyond those of base, if that is what is wrong; else `null`. */
          moreFailures: count.nullable(),
          /** The last failure, if any. */
          failure: z.strictObject({ side: z.enum(['base', 'head']).nullable(), what: z.string() }).nullable(),
        })
        .nullable(),
    }),
  ),
  counts: z.strictObject({ regressed: count, improved: count, same: count, undecided: count }),
  /** Pairs that are not judged because the hypervisor took CPU time meanwhile. */
  disturbed: count,
  /** The way between loader, servers and databases: see `comparisonSchema`. */
  network: z.enum(['host', 'sides']),
  /** How both sides were warmed up: see `comparisonSchema`. */
  warmup: comparisonWarmupSchema,
  /** The canary meanwhile; `null` if there was none. */
  canary: canaryCostsSchema.nullable(),
});
export type VerdictData = z.infer<typeof verdictDataSchema>;

/** `[run, median, low, high, values]`: the run as an index into the document's list, and a value for each fresh start. */
const trendPoint = z.tuple([
  count,
  z.number(),
  z.number().nullable(),
  z.number().nullable(),
  z.array(z.number()),
]);

const trendSeriesSchema = z.strictObject({
  variant: identifier,
  scenarioVersion: rowOf.scenarioVersion,
  loadShape: loadShapeSchema,
  loadShapeId: identifier,
  metric: metricIdSchema,
  /** Seconds of each load; figures of other lengths are not comparable. */
  measureSeconds: z.number().positive(),
  /** Whether it was measured in blocks; figures measured in rounds are not comparable. */
  inBlocks: z.boolean(),
  /** How servers were started; figures of containers are not comparable with those of processes. */
  launcher: runSchema.shape.launcher,
  points: z.array(trendPoint),
  /** Change points: index of the first point of the new level, and the medians on both sides. */
  changePoints: z.array(z.strictObject({ point: count, before: z.number(), after: z.number() })),
});
export type TrendSeries = z.infer<typeof trendSeriesSchema>;

/** One target in one scenario on one machine over time. */
export const trendDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  target: targetId,
  name: label,
  scenario: z.enum(scenarioIds),
  /** Oldest first. */
  runs: z.array(
    z.strictObject({
      run: runName,
      startedAt: runSchema.shape.startedAt,
      /** Version of the framework. */
      version: label.nullable(),
    }),
  ),
  series: z.array(trendSeriesSchema),
});
export type TrendData = z.infer<typeof trendDataSchema>;

const changeSide = z.strictObject({
  run: runName,
  startedAt: runSchema.shape.startedAt,
  commit: runSchema.shape.commit,
  version: label.nullable(),
});

/** A change point of a series, as `bench history` finds it. */
const shownChangePointSchema = z.strictObject({
  machine: identifier,
  ...variantOfTarget,
  name: label,
  ...rowOf,
  /** The last run of the old level and the first of the new one. */
  last: changeSide,
  first: changeSide,
  before: z.number(),
  after: z.number(),
  /** How many times worse it is after: above 1 is worse, whatever the metric. */
  cost: times,
  p: z.number().min(0).max(1),
  /** `machine`: the canary changed with it. */
  cause: z.enum(['machine', 'code', 'unknown']),
  /** A comparison of the two commits; `null` if there is none yet. */
  confirmation: z
    .strictObject({ comparison: runName, state: z.enum(cellStates), ratio: times.nullable() })
    .nullable(),
});
export type ShownChangePoint = z.infer<typeof shownChangePointSchema>;

export const changesDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  /** The largest first. */
  changes: z.array(shownChangePointSchema),
});
export type ChangesData = z.infer<typeof changesDataSchema>;
