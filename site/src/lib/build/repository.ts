import { execFileSync } from 'node:child_process';

let origin: { url: string | null } | undefined;

/**
 * The web address of this repository, `https://github.com/owner/name`, without a slash at its end: the variable
 * `PITWALL_REPOSITORY`, or else the git remote `origin` if it has a web address. `null` if neither is known; pages
 * then say in words where things are.
 */
export function repositoryUrl(): string | null {
  const { PITWALL_REPOSITORY: named } = process.env;
  if (named) return webAddress(named);
  // Ask git once: every page has the address.
  origin ??= { url: webAddress(originRemote()) };
  return origin.url;
}

/** Returns the web address of a file or folder of the repository; `null` if the repository's is unknown. */
export function repositoryFile(path: string, revision = 'HEAD'): string | null {
  const url = repositoryUrl();
  return url === null ? null : `${url}/blob/${revision}/${path}`;
}

/** Returns the web address of a folder at a commit, or as it is now; `null` if the repository's is unknown. */
export function folderAt(path: string, commit: string | null): string | null {
  const url = repositoryUrl();
  return url === null ? null : `${url}/tree/${commit ?? 'HEAD'}/${path}`;
}

/**
 * Turns the address of a remote into one for readers. A user name or token in it is dropped, because pages are
 * public. A path of this machine, or any address that is neither http nor GitHub's, has none.
 */
export function webAddress(remote: string): string | null {
  const github = /^(?:ssh:\/\/)?git@github\.com[:/](.+)$/.exec(remote.trim())?.[1];
  const text = github === undefined ? remote.trim() : `https://github.com/${github}`;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { protocol, host, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  return path === '' ? null : `${protocol}//${host}${path}`;
}

function originRemote(): string {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    // Without git, or outside a checkout, nothing is known.
    return '';
  }
}
