import type { DataFolder } from '../data-folder.ts';
import type { Cache } from '../incremental/cache.ts';
import type { CachedRuns } from '../incremental/cached-runs.ts';

/** What all writers of one publish share. */
export interface Publication {
  resultsFolder: string;
  write: DataFolder;
  cache: Cache;
  reduced: CachedRuns;
}
