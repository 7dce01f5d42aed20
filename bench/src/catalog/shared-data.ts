import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Definition, SharedData, scenarios, sharedFilesOf } from '../model/index.ts';
import type { Repository } from '../util/repository.ts';

/** Reads the files that scenarios name; servers and harness make their bodies from them. */
export function readSharedData(repository: Repository, named: readonly Definition[] = scenarios): SharedData {
  return new SharedData(
    sharedFilesOf(named).map(({ name, parse, content }) => [
      name,
      content ?? parse(readFileSync(join(repository.shared, name), 'utf8')),
    ]),
  );
}
