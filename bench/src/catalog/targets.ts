import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseDocument } from 'yaml';
import {
  inVariant,
  type Manifest,
  manifestSchema,
  type Target,
  type Variant,
  variantName,
} from '../model/index.ts';
import { exitCodes, messageOf, PitwallError } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';
import { schemaError } from '../util/schema-errors.ts';
import { unknownName, usageError } from '../util/usage-errors.ts';

/** A target with one of its variants; a row of a table shows one. */
export interface TargetVariant {
  /** `go/gin`, `javascript/koa:cluster` */
  name: string;
  /** The target with the settings of this variant. */
  target: Target;
  variant: Variant;
}

const MANIFEST = 'target.yaml';
const NEXT = 'Fix the file, then run: npm run bench -- validate';

/** Returns the ids `<language>/<framework>` of all folders with a manifest, in order. */
export function targetFolders(repository: Repository): string[] {
  const folders = (path: string): string[] =>
    existsSync(path)
      ? readdirSync(path, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => entry.name)
          .sort()
      : [];
  return folders(repository.targets).flatMap((language) =>
    folders(join(repository.targets, language))
      .filter((framework) => existsSync(join(repository.targets, language, framework, MANIFEST)))
      .map((framework) => `${language}/${framework}`),
  );
}

/**
 * Reads one target; throws a PitwallError if its manifest is invalid.
 *
 * @param form brings the document of an earlier revision to today's form
 */
export function readTarget(
  repository: Repository,
  id: string,
  form: (document: unknown) => unknown = (document) => document,
): Target {
  const folder = join(repository.targets, id);
  const path = join(folder, MANIFEST);
  const file = relative(repository.root, path);
  const manifest = parseManifest(readFileSync(path, 'utf8'), file, form);
  const named = [
    ['container.dockerfile', manifest.container.dockerfile] as const,
    ...manifest.variants.flatMap(({ id, recipe }, index) =>
      recipe
        ? [[`variants[${index}] (${id}).recipe.container.dockerfile`, recipe.container.dockerfile] as const]
        : [],
    ),
  ];
  const [first, ...others] = named
    .filter(([, name]) => !existsSync(join(folder, name)))
    .map(([key, name]) => ({
      what: 'The manifest names a file that does not exist',
      where: `${file} › ${key}`,
      expected: `a file in ${relative(repository.root, folder)}`,
      seen: name,
      next: NEXT,
    }));
  if (first) throw new PitwallError({ ...first, exitCode: exitCodes.usage, others });
  return { id, build: id, folder, manifest };
}

export function parseManifest(
  text: string,
  file: string,
  form: (document: unknown) => unknown = (document) => document,
): Manifest {
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) {
    const position = fault.linePos?.[0];
    throw usageError({
      what: 'The manifest is not YAML',
      where: position ? `${file}:${position.line}:${position.col}` : file,
      expected: 'a YAML document with each key once',
      seen: messageOf(fault).split('\n')[0] ?? '',
      next: NEXT,
    });
  }
  const value = form(document.toJS());
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    throw schemaError(file, 'The manifest is invalid', parsed.error.issues, value, NEXT, MANIFEST_KEYS);
  }
  return parsed.data;
}

const MANIFEST_KEYS = [
  ...Object.keys(manifestSchema.shape),
  ...Object.keys(manifestSchema.shape.framework.shape),
  ...Object.keys(manifestSchema.shape.process.shape),
  ...Object.keys(manifestSchema.shape.variants.element.shape),
];

/** Returns the targets to build for some variants; most variants share one build of their target. */
export function buildsOf(entries: readonly TargetVariant[]): Target[] {
  return [...new Map(entries.map(({ target }) => [target.build, target])).values()];
}

export function readTargets(repository: Repository): Target[] {
  return targetFolders(repository).map((id) => readTarget(repository, id));
}

export function variantsOf(target: Target): TargetVariant[] {
  return target.manifest.variants.map((variant) => ({
    name: variantName(target.id, variant.id),
    target: inVariant(target, variant),
    variant,
  }));
}

/**
 * Returns the variants that the names select: `go/gin` selects all its variants, `javascript/koa:cluster`
 * one, `go` a language, and an empty list all. Throws a PitwallError that suggests names if one selects
 * nothing.
 */
export function selectVariants(targets: readonly Target[], names: readonly string[]): TargetVariant[] {
  const all = targets.flatMap(variantsOf);
  if (names.length === 0) return all;
  const selected = new Set<TargetVariant>();
  for (const name of names) {
    const found = all.filter(
      (entry) => entry.name === name || entry.target.id === name || entry.target.id.split('/')[0] === name,
    );
    if (found.length === 0) throw unknownTarget(name, all);
    for (const entry of found) selected.add(entry);
  }
  return all.filter((entry) => selected.has(entry));
}

function unknownTarget(name: string, all: readonly TargetVariant[]): PitwallError {
  return unknownName('target', name, new Set(all.flatMap((entry) => [entry.target.id, entry.name])), {
    expected: 'a target, a variant or a language',
    next: 'List them with: npm run bench -- list',
  });
}
