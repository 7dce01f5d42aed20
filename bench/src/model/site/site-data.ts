import { z } from 'zod';
import { databaseKinds } from '../../scenarios/definition/databases.ts';
import { scenarioIds } from '../../scenarios/list.ts';
import { missingReasons } from '../cell-columns.ts';
import { comparedCellSchema } from '../comparison.ts';
import { loadShapeSchema } from '../load-shape.ts';
import { machineSchema } from '../machine.ts';
import { accessSchema, flagSchema, manifestSchema } from '../manifest.ts';
import {
  cellFields,
  cellSchema,
  checkStatusSchema,
  estimateSchema,
  markSchema,
  metricIdSchema,
  runSchema,
  targetId,
  targetRunSchema,
} from '../run.ts';
import { bytes, count, identifier, joinedLabel, label, perSecond, prose, runName } from '../units.ts';
import { canaryCostsSchema } from './canary-costs.ts';
import { latencyCurveSchema } from './latency-curve.ts';
import { blockCountFields, rankingTableSchema, rankSchema, variantOfTarget } from './ranking-data.ts';
import { siteVersion } from './site-version.ts';

/**
 * The site's only data, written by `bench publish`: results reduced to what a page shows. The site computes no
 * statistics of its own.
 *
 * ```
 * site/data/index.json                         SiteIndex: machines, runs, targets, constants
 * site/data/shown/<machine>.json               ShownRunData: the run that represents a machine, with its tables
 * site/data/runs/<machine>/<run>.json          RunData: what the page of a run shows
 * site/data/targets/<language>/<framework>.json TargetData: all shown cells of one target
 * site/data/sources/<language>/<framework>.json SourceData: the source of one target
 * site/data/verdicts/<machine>/<id>.json       VerdictData: a comparison and what it says
 * site/data/replays/<study>.json               ReplayData: a published study, then and now
 * site/data/public/…                           downloads, copied as they are to <site>/data/
 * site/data/public/compare/<machine>/<key>.json CompareData: one target variant against all others
 * site/data/public/curves/<machine>/<key>.json  CurvesData: latencies of one target variant by share of requests
 * site/data/public/warm-up/<machine>.json       WarmUpData: how targets warm up
 * site/data/public/trends/<machine>/<language>-<framework>/<scenario>.json TrendData
 * site/data/releases.json                      ReleasesData: what each release of a framework or runtime costs
 * site/data/changes.json                       ChangesData: change points of all series
 * site/data/public/diffs/<machine>/<run>.json  DiffData: a run against the one before it
 * site/data/public/figures/<machine>/<run>.json RunFiguresData: what is compared between any two runs
 * site/data/public/figures/<machine>.json      ComparableRuns: which runs can be compared
 * ```
 *
 * Run names are folder names, so they are safe in an address; every other text is a label or prose.
 */

/** A path below `<site>/data/`. */
const downloadPath = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/);

const runSummarySchema = z.strictObject({
  machine: identifier,
  name: runName,
  startedAt: runSchema.shape.startedAt,
  finishedAt: runSchema.shape.finishedAt,
  commit: runSchema.shape.commit,
  modified: z.boolean(),
  profile: identifier,
  targets: z.strictObject({ measured: count, leftOut: count }),
  /** The canary meanwhile, which tells how fast the machine was; `null` if there was none. */
  canary: canaryCostsSchema.nullable(),
  /** The run that it is compared with; `null` if there is none. */
  before: runName.nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** A constant of the method with its unit, for the methodology page. */
const constantSchema = z.strictObject({
  id: identifier,
  value: z.union([z.number(), label]),
  unit: label.nullable(),
});
export type Constant = z.infer<typeof constantSchema>;

const downloadSchema = z.strictObject({
  path: downloadPath,
  kind: z.enum([
    'ranking-json',
    'ranking-csv',
    'compare',
    'curves',
    'warm-up',
    'diff',
    'figures',
    'trend',
    'changes',
    'run',
    'machine',
    'comparison',
    'release',
    'published',
    'replay',
    'badge',
    'chart',
    'schema',
  ]),
  sizeBytes: count,
});
export type Download = z.infer<typeof downloadSchema>;

/** What the manifest says about a target today; its results may be older. */
const described = manifestSchema.shape;
const manifestDataSchema = z.strictObject({
  site: described.framework.shape.site,
  repository: described.framework.shape.repository,
  distribution: label.nullable(),
  notes: prose.nullable(),
  maintainers: described.maintainers,
  variants: z.array(
    z.strictObject({
      id: identifier,
      description: prose,
      /**
       * The HTTP server below the framework's own code, as it was when the first machine measured it; `null` if the
       * manifest does not say.
       */
      server: label.nullable(),
    }),
  ),
  flags: z.array(flagSchema),
});
export type ManifestData = z.infer<typeof manifestDataSchema>;

const verdictCounts = z.strictObject({ regressed: count, improved: count, same: count, undecided: count });

const share = z.number().finite();

/** What a calibration says about the method's own errors, one row per server and slowdown. */
const calibrationSummarySchema = z.strictObject({
  startedAt: runSchema.shape.startedAt,
  rows: z.array(
    z.strictObject({
      server: joinedLabel,
      mode: comparedCellSchema.shape.mode,
      /** Whether both sides were warmed up to their steady state, and if so, measured while neither compiled. */
      warm: z.enum(['steady', 'quiet']).nullable(),
      pairs: count,
      /** Standard deviation of the logarithm of a pair's ratio. */
      pairDeviation: z.number().nonnegative(),
      /** Share by which head is known to take longer; 0 if both sides are the same. */
      known: share,
      /** Share that was measured, with its 95 % interval. */
      found: z.strictObject({ share, low: share, high: share }),
    }),
  ),
  latency: z.array(
    z.strictObject({
      ratePerSecond: perSecond,
      stallEveryMilliseconds: count,
      stallMilliseconds: count,
      quantiles: z.array(
        z.strictObject({
          probability: z.number().min(0).max(1),
          seconds: z.number().nonnegative().nullable(),
          knownSeconds: z.number().nonnegative(),
        }),
      ),
    }),
  ),
});
export type CalibrationSummary = z.infer<typeof calibrationSummarySchema>;

export const siteIndexSchema = z.strictObject({
  schemaVersion: siteVersion,
  /** Machines in the order in which the site offers them: the home page shows the first with a run. */
  machines: z.array(
    z.strictObject({
      machine: machineSchema,
      /** The run of the table that represents this machine; `null` if none is finished. */
      shownRun: runName.nullable(),
      /** All runs that its tables come from, newest first. */
      shownRuns: z.array(runName),
    }),
  ),
  /** Newest first. */
  runs: z.array(runSummarySchema),
  targets: z.array(
    z.strictObject({
      target: targetId,
      name: label,
      language: label,
      kind: described.kind,
      /** The name of each variant's runtime, from its newest run. */
      runtimes: z.record(identifier, label),
      /** `null` for a target that the repository no longer has. */
      manifest: manifestDataSchema.nullable(),
    }),
  ),
  /**
   * Series of the first machine: target, scenario, the number of runs, and how many of them its longest series
   * has. One point makes no trend. `line` has the newest medians of the throughput that was measured last and most
   * often, oldest first; it is empty if they are fewer than two.
   */
  trends: z.array(
    z.strictObject({
      target: targetId,
      scenario: z.enum(scenarioIds),
      runs: count,
      longest: count,
      line: z.array(z.number().positive()),
    }),
  ),
  /** Newest first. */
  verdicts: z.array(
    z.strictObject({
      machine: identifier,
      id: runName,
      startedAt: runSchema.shape.startedAt,
      /** Labels of base and head, one entry per pair of sides. */
      pairs: z.array(z.strictObject({ base: label, head: label })),
      cells: count,
      counts: verdictCounts,
    }),
  ),
  /** Targets with a history of releases. */
  releases: z.array(targetId),
  /** Published studies with a replay, oldest first. */
  replays: z.array(identifier),
  constants: z.array(constantSchema),
  calibrations: z.array(z.strictObject({ machine: identifier, calibration: calibrationSummarySchema })),
  /** Downloads that a page lists; every file with its size is in `files.json` beside them. */
  downloads: z.array(downloadSchema),
  /** How many of the newest runs have their raw results among the downloads, besides those that are shown. */
  rawRuns: count,
});
export type SiteIndex = z.infer<typeof siteIndexSchema>;

const targetInRunSchema = z.strictObject({
  ...variantOfTarget,
  name: label,
  /** `null` if the run ended before it wrote a result for it. */
  state: targetRunSchema.shape.state.nullable(),
  /** What was measured; `null` where `state` is. */
  framework: targetRunSchema.shape.framework.nullable(),
  runtime: targetRunSchema.shape.runtime.nullable(),
  /** Its result file as published; `null` if there is none. */
  raw: downloadPath.nullable(),
});

export const runDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  name: runName,
  run: runSchema,
  machine: machineSchema,
  /** Its folder below the results folder. */
  folder: downloadPath,
  /** `run.json` as published; `null` if the raw results of the run are in the repository only. */
  raw: downloadPath.nullable(),
  targets: z.array(targetInRunSchema),
  /** Throughput under the first closed loop, or what comes nearest; `null` if the run has no figure. */
  glance: z
    .strictObject({
      metric: metricIdSchema,
      loadShape: loadShapeSchema,
      scenarios: z.array(z.enum(scenarioIds)),
      rows: z.array(
        z.strictObject({ ...variantOfTarget, name: label, estimates: z.array(estimateSchema.nullable()) }),
      ),
    })
    .nullable(),
  /** The canary meanwhile; `null` if there was none. */
  canary: canaryCostsSchema.nullable(),
  /** The earlier run that it is compared with; `null` if none has a cell in common. */
  before: runName.nullable(),
});
export type RunData = z.infer<typeof runDataSchema>;

/** A run that tables of the site come from. */
const shownPartSchema = z.strictObject({
  run: runName,
  startedAt: runSchema.shape.startedAt,
  profile: identifier,
  ...blockCountFields,
});
export type ShownPart = z.infer<typeof shownPartSchema>;

/** Such a run, with the commit of the checkout and the options of `bench run` that make it again. */
const repeatablePartSchema = shownPartSchema.extend({ commit: runSchema.shape.commit, options: prose });
export type RepeatablePart = z.infer<typeof repeatablePartSchema>;

/** What represents a machine: the run of its first table, all runs that tables come from, and the tables. */
export const shownRunDataSchema = runDataSchema.extend({
  /** Newest first. */
  runs: z.array(shownPartSchema).min(1),
  tables: z.array(rankingTableSchema),
});
export type ShownRunData = z.infer<typeof shownRunDataSchema>;

/** One metric of one cell: a figure, or why there is none. */
const figureSchema = z.strictObject({
  metric: metricIdSchema,
  estimate: estimateSchema.nullable(),
  missing: z.enum(missingReasons).nullable(),
  /** One figure per block that has one, in the order measured. */
  values: z.array(z.number()),
  /** `null` if the table does not rank it. */
  rank: rankSchema.nullable(),
});
export type Figure = z.infer<typeof figureSchema>;

const targetCellSchema = z.strictObject({
  /** The run that the table of the cell comes from. */
  run: runName,
  ...cellFields,
  ratePerSecond: cellSchema.shape.ratePerSecond,
  loaderCommand: cellSchema.shape.loaderCommand,
  /** Number of target variants that are ranked. */
  rankedAmong: z.partialRecord(metricIdSchema, count),
  figures: z.array(figureSchema),
  /** `null` if the run kept no histogram. */
  latencyCurve: latencyCurveSchema.nullable(),
  marks: z.array(markSchema),
  failures: cellSchema.shape.failures,
});
export type TargetCell = z.infer<typeof targetCellSchema>;

const targetVariantSchema = z.strictObject({
  variant: identifier,
  commit: targetRunSchema.shape.commit,
  /** Commit of the whole checkout when it was measured: check it out to measure again. */
  runCommit: runSchema.shape.commit,
  modified: z.boolean(),
  framework: targetRunSchema.shape.framework,
  runtime: targetRunSchema.shape.runtime,
  databaseAccess: z.partialRecord(z.enum(databaseKinds), accessSchema),
  server: targetRunSchema.shape.server,
  state: targetRunSchema.shape.state,
  artifact: targetRunSchema.shape.artifact,
  /** From the newest run of this machine that had the variant in a container, which need not be this run. */
  containerImage: z.strictObject({ sizeBytes: bytes, startedAt: runSchema.shape.startedAt }).nullable(),
  buildSeconds: targetRunSchema.shape.buildSeconds,
  /** From the newest run of this machine that timed builds of the variant, which need not be this run. */
  cleanBuild: z.strictObject({ seconds: estimateSchema, startedAt: runSchema.shape.startedAt }).nullable(),
  /** Of the checkout that was published; of the run if that has no such target. */
  linesOfCode: count.nullable(),
  /** From the newest run of this machine that timed cold starts of the variant, which need not be this run. */
  coldStart: estimateSchema.nullable(),
  coldStartedAt: runSchema.shape.startedAt.nullable(),
  startCommand: targetRunSchema.shape.startCommand,
  checks: z.array(checkStatusSchema),
  /** Its published results, from the runs of its cells; others are in the repository only. */
  raw: z.array(z.strictObject({ run: runName, path: downloadPath })),
  cells: z.array(targetCellSchema),
});
export type TargetVariantData = z.infer<typeof targetVariantSchema>;

export const targetDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  target: targetId,
  name: label,
  language: label,
  kind: manifestSchema.shape.kind,
  /**
   * Present if its newest runs are on another machine than earlier ones: series end on one and begin on the
   * other.
   */
  lastMove: z.strictObject({ from: identifier, to: identifier, since: runSchema.shape.startedAt }).nullable(),
  /** One entry for each machine whose shown run has the target, in the order of the index. */
  appearances: z.array(
    z.strictObject({
      machine: identifier,
      /** The newest run that measured it; versions, commit and commands come from it. */
      run: runName,
      startedAt: runSchema.shape.startedAt,
      profile: identifier,
      /** All runs that its cells come from, newest first. */
      runs: z.array(repeatablePartSchema).min(1),
      databases: runSchema.shape.databases,
      variants: z.array(targetVariantSchema).min(1),
    }),
  ),
});
export type TargetData = z.infer<typeof targetDataSchema>;
