import { z } from 'zod';
import { checkSameLengths, hash, label, metricFigure, seconds } from './units.ts';

/**
 * The server that never changes, measured beside the others: its drift is the machine's. A change to its
 * sources or a new compiler makes it another canary, whose figures are not compared with earlier ones.
 */
export const CANARY_TARGET = 'c/epoll';

/** Servers that do the least possible work for a response: they show the limit of the machine. */
export const CEILING_TARGETS: readonly string[] = ['c/epoll', 'c/nginx'];

const figures = z.array(metricFigure);

/** One entry per load, in the order measured. */
const columns = {
  startedSeconds: z.array(seconds),
  throughputPerSecond: figures,
  cpuPerRequestNanoseconds: figures,
  stolenRatio: z.array(z.number().min(0).max(1).nullable()),
} as const;

const identity = {
  target: label,
  /** Hash of its sources and of what was built from them. */
  sources: hash,
  artifact: hash,
} as const;

/** The canary of a comparison, loaded alone now and then. */
export const comparisonCanarySchema = z
  .strictObject({ ...identity, ...columns })
  .superRefine(checkSameLengths);
export type ComparisonCanary = z.infer<typeof comparisonCanarySchema>;

/** The canary of a run, loaded at its start, in its middle and at its end. */
export const runCanarySchema = z
  .strictObject({ ...identity, at: z.array(z.enum(['start', 'middle', 'end'])), ...columns })
  .superRefine(checkSameLengths);
export type RunCanary = z.infer<typeof runCanarySchema>;
export type CanaryPlace = RunCanary['at'][number];
