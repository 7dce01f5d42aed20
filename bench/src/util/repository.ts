import { fileURLToPath } from 'node:url';

/** The folders of a checkout. */
export interface Repository {
  root: string;
  targets: string;
  shared: string;
  profiles: string;
  replays: string;
  results: string;
  site: string;
  /** Files that can be recreated and are not in git: tools, builds, scratch folders, the lock. */
  cache: string;
}

export function repositoryAt(root: string): Repository {
  return {
    root,
    targets: `${root}/targets`,
    shared: `${root}/targets/shared`,
    profiles: `${root}/bench/profiles`,
    replays: `${root}/bench/replays`,
    results: `${root}/results`,
    site: `${root}/site`,
    cache: `${root}/.cache`,
  };
}

/** The checkout that contains this file. */
export const repository: Repository = repositoryAt(
  fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, ''),
);
