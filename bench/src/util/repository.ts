import { fileURLToPath } from 'node:url';

/** Where things lie in a checkout. */
export interface Repository {
  root: string;
  targets: string;
  shared: string;
  profiles: string;
  replays: string;
  results: string;
  site: string;
  /** What can be made again: tools, builds, scratch folders, the lock. Not in git. */
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

/** The checkout that this file is part of. */
export const repository: Repository = repositoryAt(
  fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, ''),
);
