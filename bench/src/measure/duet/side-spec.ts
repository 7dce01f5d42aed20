import { todaysManifest } from '../../catalog/older-manifest.ts';
import { readTarget, readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { inVariant } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import { type Repository, repositoryAt } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { PinnedPackage } from '../packages/pin-by-lock-file.ts';
import { withPackages } from '../packages/pinned-package.ts';
import { checkOut } from './checkout.ts';
import { parseSide, SIDE_FORM, type SideName, sideProbablyMeant } from './side-name.ts';

/** One side of a comparison, ready to be built. */
export interface SideSpec {
  /** The side as requested. */
  label: string;
  targetVariant: TargetVariant;
  /** Commit of the sources; `null` for the checkout as it is. */
  revision: string | null;
  /** Packages whose versions differ from the sources'; the first one is what the side is about. */
  pinned: PinnedPackage[];
}

/**
 * Resolves a side: `go/gin`, `go/gin:gorm`, `go/gin@HEAD~1`, `go/gin@gin=1.10.1`, `go/gin:raw@HEAD~1@gin=1.10.1`,
 * `javascript/koa@@koa/router=15.0.0@koa=3.0.0`. Without a variant, uses the target's first one. Throws a PitwallError if
 * the target, variant, revision or a package does not exist.
 */
export async function resolveSide(
  repository: Repository,
  text: string,
  signal: AbortSignal,
): Promise<SideSpec> {
  const side = readSide(repository, text);
  const variant = variantOf(repository, side.target, text);
  const id = variant.target.id;
  const place = side.revision === null ? null : await checkOutOf(repository, id, side, text, signal);
  const from = place ? targetVariantAt(place.root, id, variant.variant.id, text) : variant;
  const revision = place?.commit ?? null;
  if (side.pins.length === 0) return { label: text, targetVariant: from, revision, pinned: [] };
  const { root, pinned } = await withPackages(
    repository,
    from.target,
    place?.root ?? repository.root,
    side.pins,
    signal,
  );
  const targetVariant = targetVariantAt(root, id, variant.variant.id, text);
  return { label: text, targetVariant, revision, pinned };
}

/** Reads a side, or throws a PitwallError that names the side that was probably meant. */
function readSide(repository: Repository, text: string): SideName {
  const side = parseSide(text);
  if (side !== null) return side;
  const meant = sideProbablyMeant(
    text,
    readTargets(repository).map(({ id }) => id),
  );
  throw usageError({
    what: `Invalid side of a comparison${meant === null ? '' : `; did you mean ${meant}?`}`,
    where: `argument ${text}`,
    expected: SIDE_FORM,
    seen: text,
    next: meant === null ? 'npm run bench -- duet --help' : `Name it like this: ${meant}`,
  });
}

/** A version without its package (`go/gin@1.11.0`) looks like a revision but is not one. */
async function checkOutOf(
  repository: Repository,
  id: string,
  { target, revision }: SideName,
  text: string,
  signal: AbortSignal,
): ReturnType<typeof checkOut> {
  try {
    return await checkOut(repository, id, revision ?? '', signal);
  } catch (error) {
    if (!(error instanceof PitwallError) || !/^v?\d+(?:\.\d+)+/.test(revision ?? '')) throw error;
    const meant = `${target}@${id.split('/')[1]}=${revision?.replace(/^v/, '')}`;
    throw usageError({
      what: `${error.what}; did you mean ${meant}?`,
      where: `argument ${text}`,
      expected: error.expected,
      seen: error.seen,
      next: `Name a package with its version: ${meant}`,
    });
  }
}

function variantOf(repository: Repository, name: string, text: string): TargetVariant {
  const targets = readTargets(repository);
  try {
    const [targetVariant] = selectVariants(targets, [name]);
    const wholeName = name.includes('/') && targetVariant !== undefined;
    if (wholeName) return targetVariant;
  } catch (error) {
    const ids = targets.map(({ id }) => id);
    const meant = error instanceof PitwallError ? sideProbablyMeant(text, ids) : null;
    if (meant === null || meant === text) throw error;
    throw usageError({
      what: `Unknown target ${name}; did you mean ${meant}?`,
      where: `argument ${text}`,
      expected: SIDE_FORM,
      seen: text,
      next: `Name it like this: ${meant}`,
    });
  }
  throw usageError({
    what: 'Name exactly one target per side',
    where: `argument ${name}`,
    expected: 'a target or a variant of one: go/gin, javascript/koa:cluster',
    seen: name || 'nothing',
    next: 'List them with: npm run bench -- list',
  });
}

/** Returns the variant as defined by another checkout's manifest. */
function targetVariantAt(root: string, id: string, variantId: string, text: string): TargetVariant {
  const target = readTarget(repositoryAt(root), id, todaysManifest);
  const variant = target.manifest.variants.find((candidate) => candidate.id === variantId);
  if (variant) return { name: text, target: inVariant(target, variant), variant };
  throw usageError({
    what: 'The revision has no such variant',
    where: `argument ${text}`,
    expected: `one of ${target.manifest.variants.map((candidate) => candidate.id).join(', ')}`,
    seen: variantId,
    next: 'Name another variant, or a later revision',
  });
}
