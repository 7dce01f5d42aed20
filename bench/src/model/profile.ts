import { z } from 'zod';
import { type ScenarioId, scenarioIds } from '../scenarios/list.ts';
import { arrivalOf, hasRate, type LoadShape, loadShapeId, loadShapeSchema } from './load-shape.ts';
import { identifier, prose } from './units.ts';

const shared = {
  name: identifier,
  description: prose,
  scenarios: z.array(z.enum(scenarioIds)).min(1),
  loadShapes: z.array(loadShapeSchema).min(1),
  /** By id of a load shape: the scenarios it is put on, where that is not all of them. */
  only: z.record(identifier, z.array(z.enum(scenarioIds)).min(1)).optional(),
  /** Cold starts timed by hyperfine, each target variant: ten or more, or 0 to leave them out. */
  coldStarts: z.union([z.literal(0), z.number().int().min(10).max(100)]),
  /** Builds from nothing timed by hyperfine, each target, one where it takes more than a minute; 0 leaves them out. */
  builds: z.number().int().min(0).max(20).optional(),
};

/** What a run does: `bench/profiles/<name>.yaml`. */
export const profileSchema = z
  .strictObject({
    ...shared,
    /** Fresh starts of each target: in a block all are started, warmed, and loaded in turn. */
    blocks: z.number().int().min(1).max(1_000),
    /** Length of a slice, in seconds, where its load shape has none of its own. */
    sliceSeconds: z.number().min(0.2).max(600),
    /** Slices of each cell in a block; at least so many where the run has `minutes`. */
    cycles: z.number().int().min(1).max(1_000),
    /** Of a slice at a fixed rate, where it takes longer to have the samples that a percentile needs. */
    rateSliceSeconds: z.number().min(0.2).max(600).optional(),
    /** With `minutes`: more slices than this tell too little more, however much time is left. */
    mostCycles: z.number().int().min(1).max(1_000).optional(),
    /** How long the run takes once all is built: each block gets an even share of what is left, for as many cycles as fit. */
    minutes: z.number().positive().max(1_440).optional(),
    warmup: z.strictObject({
      /** Of load on a fresh start before its warm-up is given up, for each scenario. */
      maxSeconds: z.number().int().min(1).max(600),
      /** What is not warm by then: it has no figure in this run (`leave-out`), or a marked one that is not ranked (`mark`). */
      otherwise: z.enum(['leave-out', 'mark']),
      /**
       * Comes first on each start, under the whole load from the first request on: its warm-up is a figure of its own.
       * Without it the order of scenarios is drawn for each start.
       */
      curve: z.enum(scenarioIds).optional(),
    }),
    /**
     * After so many blocks, a scenario whose tables of throughput are sharp gets no more of them. Each look may err
     * with its share of a table's error rate.
     */
    looks: z.array(z.number().int().min(2)).max(10).optional(),
  })
  .superRefine(checkShapes);
export type Profile = z.infer<typeof profileSchema>;

/** Load in slices until two of them agree: of comparisons, whose sides warm up at once, and of runs before blocks. */
export const slicesWarmupSchema = z.strictObject({
  sliceSeconds: z.number().min(0.2).max(60),
  minSlices: z.number().int().min(1).max(60),
  maxSlices: z.number().int().min(1).max(60),
  /** Two slices agree when they differ by no more than this share. */
  toleranceRatio: z.number().positive().max(1),
});
export type SlicesWarmup = z.infer<typeof slicesWarmupSchema>;

/** What a run did before there were blocks: each round of a cell was a start by itself, after a warm-up of two slices. */
const roundsProfileSchema = z
  .strictObject({
    ...shared,
    rounds: z.number().int().min(1).max(1_000),
    measureSeconds: z.number().int().min(1).max(600),
    warmup: slicesWarmupSchema,
  })
  .superRefine(checkShapes);

/** What a run on disk was done by. */
export const recordedProfileSchema = z.union([profileSchema, roundsProfileSchema]);
export type RecordedProfile = z.infer<typeof recordedProfileSchema>;

/** Whether each start of the run was warmed to its steady state, beside all other targets of its tables. */
export function hasBlocks(profile: RecordedProfile): profile is Profile {
  return 'blocks' in profile;
}

/** Fresh starts of each cell. */
export function startsOf(profile: RecordedProfile): number {
  return hasBlocks(profile) ? profile.blocks : profile.rounds;
}

/** How often the tables of a run are looked at: each look may err with its share of a table's error rate. */
export function looksOf(profile: RecordedProfile): number {
  return hasBlocks(profile) ? (profile.looks ?? []).length + 1 : 1;
}

/** Seconds that one load lasts: what figures must have in common to stand in one series. */
export function loadSeconds(shape: LoadShape, profile: RecordedProfile): number {
  if ('seconds' in shape && shape.seconds !== undefined) return shape.seconds;
  if (!hasBlocks(profile)) return profile.measureSeconds;
  return (hasRate(shape) ? profile.rateSliceSeconds : undefined) ?? profile.sliceSeconds;
}

/** Whether the profile puts the load shape on the scenario. */
export function isAsked(
  { scenarios, only }: Pick<RecordedProfile, 'scenarios' | 'only'>,
  scenario: ScenarioId,
  shape: LoadShape,
): boolean {
  return scenarios.includes(scenario) && (only?.[loadShapeId(shape)]?.includes(scenario) ?? true);
}

interface Checked {
  scenarios: ScenarioId[];
  loadShapes: LoadShape[];
  only?: Record<string, ScenarioId[]> | undefined;
}

function checkShapes(profile: Checked, context: z.RefinementCtx): void {
  const ids = profile.loadShapes.map(loadShapeId);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) !== index) {
      context.addIssue({
        code: 'custom',
        path: ['loadShapes', index],
        message: `duplicate load shape ${id}`,
      });
    }
  });
  for (const [id, scenarios] of Object.entries(profile.only ?? {})) {
    const unknown = scenarios.find((scenario) => !profile.scenarios.includes(scenario));
    if (!ids.includes(id) || unknown !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['only', id],
        message: ids.includes(id)
          ? `no scenario ${unknown} in this profile`
          : 'no such load shape in this profile',
      });
    }
  }
  const relative = profile.loadShapes.some((shape) => hasRate(shape) && 'shareOfCapacity' in shape.rate);
  if (relative && !profile.loadShapes.some((shape) => arrivalOf(shape) === 'closed')) {
    context.addIssue({
      code: 'custom',
      path: ['loadShapes'],
      message: 'a share of capacity needs a closed loop in the same profile to measure the capacity',
    });
  }
}
