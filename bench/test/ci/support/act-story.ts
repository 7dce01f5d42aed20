import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { act } from './act.ts';
import { REVIEWED } from './fake-gate.ts';
import { type FakeGitHub, startFakeGitHub } from './fake-github.ts';
import { type ActRun, endsOf, makeWorld, type World } from './world.ts';

/** The story of a small repository, told by the tests of one `describe` in order: the repository, and a GitHub for it. */
export interface ActStory {
  readonly world: World;
  readonly github: FakeGitHub;
  /** The text of a file that the last run uploaded. */
  artifactOf(...path: string[]): string;
  baseOfMain(): string;
}

/** Begins a story before the first test of the `describe` that calls it, and removes it after the last. */
export function actStory(): ActStory {
  let made: { world: World; github: FakeGitHub } | undefined;
  const story = (): { world: World; github: FakeGitHub } => made ?? assert.fail('the story has not begun');
  before(async () => {
    const world = makeWorld(act);
    const github = await startFakeGitHub();
    github.permissions.maintainer = 'write';
    github.environments['pinned-runner'] = REVIEWED;
    made = { world, github };
  });
  after(async () => {
    made?.world.remove();
    await made?.github.close();
  });
  return {
    get world() {
      return story().world;
    },
    get github() {
      return story().github;
    },
    artifactOf: (...path) => readFileSync(join(story().world.artifacts, ...path), 'utf8'),
    baseOfMain: () => story().world.onMain('rev-parse', 'main'),
  };
}

/** Returns the log of a run that must have passed. */
export function passed({ exitCode, log }: ActRun): string {
  assert.equal(exitCode, 0, log.slice(-6_000));
  return log;
}

/** How the check that main requires ended. */
export function requiredConclusion(run: ActRun): string | undefined {
  return endsOf('targets', run).find(({ name }) => name === 'touched targets')?.conclusion;
}
