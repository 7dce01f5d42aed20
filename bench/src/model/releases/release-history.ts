import { z } from 'zod';
import { scenarioIds } from '../../scenarios/list.ts';
import { targetId } from '../run.ts';
import { identifier, instant, label, prose, runName } from '../units.ts';

/**
 * The releases of one package, as one target variant ran with each on one machine:
 * `results/releases/<machine>/<target>.<variant>/<package>/history.json`. Beside it lies one comparison a release, with
 * a frozen release as base, and one for each step that was measured again. Figures and steps are not stored, because
 * they follow from those comparisons.
 */
export const RELEASES_SCHEMA_VERSION = 1;

/** Where releases come from. `runtime`: what runs the target, `go`, `node`, `bun` or `deno`. */
const ecosystems = ['go', 'npm', 'cargo', 'maven', 'pypi', 'gems', 'nuget', 'runtime'] as const;
export type Ecosystem = (typeof ecosystems)[number];

/** Without a leading `v`, as lock files and sides of a comparison give it. */
export const releaseVersion = z
  .string()
  .max(100)
  .regex(/^\d[\w.+-]*$/, 'a version that begins with a digit');

/** Why a release was asked for and has no figure. */
export const releaseFailures = [
  /** No lock file can be made: a package that it needs is gone, or demands another version. */
  'not-resolvable',
  'does-not-build',
  'does-not-start',
  'fails-contract',
  /** It passed its checks, and gave no figure under load, or failed there too often. */
  'not-measured',
] as const;
export type ReleaseFailure = (typeof releaseFailures)[number];

const outcomeSchema = z.discriminatedUnion('state', [
  /** The base of every comparison: its cost is 1. */
  z.strictObject({ state: z.literal('frozen') }),
  /** Names the comparison in this folder: base is the frozen release, head is this one. */
  z.strictObject({ state: z.literal('measured'), comparison: runName }),
  z.strictObject({
    state: z.literal('failed'),
    code: z.enum(releaseFailures),
    reason: prose,
    triedAt: instant,
  }),
  z.strictObject({
    state: z.literal('left-out'),
    code: z.enum(['pre-release', 'withdrawn']),
    reason: prose,
  }),
]);

const releaseSchema = z.strictObject({
  version: releaseVersion,
  /** The registry's date; `null` if it gives none. */
  releasedAt: instant.nullable(),
  /** The page that says what the release changed. */
  changelog: z.httpUrl().max(500).nullable(),
  outcome: outcomeSchema,
});
export type Release = z.infer<typeof releaseSchema>;

/** What a person found in a release's changelog or code, and a page that shows it. */
export const stepCause = z.strictObject({
  to: releaseVersion,
  /** In English. */
  text: prose,
  /** The text in other languages of the site, by their tags: `zh`. */
  translations: z.record(z.string().regex(/^[a-z]{2,3}$/), prose).optional(),
  link: z.httpUrl().max(500),
});

/** Far more than any registry has of one package in a few years. */
const MOST_RELEASES = 2_000;

export const releaseHistorySchema = z.strictObject({
  schemaVersion: z.literal(RELEASES_SCHEMA_VERSION),
  machine: identifier,
  target: targetId,
  variant: identifier,
  package: z.strictObject({
    ecosystem: z.enum(ecosystems),
    /** In full: `github.com/gin-gonic/gin`, `@koa/router`, `io.vertx:vertx-stack-depchain`, `go`. */
    name: label,
    /** Its role for the target: framework, runtime, or another package. */
    role: z.enum(['framework', 'runtime', 'library']),
    /** The name for readers: `Gin`, `Go`, `sonic`. */
    title: label,
  }),
  /** Packages that move with it, each to the version of the same name. */
  together: z.array(label).max(100).optional(),
  scenarios: z.array(z.enum(scenarioIds)).min(1),
  /** When the registry was last asked for releases. */
  askedAt: instant,
  /** In order of version, the oldest first. */
  releases: z.array(releaseSchema).min(1).max(MOST_RELEASES),
  /** Steps that were measured again: base is the release `from`, head the release `to`. In the order measured. */
  confirmations: z
    .array(z.strictObject({ from: releaseVersion, to: releaseVersion, comparison: runName }))
    .max(MOST_RELEASES),
  /** The causes of steps, as changelogs or code show them; written by hand. */
  causes: z.array(stepCause).max(MOST_RELEASES).optional(),
});
export type ReleaseHistory = z.infer<typeof releaseHistorySchema>;

/** Name of the folder of a package: `@koa/router` → `koa-router`, `io.vertx:vertx-core` → `io.vertx-vertx-core`. */
export function packageFolder(name: string): string {
  return name.replaceAll(/[^\w.]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
}
