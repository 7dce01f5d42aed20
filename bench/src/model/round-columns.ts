import { z } from 'zod';
import { count, seconds } from './units.ts';

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

/** A figure that is recorded of every round. */
interface MeasuredColumn {
  /** Of a block: its slices added up, the highest of them, or what `measure/blocks/figures.ts` makes of them. */
  ofBlock: 'sum' | 'highest' | 'own';
  /** Why a value is not there. */
  missing: MissingReason;
  /** What a target or scenario may be without, and that as a reason. */
  needs?: { what: 'counter' | 'database'; otherwise: MissingReason };
  /** A count. */
  isWhole?: true;
  /** What ran takes some: a 0 is a figure that nobody measured. */
  isNeverZero?: true;
  /** Results before do not have it. */
  since?: string;
}

const notTold = { missing: 'not-told-by-loader' } as const;
const processorTime = { ofBlock: 'sum', missing: 'no-accounting', isNeverZero: true } as const;

const measured = {
  requests: { ofBlock: 'sum', ...notTold, isWhole: true },
  durationSeconds: { ofBlock: 'sum', ...notTold },
  receivedBytes: { ofBlock: 'sum', ...notTold },
  latencyMeanSeconds: { ofBlock: 'own', ...notTold },
  latencyP50Seconds: { ofBlock: 'own', ...notTold },
  latencyP90Seconds: { ofBlock: 'own', ...notTold },
  latencyP99Seconds: { ofBlock: 'own', missing: 'too-few-samples' },
  latencyP999Seconds: { ofBlock: 'own', missing: 'too-few-samples' },
  latencyMaxSeconds: { ofBlock: 'highest', ...notTold },
  /** Connect, read, write and timeout errors together. */
  errors: { ofBlock: 'sum', ...notTold, isWhole: true },
  /** Responses whose status is not the scenario's. */
  wrongStatus: { ofBlock: 'sum', ...notTold, isWhole: true },
  /** By how much the server's own `/count` grew over the load. */
  countedByServer: {
    ofBlock: 'sum',
    missing: 'round-failed',
    needs: { what: 'counter', otherwise: 'not-counted-by-target' },
    isWhole: true,
  },
  serverCpuNanoseconds: processorTime,
  loaderCpuNanoseconds: processorTime,
  databaseCpuNanoseconds: { ...processorTime, needs: { what: 'database', otherwise: 'no-database' } },
  /** What the harness itself used while the load ran. */
  harnessCpuNanoseconds: processorTime,
  peakMemoryBytes: { ofBlock: 'highest', missing: 'no-accounting', isNeverZero: true },
  /** Share of the machine's processor time that the hypervisor took away. */
  stolenRatio: { ofBlock: 'own', missing: 'no-accounting' },
  /** Of the block itself, not of its slices. */
  warmupSlices: { ofBlock: 'own', ...notTold, isWhole: true },
} as const satisfies Record<string, MeasuredColumn>;

export type MeasuredColumnName = keyof typeof measured;
export const measuredColumns: Readonly<Record<MeasuredColumnName, MeasuredColumn>> = measured;
export const measuredColumnNames = Object.keys(measured) as MeasuredColumnName[];

/** Those whose slices become a block's figure in this way. */
type ColumnsOfBlock<Way extends MeasuredColumn['ofBlock']> = {
  [Name in MeasuredColumnName]: (typeof measured)[Name]['ofBlock'] extends Way ? Name : never;
}[MeasuredColumnName];

/** One figure of each column whose slices are taken together in this way. */
export function columnsOfBlock<Way extends MeasuredColumn['ofBlock'], Value>(
  way: Way,
  read: (name: ColumnsOfBlock<Way>) => Value,
): Record<ColumnsOfBlock<Way>, Value> {
  const names = measuredColumnNames.filter((name) => measured[name].ofBlock === way) as ColumnsOfBlock<Way>[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<ColumnsOfBlock<Way>, Value>;
}

export const column = z.array(z.number().nullable());

type ColumnSchemas = {
  [Name in MeasuredColumnName]: (typeof measured)[Name] extends { since: string }
    ? z.ZodOptional<typeof column>
    : typeof column;
};

/**
 * The columns of a cell; all have one entry a round, in the order measured. A round is what one fresh start gave: of a
 * run with blocks, the cell's slices in one block, added up or, where they cannot be, as `bench/README.md` says.
 */
export const roundColumns = {
  /** Which block of the run, or which round where there are none: the same number in two cells pairs them. */
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
export type RoundColumn = keyof typeof roundColumns;
