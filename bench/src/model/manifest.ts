import { z } from 'zod';
import { databaseFacts, databaseKinds } from '../scenarios/definition/databases.ts';
import { scenarioIds, scenarioOf } from '../scenarios/list.ts';
import { commandWord, identifier, label, prose } from './units.ts';

/** `target.yaml`: everything that a new target needs. No list has to be edited, unless its toolchain is a new one. */

const toolchains = [
  'cc',
  'go',
  'cargo',
  'node',
  'npm',
  'nginx',
  'java',
  'maven',
  'native-image',
  'ruby',
  'bundler',
  'dotnet',
  'python',
  'mysqlclient',
  'php',
  'php-fpm',
  'mojolicious',
  'poco',
] as const;
export type Toolchain = (typeof toolchains)[number];

const command = z.array(commandWord.min(1)).min(1).max(200);

/**
 * A path within the target's folder. What it names goes to compilers and to Docker, whose errors quote it: a path that
 * leaves the folder would show any file of the machine that builds.
 */
const pathInside = z
  .string()
  .max(200)
  .regex(/^[\w.@-]+(?:\/[\w.@-]+)*$/, 'a relative path of letters, digits, dots, hyphens, underscores and @')
  .refine((path) => !path.split('/').includes('..'), 'a path that stays in the folder, without ..');

export const accessSchema = z.strictObject({
  kind: z.enum(['raw', 'query-builder', 'orm']),
  library: label.describe('The library that the handlers call.'),
});

const versionSourceSchema = z.union([
  z
    .strictObject({
      lockFile: z.enum([
        'go.mod',
        'Cargo.lock',
        'package-lock.json',
        'pom.xml',
        'packages.lock.json',
        'requirements.txt',
      ]),
      package: label,
    })
    .describe(
      "Read from a lock file in the target's folder. Maven has none: its version is the exact one that pom.xml gives " +
        'the artifact, its parent or its bill of materials (package is groupId:artifactId).',
    ),
  z
    .strictObject({ process: command, container: command })
    .describe('A program that prints the version, run like runtime: for what no lock file here pins.'),
  z
    .strictObject({ runtime: z.literal(true) })
    .describe('The framework is the runtime itself: its version is that of the runtime.'),
]);

const serverSchema = label.describe(
  "The HTTP server below the framework's own code, by the name of its platform's target if there is one. It decides " +
    "which platform a framework's cost is added to.",
);

/** Blocks know by their names which runtimes a pause is too long for. */
const KNOWN_RUNTIMES = [
  { name: 'Node.js', meant: /^node([ .-]?js)?$/i },
  { name: 'Deno', meant: /^deno$/i },
];

const runtimeName = label.superRefine((name, context) => {
  const known = KNOWN_RUNTIMES.find(({ meant }) => meant.test(name));
  if (known && known.name !== name) context.addIssue({ code: 'custom', message: known.name });
});

const runtimeSchema = z.strictObject({
  name: runtimeName,
  process: command.describe("A command in the target's folder that prints the runtime's version."),
  container: command.describe('The same, run in the image.'),
});
const databaseAccessSchema = z.partialRecord(z.enum(databaseKinds), accessSchema);
const servedSchema = z.array(z.enum(scenarioIds)).min(1);
const processSchema = z
  .strictObject({
    toolchains: z
      .array(z.enum(toolchains))
      .min(1)
      .describe('What builds and starts it; bench doctor says how to install each.'),
    build: z
      .array(command)
      .describe(
        "Run in this order in the target's folder. They write only to build, target or node_modules there.",
      ),
    artifact: z
      .union([pathInside, z.array(pathInside).min(1).max(20)])
      .describe(
        'What the build makes and the server needs: a file, a folder, or several where variants share a folder and ' +
          'each needs a part of it.',
      ),
    start: command.describe("Starts the server, in the target's folder and with the contract's environment."),
  })
  .describe('How it is built and started as a process of this machine.');
const containerSchema = z
  .strictObject({ dockerfile: pathInside })
  .describe('How it is built and started in a container; the build context is the folder targets.');

const variantSchema = z.strictObject({
  id: identifier.describe("default if it is the target's only one."),
  description: prose,
  environment: z
    .record(
      z
        .string()
        .max(100)
        .regex(/^[A-Z][A-Z0-9_]*$/, 'capital letters, digits and underscores'),
      commandWord,
    )
    .default({}),
  databaseAccess: databaseAccessSchema
    .optional()
    .describe("Differences from the target's own database access, by database."),
  server: serverSchema.optional(),
  scenarios: servedSchema
    .optional()
    .describe('Scenarios of the target that this variant serves; all by default.'),
  recipe: z
    .strictObject({ process: processSchema, container: containerSchema, runtime: runtimeSchema })
    .optional()
    .describe(
      "A build of its own that replaces the target's. All three are needed, because a variant that is built " +
        'differently is so under every launcher.',
    ),
});
export type Variant = z.infer<typeof variantSchema>;

/**
 * A known difference of a target, or a dispute about it; the site shows it wherever the target has a figure.
 */
export const flagSchema = z.strictObject({
  kind: z
    .enum(['disputed', 'differs', 'tuned', 'stripped'])
    .describe(
      "tuned and stripped: changed for the benchmark beyond what the framework's own documentation advises.",
    ),
  reason: prose,
  link: z.httpUrl().describe('The thread where it is discussed.'),
  scenarios: servedSchema.optional().describe('All by default.'),
  variants: z.array(identifier).min(1).optional().describe('All by default.'),
});
export type Flag = z.infer<typeof flagSchema>;

export const manifestSchema = z
  .strictObject({
    name: label.describe('As the framework spells itself.'),
    language: label.describe('As the language spells itself.'),
    framework: z.strictObject({
      site: z.httpUrl(),
      repository: z.httpUrl(),
      version: versionSourceSchema,
      distribution: label
        .optional()
        .describe(
          "The distribution that packages what is measured, which is often older than the framework's own release.",
        ),
    }),
    runtime: runtimeSchema,
    kind: z
      .enum(['platform', 'micro', 'full'])
      .describe(
        'platform: a server and little else; micro: routing, errors, middleware; full: batteries included.',
      ),
    server: serverSchema.optional(),
    databaseAccess: databaseAccessSchema.describe(
      'How its handlers reach each database: raw is a driver, query-builder writes or maps SQL, orm hides it.',
    ),
    scenarios: servedSchema.describe('A scenario that is not named is not served.'),
    variants: z.array(variantSchema).min(1),
    process: processSchema,
    container: containerSchema,
    notes: prose
      .optional()
      .describe("What was tuned for speed, and the page of the framework's documentation that advises it."),
    flags: z.array(flagSchema).optional(),
    maintainers: z
      .array(z.string().regex(/^[A-Za-z0-9_-]{1,39}$/, 'a GitHub name, without @'))
      .describe('GitHub names of the people to notify when it fails or gets slower on main.'),
  })
  .superRefine((manifest, context) => {
    const seen = new Set<string>();
    manifest.variants.forEach((variant, index) => {
      if (seen.has(variant.id)) {
        context.addIssue({
          code: 'custom',
          path: ['variants', index, 'id'],
          message: `an id that no other variant has: ${variant.id} is taken`,
        });
      }
      seen.add(variant.id);
      for (const id of variant.scenarios ?? []) {
        if (!manifest.scenarios.includes(id)) {
          const path = ['variants', index, 'scenarios'];
          const message = `scenarios that the target serves: it does not serve ${id}`;
          context.addIssue({ code: 'custom', path, message });
        }
      }
      // Without it, no database is opened for the scenario, nor does the server get an address of one.
      for (const id of manifest.scenarios) {
        const { database } = scenarioOf(id);
        const isServed = variant.scenarios?.includes(id) ?? true;
        if (!isServed || database === null) continue;
        if (manifest.databaseAccess[database] ?? variant.databaseAccess?.[database]) continue;
        const message = `how the server reaches ${databaseFacts[database].title}, which ${id} queries`;
        context.addIssue({ code: 'custom', path: ['databaseAccess', database], message });
      }
    });
    manifest.flags?.forEach(({ variants = [] }, index) => {
      for (const id of variants.filter((variant) => !seen.has(variant))) {
        const path = ['flags', index, 'variants'];
        context.addIssue({ code: 'custom', path, message: `ids of variants: none is ${id}` });
      }
    });
    for (const [index, id] of manifest.scenarios.entries()) {
      if (manifest.scenarios.indexOf(id) !== index) {
        const message = `each scenario once: ${id} is there already`;
        context.addIssue({ code: 'custom', path: ['scenarios', index], message });
      }
    }
  });
export type Manifest = z.infer<typeof manifestSchema>;

/** A manifest with its location: `id` is the folder below `targets`, for example `go/gin`. */
export interface Target {
  id: string;
  /**
   * Name of the build: `go/gin`, or `kotlin/quarkus:native` for a variant with a recipe of its own, which the
   * manifest then holds.
   */
  build: string;
  /** Absolute path of the folder. */
  folder: string;
  manifest: Manifest;
}

/** The name of one target variant: `go/gin` if it is the only one, else `javascript/koa:cluster`. */
export function variantName(targetId: string, variantId: string): string {
  return variantId === 'default' ? targetId : `${targetId}:${variantId}`;
}

/** The same of what has both: a result, a series, a row of a table. */
export function variantNameOf({ target, variant }: { target: string; variant: string }): string {
  return variantName(target, variant);
}

/** `go-gin`, `javascript-koa.cluster`: a target variant as a file name and as one part of an address. */
export function variantKey({ target, variant }: { target: string; variant: string }): string {
  const base = target.replace('/', '-');
  return variant === 'default' ? base : `${base}.${variant}`;
}

/** The target with the access, scenarios and recipe of one of its variants. */
export function inVariant(target: Target, variant: Variant): Target {
  const { manifest } = target;
  const { recipe, scenarios } = variant;
  return {
    ...target,
    build: recipe ? variantName(target.id, variant.id) : target.id,
    manifest: {
      ...manifest,
      databaseAccess: { ...manifest.databaseAccess, ...variant.databaseAccess },
      scenarios: manifest.scenarios.filter((id) => !scenarios || scenarios.includes(id)),
      ...(recipe ?? {}),
    },
  };
}
