import { z } from 'zod';
import { scenarioIds } from '../../scenarios/list.ts';
import { missingReasons } from '../cell-columns.ts';
import { loadShapeSchema } from '../load-shape.ts';
import { accessSchema } from '../manifest.ts';
import { shortcomingKinds } from '../replay/replay.ts';
import { publishedStudySchema } from '../replay/replay-study.ts';
import { estimateSchema, leftOutFields, markSchema, runSchema, targetId } from '../run.ts';
import {
  count,
  identifier,
  joinedLabel,
  label,
  perSecond,
  prose,
  ratio,
  runName,
  seconds,
} from '../units.ts';
import { rankSchema } from './ranking-data.ts';

/**
 * Data that `bench publish` hands to the pages of replays, `site/data/replays/<study>.json`: the figures of a
 * study as published, what its own numbers reveal, and each replay of it beside them. Published figures and
 * ours are in different fields everywhere, so that no column can mix them.
 */

const system = identifier;
const rank = z.number().int().min(1);

/** One table of a study, in which its systems were compared. */
const settingSchema = z.strictObject({
  /** Names the table in an address. */
  id: identifier,
  scenario: z.enum(scenarioIds),
  connections: count,
  connection: z.enum(['keep-alive', 'close']),
  requests: count.nullable(),
});
export type SettingData = z.infer<typeof settingSchema>;

const publishedFigureSchema = z.strictObject({
  system,
  throughputPerSecond: perSecond,
  /** Rank by that figure. */
  rank,
  /** Share of the best figure of the table: 1 for the best. */
  shareOfBest: ratio,
});

/** Flaws of a study that its own numbers show, each with those numbers. */
const replayFindingSchema = z.discriminatedUnion('kind', [
  /** Best of three and the median of the same three name different winners. */
  z.strictObject({
    kind: z.literal('winner-by-reduction'),
    scenario: z.enum(scenarioIds),
    asPublished: z.strictObject({ system, perSecond, leadRatio: ratio, rounds: z.array(perSecond) }),
    byMedian: z.strictObject({ system, perSecond, leadRatio: ratio, rounds: z.array(perSecond) }),
  }),
  /** The same author, system and test on another day. */
  z.strictObject({
    kind: z.literal('another-day'),
    rows: z.array(
      z.strictObject({
        system,
        scenario: z.enum(scenarioIds),
        date: label,
        published: z.array(perSecond),
        other: z.array(perSecond),
        /** Ratio of the medians, the other day's over the published. */
        ratio,
      }),
    ),
  }),
  /** Rounds of one row that differ by more than the lead of most winners. */
  z.strictObject({
    kind: z.literal('spread-of-rounds'),
    rows: z.array(
      z.strictObject({ system, scenario: z.enum(scenarioIds), rounds: z.array(perSecond), ratio }),
    ),
  }),
  /** The printed throughput is more than requests over duration. */
  z.strictObject({
    kind: z.literal('throughput-above-totals'),
    rows: z.array(
      z.strictObject({
        system,
        scenario: z.enum(scenarioIds),
        connections: count,
        printedPerSecond: perSecond,
        totalsPerSecond: perSecond,
        ratio,
      }),
    ),
  }),
  /** Throughput times mean latency is more than the connections: the mean cannot be that of the responses (Little). */
  z.strictObject({
    kind: z.literal('mean-latency-impossible'),
    rows: z.array(
      z.strictObject({
        system,
        scenario: z.enum(scenarioIds),
        connections: count,
        throughputPerSecond: perSecond,
        meanSeconds: seconds,
        inFlight: z.number().nonnegative(),
      }),
    ),
  }),
  /** A response took longer than the whole test. */
  z.strictObject({
    kind: z.literal('slower-than-the-test'),
    testSeconds: seconds,
    rows: z.array(
      z.strictObject({
        system,
        scenario: z.enum(scenarioIds),
        p50Seconds: seconds.nullable(),
        p99Seconds: seconds.nullable(),
        maxSeconds: seconds,
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal('errors-in-a-row'),
    rows: z.array(z.strictObject({ system, scenario: z.enum(scenarioIds), errorRatio: ratio })),
  }),
  /** One round has no spread: nothing says which differences are chance. */
  z.strictObject({ kind: z.literal('one-round'), rows: count }),
  /** Tables in which systems of the study are missing. */
  z.strictObject({
    kind: z.literal('not-all-compared'),
    tables: z.array(z.strictObject({ scenario: z.enum(scenarioIds), systems: z.array(system) })),
    systems: count,
  }),
]);
export type ReplayFinding = z.infer<typeof replayFindingSchema>;

/** Outcome of a replay for one target variant in one table: exactly one of four kinds. */
const replayOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('measured'),
    /** Reduced as the study did it; `null` with fewer rounds than the study had. */
    asStudyPerSecond: perSecond.nullable(),
    asStudyRank: rank.nullable(),
    estimate: estimateSchema,
    /** Rank among the systems of the study; `null` for substitutes, and if a mark excludes it. */
    rank: rankSchema.nullable(),
    /** Share of the figure that the study's best system has here, round by round; `null` if it has none. */
    shareOfBest: estimateSchema.nullable(),
    marks: z.array(markSchema),
  }),
  /** Measured, but no block gave a figure. */
  z.strictObject({ kind: z.literal('missing'), reason: z.enum(missingReasons), detail: prose.nullable() }),
  z.strictObject({
    kind: z.literal('no-cell'),
    why: z.enum(['not-served', 'no-database', 'not-in-run', 'unfinished']),
  }),
  z.strictObject({ kind: z.literal('left-out'), ...leftOutFields }),
]);
export type ReplayOutcome = z.infer<typeof replayOutcomeSchema>;

const replayRowSchema = z.strictObject({
  system,
  target: targetId,
  variant: identifier,
  /** `Gin 1.12.0`; the name alone where the version is not known. */
  framework: joinedLabel,
  /** How it reaches the scenario's database. */
  access: accessSchema.nullable(),
  /** Whether it is measured beside the system instead of representing it. */
  substitute: z.boolean(),
  outcome: replayOutcomeSchema,
});
export type ReplayRow = z.infer<typeof replayRowSchema>;

const replayTableSchema = z.strictObject({
  setting: identifier,
  loadShape: loadShapeSchema,
  loadShapeId: identifier,
  scenarioVersion: z.number().int().min(1).nullable(),
  /** Database server that answered, by its own name; `null` if the scenario has none. */
  database: joinedLabel.nullable(),
  rows: z.array(replayRowSchema),
  /** Pairs whose order is proven to be the other way round now. */
  reversed: z.array(z.strictObject({ aheadThen: system, aheadNow: system })),
  /**
   * Pairs of the study's systems that were measured here: how many keep their order, and how many are
   * undecided.
   */
  pairs: z.strictObject({ compared: count, kept: count, reversed: count, undecided: count }),
});
export type ReplayTable = z.infer<typeof replayTableSchema>;

const replayVersionSchema = z.strictObject({
  name: identifier,
  /** Why it is smaller than the study; `null` for the whole one. */
  scaled: prose.nullable(),
  /** Newest run of it on each machine; empty if it was never replayed. */
  runs: z.array(
    z.strictObject({
      machine: identifier,
      run: runName,
      startedAt: runSchema.shape.startedAt,
      finishedAt: runSchema.shape.finishedAt,
      launcher: runSchema.shape.launcher,
      starts: count,
      tools: runSchema.shape.tools,
      tables: z.array(replayTableSchema),
    }),
  ),
});

export const replayDataSchema = z.strictObject({
  schemaVersion: z.literal(1),
  study: identifier,
  ...publishedStudySchema.shape,
  rows: z.array(z.strictObject({ setting: settingSchema, figures: z.array(publishedFigureSchema) })),
  findings: z.array(replayFindingSchema),
  shortcomings: z.array(z.strictObject({ kind: z.enum(shortcomingKinds), text: prose })),
  differences: z.array(prose),
  substitutes: z.array(z.strictObject({ system, target: label, why: prose })),
  /** The target variant that represents each system. */
  targets: z.array(z.strictObject({ system, target: label })),
  versions: z.array(replayVersionSchema),
});
export type ReplayData = z.infer<typeof replayDataSchema>;
