import { z } from 'zod';
import { hasRate, loadShapeId, loadShapeSchema } from './load-shape.ts';
import { scenarioIds } from './scenario.ts';
import { identifier, prose } from './units.ts';

/** What a run does: `bench/profiles/<name>.yaml`. */
export const profileSchema = z
  .strictObject({
    name: identifier,
    description: prose,
    scenarios: z.array(z.enum(scenarioIds)).min(1),
    loadShapes: z.array(loadShapeSchema).min(1),
    /** Fresh starts of each cell. */
    rounds: z.number().int().min(1).max(1_000),
    measureSeconds: z.number().int().min(1).max(600),
    warmup: z.strictObject({
      /** Load is given in slices of this length until two in a row agree. */
      sliceSeconds: z.number().int().min(1).max(60),
      minSlices: z.number().int().min(1).max(60),
      maxSlices: z.number().int().min(1).max(60),
      /** Two slices agree when their throughput differs by no more than this share. */
      toleranceRatio: z.number().positive().max(1),
    }),
    /** Cold starts timed by hyperfine, each target variant: ten or more, or 0 to leave them out. */
    coldStarts: z.union([z.literal(0), z.number().int().min(10).max(100)]),
    /** Builds from nothing timed by hyperfine, each target, one where it takes more than a minute; 0 leaves them out. */
    builds: z.number().int().min(0).max(20).optional(),
  })
  .superRefine((profile, context) => {
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
    const relative = profile.loadShapes.some((shape) => hasRate(shape) && 'shareOfCapacity' in shape.rate);
    if (relative && !profile.loadShapes.some((shape) => shape.loader === 'wrk')) {
      context.addIssue({
        code: 'custom',
        path: ['loadShapes'],
        message: 'a share of capacity needs a wrk shape in the same profile to measure the capacity',
      });
    }
  });
export type Profile = z.infer<typeof profileSchema>;
