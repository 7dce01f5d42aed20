import type { Ecosystem } from '../../model/index.ts';
import { runGit } from '../../process/git.ts';
import { shortName } from '../packages/locked-packages.ts';

/** Returns the address of the page that says what a release changed. */
type ChangelogPages = (version: string) => string | null;

/**
 * Finds the tags of a repository, and returns the page of each release's tag. If the tags are not available, or none
 * has the version, returns the registry's page.
 */
export async function changelogPages(
  ecosystem: Ecosystem,
  name: string,
  repository: string | null,
  signal: AbortSignal,
): Promise<ChangelogPages> {
  if (ecosystem === 'runtime') return (version) => RUNTIME_PAGES[name]?.(version) ?? null;
  const ofVersion =
    repository === null
      ? new Map<string, string>()
      : tagsOfVersions(await tagsOf(repository, signal), name, repository);
  return (version) => {
    const tag = ofVersion.get(version);
    return tag === undefined
      ? registryPage(ecosystem, name, version)
      : `${repository}/releases/tag/${tag.split('/').map(encodeURIComponent).join('/')}`;
  };
}

/** Words before a version that name no package: `release-1.2.0`. */
const OF_ANY_PACKAGE: ReadonlySet<string> = new Set(['', 'release', 'releases', 'rel', 'version', 'ver']);

/**
 * Returns the tag of each version of a package. In a repository with many packages, a tag that names the package comes
 * before one that names none, and one that names another is no tag of it.
 */
export function tagsOfVersions(
  tags: readonly string[],
  name: string,
  repository: string,
): Map<string, string> {
  const own = [name, shortName(name)].map((text) => text.toLowerCase());
  const project = repository.replace(/^.*\//, '').toLowerCase();
  const ofVersion = new Map<string, string>();
  for (const tag of tags) {
    const [, before = '', version] = /^(|.*?[^\d.])(\d+(?:\.[\w.+-]+)?)$/.exec(tag) ?? [];
    if (version === undefined) continue;
    const prefix = before
      .toLowerCase()
      .replace(/(?<![a-z])v$/, '')
      .replace(/[-_/@]$/, '')
      // Maven's release plugin names the tag after the project that holds the modules.
      .replace(/-(?:parent|project)$/, '');
    // The crate actix-web has the tags web-v4.9.0.
    const isOwn = own.includes(prefix) || (prefix !== '' && own.some((one) => one.endsWith(`-${prefix}`)));
    if (!isOwn && !OF_ANY_PACKAGE.has(prefix) && !isNameOf(project, prefix)) continue;
    if (isOwn || !ofVersion.has(version)) ofVersion.set(version, tag);
  }
  return ofVersion;
}

/** Whether a tag's prefix names the whole project: `jetty` in the repository jetty.project. */
function isNameOf(project: string, prefix: string): boolean {
  return project === prefix || project.startsWith(`${prefix}.`) || project.startsWith(`${prefix}-`);
}

async function tagsOf(repository: string, signal: AbortSignal): Promise<string[]> {
  if (!/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(repository)) return [];
  try {
    const listed = await runGit(['ls-remote', '--tags', '--refs', repository], {
      timeoutSeconds: 30,
      signal,
    });
    return [...listed.stdout.matchAll(/refs\/tags\/(\S+)$/gm)].map(([, tag = '']) => tag);
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

const RUNTIME_PAGES: Readonly<Record<string, (version: string) => string>> = {
  go: (version) => `https://go.dev/doc/devel/release#go${version}`,
  node: (version) => `https://github.com/nodejs/node/releases/tag/v${version}`,
  bun: (version) => `https://github.com/oven-sh/bun/releases/tag/bun-v${version}`,
  deno: (version) => `https://github.com/denoland/deno/releases/tag/v${version}`,
};

const REGISTRY_PAGE =
  /^https:\/\/(?:pkg\.go\.dev|www\.npmjs\.com|crates\.io|central\.sonatype\.com|pypi\.org|rubygems\.org|www\.nuget\.org)\//;

/** Whether a page is that of a registry, in whose place one that says what changed is better. */
export function isRegistryPage(page: string): boolean {
  return REGISTRY_PAGE.test(page);
}

function registryPage(ecosystem: Ecosystem, name: string, version: string): string | null {
  switch (ecosystem) {
    case 'go': {
      // A version of a module at the root of its repository is a tag of it, by Go's own rules.
      const root = /^github\.com\/[\w.-]+\/[\w.-]+(?=\/v\d+$|$)/.exec(name)?.[0];
      return root === undefined
        ? `https://pkg.go.dev/${name}@v${version}`
        : `https://${root}/releases/tag/v${version.replace(/\+incompatible$/, '')}`;
    }
    case 'npm':
      return `https://www.npmjs.com/package/${name}/v/${version}`;
    case 'cargo':
      return `https://crates.io/crates/${name}/${version}`;
    case 'maven':
      return `https://central.sonatype.com/artifact/${name.replace(':', '/')}/${version}`;
    case 'pypi':
      return `https://pypi.org/project/${name}/${version}/`;
    case 'gems':
      return `https://rubygems.org/gems/${name}/versions/${version}`;
    case 'nuget':
      return `https://www.nuget.org/packages/${name}/${version}`;
    default:
      return null;
  }
}
