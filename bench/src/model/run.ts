import { z } from 'zod';
import { databaseKinds } from '../scenarios/definition/databases.ts';
import { scenarioIds } from '../scenarios/list.ts';
import { runCanarySchema } from './canary.ts';
import { type CellColumn, cellColumns, column, missingReasons } from './cell-columns.ts';
import { loadShapeSchema } from './load-shape.ts';
import { accessSchema, manifestSchema } from './manifest.ts';
import { type FittedMetricId, fittedMetrics, metricIds } from './metric.ts';
import { hasBlocks, recordedProfileSchema } from './profile.ts';
import { replayOfRunSchema } from './replay/replay.ts';
import {
  bytes,
  checkMeasurable,
  checkSameLengths,
  commandWord,
  count,
  hash,
  identifier,
  instant,
  label,
  prose,
  runName,
  seconds,
} from './units.ts';

/**
 * What a run leaves on disk, `results/runs/<machine>/<year>/<time>-<commit>/`: `run.json` has what all its
 * targets share, and one file per target variant has the cells. Blocks are kept as columns (one array per
 * figure): readable, and a third of the size of a list of objects once git has packed it.
 */
export const RESULT_SCHEMA_VERSION = 1;

export const launcherNames = ['process', 'compose'] as const;
export type LauncherName = (typeof launcherNames)[number];

/**
 * `go/gin`: each part is a folder, and both become one part of the name of a file, joined by a hyphen. One in the language
 * would let two targets share that file: `go-net/http` and `go/net-http`.
 */
export const targetId = z
  .string()
  .regex(
    /^(?=[^/]{1,40}\/[^/]{1,40}$)[a-z0-9]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'language/framework of lower case letters and digits, with single hyphens in the framework alone',
  );
const commit = z.string().regex(/^[0-9a-f]{7,40}$/);
const command = z.array(commandWord).min(1).max(200);

/** Reasons to doubt a cell. A doubtful cell is marked, never dropped. */
export const markCodes = [
  'loader-bound',
  'errors',
  'unsteady',
  'not-warm',
  'unsettled',
  'stolen-time',
  'disturbed',
  'throttled',
  'few-samples',
  'rate-not-reached',
  'status-mismatch',
  'count-mismatch',
  'size-changed',
  'wrong-body-under-load',
  'stale-row',
  'not-from-database',
  'rows-mismatch',
  'littles-law',
  'connections-missing',
  'slow-stop',
  'workers-replaced',
  'load-repeated',
] as const;
export type MarkCode = (typeof markCodes)[number];

/** Codes that no run has, in the schema alone: a percentile of too few samples is not marked but missing. */
export const unusedMarks: readonly MarkCode[] = ['few-samples'];

/** Marks that exclude a figure from ranking; the others are warnings beside it. */
export const invalidatingMarks: readonly MarkCode[] = [
  'not-warm',
  'errors',
  'rate-not-reached',
  'status-mismatch',
  'count-mismatch',
  'size-changed',
  'wrong-body-under-load',
  'stale-row',
  'not-from-database',
  'rows-mismatch',
];

export const markSchema = z.strictObject({
  code: z.enum(markCodes),
  /** Indices into the columns. */
  rounds: z.array(count).min(1),
  detail: prose,
});
export type Mark = z.infer<typeof markSchema>;

/** A histogram that spans nanoseconds to hours takes a few thousand. */
const MOST_HISTOGRAM_CHARACTERS = 20_000;

/**
 * Fitted figures of a block: what a target does in a usual cycle of it, by a model of target and cycle over
 * the slices of all targets.
 */
const fittedColumns = Object.fromEntries(fittedMetrics.map((id) => [id, column.optional()])) as Record<
  FittedMetricId,
  z.ZodOptional<typeof column>
>;

/** Every slice of a cell, one entry per slice, in the order measured. */
const sliceColumns = {
  block: z.array(count),
  /**
   * Cycle of its block: the same number in two cells of a table means that they were loaded one after the
   * other.
   */
  cycle: z.array(count),
  startedSeconds: z.array(seconds),
  requests: z.array(count),
  durationSeconds: z.array(seconds),
  serverCpuNanoseconds: column,
  stolenRatio: column,
  /** Share of the server's CPU time that its compiler threads took; absent if none are known. */
  compilingRatio: column.optional(),
  /** False if it only settled the server, or was repeated, since it was disturbed or its server compiled: no figure uses it. */
  kept: z.array(z.boolean()),
} as const;

/** What is loaded, and how. */
export const cellFields = {
  scenario: z.enum(scenarioIds),
  scenarioVersion: z.number().int().min(1),
  loadShape: loadShapeSchema,
  loadShapeId: identifier,
};

export const cellSchema = z
  .strictObject({
    ...cellFields,
    /** Requests per second asked of a fixed-rate loader; `null` for a closed loop. */
    ratePerSecond: z.number().positive().nullable(),
    loaderCommand: command,
    rounds: z.strictObject({ ...cellColumns, ...fittedColumns }),
    /** Absent in runs without blocks. */
    slices: z.strictObject(sliceColumns).superRefine(checkSameLengths).optional(),
    /** The reason for each column that is null in every block. */
    missing: z.partialRecord(z.enum(Object.keys(cellColumns) as [CellColumn]), z.enum(missingReasons)),
    marks: z.array(markSchema),
    /** Latencies of the blocks named, merged: an HDR histogram in microseconds (V2, compressed, base64). */
    latencyHistogram: z
      .strictObject({
        rounds: z.array(count).min(1),
        encoded: z.base64().max(MOST_HISTOGRAM_CHARACTERS),
      })
      .optional(),
    /** Blocks that gave no figure, with what happened. */
    failures: z.array(z.strictObject({ round: count, what: prose })),
  })
  .superRefine((cell, context) => checkSameLengths(cell.rounds, context, ['rounds']));
export type Cell = z.infer<typeof cellSchema>;

/** Longest warm-up, in seconds of load, with a little room. */
const MOST_WARMUP_ENTRIES = 700;
const warmupColumn = z
  .array(z.number().nonnegative().nullable())
  .max(MOST_WARMUP_ENTRIES)
  .superRefine(checkMeasurable);

/** One scenario's load on a fresh start until it was warm: one entry per second of load. */
const warmupSchema = z
  .strictObject({
    block: count,
    scenario: z.enum(scenarioIds),
    /** Scenarios of a load that mixed several; `scenario` is the first of them. */
    together: z.array(z.enum(scenarioIds)).optional(),
    loadShapeId: identifier,
    /** Warm-ups of the same start before this one; 0 means from its first request on. */
    place: count,
    /** Only settled a server that was warm, and had waited while the others were warmed up. */
    settling: z.literal(true).optional(),
    /** Whether it was warm at the end. */
    steady: z.boolean(),
    /** Seconds of load with few connections before those below, in which a runtime finished compiling. */
    lightSeconds: count,
    throughputPerSecond: z
      .array(z.number().nonnegative())
      .max(MOST_WARMUP_ENTRIES)
      .superRefine(checkMeasurable),
    durationSeconds: z.array(seconds).max(MOST_WARMUP_ENTRIES),
    cpuPerRequestNanoseconds: warmupColumn,
    /**
     * Share of the server's CPU time that its compiling threads took; `null` if they cannot be
     * identified.
     */
    compilingRatio: warmupColumn,
    latencyMaxSeconds: warmupColumn,
  })
  .superRefine(({ throughputPerSecond, durationSeconds, ...rest }, context) => {
    const { cpuPerRequestNanoseconds, compilingRatio, latencyMaxSeconds } = rest;
    checkSameLengths(
      { throughputPerSecond, durationSeconds, cpuPerRequestNanoseconds, compilingRatio, latencyMaxSeconds },
      context,
    );
  });
export type Warmup = z.infer<typeof warmupSchema>;

/** Whether the cell gets a rank. A cell with an invalidating mark is shown without one. */
export function isRanked({ marks }: Pick<Cell, 'marks'>): boolean {
  return !marks.some(({ code }) => invalidatingMarks.includes(code));
}

/** The step at which a target was left out, why, and what to do about it. */
export const leftOutFields = {
  step: z.enum(['left-out', 'build', 'start', 'verify']),
  reason: prose,
  next: prose,
};

export const checkStatusSchema = z.strictObject({
  /** `json/body`, `counter/exact`, … */
  id: z
    .string()
    .max(200)
    .regex(/^[a-z0-9-]+\/[a-z0-9-]+$/),
  scenario: z.enum(scenarioIds).nullable(),
  status: z.enum(['passed', 'failed', 'skipped']),
  detail: prose.nullable(),
});

const versioned = z.strictObject({ name: label, version: label.nullable() });

export const targetRunSchema = z.strictObject({
  schemaVersion: z.literal(RESULT_SCHEMA_VERSION),
  run: runName,
  target: targetId,
  variant: identifier,
  name: label,
  language: label,
  kind: manifestSchema.shape.kind,
  databaseAccess: z.partialRecord(z.enum(databaseKinds), accessSchema),
  /**
   * The HTTP server below the framework's own code; `null` if the manifest did not say. Absent in most results before 24
   * November 2026: the one that the manifest names today is meant.
   */
  server: label.nullable().optional(),
  /** The last commit that touched the target's folder, and whether the folder had changes on top of it. */
  commit: commit.nullable(),
  modified: z.boolean(),
  framework: versioned,
  runtime: versioned,
  /** `measured`, or at which step the target was left out, with the reason. */
  state: z.discriminatedUnion('step', [
    z.strictObject({ step: z.literal('measured') }),
    z.strictObject(leftOutFields),
  ]),
  artifact: z
    .strictObject({
      kind: z.enum(['files', 'image']),
      digest: hash,
      sizeBytes: bytes,
    })
    .nullable(),
  /**
   * Seconds of the build that made the artifact, with the downloads that the caches of package managers did not save;
   * `null` if it was not timed.
   */
  buildSeconds: seconds.nullable(),
  /**
   * Seconds of builds from the sources alone, with everything downloaded before, one entry per build; `null`
   * if they could not be timed. Absent if the profile asks for none.
   */
  cleanBuildSeconds: z.array(seconds).nullable().optional(),
  /** Lines of the target's own source that are neither blank nor comment. Absent in some of the first results. */
  linesOfCode: count.nullable().optional(),
  startCommand: command.nullable(),
  checks: z.array(checkStatusSchema),
  /** Process start to first 200, one entry per start; `null` if hyperfine was not available. */
  coldStartSeconds: z.array(seconds).nullable(),
  cells: z.array(cellSchema),
  /** Warm-ups of every start and scenario, in the order measured. Absent in runs without blocks. */
  warmups: z.array(warmupSchema).optional(),
});
export type TargetRun = z.infer<typeof targetRunSchema>;

export const runSchema = z.strictObject({
  schemaVersion: z.literal(RESULT_SCHEMA_VERSION),
  /** Also the name of its folder. */
  id: runName,
  machine: identifier,
  startedAt: instant,
  /** `null` while the run is in progress, or if it was interrupted. */
  finishedAt: instant.nullable(),
  commit: commit.nullable(),
  modified: z.boolean(),
  launcher: z.enum(launcherNames),
  profile: recordedProfileSchema,
  /** If the run replays a published study: its name, and the cells that it measures instead of all. */
  replay: replayOfRunSchema.optional(),
  /** All orders and draws of the run follow from it. */
  seed: count,
  processors: z.strictObject({
    server: z.array(count),
    database: z.array(count),
    loader: z.array(count),
    /** False if the machine could not pin. */
    pinned: z.boolean(),
  }),
  tools: z.array(versioned),
  /**
   * How peak memory was counted: as resident memory of the processes. Absent before 23 November 2026 and if servers
   * run on another host: there control groups count it, which charge a file to the first group that reads it. Such
   * figures differ between starts, and are compared with no other run's.
   */
  peakMemory: z.literal('resident').optional(),
  /**
   * Which requests latencies at a rate are of: those that found their connection open. Absent before 24 November
   * 2026, when they included the requests that opened one: 3 % of two seconds at 1,000 requests/s, which made p99
   * the cost of a new connection where that is dear. Such figures are compared with no other run's.
   */
  latencies: z.literal('on-open-connections').optional(),
  /**
   * How a server that compiles as it runs was warmed up and then settled. Absent before 25 November 2026, when the
   * first slices showed JavaScript too slow, which had waited, and the JVM, to which the probes that come with every
   * slice were new. `with-probes`: it met them as it settled, in 20 s at most, which is less than some JVMs need.
   * `warmed-with-probes`: it met them as it was warmed up. Figures that had not settled are compared with no other
   * run's.
   */
  settled: z.enum(['with-probes', 'warmed-with-probes']).optional(),
  /**
   * What servers did between their visits. `all-kept-warm`: they stood still, and V8 did not take that for idleness.
   * `all-paused`: they stood still. `paused`: those on Node.js did, and the others idled, which takes time from the
   * server that is measured. Absent before 26 November 2026, when all idled. But for the first, V8 threw away code that
   * it had compiled: such figures on Node.js are compared with no other run's.
   */
  waiting: z.enum(['paused', 'all-paused', 'all-kept-warm']).optional(),
  databases: z.array(
    z.strictObject({
      kind: z.enum(databaseKinds),
      provider: z.enum(['url', 'path', 'embedded', 'compose']),
      /**
       * The product name that the server reports, also for a stand-in (MariaDB for MySQL). Absent in some of the
       * first results, of 21 November 2026.
       */
      product: label.optional(),
      version: label,
    }),
  ),
  targets: z.array(z.strictObject({ target: targetId, variant: identifier })),
  /**
   * The canary. Absent in runs of one block, in most of two before 25 November 2026, in some of the first results, and
   * in runs without wrk.
   */
  canary: runCanarySchema.optional(),
  /** Complete blocks, in the order measured. Absent in runs without blocks. */
  blocks: z
    .array(
      z.strictObject({
        block: count,
        startedSeconds: seconds,
        seconds,
        /** More than one if not all targets could be alive at once. */
        groups: z.number().int().min(1),
      }),
    )
    .optional(),
  /**
   * Numbers of blocks after which the run was given more than it was to have: its tables may have been seen by then, so
   * each is a look that has a share of their error rate. Absent in runs that were given none. In the four of before 28
   * November 2026 that were, it was filled in by their history in git.
   */
  extendedAfter: z.array(z.number().int().min(1)).min(1).max(100).optional(),
  /**
   * How many blocks the run was to have, if it was ended with fewer, and how many were measured when that was decided. A
   * clock or an interruption ends a run whatever its tables say, which biases nothing; but nothing shows that they had not
   * been seen, so ending at the planned number counts as a look that was given up. Absent in runs that have all of their
   * blocks, and in those that were ended before 29 November 2026.
   */
  shortened: z
    .strictObject({ plannedBlocks: z.number().int().min(1), afterBlocks: z.number().int().min(1) })
    .optional(),
  /** How the wall time of the run was spent; load is warm-up and measurement together. */
  time: z.strictObject({ wallSeconds: seconds, loadSeconds: seconds, measuredSeconds: seconds }).nullable(),
});
export type Run = z.infer<typeof runSchema>;

/** Number of complete blocks, 0 for a run that has only begun; `null` for a run in rounds. */
export function blocksOf({
  profile,
  blocks,
  finishedAt,
}: Pick<Run, 'profile' | 'blocks' | 'finishedAt'>): number | null {
  if (!hasBlocks(profile)) return null;
  return blocks?.length ?? (finishedAt === null ? 0 : profile.blocks);
}

/** Number of blocks that a run was to have; `null` for a run in rounds. */
export function plannedBlocksOf({ profile, shortened }: Pick<Run, 'profile' | 'shortened'>): number | null {
  return hasBlocks(profile) ? Math.max(profile.blocks, shortened?.plannedBlocks ?? 0) : null;
}

/** What a table says of the blocks of its run: those that it has and, if they are fewer, those that it was to have. */
export function blockCounts(run: Pick<Run, 'profile' | 'blocks' | 'finishedAt' | 'shortened'>): {
  blocks: number | null;
  plannedBlocks?: number;
} {
  const [blocks, plannedBlocks] = [blocksOf(run), plannedBlocksOf(run)];
  const isShort = blocks !== null && plannedBlocks !== null && blocks < plannedBlocks;
  return { blocks, ...(isShort && { plannedBlocks }) };
}

/** What says how often the tables of a run were looked at. */
export type LookedAt = Pick<Run, 'profile' | 'extendedAfter' | 'shortened'>;

/**
 * Number of looks at the tables of a run; each has a share of a table's error rate. One block shows no order, so it costs
 * nothing to have seen it.
 */
export function looksOf({ profile, extendedAfter = [], shortened }: LookedAt): number {
  if (!hasBlocks(profile)) return 1;
  const isSeen = (blocks: number): boolean => blocks > 1;
  const { plannedBlocks, afterBlocks } = shortened ?? { plannedBlocks: 0, afterBlocks: 0 };
  const givenUp = isSeen(afterBlocks) && plannedBlocks > profile.blocks ? [plannedBlocks] : [];
  return new Set([...(profile.looks ?? []), ...extendedAfter.filter(isSeen), ...givenUp]).size + 1;
}

/** Reduced figures of a cell, as the site and the terminal show them. */
export const estimateSchema = z.strictObject({
  median: z.number(),
  /** 95 % interval; `null` with fewer than two values. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  count: count,
});
export type Estimate = z.infer<typeof estimateSchema>;

export const metricIdSchema = z.enum(metricIds);
