import type { Target } from '../../model/index.ts';

/** `.github/CODEOWNERS`: requests reviews from the maintainers of a target. Edit the manifests instead. */
export function codeOwners(targets: readonly Target[]): string {
  return [
    '# Made by `npm run bench -- schema --write` from `maintainers` in targets/*/*/target.yaml: edit those.',
    '# GitHub asks an owner for a review only where they have write access; `ci alert` calls them without it.',
    ...targets
      .filter(({ manifest }) => manifest.maintainers.length > 0)
      .map(
        ({ id, manifest }) => `/targets/${id}/ ${manifest.maintainers.map((name) => `@${name}`).join(' ')}`,
      ),
    '',
  ].join('\n');
}
