import { z } from 'zod';
import { missingReasons } from '../cell-columns.ts';
import { accessSchema, manifestSchema } from '../manifest.ts';
import { metricDirections, metricUnits } from '../metric.ts';
import {
  cellFields,
  estimateSchema,
  leftOutFields,
  markSchema,
  metricIdSchema,
  runSchema,
  targetId,
} from '../run.ts';
import { count, identifier, joinedLabel, label, perSecond, runName } from '../units.ts';
import { siteVersion } from './site-version.ts';

export const variantOfTarget = { target: targetId, variant: identifier };

export const rankSchema = z.strictObject({ best: z.number().int().min(1), worst: z.number().int().min(1) });
export type Rank = z.infer<typeof rankSchema>;

/** Outcome of one row of a ranking table: exactly one of six kinds. */
const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ranked'),
    rank: rankSchema,
    /** 1 if nothing is proven better; everything in a tier is proven behind something in the tier above. */
    tier: z.number().int().min(1),
    /** The rows that are proven better, by their places in `rows`: one fewer than the best rank. */
    behind: z.array(count),
    estimate: estimateSchema,
    /** How many times the best median of the ranked rows is better than this one; 1 for the best. */
    factor: z.number().min(1).nullable(),
  }),
  /** A platform beside frameworks: it shows what the machine can do, and does not compete. */
  z.strictObject({
    kind: z.literal('reference'),
    estimate: estimateSchema,
    /** As above; below 1 if it is better than every ranked row. */
    factor: z.number().positive().nullable(),
  }),
  /** Measured, but a mark says that the figure must not be ranked. */
  z.strictObject({ kind: z.literal('unranked'), estimate: estimateSchema }),
  /** Measured, but no block has this figure. */
  z.strictObject({ kind: z.literal('missing'), reason: z.enum(missingReasons) }),
  /** The run has no cell: the target does not serve the scenario, or the run ended before. */
  z.strictObject({ kind: z.literal('no-cell'), runFinished: z.boolean() }),
  z.strictObject({ kind: z.literal('left-out'), ...leftOutFields }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;

const rankingRowSchema = z.strictObject({
  ...variantOfTarget,
  name: label,
  language: label,
  kind: manifestSchema.shape.kind,
  /** How the target reaches the scenario's database; `null` if the scenario has none. */
  access: accessSchema.nullable(),
  outcome: outcomeSchema,
  /** The figure of each block that has one, in the order measured, without the level of the block. */
  values: z.array(z.number()),
  marks: z.array(markSchema),
});
export type RankingRow = z.infer<typeof rankingRowSchema>;

const ceilingSchema = z.strictObject({ target: joinedLabel, throughputPerSecond: z.number().positive() });
export type Ceiling = z.infer<typeof ceilingSchema>;

/** The blocks of a run that figures come from. */
export const blockCountFields = {
  /** Whole blocks; `null` if it was measured in rounds. */
  blocks: count.nullable(),
  /** Blocks that it was to have, if it has fewer. */
  plannedBlocks: count.optional(),
};

/** What identifies a figure within one run. */
export const rowOf = { ...cellFields, metric: metricIdSchema };

/**
 * One table: (run, scenario, load shape, metric). Rows are in order: ranked from best median, then platforms for
 * reference, unranked, missing, without a cell, left out.
 */
export const rankingTableSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  run: runName,
  startedAt: runSchema.shape.startedAt,
  profile: identifier,
  ...blockCountFields,
  ...rowOf,
  unit: z.enum(metricUnits),
  direction: z.enum(metricDirections),
  /** The server that answered the scenario's queries; `null` if the scenario has none. */
  database: runSchema.shape.databases.element.nullable(),
  /** How peak memory was counted, in a table of it. */
  peakMemory: runSchema.shape.peakMemory,
  /** Which requests latencies at a rate are of, in a table of one. */
  latencies: runSchema.shape.latencies,
  /** The limit of the machine itself; `null` if unknown, or if the metric is not throughput. */
  ceiling: ceilingSchema.nullable(),
  /** Leading targets that all stop at one throughput: something other than they limits them. */
  plateau: z
    .strictObject({ targets: z.array(joinedLabel), lowPerSecond: perSecond, highPerSecond: perSecond })
    .nullable(),
  rows: z.array(rankingRowSchema),
});
export type RankingTable = z.infer<typeof rankingTableSchema>;

/** The table that badges and charts for READMEs show: throughput of small JSON, or else the first table. */
export function badgeTable(tables: readonly RankingTable[]): RankingTable | undefined {
  return (
    tables.find(({ scenario, metric }) => scenario === 'json' && metric === 'throughputPerSecond') ??
    tables[0]
  );
}
