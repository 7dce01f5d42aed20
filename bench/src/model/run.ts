import { z } from 'zod';
import { canarySchema } from './canary.ts';
import { loadShapeSchema } from './load-shape.ts';
import { accessSchema, manifestSchema } from './manifest.ts';
import { metricIds } from './metric.ts';
import { profileSchema } from './profile.ts';
import { replayOfRunSchema } from './replay.ts';
import { databaseKinds, scenarioIds } from './scenario.ts';
import { bytes, count, hash, identifier, instant, label, prose, seconds } from './units.ts';

/**
 * What a run leaves on disk, `results/runs/<machine>/<year>/<time>-<commit>/`: `run.json` says once what all
 * its targets share, and one file a target variant holds the cells. Rounds are kept as columns (one array a
 * figure): readable, and a third of the size of a list of objects once git has packed it.
 */
export const RESULT_SCHEMA_VERSION = 1;

export const launcherNames = ['process', 'compose'] as const;
export type LauncherName = (typeof launcherNames)[number];

export const targetId = z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'language/framework');
const commit = z.string().regex(/^[0-9a-f]{7,40}$/);
const command = z.array(z.string().max(2_000)).min(1).max(200);

/** Why a figure is not there. Each has its sentence on the site. */
export const missingReasons = [
  'not-counted-by-target',
  'not-told-by-loader',
  'no-database',
  'too-few-samples',
  'too-few-rounds',
  'no-accounting',
  'round-failed',
  'tool-missing',
  'not-in-profile',
] as const;
export type MissingReason = (typeof missingReasons)[number];

/** What makes a cell doubtful. It is marked, never dropped. */
export const markCodes = [
  'loader-bound',
  'errors',
  'unsteady',
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
  'round-failed',
] as const;
export type MarkCode = (typeof markCodes)[number];

/** Marks that say the figure is not to be ranked; the others are warnings beside it. */
export const invalidatingMarks: readonly MarkCode[] = [
  'errors',
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

/** One that spans nanoseconds to hours takes some thousands. */
const MOST_HISTOGRAM_CHARACTERS = 20_000;

const column = z.array(z.number().nullable());

/** The columns of a cell; all have one entry a round, in the order measured. */
export const roundColumns = {
  /** Which round of the run: the same number in two cells means measured in the same permutation. */
  round: z.array(count),
  /** Seconds since the run started. */
  startedSeconds: z.array(seconds),
  requests: column,
  durationSeconds: column,
  receivedBytes: column,
  latencyMeanSeconds: column,
  latencyP50Seconds: column,
  latencyP90Seconds: column,
  latencyP99Seconds: column,
  latencyP999Seconds: column,
  latencyMaxSeconds: column,
  /** Connect, read, write and timeout errors together. */
  errors: column,
  /** Responses whose status is not the scenario's. */
  wrongStatus: column,
  /** By how much the server's own `/count` grew over the load. */
  countedByServer: column,
  serverCpuNanoseconds: column,
  loaderCpuNanoseconds: column,
  databaseCpuNanoseconds: column,
  /** What the harness itself used while the load ran. */
  harnessCpuNanoseconds: column,
  peakMemoryBytes: column,
  /** Share of the machine's processor time that the hypervisor took away. */
  stolenRatio: column,
  warmupSlices: column,
} as const;
export type RoundColumn = keyof typeof roundColumns;

export const cellSchema = z
  .strictObject({
    scenario: z.enum(scenarioIds),
    scenarioVersion: z.number().int().min(1),
    loadShape: loadShapeSchema,
    loadShapeId: identifier,
    /** Requests a second asked of a fixed-rate loader; `null` for a closed loop. */
    ratePerSecond: z.number().positive().nullable(),
    loaderCommand: command,
    rounds: z.strictObject(roundColumns),
    /** For each column that is null in every round: why. */
    missing: z.partialRecord(z.enum(Object.keys(roundColumns) as [RoundColumn]), z.enum(missingReasons)),
    marks: z.array(markSchema),
    /** Latencies of the rounds named, merged: an HDR histogram in microseconds (V2, compressed, base64). */
    latencyHistogram: z
      .strictObject({
        rounds: z.array(count).min(1),
        encoded: z.base64().max(MOST_HISTOGRAM_CHARACTERS),
      })
      .optional(),
    /** Rounds that gave no figure, with what happened. */
    failures: z.array(z.strictObject({ round: count, what: prose })),
  })
  .superRefine((cell, context) => {
    const lengths = new Set(Object.values(cell.rounds).map((values) => values.length));
    if (lengths.size > 1) {
      context.addIssue({ code: 'custom', path: ['rounds'], message: 'columns differ in length' });
    }
  });
export type Cell = z.infer<typeof cellSchema>;

/** A cell with a mark that makes its figures doubtful beyond comparing is shown, but gets no rank. */
export function isRanked({ marks }: Pick<Cell, 'marks'>): boolean {
  return !marks.some(({ code }) => invalidatingMarks.includes(code));
}

export const checkStatusSchema = z.strictObject({
  /** `json/body`, `counter/exact`, … */
  id: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/),
  scenario: z.enum(scenarioIds).nullable(),
  status: z.enum(['passed', 'failed', 'skipped']),
  detail: prose.nullable(),
});

const versioned = z.strictObject({ name: label, version: label.nullable() });

export const targetRunSchema = z.strictObject({
  schemaVersion: z.literal(RESULT_SCHEMA_VERSION),
  run: label,
  target: targetId,
  variant: identifier,
  name: label,
  language: label,
  kind: manifestSchema.shape.kind,
  databaseAccess: z.partialRecord(z.enum(databaseKinds), accessSchema),
  /** The last commit that touched the target's folder, and whether the folder had changes on top of it. */
  commit: commit.nullable(),
  modified: z.boolean(),
  framework: versioned,
  runtime: versioned,
  /** `ok`, or at which step the target dropped out, with the reason. */
  state: z.discriminatedUnion('step', [
    z.strictObject({ step: z.literal('measured') }),
    z.strictObject({ step: z.enum(['left-out', 'build', 'start', 'verify']), reason: prose, next: prose }),
  ]),
  artifact: z
    .strictObject({
      kind: z.enum(['files', 'image']),
      digest: hash,
      sizeBytes: bytes,
    })
    .nullable(),
  /** The build that made the artifact, with all that it downloaded; `null` where nobody timed it. */
  buildSeconds: seconds.nullable(),
  /**
   * Builds from the sources alone, everything downloaded before, one entry a build; `null` where they could not be
   * timed. Not in results whose profile asks for none.
   */
  cleanBuildSeconds: z.array(seconds).nullable().optional(),
  /** Lines of the target's own source that are neither blank nor comment. Not in results before November 2026. */
  linesOfCode: count.nullable().optional(),
  startCommand: command.nullable(),
  checks: z.array(checkStatusSchema),
  /** Process start to first 200, one entry a start; `null` where hyperfine was not to be had. */
  coldStartSeconds: z.array(seconds).nullable(),
  cells: z.array(cellSchema),
});
export type TargetRun = z.infer<typeof targetRunSchema>;

export const runSchema = z.strictObject({
  schemaVersion: z.literal(RESULT_SCHEMA_VERSION),
  id: label,
  machine: identifier,
  startedAt: instant,
  /** `null` while the run is going on or was interrupted. */
  finishedAt: instant.nullable(),
  commit: commit.nullable(),
  modified: z.boolean(),
  launcher: z.enum(launcherNames),
  profile: profileSchema,
  /** Where the run replays a published study: its name, and the cells that it has in place of all. */
  replay: replayOfRunSchema.optional(),
  /** All orders and draws of the run follow from it. */
  seed: count,
  processors: z.strictObject({
    server: z.array(count),
    database: z.array(count),
    loader: z.array(count),
    /** False where the machine could not pin. */
    pinned: z.boolean(),
  }),
  tools: z.array(versioned),
  databases: z.array(
    z.strictObject({
      kind: z.enum(databaseKinds),
      provider: z.enum(['url', 'path', 'embedded', 'compose']),
      /** What the server says it is: a stand-in (MariaDB for MySQL) goes by its own name. Not in results before November 2026. */
      product: label.optional(),
      version: label,
    }),
  ),
  targets: z.array(z.strictObject({ target: targetId, variant: identifier })),
  /** The machine beside its targets; not in runs of fewer than three rounds, nor in results before November 2026. */
  canary: canarySchema.optional(),
  /** How the wall time of the run was spent; load is warm-up and measurement together. */
  time: z.strictObject({ wallSeconds: seconds, loadSeconds: seconds, measuredSeconds: seconds }).nullable(),
});
export type Run = z.infer<typeof runSchema>;

/** Reduced figures of a cell, as the site and the terminal show them. */
export const estimateSchema = z.strictObject({
  median: z.number(),
  /** 95 % interval; `null` with fewer than two rounds. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  rounds: count,
});
export type Estimate = z.infer<typeof estimateSchema>;

export const metricIdSchema = z.enum(metricIds);
