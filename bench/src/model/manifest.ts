import { z } from 'zod';
import { databaseKinds, scenarioIds } from './scenario.ts';
import { identifier, label, prose } from './units.ts';

/** `target.yaml`: all that a new target needs. No list elsewhere is edited. */

export const toolchains = ['go', 'cargo', 'node', 'npm', 'nginx'] as const;
export type Toolchain = (typeof toolchains)[number];

const command = z.array(z.string().min(1)).min(1);

export const accessSchema = z.strictObject({
  kind: z.enum(['raw', 'query-builder', 'orm']),
  library: label,
});

export const versionSourceSchema = z.union([
  /** Read from a lock file in the target's folder: go.mod, Cargo.lock or package-lock.json. */
  z.strictObject({
    lockFile: z.enum(['go.mod', 'Cargo.lock', 'package-lock.json']),
    package: label,
  }),
  /** The framework is the runtime itself: the running program is asked. */
  z.strictObject({ runtime: z.literal(true) }),
]);

export const variantSchema = z.strictObject({
  id: identifier,
  description: prose,
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()).default({}),
});
export type Variant = z.infer<typeof variantSchema>;

export const manifestSchema = z
  .strictObject({
    name: label,
    language: label,
    framework: z.strictObject({
      site: z.httpUrl(),
      repository: z.httpUrl(),
      version: versionSourceSchema,
    }),
    runtime: z.strictObject({ name: label, process: command, container: command }),
    kind: z.enum(['platform', 'micro', 'full']),
    databaseAccess: z.partialRecord(z.enum(databaseKinds), accessSchema),
    scenarios: z.array(z.enum(scenarioIds)).min(1),
    /** Why a scenario is not served, one reason each. */
    omitted: z.partialRecord(z.enum(scenarioIds), prose),
    variants: z.array(variantSchema).min(1),
    process: z.strictObject({
      toolchains: z.array(z.enum(toolchains)).min(1),
      build: z.array(command),
      artifact: z.string().min(1),
      start: command,
    }),
    container: z.strictObject({ dockerfile: z.string().min(1) }),
    notes: prose.optional(),
    maintainers: z.array(z.string().regex(/^[A-Za-z0-9-]{1,39}$/)),
  })
  .superRefine((manifest, context) => {
    const seen = new Set<string>();
    manifest.variants.forEach((variant, index) => {
      if (seen.has(variant.id)) {
        context.addIssue({
          code: 'custom',
          path: ['variants', index, 'id'],
          message: `duplicate variant ${variant.id}`,
        });
      }
      seen.add(variant.id);
    });
    for (const [index, id] of manifest.scenarios.entries()) {
      if (manifest.scenarios.indexOf(id) !== index) {
        context.addIssue({ code: 'custom', path: ['scenarios', index], message: `duplicate scenario ${id}` });
      }
      if (manifest.omitted[id] !== undefined) {
        context.addIssue({ code: 'custom', path: ['omitted', id], message: 'is also among the scenarios' });
      }
    }
    for (const id of scenarioIds) {
      if (!manifest.scenarios.includes(id) && manifest.omitted[id] === undefined) {
        context.addIssue({ code: 'custom', path: ['omitted'], message: `must say why ${id} is not served` });
      }
    }
  });
export type Manifest = z.infer<typeof manifestSchema>;

/** A manifest with where it lies: `id` is the folder below `targets`, for example `go/gin`. */
export interface Target {
  id: string;
  /** Absolute path of the folder. */
  folder: string;
  manifest: Manifest;
}

/** The name of one target variant: `go/gin` where it is the only one, else `javascript/koa:cluster`. */
export function variantName(targetId: string, variantId: string): string {
  return variantId === 'default' ? targetId : `${targetId}:${variantId}`;
}
