import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { profileNames, readProfile } from '../../src/catalog/profiles.ts';
import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import {
  divideIntoJobs,
  HOSTED_JOB_MINUTES,
  hoursOf,
  jobEstimate,
  minutesFor,
  PINNED_JOB_MINUTES,
} from '../../src/ci/jobs/divide.ts';
import { matrixOfJobs, planJobs } from '../../src/ci/jobs/measuring-jobs.ts';
import { mayContinue, unfinishedRuns } from '../../src/ci/jobs/unfinished.ts';
import type { Profile, Run } from '../../src/model/index.ts';
import { repository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { runOf, targetOf } from '../publish/small-results.ts';

const targets = readTargets(repository);
const all = selectVariants(targets, []);
const profile = (name: string, change: Partial<Profile> = {}): Profile => ({
  ...readProfile(repository, name),
  ...change,
});
const minutes = (name: string, number: number): Profile =>
  profile('standard-plain', { name, minutes: number, blocks: 4 });

describe('profiles share a job as long as they fit', () => {
  test('in their order; one that takes longer than a job has it for itself', () => {
    const parts = divideIntoJobs(
      [minutes('a', 300), minutes('b', 300), minutes('c', 900), minutes('d', 1_400), minutes('e', 10)],
      selectVariants(targets, ['go/gin']),
      'pitwall-a',
    );
    assert.deepEqual(
      parts.map(({ profiles }) => profiles),
      [['a', 'b'], ['c'], ['d'], ['e']],
    );
  });

  test('a hosted runner is another machine in the next job: what does not fit into one is refused', async () => {
    const targetVariants = selectVariants(targets, ['go/gin']);
    assert.deepEqual(
      divideIntoJobs([minutes('a', 200), minutes('b', 200)], targetVariants, 'ubuntu-24.04').length,
      2,
    );
    const refusal = await refusalOf(() =>
      divideIntoJobs([minutes('a', 400)], targetVariants, 'ubuntu-24.04'),
    );
    assert.match(refusal.where, /bench\/profiles\/a\.yaml, \d+ target variants on ubuntu-24\.04/);
    assert.match(refusal.next, /PITWALL_RUNNERS/);
  });

  test('what does not fit into a job of a hosted runner ends no measuring of what does', () => {
    const profiles = [minutes('a', 400), minutes('b', 200)];
    const parts = divideIntoJobs(profiles, selectVariants(targets, ['go/gin']), 'ubuntu-24.04');
    assert.deepEqual(
      parts.map((part) => part.profiles),
      [['b']],
    );
  });

  test('one of which no target serves a scenario is left out: a run of it would fail with nothing to measure', () => {
    const [gin] = selectVariants(targets, ['go/gin']);
    assert.ok(gin);
    const manifest = { ...gin.target.manifest, scenarios: ['json' as const] };
    const plain = { ...gin, target: { ...gin.target, manifest } };
    const parts = ['standard', 'standard-plain', 'standard-databases'].map((name) => profile(name));
    const planned = (...variants: typeof all): string[][] =>
      divideIntoJobs(parts, variants, 'pitwall-a').map(({ profiles }) => profiles);
    assert.deepEqual(planned(plain), [['standard']]);
    assert.deepEqual(planned(plain, gin), [['standard', 'standard-plain', 'standard-databases']]);
  });

  test('a profile of which not one block fits is refused before anything is measured', async () => {
    const long = profile('full', { cycles: 900, blocks: 2 });
    const refusal = await refusalOf(() => divideIntoJobs([long], all, 'pitwall-a'));
    assert.match(refusal.what, /A block of the run does not fit/);
    assert.match(refusal.seen, /about \d+\.\d h/);
  });
});

describe('the profiles of this repository, for all its targets', () => {
  for (const name of profileNames(repository)) {
    test(`${name} can be measured on a pinned runner, in jobs of their length`, () => {
      const [part, ...more] = divideIntoJobs([profile(name)], all, 'pitwall-a');
      assert.ok(part && more.length === 0);
    });
  }

  test('full is one job of a pinned runner, or several with more targets; a hosted runner cannot measure it', async () => {
    const limit = minutesFor('pitwall-a') * 60;
    const full = profile('full');
    const { preparation, block, blocks, seconds } = jobEstimate(full, all);
    assert.ok(Math.abs(seconds - preparation - blocks * block) < 1);
    assert.ok(preparation + block < limit / 2, `${hoursOf(preparation + block)} for a block`);
    const more = [...all, ...all.map((targetVariant) => ({ ...targetVariant }))];
    const [several] = divideIntoJobs([full], more, 'pitwall-a');
    assert.ok((several?.seconds ?? 0) > limit);
    const refusal = await refusalOf(() => divideIntoJobs([full], all, 'ubuntu-24.04'));
    assert.match(refusal.where, /full\.yaml, \d+ target variants on ubuntu-24\.04/);
  });

  test('the parts of a standard run fit into jobs of hosted runners, which nobody has to set up', () => {
    const parts = profileNames(repository).filter((name) => /^standard(?:-|$)/.test(name));
    const jobs = divideIntoJobs(
      parts.map((name) => profile(name)),
      all,
      'ubuntu-24.04',
    );
    assert.deepEqual(
      jobs.flatMap(({ profiles }) => profiles),
      parts,
    );
  });

  test('jobs end before GitHub ends them', () => {
    assert.ok(minutesFor('pitwall-a') < PINNED_JOB_MINUTES && PINNED_JOB_MINUTES < 24 * 60);
    assert.ok(minutesFor('ubuntu-24.04') < HOSTED_JOB_MINUTES && HOSTED_JOB_MINUTES <= 360);
  });
});

const COMMIT = 'c'.repeat(40);
const now = new Date('2026-01-03T00:00:00.000Z');
function unfinished(machine: string, change: Partial<Run> = {}) {
  const blocks = [{ block: 0, startedSeconds: 0, seconds: 5, groups: 1 }];
  const parts = { machine, commit: COMMIT, finishedAt: null, blocks, id: `run-${machine}`, ...change };
  return runOf([targetOf('go/gin', [])], parts);
}

describe('a run whose job died', () => {
  const runners = ['pitwall-a', 'pitwall-b'];
  const question = {
    runners,
    names: new Map([
      ['xeon-pitwall-a', 'pitwall-a'],
      ['xeon-pitwall-b', 'pitwall-b'],
    ]),
    shards: [
      {
        runner: 'pitwall-a',
        machine: 'pitwall-a',
        targets: ['go/gin', 'rust/axum'],
        pinned: true,
        since: '',
        profiles: null,
      },
    ],
    profiles: [minutes('a', 10)],
    targetVariantsOf: (ids: readonly string[]) => selectVariants(targets, ids),
    runs: [unfinished('xeon-pitwall-b')],
    isOnMain: async () => true,
    onlyUnfinished: false,
    now,
  };

  test('is continued on its machine, at its own commit, beside what is new', async () => {
    const jobs = await planJobs(question);
    assert.deepEqual(
      jobs.map(({ name, runner, resume, ref, targets, profiles }) => [
        name,
        runner,
        resume,
        ref,
        targets,
        profiles,
      ]),
      [
        ['pitwall-b-resumed', 'pitwall-b', 'runs/machine/2026/run-xeon-pitwall-b', COMMIT, [], []],
        ['pitwall-a', 'pitwall-a', null, 'main', ['go/gin', 'rust/axum'], ['a']],
      ],
    );
    assert.deepEqual(
      (await planJobs({ ...question, onlyUnfinished: true })).map(({ name }) => name),
      ['pitwall-b-resumed'],
    );
  });

  test('but not at a commit that main does not have', async () => {
    const jobs = await planJobs({ ...question, isOnMain: async () => false });
    assert.deepEqual(
      jobs.map(({ resume }) => resume),
      [null],
    );
  });

  test('a matrix has words and numbers only, and machines of one model keep their names apart', async () => {
    const [resumed, fresh] = matrixOfJobs(await planJobs(question));
    assert.equal(resumed?.resume, 'runs/machine/2026/run-xeon-pitwall-b');
    assert.deepEqual(
      { ...fresh, minutes: 0 },
      {
        name: 'pitwall-a',
        runner: 'pitwall-a',
        machine: 'pitwall-a',
        pinned: true,
        since: '',
        targets: 'go/gin rust/axum',
        profiles: 'a',
        resume: '',
        ref: 'main',
        minutes: 0,
      },
    );
    const [alone] = await planJobs({ ...question, runners: ['pitwall-a'] });
    assert.equal(alone?.machine, '', 'the resumed one');
  });

  test('targets that lack some profiles are measured by these alone', async () => {
    const [shard] = question.shards;
    assert.ok(shard);
    const shards = [
      { ...shard, targets: ['go/gin'], profiles: ['b'] },
      { ...shard, targets: ['rust/axum'], profiles: ['a', 'b'] },
    ];
    const jobs = await planJobs({
      ...{ ...question, shards, runs: [] },
      profiles: [minutes('a', 10), minutes('b', 10)],
    });
    assert.deepEqual(
      jobs.map(({ name, targets, profiles }) => [name, targets, profiles]),
      [
        ['pitwall-a', ['go/gin'], ['b']],
        ['pitwall-a-2', ['rust/axum'], ['a', 'b']],
      ],
    );
  });

  test('jobs of one runner have names of their own, for their artifacts', async () => {
    const profiles = [minutes('a', 900), minutes('b', 900), minutes('c', 900)];
    const jobs = await planJobs({ ...question, profiles, runs: [] });
    assert.deepEqual(
      jobs.map(({ name }) => name),
      ['pitwall-a', 'pitwall-a-2', 'pitwall-a-3'],
    );
  });

  const found = (...runs: ReturnType<typeof runOf>[]): number =>
    unfinishedRuns(runs, (machine) => (machine.startsWith('gone') ? null : 'pitwall-a'), now).length;

  test('is left as it is if it is old, superseded, of modified sources, a replay, or of a machine that is gone', () => {
    assert.equal(found(unfinished('m')), 1);
    assert.equal(found(unfinished('m', { startedAt: '2025-12-01T00:00:00.000Z' })), 0);
    assert.equal(found(unfinished('m', { modified: true })), 0);
    assert.equal(found(unfinished('m', { commit: null })), 0);
    assert.equal(found(unfinished('gone')), 0);
    const newer = { startedAt: '2026-01-02T00:00:00.000Z', id: 'newer' };
    assert.equal(found(unfinished('m'), runOf([], { machine: 'm', ...newer })), 0);
    const [one] = unfinishedRuns([unfinished('m', newer), unfinished('m')], () => 'pitwall-a', now);
    assert.match(one?.folder ?? '', /newer/);
    const afterUpdate = runOf([], { machine: 'm-of-a-newer-kernel', ...newer });
    assert.equal(found(unfinished('m'), afterUpdate), 0, 'its runner is another machine by now');
  });

  test('a hosted runner cannot continue it', () => {
    assert.deepEqual(
      unfinishedRuns([unfinished('m')], () => 'ubuntu-24.04', now),
      [],
    );
  });
});

test('a job that added no block is not followed by another', () => {
  const one = unfinished('m');
  assert.equal(
    mayContinue([one], () => 0),
    true,
  );
  assert.equal(
    mayContinue([one], () => 1),
    false,
  );
  assert.equal(
    mayContinue([runOf([])], () => 0),
    false,
  );
});
