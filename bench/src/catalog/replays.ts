import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { loaderFault } from '../load/loaders.ts';
import {
  type Replay,
  type ReplayFile,
  replayFaults,
  replayFileSchema,
  replaysOf,
  replayTargets,
} from '../model/index.ts';
import { type NamedStudy, PUBLISHED, readStudies } from '../results/published.ts';
import type { Repository } from '../util/repository.ts';
import { unknownName, usageError } from '../util/usage-errors.ts';
import { readTargets, type TargetVariant, variantsOf } from './targets.ts';
import { FIX_FILE, fittedTo, parseYaml, yamlNames } from './yaml-files.ts';

/** Adds a check of the loaders, which the schema does not know. */
const checkedReplay = replayFileSchema.superRefine(({ load }, context) => {
  const fault = loaderFault(load.loader, load.seconds === undefined ? 'count' : 'closed');
  if (!fault) return;
  const part = fault.isUnknown ? 'loader' : 'seconds';
  context.addIssue({ code: 'custom', path: ['load', part], message: fault.expected });
});

/** Returns all replays: each study in `bench/replays` in full, and its scaled version if it has one. */
export function readReplays(repository: Repository): Replay[] {
  const studies = readStudies(repository.results);
  return replayFiles(repository).flatMap((study) => replaysOfStudy(repository, study, studies));
}

/** Returns the replay of this name; throws a PitwallError that suggests names if there is none. */
export function readReplay(repository: Repository, name: string): Replay {
  const replays = readReplays(repository);
  const found = replays.find((replay) => replay.name === name);
  if (found) return found;
  throw unknownName(
    'replay',
    name,
    replays.map((replay) => replay.name),
    {
      next: 'Replays are the files in bench/replays; list them with: npm run bench -- replay',
    },
  );
}

/** Returns the target variants of a replay, by full name: `java/vertx` does not mean `java/vertx:jvm`. */
export function replayVariants(repository: Repository, replay: Replay): TargetVariant[] {
  const all = readTargets(repository).flatMap(variantsOf);
  const named = replayTargets(replay);
  const unknown = named.find((name) => all.every((targetVariant) => targetVariant.name !== name));
  if (unknown === undefined) return all.filter((targetVariant) => named.includes(targetVariant.name));
  throw unknownName(
    'target variant',
    unknown,
    all.map(({ name }) => name),
    {
      where: `bench/replays/${replay.study}.yaml`,
      expected: 'the full name of a target variant',
      next: 'List them with: npm run bench -- list',
    },
  );
}

function replayFiles(repository: Repository): string[] {
  return existsSync(repository.replays) ? yamlNames(repository.replays) : [];
}

function replaysOfStudy(repository: Repository, study: string, studies: readonly NamedStudy[]): Replay[] {
  const path = join(repository.replays, `${study}.yaml`);
  const where = relative(repository.root, path);
  const published = studies.find(({ id }) => id === study)?.study;
  if (!published) {
    throw usageError({
      what: 'The replay has no study',
      where,
      expected: `results/${PUBLISHED}/${study}.json`,
      seen: 'no such file',
      next: 'Name the file after the study that it replays',
    });
  }
  const file = parseReplay(readFileSync(path, 'utf8'), where);
  const [fault] = replayFaults(published, file);
  if (fault === undefined) return replaysOf(study, published, file);
  throw usageError({
    what: 'The replay contradicts its study',
    where,
    expected: `a target for each of ${Object.keys(published.systems).join(', ')}, and no others`,
    seen: fault,
    next: FIX_FILE,
  });
}

function parseReplay(text: string, file: string): ReplayFile {
  const read = { file, subject: 'replay', text };
  return fittedTo(checkedReplay, parseYaml(read), read, Object.keys(replayFileSchema.shape));
}
