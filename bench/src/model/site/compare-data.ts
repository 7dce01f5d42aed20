import { z } from 'zod';
import { scenarioIds } from '../../scenarios/list.ts';
import { comparisonSchema } from '../comparison.ts';
import { loadShapeSchema } from '../load-shape.ts';
import { metricDirections, metricUnits } from '../metric.ts';
import { estimateSchema, metricIdSchema, runSchema, targetId } from '../run.ts';
import { count, identifier, label, runName } from '../units.ts';
import { latencyCurveSchema } from './latency-curve.ts';
import { cellFields, rowOf, SITE_DATA_SCHEMA_VERSION } from './site-data.ts';

/**
 * What `bench publish` compares: target variants of one run with each other, a run with the one before it, and the
 * base and head of a comparison. All are downloads too: their schemas are published.
 */
const version = z.literal(SITE_DATA_SCHEMA_VERSION);
const variantOfTarget = { target: targetId, variant: identifier };
const times = z.number().positive().finite();
const effect = z.number().nonnegative();

/** `[ratio, low, high]`: how many times better, with its 95 % interval; low and high are `null` after one round. */
const timesBetter = z.tuple([times, times.nullable(), times.nullable()]);
export type TimesBetter = z.infer<typeof timesBetter>;

const ofRun = { run: runName, startedAt: runSchema.shape.startedAt };

/** One target variant against every other of its machine, round by round or block by block. */
export const compareDataSchema = z.strictObject({
  schemaVersion: version,
  machine: identifier,
  ...variantOfTarget,
  name: label,
  rows: z.array(
    z.strictObject({
      /** Tables may be of several runs, a row is of one. */
      ...ofRun,
      ...rowOf,
      /** Share by which a figure must differ to matter. */
      minimumEffect: effect,
      estimate: estimateSchema.nullable(),
    }),
  ),
  others: z.array(
    z.strictObject({
      ...variantOfTarget,
      name: label,
      /** One a row: the other against this one; `null` where they have no ranked round in common. */
      times: z.array(timesBetter.nullable()),
    }),
  ),
});
export type CompareData = z.infer<typeof compareDataSchema>;

/** All curves of one target variant on one machine: a download, and what the page of comparisons draws. */
export const curvesDataSchema = z.strictObject({
  schemaVersion: version,
  machine: identifier,
  ...variantOfTarget,
  name: label,
  /** What the seconds of each curve are at. */
  shares: z.array(z.number().min(0).max(1)),
  curves: z.array(
    z.strictObject({
      ...ofRun,
      ...cellFields,
      /** Requests a second that were asked for. */
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
  /** Medians. */
  before: z.number(),
  after: z.number(),
  /** How many times worse the run is than the one before: above 1 is worse, whatever the metric. */
  ratio: times,
  low: times,
  high: times,
});
export type RunChange = z.infer<typeof changeSchema>;

const factKind = z.enum(['commit', 'tool', 'database', 'version']);
const runFactSchema = z.strictObject({ kind: factKind, of: label.nullable(), value: label.nullable() });
export type RunFact = z.infer<typeof runFactSchema>;

/**
 * What is needed of a run to hold it against any other of its machine: for each figure that two runs are compared by,
 * mean and standard deviation of the natural logarithms of its rounds.
 */
export const runFiguresSchema = z.strictObject({
  schemaVersion: version,
  machine: identifier,
  run: runName,
  startedAt: runSchema.shape.startedAt,
  facts: z.array(runFactSchema),
  targets: z.array(z.strictObject({ ...variantOfTarget, name: label })),
  scenarios: z.array(rowOf.scenario),
  loadShapes: z.array(z.strictObject({ id: identifier, loadShape: loadShapeSchema })),
  /** With the share by which each must differ to count. */
  metrics: z.array(
    z.strictObject({
      id: metricIdSchema,
      unit: z.enum(metricUnits),
      direction: z.enum(metricDirections),
      threshold: effect,
    }),
  ),
  /**
   * `[target, scenario, version of the scenario, load shape, metric, rounds, mean, deviation]` of each figure that is
   * ranked and has two rounds or more; names as their places in the lists above.
   */
  figures: z.array(z.tuple([count, count, count, count, count, count, z.number(), z.number()])),
});
export type RunFiguresData = z.infer<typeof runFiguresSchema>;

/** Finished runs of a machine that have figures to compare, newest first. */
export const comparableRunsSchema = z.strictObject({
  schemaVersion: version,
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

/** A run against the one before it on the same machine with the same profile. */
export const diffDataSchema = z.strictObject({
  schemaVersion: version,
  machine: identifier,
  before: z.strictObject({ run: runName, startedAt: runSchema.shape.startedAt }),
  after: z.strictObject({ run: runName, startedAt: runSchema.shape.startedAt }),
  /** What else differs: name of what, and what it was and is. */
  changed: z.array(
    z.strictObject({
      kind: factKind,
      of: label.nullable(),
      before: label.nullable(),
      after: label.nullable(),
    }),
  ),
  cells: count,
  /** Within the threshold, the whole interval. */
  same: count,
  thresholds: z.partialRecord(metricIdSchema, effect),
  /** Of all; the lists below are cut at their most telling rows. */
  counts: z.strictObject({ worse: count, better: count, unresolved: count }),
  /** The whole interval beyond the threshold, the largest first. */
  significant: z.array(changeSchema),
  /** The interval reaches over a threshold, the widest first. */
  unresolved: z.array(changeSchema),
});
export type DiffData = z.infer<typeof diffDataSchema>;

/** What a comparison says of a cell, what matters first. */
export const cellStates = ['regressed', 'improved', 'undecided', 'same'] as const;

/** A comparison of base and head with what follows from it. */
export const verdictDataSchema = z.strictObject({
  schemaVersion: version,
  machine: identifier,
  id: runName,
  startedAt: runSchema.shape.startedAt,
  /** The file below the results folder, which is also where it is downloaded. */
  file: z.string(),
  pairs: comparisonSchema.shape.pairs,
  cells: z.array(
    z.strictObject({
      pair: count,
      scenario: rowOf.scenario,
      loadShape: loadShapeSchema,
      loadShapeId: identifier,
      metric: metricIdSchema,
      minimumEffect: effect,
      state: z.enum(cellStates),
      /** Of what a request costs, head ÷ base; `null` with fewer than two pairs. */
      effect: z.strictObject({ ratio: times, low: times, high: times, rounds: count }).nullable(),
      differs: z.enum(['worse', 'better']).nullable(),
      flagged: z.enum(['worse', 'better']).nullable(),
      recurred: z.boolean().nullable(),
      roundsNeeded: count.nullable(),
      /** Every pair, those of the confirmation after the others. */
      ratios: z.array(times),
      confirming: count,
      /** Why there is nothing to judge, where that is so. */
      failure: z.string().nullable(),
    }),
  ),
  counts: z.strictObject({ regressed: count, improved: count, same: count, undecided: count }),
  /** Pairs that were measured and are not judged: the hypervisor took processor time away meanwhile. */
  disturbed: count,
  /** What never changes, meanwhile: the least and the most that a request of it cost. */
  reference: z
    .strictObject({
      target: label,
      loads: count,
      lowNanoseconds: times,
      highNanoseconds: times,
    })
    .nullable(),
});
export type VerdictData = z.infer<typeof verdictDataSchema>;

/** `[run, median, low, high, rounds]`: the run as its place in the document's list. */
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
  /** Measured load of a round: figures of other lengths are other figures. */
  measureSeconds: z.number().positive(),
  /** Measured in blocks: what was measured in rounds is another figure. */
  inBlocks: z.boolean(),
  points: z.array(trendPoint),
  /** Where the level shifts: the place of the first point of the new level, and the medians on both sides. */
  steps: z.array(z.strictObject({ point: count, before: z.number(), after: z.number() })),
});
export type TrendSeries = z.infer<typeof trendSeriesSchema>;

/** One target in one scenario on one machine over time. */
export const trendDataSchema = z.strictObject({
  schemaVersion: version,
  machine: identifier,
  target: targetId,
  name: label,
  scenario: z.enum(scenarioIds),
  /** Oldest first. */
  runs: z.array(
    z.strictObject({
      run: runName,
      startedAt: runSchema.shape.startedAt,
      /** Of the framework. */
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

/** Where a series shifts its level: `bench history` finds the same. */
const levelChangeSchema = z.strictObject({
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
  /** `machine`: the canary stepped with it. */
  cause: z.enum(['machine', 'code', 'unknown']),
  /** A comparison of the two commits; `null` where there is none yet. */
  confirmation: z
    .strictObject({ comparison: runName, state: z.enum(cellStates), ratio: times.nullable() })
    .nullable(),
});
export type LevelChange = z.infer<typeof levelChangeSchema>;

export const changesDataSchema = z.strictObject({
  schemaVersion: version,
  /** The largest first. */
  changes: z.array(levelChangeSchema),
});
export type ChangesData = z.infer<typeof changesDataSchema>;
