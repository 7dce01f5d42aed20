import { z } from 'zod';
import { scenarioIds } from '../scenarios/list.ts';
import { comparisonCanarySchema } from './canary.ts';
import { loadShapeSchema } from './load-shape.ts';
import { byMetric, metricIds } from './metric.ts';
import { slicesWarmupSchema } from './profile.ts';
import { launcherNames, runSchema, targetId, targetRunSchema } from './run.ts';
import {
  checkSameLengths,
  count,
  identifier,
  instant,
  label,
  metricFigure,
  prose,
  runName,
  seconds,
} from './units.ts';

/**
 * A comparison of base and head, `results/comparisons/<machine>/<year>/<time>-<commit>.json`: every pair, and
 * the method that judges them. The verdict is not stored, because it follows from the file alone.
 */
export const COMPARISON_SCHEMA_VERSION = 1;

const commit = z.string().regex(/^[0-9a-f]{40}$/);
/** Far more than any comparison has; judging takes time in proportion to each. */
const MOST_PAIRS = 10_000;
const MOST_CELLS = 5_000;
const MOST_LOOKS = 100;

const pinnedSchema = z.strictObject({ package: label, version: label });

/** One side: a target variant as it is in the checkout, or at a commit, or with another version of a package. */
export const sideSchema = z.strictObject({
  /** As it was named on the command line: `go/gin:raw@HEAD~1`. */
  label,
  target: targetId,
  variant: identifier,
  /** `null` for the checkout as it was. */
  revision: commit.nullable(),
  /** The package version that replaced the locked one. */
  pinned: pinnedSchema.nullable(),
  /** Further packages whose versions were replaced with it. */
  alsoPinned: z.array(pinnedSchema).min(1).max(100).optional(),
  framework: targetRunSchema.shape.framework,
  runtime: targetRunSchema.shape.runtime,
  artifact: targetRunSchema.shape.artifact,
});
export type ComparisonSide = z.infer<typeof sideSchema>;

/** The metric in its unit; `null` if the side has none. */
export const pairValue = metricFigure.nullable();

/** Both figures of each pair, and what happened in it. One entry per pair, in the order measured. */
const pairColumns = {
  /** Number of the pair within the cell; pairs of the confirmation continue the count. */
  round: z.array(count),
  startedSeconds: z.array(seconds),
  /** Which side was started first. */
  first: z.array(z.enum(['base', 'head'])),
  base: z.array(pairValue),
  head: z.array(pairValue),
  baseRequests: z.array(count),
  headRequests: z.array(count),
  /** Share of the machine's CPU time that the hypervisor took meanwhile. */
  stolenRatio: z.array(z.number().min(0).max(1).nullable()),
  /** Measured again because the cell was flagged. */
  again: z.array(z.boolean()),
} as const;

/** A warm-up as in a block: until both sides are steady, each by the rule of its runtime; where one is not, the pair fails. */
const steadyWarmupSchema = z.strictObject({
  maxSeconds: z.number().int().min(1).max(600),
  /**
   * Measured again until no side compiles meanwhile, after a warm-up that reads each side's counter as a measurement does.
   * Absent from comparisons before it was so.
   */
  whileQuiet: z.literal(true).optional(),
});
export const comparisonWarmupSchema = z.union([slicesWarmupSchema, steadyWarmupSchema]);
export type ComparisonWarmup = z.infer<typeof comparisonWarmupSchema>;

/** Whether a warm-up ends when both sides are steady, however long a runtime compiles, rather than within seconds. */
export function isUntilSteady(warmup: ComparisonWarmup): warmup is z.infer<typeof steadyWarmupSchema> {
  return 'maxSeconds' in warmup;
}

/** Fields of a cell of a comparison; a calibration has more. */
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
    checkSameLengths(rounds, context);
    if (rounds.round.length > MOST_PAIRS) {
      context.addIssue({ code: 'custom', path: ['round'], message: `at most ${MOST_PAIRS} pairs` });
    }
  }),
  failures: z.array(z.strictObject({ round: count, side: z.enum(['base', 'head']).nullable(), what: prose })),
} as const;

export const comparedCellSchema = z.strictObject(comparedCellFields);
export type ComparedCell = z.infer<typeof comparedCellSchema>;

/** Fields of a comparison; those of a calibration have more in `pairs` and `cells`. */
export const comparisonFields = {
  schemaVersion: z.literal(COMPARISON_SCHEMA_VERSION),
  /** Also the name of its file. */
  id: runName,
  machine: identifier,
  startedAt: instant,
  finishedAt: instant.nullable(),
  commit: runSchema.shape.commit,
  modified: z.boolean(),
  launcher: z.enum(launcherNames),
  /**
   * The way between loader, servers and databases. `host`: all share this machine's loopback. `sides`: each side has a
   * loopback of its own. Files from before there was a choice have none, which means `host`.
   */
  network: z.enum(['host', 'sides']).optional(),
  seed: count,
  processors: runSchema.shape.processors,
  tools: runSchema.shape.tools,
  databases: runSchema.shape.databases,
  method: z.strictObject({
    looks: z
      .array(
        z.strictObject({
          rounds: z.number().int().min(2).max(MOST_PAIRS),
          errorRate: z.number().min(1e-6).lt(0.5),
        }),
      )
      .min(1)
      .max(MOST_LOOKS),
    /** Share by which a metric must change to matter. */
    minimumEffects: z.partialRecord(z.enum(metricIds), z.number().min(1e-6).max(100)),
    measureSeconds: z.number().min(1e-3).max(86_400),
    /** Pairs are short, so their warm-up runs in slices of a fraction of a second, unless it is until both are steady. */
    warmup: comparisonWarmupSchema,
  }),
  pairs: z
    .array(z.strictObject({ base: sideSchema, head: sideSchema }))
    .min(1)
    .max(MOST_CELLS),
  cells: z.array(comparedCellSchema).max(MOST_CELLS),
  /** The canary, loaded alone now and then: it shows whether the machine was stable. */
  canary: comparisonCanarySchema.optional(),
} as const;

/** Refuses a cell of a pair that the comparison does not have. */
export function checkPairs(
  { pairs, cells }: { pairs: readonly unknown[]; cells: readonly { pair: number }[] },
  context: z.RefinementCtx,
): void {
  const index = cells.findIndex(({ pair }) => pair >= pairs.length);
  if (index < 0) return;
  const message = `the index of one of ${pairs.length} pairs`;
  context.addIssue({ code: 'custom', path: ['cells', index, 'pair'], message });
}

export const comparisonSchema = z.strictObject(comparisonFields).superRefine(checkPairs);
export type Comparison = z.infer<typeof comparisonSchema>;

/** Share by which a metric must change to matter, unless a comparison says otherwise. */
export const MINIMUM_EFFECTS = byMetric(({ minimumEffect }) => minimumEffect);

/** The most pairs that somebody may ask for in place of the planned looks. */
export const MOST_ASKED_PAIRS = 1_000;

/**
 * Planned looks at the data, each with its part of the error rate. They are planned beforehand because
 * looking until something shows always finds something. Pairs of less than a second can be many; pairs of
 * runtimes that collect garbage or compile, and pairs measured in turn, are fewer.
 */
export const LOOKS = {
  short: [
    { rounds: 10, errorRate: 0.001 },
    { rounds: 40, errorRate: 0.002 },
    // Finds 2 % in a compiled server, whose pairs deviate by 2 to 3 %, within a minute; 40 pairs find it
    // seven times out of eight.
    { rounds: 75, errorRate: 0.003 },
    { rounds: 160, errorRate: 0.004 },
  ],
  long: [
    // Fourteen pairs of node:http take two minutes and find 5 % at a deviation of 2.7 %; ten find it nine
    // times out of ten.
    { rounds: 14, errorRate: 0.003 },
    { rounds: 40, errorRate: 0.007 },
  ],
  // After a warm-up to the steady state pairs deviate less, and each takes 15 s on Node and minutes on the JVM: more would
  // take the time of a pull request with two scenarios of three variants.
  steady: [
    { rounds: 6, errorRate: 0.003 },
    { rounds: 14, errorRate: 0.007 },
  ],
} as const;

/** Returns the planned looks at pairs of this length, after this warm-up. */
export function looksFor({
  measureSeconds,
  warmup,
}: Pick<Comparison['method'], 'measureSeconds' | 'warmup'>): (typeof LOOKS)[keyof typeof LOOKS] {
  if (isUntilSteady(warmup)) return LOOKS.steady;
  return measureSeconds < 1 ? LOOKS.short : LOOKS.long;
}

/** Error rate of all looks together. */
export const COMPARISON_ERROR_RATE = 0.01;
