import assert from 'node:assert/strict';
import { readSharedData } from '../../src/catalog/shared-data.ts';
import {
  type Database,
  type DatabaseProvider,
  discoverDatabase,
  openDatabase,
} from '../../src/databases/index.ts';
import { systemProgram } from '../../src/databases/mongodb/programs.ts';
import type { DatabaseKind } from '../../src/model/index.ts';
import { repository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { until } from '../process/until.ts';

export const { signal } = new AbortController();
export const sharedData = readSharedData(repository);

/** Why a test cannot run here; false where it can. */
export async function skipReasons(
  kind: DatabaseKind,
): Promise<(provider: DatabaseProvider) => string | false> {
  const states = await discoverDatabase(kind, repository.root);
  return (provider) => {
    const state = states.find((candidate) => candidate.provider === provider);
    if (!state?.available) return `${provider}: ${state?.detail}`;
    const program = systemProgram({ root: repository.root, environment: process.env });
    return kind === 'mongodb' && provider === 'path' && program?.kind === 'buildable'
      ? 'FerretDB is not built yet: the first run with the scenario users builds it'
      : false;
  };
}

export function open(kind: DatabaseKind, only: DatabaseProvider): Promise<Database> {
  return openDatabase(kind, { only, processors: [0], signal });
}

export function openUrl(kind: DatabaseKind, variable: string, url: string): Promise<Database> {
  // `prefer` must not get past it, either.
  return openDatabase(kind, {
    processors: [],
    signal,
    environment: { PATH: process.env.PATH, [variable]: url },
    prefer: 'compose',
  });
}

/** Waits until a server that was killed answers nobody any more, which takes longer on a busy machine. */
export async function untilSilent(answer: () => Promise<unknown>): Promise<void> {
  const answers = (): Promise<boolean> =>
    answer().then(
      () => true,
      () => false,
    );
  await until(async () => !(await answers()));
}

/** Asserts that it fails with an error in five parts, some of which hold these words. */
export async function fails(
  attempt: Promise<unknown> | (() => Promise<unknown>),
  words: { what?: RegExp; where?: RegExp; seen?: RegExp; next?: RegExp; exitCode?: number; hides?: string },
): Promise<void> {
  const error = await refusalOf(() => (typeof attempt === 'function' ? attempt() : attempt));
  for (const part of ['what', 'where', 'seen', 'next'] as const) {
    const pattern = words[part];
    if (pattern) assert.match(error[part], pattern);
  }
  if (words.exitCode !== undefined) assert.equal(error.exitCode, words.exitCode);
  if (words.hides !== undefined) assert.ok(!error.message.includes(words.hides), 'it keeps the password');
}
