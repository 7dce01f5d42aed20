import { z } from 'zod';
import { scenarioIds } from '../../scenarios/list.ts';
import {
  releaseFailures,
  releaseHistorySchema,
  releaseVersion,
  stepCause,
} from '../releases/release-history.ts';
import { targetId } from '../run.ts';
import { count, identifier, instant, label, prose, runName } from '../units.ts';
import { siteVersion } from './site-version.ts';

/** The histories of releases as pages show them: figures and steps follow from the committed comparisons. */
const ratio = z.number().positive().finite();
const interval = { ratio, low: ratio, high: ratio };
const release = releaseHistorySchema.shape.releases.element.shape;

const shownReleaseSchema = z.strictObject({
  version: releaseVersion,
  releasedAt: release.releasedAt,
  changelog: release.changelog,
  state: z.enum(['frozen', 'measured', 'failed', 'left-out']),
  /** Why it has no figure; `null` if it has. */
  failure: z
    .strictObject({ code: z.enum([...releaseFailures, 'pre-release', 'withdrawn']), reason: prose })
    .nullable(),
  /** The comparison with the frozen release; `null` if there is none. */
  comparison: runName.nullable(),
  /** One per scenario of the history: the cost of a request as a ratio to the frozen release. */
  costs: z.array(z.strictObject({ ...interval, pairs: count }).nullable()),
});
export type ShownRelease = z.infer<typeof shownReleaseSchema>;

const shownStepSchema = z.strictObject({
  from: releaseVersion,
  to: releaseVersion,
  scenario: z.enum(scenarioIds),
  /** Steps, without those that the figures cannot distinguish from none. */
  state: z.enum(['suspected', 'confirmed', 'unproven']),
  ...interval,
  /** The comparison of the two releases, with its start; `null` if they were not measured side by side. */
  proof: z.strictObject({ comparison: runName, startedAt: instant }).nullable(),
  /** Later side-by-side measurements of the same step, in their order; `isThere`: it was there again. */
  repeats: z.array(
    z.strictObject({ comparison: runName, startedAt: instant, ...interval, isThere: z.boolean() }),
  ),
  /** What other machines found that measured the release of the step side by side with `from`. */
  elsewhere: z.array(
    z.strictObject({
      machine: identifier,
      from: releaseVersion,
      startedAt: instant,
      ...interval,
      isThere: z.boolean(),
    }),
  ),
  /** Whether one of another day than the first found it again. */
  isOfTwoDays: z.boolean(),
  /** The cause that its changelog or code shows; `null` if it is unknown. */
  cause: stepCause.omit({ to: true }).nullable(),
});
export type ShownStep = z.infer<typeof shownStepSchema>;

const shownHistorySchema = z.strictObject({
  machine: identifier,
  target: targetId,
  variant: identifier,
  /** Name of the target. */
  name: label,
  package: releaseHistorySchema.shape.package,
  /** Its folder below the results folder, which is also its download path. */
  folder: z.string(),
  askedAt: instant,
  frozen: releaseVersion.nullable(),
  scenarios: releaseHistorySchema.shape.scenarios,
  /** In order of version, the oldest first. */
  releases: z.array(shownReleaseSchema),
  steps: z.array(shownStepSchema),
});
export type ShownHistory = z.infer<typeof shownHistorySchema>;

export const releasesDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  /** Sorted by target, role of the package and variant; of several machines, the one with most releases comes first. */
  histories: z.array(shownHistorySchema),
});
export type ReleasesData = z.infer<typeof releasesDataSchema>;
