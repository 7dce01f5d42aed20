import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readProfile } from '../../../src/catalog/profiles.ts';
import { readTargets, selectVariants } from '../../../src/catalog/targets.ts';
import {
  estimatedSeconds,
  howLong,
  leastBlockSeconds,
  warmSeconds,
} from '../../../src/measure/blocks/estimated-time.ts';
import { plannedCells } from '../../../src/measure/planned-cells.ts';
import type { Profile, ScenarioId } from '../../../src/model/index.ts';
import { repository } from '../../../src/util/repository.ts';

const all = selectVariants(readTargets(repository), []);
const wrk = { loader: 'wrk', connection: 'keep-alive' } as const;
const { minutes: _, ...plain } = readProfile(repository, 'standard-plain');
const secondsOf = (change: Partial<Profile> = {}, targets = all): number => {
  const profile = { ...plain, ...change };
  return estimatedSeconds(profile, plannedCells(targets, profile));
};

describe('how long blocks will take', () => {
  test('is the time that the profile fixes, but no less than what must be done', () => {
    const least = secondsOf();
    assert.ok(least > 3_600);
    assert.equal(secondsOf({ minutes: 24 * 60 }), 24 * 3_600);
    assert.equal(secondsOf({ minutes: 1 }), least);
  });
  test('is for a block what one took that had nothing to fill', () => {
    const profile = { ...plain, minutes: 100, blocks: 2 };
    const cells = plannedCells(all, profile).slice(0, 12);
    const least = leastBlockSeconds(profile, [cells]);
    const took = (seconds: number, groups = 1) => ({ seconds, groups });
    assert.equal(leastBlockSeconds(profile, [cells], [took(2_900), took(4_000)]), 4_000);
    assert.equal(leastBlockSeconds(profile, [cells], [took(2_900)]), least);
    // A block of more groups started servers that this one need not start.
    assert.equal(leastBlockSeconds(profile, [cells], [took(4_000, 2)]), least);
    assert.equal(leastBlockSeconds(profile, [cells, cells.slice(0, 2)], [took(4_000, 2)]), 4_000);
    assert.equal(estimatedSeconds({ ...profile, minutes: 1 }, cells), 2 * least);
  });
  test('counts the targets that two groups of a block share twice', () => {
    const cellsOf = (from: number, to?: number) => plannedCells(all.slice(from, to), plain);
    const inOne = leastBlockSeconds(plain, [cellsOf(0)]);
    const inTwo = leastBlockSeconds(plain, [cellsOf(0, 22), cellsOf(20)]);
    const again = leastBlockSeconds(plain, [cellsOf(20, 22)]);
    assert.ok(Math.abs(inTwo - inOne - again) < 0.01 * inOne, `${inTwo - inOne} against ${again}`);
  });
  test('is said beforehand, with the reason if it is more than the profile sets', () => {
    assert.equal(howLong({ cycles: 3 }, 40, 0), 'about a minute');
    assert.equal(howLong({ minutes: 108, cycles: 3 }, 100 * 60, 8 * 60), 'about 100 minutes');
    assert.equal(
      howLong({ minutes: 108, cycles: 3 }, 120 * 60, 0),
      'about 120 minutes, more than the 108 that are set: warming up and 3 cycles a block take that long',
    );
    // A resumed run says what the rest takes, which alone may be less than what is set.
    assert.equal(
      howLong({ minutes: 80, cycles: 3 }, 72 * 60, 70 * 60),
      'about 72 minutes, 142 in all, more than the 80 that are set: warming up and 3 cycles a block take that long',
    );
  });
  test('is nothing for no targets', () => {
    assert.equal(secondsOf({ minutes: 60 }, []), 0);
  });
  test('is more where probes wait for long lists, or rows that were added are removed', () => {
    const rust = all.filter(({ target }) => target.manifest.language === 'Rust');
    const cycles = 10;
    const asked = (scenario: ScenarioId): number =>
      secondsOf({ scenarios: [scenario], loadShapes: [{ ...wrk, connections: 8 }], blocks: 1, cycles }, rust);
    const slices = rust.length * (cycles + 1);
    const usual = asked('account-get');
    assert.ok(asked('account-insert') > usual + 0.1 * slices);
    assert.ok(asked('account-list') > usual + 0.5 * slices);
    // Long, but waiting for no database and of one row for all.
    assert.equal(asked('json-large'), asked('json'));
  });
  test('is more where a runtime compiles the driver of a database first', () => {
    const own = (id: ScenarioId) => warmSeconds({ warmup: plain.warmup }, new Set([id]), 'virtualMachine');
    assert.ok(own('account-list') > 1.5 * own('json'));
    const both = new Set<ScenarioId>(['json', 'account-list']);
    const alone = { warmup: { maxSeconds: 120, otherwise: 'mark' } } as const;
    assert.ok(warmSeconds(alone, both, 'virtualMachine') > own('json') + 30);
    assert.ok(warmSeconds(alone, both, 'virtualMachine') < own('json') + own('account-list'));
  });
  test('is more where a closed loop only warms up what is confirmed at a rate', () => {
    const java = all.filter(({ target }) => target.manifest.language === 'Java');
    const rate = {
      loader: 'oha',
      connections: 64,
      connection: 'keep-alive',
      rate: { perSecond: 1_000 },
    } as const;
    const asked = (...loadShapes: Profile['loadShapes']): number =>
      secondsOf({ scenarios: ['json'], loadShapes, blocks: 1, cycles: 1, rateSliceSeconds: 0.5 }, java);
    assert.ok(asked(rate) > asked({ ...wrk, connections: 64 }) + 10 * java.length);
  });
  test('is less if scenarios are warmed together, most where a runtime compiles as it runs', () => {
    const { together: _, ...alone } = plain.warmup;
    const java = all.filter(({ target }) => target.manifest.language === 'Java');
    const rust = all.filter(({ target }) => target.manifest.language === 'Rust');
    const saved = secondsOf({ warmup: alone }, java) - secondsOf({}, java);
    assert.ok(saved > 30 * java.length * plain.blocks, `${saved} s`);
    assert.ok(secondsOf({}, java) < 0.85 * secondsOf({ warmup: alone }, java));
    assert.ok(secondsOf({}, rust) < secondsOf({ warmup: alone }, rust));
  });
});
