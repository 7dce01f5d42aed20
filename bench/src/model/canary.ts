import { z } from 'zod';
import { hash, label, seconds } from './units.ts';

/**
 * What never changes, measured beside what does: its drift is the machine's. A change to its sources or a new compiler
 * makes it another canary, and its figures before and after are not compared.
 */
export const CANARY_TARGET = 'c/epoll';

/** The least that can be done for a response: how far the machine itself goes. */
export const CEILING_TARGETS: readonly string[] = ['c/epoll', 'c/nginx'];

const figures = z.array(z.number().positive().finite());

/** One entry a load, in the order measured. */
const columns = {
  startedSeconds: z.array(seconds),
  throughputPerSecond: figures,
  cpuPerRequestNanoseconds: figures,
  stolenRatio: z.array(z.number().min(0).max(1).nullable()),
} as const;

const identity = {
  target: label,
  /** Of its sources and of what was built from them. */
  sources: hash,
  artifact: hash,
} as const;

function sameLengths(value: object, context: z.RefinementCtx): void {
  const lengths = new Set(
    Object.values(value).flatMap((column) => (Array.isArray(column) ? column.length : [])),
  );
  if (lengths.size > 1) context.addIssue({ code: 'custom', message: 'columns differ in length' });
}

/** Loaded alone, now and then, in a comparison. */
export const referenceSchema = z.strictObject({ ...identity, ...columns }).superRefine(sameLengths);
export type ReferenceRounds = z.infer<typeof referenceSchema>;

/** In a run: at its start, in its middle and at its end. */
export const canarySchema = z
  .strictObject({ ...identity, at: z.array(z.enum(['start', 'middle', 'end'])), ...columns })
  .superRefine(sameLengths);
export type CanaryRounds = z.infer<typeof canarySchema>;
export type CanaryPlace = CanaryRounds['at'][number];
