import { z } from 'zod';
import { scenarioIds } from '../scenarios/list.ts';
import { referenceSchema } from './canary.ts';
import { loadShapeSchema } from './load-shape.ts';
import { byMetric, metricIds } from './metric.ts';
import { slicesWarmupSchema } from './profile.ts';
import { launcherNames, runSchema, targetId, targetRunSchema } from './run.ts';
import { count, identifier, instant, label, prose, runName, seconds } from './units.ts';

/**
 * A comparison of base and head, `results/comparisons/<machine>/<year>/<time>-<commit>.json`: every pair of rounds,
 * and the method that judges them. The verdict is not in it: it follows from the file alone.
 */
export const COMPARISON_SCHEMA_VERSION = 1;

const commit = z.string().regex(/^[0-9a-f]{40}$/);
const ratio = z.number().positive().finite();

/** One side: a target variant as it is in the checkout, or at a commit, or with another version of a package. */
export const armSchema = z.strictObject({
  /** As it was asked for: `go/gin:raw@HEAD~1`. */
  label,
  target: targetId,
  variant: identifier,
  /** `null` for the checkout as it was. */
  revision: commit.nullable(),
  /** The package that was put in the place of the locked one. */
  pinned: z.strictObject({ package: label, version: label }).nullable(),
  framework: targetRunSchema.shape.framework,
  runtime: targetRunSchema.shape.runtime,
  artifact: targetRunSchema.shape.artifact,
});
export type ComparisonArm = z.infer<typeof armSchema>;

/** The metric in its unit; `null` where the side gave none. */
export const pairValue = z.number().positive().finite().nullable();

/** Both figures of each pair, and what happened in it. One entry a pair, in the order measured. */
const pairColumns = {
  /** Which pair of the cell it is; those of the confirmation count on. */
  round: z.array(count),
  startedSeconds: z.array(seconds),
  /** Which side was started first. */
  first: z.array(z.enum(['base', 'head'])),
  base: z.array(pairValue),
  head: z.array(pairValue),
  baseRequests: z.array(count),
  headRequests: z.array(count),
  /** Share of the machine's processor time that the hypervisor took away meanwhile. */
  stolenRatio: z.array(z.number().min(0).max(1).nullable()),
  /** Measured again because the cell was flagged. */
  again: z.array(z.boolean()),
} as const;

/** What a cell of a comparison holds; a calibration's holds more. */
export const comparedCellFields = {
  /** Which of `pairs` it belongs to. */
  pair: count,
  scenario: z.enum(scenarioIds),
  scenarioVersion: z.number().int().min(1),
  loadShape: loadShapeSchema,
  metric: z.enum(metricIds),
  /** `together`: both servers at once on the same processors. `in-turn`: one after the other. */
  mode: z.enum(['together', 'in-turn']),
  rounds: z.strictObject(pairColumns).superRefine((rounds, context) => {
    if (new Set(Object.values(rounds).map((values) => values.length)).size > 1) {
      context.addIssue({ code: 'custom', message: 'columns differ in length' });
    }
  }),
  failures: z.array(z.strictObject({ round: count, side: z.enum(['base', 'head']).nullable(), what: prose })),
} as const;

export const comparedCellSchema = z.strictObject(comparedCellFields);
export type ComparedCell = z.infer<typeof comparedCellSchema>;

export const comparisonSchema = z.strictObject({
  schemaVersion: z.literal(COMPARISON_SCHEMA_VERSION),
  /** Also the name of its file. */
  id: runName,
  machine: identifier,
  startedAt: instant,
  finishedAt: instant.nullable(),
  commit: runSchema.shape.commit,
  modified: z.boolean(),
  launcher: z.enum(launcherNames),
  seed: count,
  processors: runSchema.shape.processors,
  tools: runSchema.shape.tools,
  databases: runSchema.shape.databases,
  method: z.strictObject({
    looks: z
      .array(z.strictObject({ rounds: z.number().int().min(2), errorRate: z.number().gt(0).lt(0.5) }))
      .min(1),
    /** Share by which a metric must change to matter. */
    minimumEffects: z.partialRecord(z.enum(metricIds), ratio),
    measureSeconds: z.number().positive(),
    /** A pair is short, and its warm-up in parts of a second. */
    warmup: slicesWarmupSchema,
  }),
  pairs: z.array(z.strictObject({ base: armSchema, head: armSchema })).min(1),
  cells: z.array(comparedCellSchema),
  /** The third arm: what never changes, loaded alone now and then, says whether the machine kept still. */
  reference: referenceSchema.optional(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Share by which a metric must change to matter, unless a comparison says otherwise. */
export const MINIMUM_EFFECTS = byMetric(({ minimumEffect }) => minimumEffect);

/**
 * When the data are looked at, and the part of the error rate that each look has: planned beforehand, because looking
 * until something shows finds something. Pairs of less than a second can be many; those of a runtime that collects or
 * compiles, and those that take turns, are fewer.
 */
export const LOOKS = {
  short: [
    { rounds: 10, errorRate: 0.001 },
    { rounds: 40, errorRate: 0.002 },
    // Within the minute that finds 2 % in a compiled server, whose pairs deviate by 2 to 3 %: 40 find it seven times
    // of eight.
    { rounds: 75, errorRate: 0.003 },
    { rounds: 160, errorRate: 0.004 },
  ],
  long: [
    // Fourteen pairs of node:http take two minutes and find 5 % of 2.7 % deviation; ten find it nine times of ten.
    { rounds: 14, errorRate: 0.003 },
    { rounds: 40, errorRate: 0.007 },
  ],
} as const;

/** Of all looks together, whichever they are. */
export const COMPARISON_ERROR_RATE = 0.01;
