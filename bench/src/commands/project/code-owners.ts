import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTargets } from '../../catalog/targets.ts';
import type { Target } from '../../model/index.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';

/**
 * What protects the machine, the token and the results, and so belongs to the owners of the repository. The files of the
 * root decide what `npm` runs in jobs that hold a key, as committed packages would, and what all targets share decides
 * what all are measured with.
 */
const PROTECTED = [
  ...['/.ci/', '/.github/', '/bench/', '/results/', '/site/'],
  ...['/.gitattributes', '/.npmrc', '/.nvmrc', '/node_modules/'],
  ...['/compose.yaml', '/package.json', '/package-lock.json', '/tsconfig.json'],
  ...['/targets/.dockerignore', '/targets/CONTRACT.md', '/targets/shared/'],
];
const OWNERS_FILE = '.github/owners.txt';
/** A user or a team, as GitHub writes them. */
const OWNER = /^@[\w-]{1,39}(?:\/[\w.-]{1,100})?$/;

/** Returns the owners of the repository, one `@name` or `@organisation/team` each; none if the file is missing. */
export function readOwners({ root }: Repository): string[] {
  const file = join(root, OWNERS_FILE);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const owners = lines.map((line) => line.replace(/#.*/, '').trim()).filter(Boolean);
  const wrong = owners.find((owner) => !OWNER.test(owner));
  if (wrong === undefined) return owners;
  throw usageError({
    what: 'Invalid owner of the repository',
    where: OWNERS_FILE,
    expected: '@name or @organisation/team, one per line',
    seen: JSON.stringify(wrong),
    next: 'Correct the line, then run: npm run bench -- schema --write',
  });
}

/** Where CODEOWNERS is, and what it should say. */
export function codeOwnersFile(repository: Repository): { path: string; text: string } {
  return {
    path: join(repository.root, '.github', 'CODEOWNERS'),
    text: codeOwners(readTargets(repository), readOwners(repository)),
  };
}

/**
 * `.github/CODEOWNERS`: requests reviews from the owners of the repository and the maintainers of a target. Of
 * several lines that fit a file the last one counts, so targets come last.
 */
export function codeOwners(targets: readonly Target[], owners: readonly string[]): string {
  return [
    `# Made by \`npm run bench -- schema --write\` from ${OWNERS_FILE} and from \`maintainers\` in`,
    '# targets/*/*/target.yaml: edit those.',
    '# GitHub asks an owner for a review only where they have write access; `ci alert` calls them without it.',
    ...(owners.length === 0
      ? [`# Nobody is named in ${OWNERS_FILE}, so nobody owns ${PROTECTED.join(' ')}`]
      : PROTECTED.map((path) => `${path} ${owners.join(' ')}`)),
    ...targets
      .filter(({ manifest }) => manifest.maintainers.length > 0)
      .map(
        ({ id, manifest }) => `/targets/${id}/ ${manifest.maintainers.map((name) => `@${name}`).join(' ')}`,
      ),
    '',
  ].join('\n');
}
