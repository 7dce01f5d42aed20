import { z } from 'zod';
import { type ScenarioId, scenarioIds, scenarioOf } from '../scenarios/list.ts';
import { arrivalOf, hasRate, type LoadShape, loadShapeId, loadShapeSchema } from './load-shape.ts';
import { identifier, prose } from './units.ts';

/** A run of more than a day is several. */
export const MOST_RUN_MINUTES = 24 * 60;

const shared = {
  name: identifier,
  description: prose,
  scenarios: z.array(z.enum(scenarioIds)).min(1),
  loadShapes: z.array(loadShapeSchema).min(1),
  /** Scenarios of a load shape, by its id, if it is not put on all of them. */
  only: z.record(identifier, z.array(z.enum(scenarioIds)).min(1)).optional(),
  /** Cold starts per target variant, timed by hyperfine: ten or more, or 0 for none. */
  coldStarts: z.union([z.literal(0), z.number().int().min(10).max(100)]),
  /** Clean builds per target, timed by hyperfine, but only one if it takes more than a minute; 0 for none. */
  builds: z.number().int().min(0).max(20).optional(),
};

/** What a run does: `bench/profiles/<name>.yaml`. */
export const profileSchema = z
  .strictObject({
    ...shared,
    /**
     * Fresh starts of each target: in a block all are started, warmed, and loaded in turn. 0 for a run that puts no load
     * on anything, and only times cold starts or builds.
     */
    blocks: z.number().int().min(0).max(1_000),
    /** Length of a slice, in seconds, if its load shape has none of its own. */
    sliceSeconds: z.number().min(0.2).max(600),
    /** Lengths for scenarios whose responses take long: what is under way when a slice ends must not matter. */
    longerSlices: z.partialRecord(z.enum(scenarioIds), z.number().min(0.2).max(600)).optional(),
    /** Slices of each cell in a block; the minimum if the run has `minutes`. */
    cycles: z.number().int().min(1).max(1_000),
    /**
     * Length of a slice at a fixed rate, if it takes longer to gather the samples that a percentile needs.
     */
    rateSliceSeconds: z.number().min(0.2).max(600).optional(),
    /** Most slices with `minutes`: more would add too little, however much time is left. */
    mostCycles: z.number().int().min(1).max(1_000).optional(),
    /**
     * Minutes that the run takes after all builds: each block gets an even share of the time left, for as
     * many cycles as fit.
     */
    minutes: z.number().positive().max(MOST_RUN_MINUTES).optional(),
    warmup: z.strictObject({
      /** Seconds of load on a fresh start before its warm-up is given up, for each scenario. */
      maxSeconds: z.number().int().min(1).max(600),
      /**
       * What happens to a target that is not warm by then: it has no figure in this run (`leave-out`), or a
       * marked one without a rank (`mark`).
       */
      otherwise: z.enum(['leave-out', 'mark']),
      /**
       * Scenario that comes first on each start, under the whole load from the first request on, so that its
       * warm-up is a figure. Without it, the order of scenarios is drawn for each start.
       */
      curve: z.enum(scenarioIds).optional(),
      /**
       * Scenarios that a server is warmed up for by one load of all of them; each is then confirmed by itself
       * where a runtime compiles as it runs. A server that is loaded with one of them is then loaded with the
       * others. Only for those that answer about as fast as each other and add no rows.
       */
      together: z
        .array(z.enum(scenarioIds))
        .min(2)
        .refine((ids) => ids.every((id) => !scenarioOf(id).inserts), 'scenarios that add no rows')
        .optional(),
    }),
    /**
     * Numbers of blocks after which a scenario whose throughput tables are sharp gets no more. Each look has
     * a share of a table's error rate.
     */
    looks: z.array(z.number().int().min(2)).max(10).optional(),
    /** `false` leaves out the canary, in a run that nobody compares with another. */
    canary: z.literal(false).optional(),
  })
  .superRefine(checkShapes)
  .refine(({ blocks, coldStarts, builds = 0 }) => blocks > 0 || coldStarts > 0 || builds > 0, {
    path: ['blocks'],
    message: 'a block, a cold start or a build: there is nothing to measure otherwise',
  });
export type Profile = z.infer<typeof profileSchema>;

/**
 * Warm-up by slices of load until two of them agree. Comparisons use it, because their sides warm up
 * together, and so did runs before blocks existed.
 */
export const slicesWarmupSchema = z.strictObject({
  sliceSeconds: z.number().min(0.2).max(60),
  minSlices: z.number().int().min(1).max(60),
  maxSlices: z.number().int().min(1).max(60),
  /** Two slices agree when they differ by no more than this share. */
  toleranceRatio: z.number().positive().max(1),
});
export type SlicesWarmup = z.infer<typeof slicesWarmupSchema>;

/**
 * Profile of a run before blocks existed: each round of a cell was a start by itself, after a warm-up of two
 * slices.
 */
const roundsProfileSchema = z
  .strictObject({
    ...shared,
    rounds: z.number().int().min(1).max(1_000),
    measureSeconds: z.number().int().min(1).max(600),
    warmup: slicesWarmupSchema,
  })
  .superRefine(checkShapes);

/** Profile of a recorded run. */
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

/** Whether the run loads its targets; one of no block only times starts or builds, and has no cell. */
export function putsLoad(profile: RecordedProfile): boolean {
  return startsOf(profile) > 0;
}

/**
 * Returns which of the scenarios share one warm-up; none if fewer than two would: the curve has its own, from the
 * first request on.
 */
export function warmedTogether(
  { warmup: { curve, together = [] } }: Pick<Profile, 'warmup'>,
  scenarios: readonly ScenarioId[],
): ScenarioId[] {
  const chosen = scenarios.filter((id) => id !== curve && together.includes(id));
  return chosen.length > 1 ? chosen : [];
}

/** Seconds that one load lasts; all figures of a series have the same. */
export function loadSeconds(scenario: ScenarioId, shape: LoadShape, profile: RecordedProfile): number {
  if ('seconds' in shape && shape.seconds !== undefined) return shape.seconds;
  if (!hasBlocks(profile)) return profile.measureSeconds;
  if (hasRate(shape) && profile.rateSliceSeconds !== undefined) return profile.rateSliceSeconds;
  return profile.longerSlices?.[scenario] ?? profile.sliceSeconds;
}

/** Whether the profile puts the load shape on the scenario. */
export function isAsked(
  { scenarios, only }: Pick<RecordedProfile, 'scenarios' | 'only'>,
  scenario: ScenarioId,
  shape: LoadShape,
): boolean {
  return scenarios.includes(scenario) && (only?.[loadShapeId(shape)]?.includes(scenario) ?? true);
}

/** The profile's shape with only these scenarios; load shapes that it puts on none of them are left out. */
export function restrictedTo(profile: Profile, scenarios: readonly ScenarioId[]): Profile {
  const loadShapes = profile.loadShapes.filter((shape) =>
    scenarios.some((id) => profile.only?.[loadShapeId(shape)]?.includes(id) ?? true),
  );
  const ids = loadShapes.map(loadShapeId);
  const only = Object.entries(profile.only ?? {})
    .filter(([id]) => ids.includes(id))
    .map(([id, asked]) => [id, asked.filter((scenario) => scenarios.includes(scenario))] as const);
  return {
    ...profile,
    scenarios: [...scenarios],
    loadShapes,
    ...(profile.only ? { only: Object.fromEntries(only) } : {}),
  };
}

interface Checked {
  scenarios: ScenarioId[];
  loadShapes: LoadShape[];
  only?: Record<string, ScenarioId[]> | undefined;
}

function checkShapes(profile: Checked, context: z.RefinementCtx): void {
  profile.scenarios.forEach((scenario, index) => {
    if (profile.scenarios.indexOf(scenario) === index) return;
    context.addIssue({
      code: 'custom',
      path: ['scenarios', index],
      message: `each scenario once: ${scenario} is there already`,
    });
  });
  const ids = profile.loadShapes.map(loadShapeId);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) !== index) {
      context.addIssue({
        code: 'custom',
        path: ['loadShapes', index],
        message: `each load shape once: ${id} is there already`,
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
          ? `scenarios of this profile: ${unknown} is none`
          : `a load shape of this profile: ${ids.join(', ')}`,
      });
    }
  }
  const relative = profile.loadShapes.some((shape) => hasRate(shape) && 'shareOfCapacity' in shape.rate);
  if (relative && !profile.loadShapes.some((shape) => arrivalOf(shape) === 'closed')) {
    context.addIssue({
      code: 'custom',
      path: ['loadShapes'],
      message: 'a closed loop in the same profile: a share of capacity needs it to measure the capacity',
    });
  }
}
