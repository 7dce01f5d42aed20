import { z } from 'zod';
import { checkMeasurable, count, seconds } from './units.ts';

/** Why a figure is missing. Each reason has its sentence on the site. */
export const missingReasons = [
  'not-counted-by-target',
  'not-reported-by-loader',
  'no-database',
  'too-few-samples',
  'no-accounting',
  'start-failed',
] as const;
export type MissingReason = (typeof missingReasons)[number];

/** A figure that is recorded for every block. */
interface MeasuredColumn {
  /**
   * How the slices of a block are combined: added up, the highest of them, or as `measure/blocks/block-figures.ts`
   * does.
   */
  ofBlock: 'sum' | 'highest' | 'own';
  /** Why a value is missing. */
  missing: MissingReason;
  /** What a target or scenario may not have, and the reason recorded then. */
  needs?: { what: 'counter' | 'database'; otherwise: MissingReason };
  /** A count. */
  isWhole?: true;
  /** Everything that runs uses some, so a 0 was not measured. */
  isNeverZero?: true;
  /** Results from before this date do not have it. */
  since?: string;
}

const notReported = { missing: 'not-reported-by-loader' } as const;
const processorTime = { ofBlock: 'sum', missing: 'no-accounting', isNeverZero: true } as const;

const measured = {
  requests: { ofBlock: 'sum', ...notReported, isWhole: true },
  durationSeconds: { ofBlock: 'sum', ...notReported },
  receivedBytes: { ofBlock: 'sum', ...notReported },
  latencyMeanSeconds: { ofBlock: 'own', ...notReported },
  latencyP50Seconds: { ofBlock: 'own', ...notReported },
  latencyP90Seconds: { ofBlock: 'own', ...notReported },
  latencyP99Seconds: { ofBlock: 'own', missing: 'too-few-samples' },
  latencyP999Seconds: { ofBlock: 'own', missing: 'too-few-samples' },
  latencyMaxSeconds: { ofBlock: 'highest', ...notReported },
  /** Connect, read, write and timeout errors together. */
  errors: { ofBlock: 'sum', ...notReported, isWhole: true },
  /** Responses whose status is not the scenario's. */
  wrongStatus: { ofBlock: 'sum', ...notReported, isWhole: true },
  /** Growth of the server's own `/count` over the load. */
  countedByServer: {
    ofBlock: 'sum',
    missing: 'start-failed',
    needs: { what: 'counter', otherwise: 'not-counted-by-target' },
    isWhole: true,
  },
  serverCpuNanoseconds: processorTime,
  loaderCpuNanoseconds: processorTime,
  databaseCpuNanoseconds: { ...processorTime, needs: { what: 'database', otherwise: 'no-database' } },
  /** What the harness itself used while the load ran. */
  harnessCpuNanoseconds: processorTime,
  peakMemoryBytes: { ofBlock: 'highest', missing: 'no-accounting', isNeverZero: true },
  /** Share of the machine's CPU time that the hypervisor took away. */
  stolenRatio: { ofBlock: 'own', missing: 'no-accounting' },
  /** A figure of the block itself, not of its slices. */
  warmupSlices: { ofBlock: 'own', ...notReported, isWhole: true },
} as const satisfies Record<string, MeasuredColumn>;

export type MeasuredColumnName = keyof typeof measured;
export const measuredColumns: Readonly<Record<MeasuredColumnName, MeasuredColumn>> = measured;
export const measuredColumnNames = Object.keys(measured) as MeasuredColumnName[];

/** Columns whose slices are combined in this way. */
type ColumnsOfBlock<Rule extends MeasuredColumn['ofBlock']> = {
  [Name in MeasuredColumnName]: (typeof measured)[Name]['ofBlock'] extends Rule ? Name : never;
}[MeasuredColumnName];

/** Builds one value for each column whose slices are combined in this way. */
export function columnsOfBlock<Rule extends MeasuredColumn['ofBlock'], Value>(
  rule: Rule,
  read: (name: ColumnsOfBlock<Rule>) => Value,
): Record<ColumnsOfBlock<Rule>, Value> {
  const names = measuredColumnNames.filter(
    (name) => measured[name].ofBlock === rule,
  ) as ColumnsOfBlock<Rule>[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<ColumnsOfBlock<Rule>, Value>;
}

export const column = z.array(z.number().nullable()).superRefine(checkMeasurable);

type ColumnSchemas = {
  [Name in MeasuredColumnName]: (typeof measured)[Name] extends { since: string }
    ? z.ZodOptional<typeof column>
    : typeof column;
};

/**
 * The columns of a cell, with one value per fresh start, in the order measured. In a run with blocks, a value combines
 * the cell's slices of one block as `bench/README.md` says. The field is named `rounds`, because runs from before there
 * were blocks have it too.
 */
export const cellColumns = {
  /**
   * Number of the block in the run, or of the round in runs without blocks; the same number in two cells
   * pairs them.
   */
  round: z.array(count),
  /** Seconds since the run started. */
  startedSeconds: z.array(seconds),
  ...(Object.fromEntries(
    measuredColumnNames.map((name) => [
      name,
      measuredColumns[name].since === undefined ? column : column.optional(),
    ]),
  ) as ColumnSchemas),
} as const;
export type CellColumn = keyof typeof cellColumns;
