import { todaysManifest } from '../../catalog/older-manifest.ts';
import { readTarget, readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { inVariant } from '../../model/index.ts';
import { type Repository, repositoryAt } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';
import { checkOut } from './checkout.ts';
import { type PinnedPackage, withPackage } from './pinned-package.ts';

/** One side of a comparison, ready to be built. */
export interface SideSpec {
  /** The side as requested. */
  label: string;
  targetVariant: TargetVariant;
  /** Commit of the sources; `null` for the checkout as it is. */
  revision: string | null;
  pinned: PinnedPackage | null;
}

/**
 * Resolves a side: `go/gin`, `go/gin:gorm`, `go/gin@HEAD~1`, `go/gin@gin=1.10.1`,
 * `go/gin:raw@HEAD~1@gin=1.10.1`. Without a variant, uses the target's first one. Throws a PitwallError if
 * the target, variant, revision or package does not exist.
 */
export async function resolveSide(
  repository: Repository,
  text: string,
  signal: AbortSignal,
): Promise<SideSpec> {
  const [name = '', ...suffixes] = text.split('@');
  const { revision: asked, pin } = suffixesOf(text, suffixes);
  const variant = variantOf(repository, name);
  if (asked === null && pin === null)
    return { label: text, targetVariant: variant, revision: null, pinned: null };

  const id = variant.target.id;
  const place = asked === null ? null : await checkOut(repository, id, asked, signal);
  const from = place ? targetVariantAt(place.root, id, variant.variant.id, text) : variant;
  if (pin === null)
    return { label: text, targetVariant: from, revision: place?.commit ?? null, pinned: null };
  const { root, pinned } = await withPackage(
    repository,
    from.target,
    place?.root ?? repository.root,
    pin,
    signal,
  );
  return {
    label: text,
    targetVariant: targetVariantAt(root, id, variant.variant.id, text),
    revision: place?.commit ?? null,
    pinned,
  };
}

function variantOf(repository: Repository, name: string): TargetVariant {
  const [targetVariant] = selectVariants(readTargets(repository), [name]);
  const wholeName = name.includes('/') && targetVariant !== undefined;
  if (wholeName) return targetVariant;
  throw usageError({
    what: 'Name exactly one target per side',
    where: `argument ${name}`,
    expected: 'a target or a variant of one: go/gin, javascript/koa:cluster',
    seen: name || 'nothing',
    next: 'List them with: npm run bench -- list',
  });
}

function suffixesOf(
  text: string,
  suffixes: readonly string[],
): { revision: string | null; pin: { name: string; version: string } | null } {
  const pins = suffixes.filter((suffix) => suffix.includes('='));
  const revisions = suffixes.filter((suffix) => !suffix.includes('='));
  const [name = '', version = ''] = pins[0]?.split('=') ?? [];
  const fits =
    pins.length <= 1 &&
    revisions.length <= 1 &&
    revisions[0] !== '' &&
    (pins.length === 0 || (/^[\w@/.:-]+$/.test(name) && /^[\w.+-]+$/.test(version)));
  if (fits) return { revision: revisions[0] ?? null, pin: pins.length === 0 ? null : { name, version } };
  throw usageError({
    what: 'Invalid side of a comparison',
    where: `argument ${text}`,
    expected: '<target>[:variant][@revision][@package=version]',
    seen: text,
    next: 'npm run bench -- duet --help',
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
