import { existsSync, globSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { isOutput } from '../launch/files-digest.ts';
import {
  databaseKinds,
  inVariant,
  type Manifest,
  manifestSchema,
  type Profile,
  type Target,
  targetId,
  type Variant,
  variantName,
} from '../model/index.ts';
import { type ErrorParts, exitCodes, messageOf, PitwallError } from '../util/errors.ts';
import { unfitDocument } from '../util/json-document.ts';
import { kindOfEntry } from '../util/json-file.ts';
import type { Repository } from '../util/repository.ts';
import { placeOf, schemaError } from '../util/schema-errors.ts';
import { unknownName, usageError } from '../util/usage-errors.ts';
import { replacedVariables } from './image-options.ts';
import { lineFinder } from './yaml-files.ts';

/** A target with one of its variants; a row of a table shows one. */
export interface TargetVariant {
  /** `go/gin`, `javascript/koa:cluster` */
  name: string;
  /** The target with the settings of this variant. */
  target: Target;
  variant: Variant;
}

const MANIFEST = 'target.yaml';
/** Names that a manifest is given by mistake. */
const MANIFEST_LIKE = /^target\.(ya?ml|json)$/i;
const NEXT = 'Fix the file, then run: npm run bench -- validate';

/** Returns the ids `<language>/<framework>` of all folders with a manifest, in order, those included that misname it. */
export function targetFolders(repository: Repository): string[] {
  return foldersIn(repository.targets).flatMap((language) =>
    foldersIn(join(repository.targets, language))
      .filter((framework) => manifestNameIn(join(repository.targets, language, framework)) !== undefined)
      .map((framework) => `${language}/${framework}`),
  );
}

/** In order, and without links, which may lead anywhere. */
function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}

/** Throws a PitwallError for a link in the place of a target or a language, which would be passed over in silence. */
export function requireNoLinks({ targets }: Repository): void {
  const folders = [targets, ...foldersIn(targets).map((language) => join(targets, language))];
  const link = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true }))
    .find((entry) => entry.isSymbolicLink() && isFolder(join(entry.parentPath, entry.name)));
  if (link === undefined) return;
  throw usageError({
    what: 'A link takes the place of a folder of targets',
    where: join('targets', relative(targets, link.parentPath), link.name),
    expected: 'a folder of plain files',
    seen: 'a symbolic link',
    next: 'Put a copy of what it leads to in its place, or delete it',
  });
}

/** Whether a path is or leads to a folder. */
function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/**
 * Throws a PitwallError for a folder that holds files of a target and no manifest: nothing else would ever name it.
 * Folders alone are what builds of an earlier commit have left.
 */
export function requireManifests(repository: Repository): void {
  const known = new Set(targetFolders(repository));
  for (const path of globSync('*/*/*', { cwd: repository.targets }).sort()) {
    const [language = '', framework = ''] = path.split(sep);
    if (known.has(`${language}/${framework}`) || language === 'shared') continue;
    if (!statSync(join(repository.targets, path)).isFile()) continue;
    throw usageError({
      what: 'A folder of a target has no manifest',
      where: `targets/${language}/${framework}`,
      expected: MANIFEST,
      seen: path.split(sep).join('/'),
      next: 'Write the manifest; its keys: npm run bench -- schema manifest',
    });
  }
}

/** Returns the name of the manifest in a folder, or of what was meant to be one. */
function manifestNameIn(folder: string): string | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.find((name) => name === MANIFEST) ?? names.find((name) => MANIFEST_LIKE.test(name));
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
  if (!targetId.safeParse(id).success) throw unfitFolder(id);
  const folder = join(repository.targets, id);
  const path = join(folder, MANIFEST);
  const file = relative(repository.root, path);
  const shown = relative(repository.root, folder);
  requirePlainFiles(folder, shown);
  if (!isPlainFile(folder, MANIFEST)) {
    throw usageError({
      what: 'The manifest is not a file',
      where: file,
      expected: 'a file of this name',
      seen: existsSync(path) ? 'a folder' : (manifestNameIn(folder) ?? 'nothing'),
      next: NEXT,
    });
  }
  const [long] = tooLong(folder, shown, MANIFEST);
  if (long) throw usageError(long);
  const text = readFileSync(path, 'utf8');
  const manifest = parseManifest(text, file, form);
  const dockerfile = ['container', 'dockerfile'];
  const named = [
    { key: dockerfile, name: manifest.container.dockerfile },
    ...manifest.variants.flatMap(({ recipe }, index) =>
      recipe
        ? [{ key: ['variants', index, 'recipe', ...dockerfile], name: recipe.container.dockerfile }]
        : [],
    ),
  ];
  const [first, ...others] = named.flatMap(({ key, name }) =>
    isPlainFile(folder, name)
      ? [tooLong, ownIgnoreFile, replacedVariables].flatMap((faults) => faults(folder, shown, name))
      : {
          what: 'The manifest names no file of its folder',
          where: placeOf(file, key, lineFinder(text)(key)),
          expected: `a file in ${shown}, reached without a link`,
          seen: name,
          next: NEXT,
        },
  );
  if (first) throw new PitwallError({ ...first, exitCode: exitCodes.usage, others });
  return { id, build: id, folder, manifest };
}

export function parseManifest(
  text: string,
  file: string,
  form: (document: unknown) => unknown = (document) => document,
): Manifest {
  const document = parsedYaml(text, file);
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
  const value = form(plainValue(document, file));
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    throw schemaError(parsed.error.issues, value, {
      what: 'The manifest is invalid',
      where: file,
      next: NEXT,
      known: MANIFEST_KEYS,
      lineOf: lineFinder(text),
    });
  }
  return parsed.data;
}

/** Whether a path below a folder is a file, with no link on the way: Docker prints the lines that it cannot parse. */
function isPlainFile(folder: string, name: string): boolean {
  const path = join(folder, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  return realpathSync(path) === join(realpathSync(folder), name);
}

/** Many times the longest manifest and Dockerfile here. */
const MOST_BYTES = 64 * 1024;

/**
 * Returns an error if a manifest or a Dockerfile is longer than one that was written by hand. To compose a manifest takes
 * many times its size in memory; and the engine reads a Dockerfile itself, outside of what bounds the steps of a build.
 */
function tooLong(folder: string, shown: string, name: string): ErrorParts[] {
  const { size } = statSync(join(folder, name));
  if (size <= MOST_BYTES) return [];
  return [
    {
      what: 'A file of the target is too long',
      where: `${shown}/${name}`,
      expected: `at most ${MOST_BYTES.toLocaleString('en')} bytes`,
      seen: `${size.toLocaleString('en')} bytes`,
      next: 'Shorten it',
    },
  ];
}

/**
 * Returns an error if a Dockerfile has an ignore file of its own, which Docker reads in place of `targets/.dockerignore`.
 * The image would then also be built of what builds leave in the folders of targets, and no digest covers that.
 */
function ownIgnoreFile(folder: string, shown: string, dockerfile: string): ErrorParts[] {
  const file = `${dockerfile}.dockerignore`;
  if (!lstatSync(join(folder, file), { throwIfNoEntry: false })) return [];
  return [
    {
      what: 'A Dockerfile has an ignore file of its own',
      where: `${shown}/${file}`,
      expected: 'none: targets/.dockerignore says for all images what they are built without',
      seen: 'a file that Docker would read in its place',
      next: 'Delete it; what an image does not need, its Dockerfile need not copy',
    },
  ];
}

/** Composing a text of many levels overflows the stack, which is no fault of the program. */
function parsedYaml(text: string, file: string): Document.Parsed {
  try {
    return parseDocument(text, { uniqueKeys: true });
  } catch (error) {
    throw unfitYaml(file, messageOf(error));
  }
}

/** Aliases of aliases are a few lines of text, and more values than a memory holds. */
function plainValue(document: Document.Parsed, file: string): unknown {
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw unfitYaml(file, messageOf(error));
  }
  const unfit = unfitDocument(value);
  if (unfit) throw unfitYaml(file, unfit.seen);
  return value;
}

function unfitYaml(file: string, seen: string): PitwallError {
  return usageError({
    what: 'The manifest cannot be read safely',
    where: file,
    expected: 'a YAML document of a few levels and aliases',
    seen,
    next: NEXT,
  });
}

/**
 * Throws a PitwallError if the folder contains a link or anything else that is not a file. A build, a digest or an error
 * would follow the link, and show or hash files of the machine that are not the target's. Folders that builds fill are
 * not looked into.
 */
function requirePlainFiles(folder: string, shown: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = `${shown}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!isOutput(entry.name)) requirePlainFiles(join(folder, entry.name), place);
    } else if (!entry.isFile()) {
      throw usageError({
        what: 'The target contains something that is not a file',
        where: place,
        expected: 'plain files and folders',
        seen: kindOfEntry(entry),
        next: 'Put a copy of the file in its place, or delete it',
      });
    }
  }
}

/** The names of a pull request's folders go into paths, tables, a matrix and the names of files. */
function unfitFolder(id: string): PitwallError {
  return usageError({
    what: 'Invalid name of the target folder',
    where: `targets/${id}`,
    expected:
      'language/framework of lower case letters and digits, with single hyphens in the framework alone, at most 40 characters each',
    seen: JSON.stringify(id),
    next: 'Rename the folder',
  });
}

const MANIFEST_KEYS = [
  ...Object.keys(manifestSchema.shape),
  ...Object.keys(manifestSchema.shape.framework.shape),
  ...Object.keys(manifestSchema.shape.process.shape),
  ...Object.keys(manifestSchema.shape.variants.element.shape),
  ...databaseKinds,
];

/** Returns the targets to build for some variants; most variants share one build of their target. */
export function buildsOf(targetVariants: readonly TargetVariant[]): Target[] {
  return [...new Map(targetVariants.map(({ target }) => [target.build, target])).values()];
}

/** Returns the variants that serve at least one scenario of a profile: a run of it measures no others. */
export function variantsFor(
  { scenarios }: Pick<Profile, 'scenarios'>,
  targetVariants: readonly TargetVariant[],
): TargetVariant[] {
  return targetVariants.filter(({ target }) =>
    scenarios.some((id) => target.manifest.scenarios.includes(id)),
  );
}

/** Whether the server says how many requests it got: a target that serves `counter` counts those of every scenario. */
export function countsRequests({ target }: TargetVariant): boolean {
  return target.manifest.scenarios.includes('counter');
}

export function readTargets(repository: Repository): Target[] {
  requireNoLinks(repository);
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
      (targetVariant) =>
        targetVariant.name === name ||
        targetVariant.target.id === name ||
        targetVariant.target.id.split('/')[0] === name,
    );
    if (found.length === 0) throw unknownTarget(name, all);
    for (const targetVariant of found) selected.add(targetVariant);
  }
  return all.filter((targetVariant) => selected.has(targetVariant));
}

function unknownTarget(name: string, all: readonly TargetVariant[]): PitwallError {
  return unknownName(
    'target',
    name,
    new Set(all.flatMap((targetVariant) => [targetVariant.target.id, targetVariant.name])),
    {
      expected: 'a target, a variant or a language',
      next: 'List them with: npm run bench -- list',
    },
  );
}
