import { z } from 'zod';
import { scenarioIds } from '../../scenarios/list.ts';
import { count, identifier, label, metricFigure, perSecond, prose, ratio, seconds } from '../units.ts';

/**
 * `results/published/<study>.json`: a benchmark published by others, with the figures of its tables. They are
 * cited and compared with the study's replay, but never put in a column with our figures.
 */

/** How a study reduced its rounds to one figure; `rounds` in the file says how many there were. */
const reductions = ['single', 'best throughput of 3', 'median of 5'] as const;

const rounds = z.array(metricFigure).min(1).max(20);
/** A year, a month or a day, as exactly as it is known. */
const date = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);
const systemName = identifier;

const publishedRowSchema = z.strictObject({
  system: systemName,
  scenario: z.enum(scenarioIds),
  connections: z.number().int().min(1).max(10_000),
  connection: z.enum(['keep-alive', 'close']).optional(),
  requests: count.min(1).optional(),
  durationSeconds: seconds.optional(),
  throughputPerSecond: metricFigure,
  /** The rounds behind the figure, where they are known. */
  throughputRoundsPerSecond: rounds.optional(),
  /** Requests over duration, computed by us. */
  throughputFromTotalsPerSecond: metricFigure.optional(),
  /** The same test on another day, by the same author. */
  otherRuns: z.array(z.strictObject({ date, throughputRoundsPerSecond: rounds })).optional(),
  latencyMinSeconds: seconds.optional(),
  latencyMeanSeconds: seconds.optional(),
  latencyStdevSeconds: seconds.optional(),
  latencyP50Seconds: seconds.optional(),
  latencyP75Seconds: seconds.optional(),
  latencyP90Seconds: seconds.optional(),
  latencyP95Seconds: seconds.optional(),
  latencyP99Seconds: seconds.optional(),
  latencyMaxSeconds: seconds.optional(),
  transferMegabytesPerSecond: perSecond.optional(),
  receivedKilobytesPerSecond: perSecond.optional(),
  receivedBytes: count.nullable().optional(),
  errors: count.optional(),
  errorRatio: ratio.max(1).optional(),
  non2xx: count.optional(),
  /** Share of the whole machine's processors in use, loader and database included. */
  cpuRatio: ratio.max(1).optional(),
});
export type PublishedRow = z.infer<typeof publishedRowSchema>;

export const publishedStudySchema = z
  .strictObject({
    title: label,
    date,
    /** The date is inferred from the versions that the study names. */
    dateInferred: z.boolean().optional(),
    source: z.httpUrl().nullable(),
    machine: label,
    loader: label,
    loop: label,
    rounds: z.number().int().min(1).max(20),
    reduced: z.enum(reductions),
    database: label.nullable(),
    systems: z.record(systemName, label),
    rows: z.array(publishedRowSchema).min(1),
    notes: z.array(prose),
  })
  .superRefine((study, context) => {
    const seen = new Set<string>();
    study.rows.forEach((row, index) => {
      const fail = (key: string, message: string): void =>
        void context.addIssue({ code: 'custom', path: ['rows', index, key], message });
      if (!Object.hasOwn(study.systems, row.system)) fail('system', `${row.system} is not among the systems`);
      const key = `${row.system} ${settingKey(row)}`;
      if (seen.has(key)) fail('system', `a second row of ${key}`);
      seen.add(key);
    });
  });
export type PublishedStudy = z.infer<typeof publishedStudySchema>;

/** One table of a study, in which its systems were compared. */
type Setting = Pick<PublishedRow, 'scenario' | 'connections' | 'connection' | 'requests'>;

/** `json 16 close 160000`; the number of requests is part of it only if the study fixed it. */
export function settingKey({ scenario, connections, connection }: Setting): string {
  return [scenario, connections, connection ?? ''].join(' ').trimEnd();
}

/** The rows of a study, table by table, in the order of their first rows. */
export function settingsOf(study: PublishedStudy): PublishedRow[][] {
  return [...Map.groupBy(study.rows, settingKey).values()];
}
