import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requireMeasured } from '../../../src/commands/releases/bisect.ts';
import { type BisectEffects, bisectReleases } from '../../../src/measure/releases/bisect.ts';
import { exitCodes } from '../../../src/util/errors.ts';
import { seededRandom } from '../../../src/util/random.ts';
import { refusalOf } from '../support/errors.ts';

const VERSIONS = Array.from({ length: 16 }, (_, index) => `1.${index}.0`);

/** Releases with these costs, measured with a deviation as that of go/gin. */
function made(
  costOf: (index: number) => number | null,
  seed: number,
  deviation = 0.02,
  versions: readonly string[] = VERSIONS,
) {
  const random = seededRandom(seed);
  const measured = new Map<string, number[]>();
  const reported: string[] = [];
  return {
    measured,
    reported,
    report: (what: string) => void reported.push(what),
    async ratios(...[base, head, pairs, part]: Parameters<BisectEffects['ratios']>) {
      const [before, after] = [costOf(versions.indexOf(base)), costOf(versions.indexOf(head))];
      if (before === null || after === null) return { code: 'does-not-build', reason: 'no' } as const;
      const ratios = measured.get(`${base} ${head} ${part}`) ?? [];
      while (ratios.length < pairs) ratios.push((after / before) * Math.exp(deviation * random.normal()));
      measured.set(`${base} ${head} ${part}`, ratios);
      return ratios;
    },
  };
}

describe('a bisection', () => {
  test('names the release that a change came with, in a few duets', async () => {
    for (let step = 1; step < VERSIONS.length; step++) {
      const effects = made((index) => (index < step ? 1 : 1.1), step);
      const { state, from, to, change } = await bisectReleases(VERSIONS, effects);
      assert.deepEqual([state, from, to], ['found', VERSIONS[step - 1], VERSIONS[step]]);
      assert.ok(change && Math.abs(change.ratio - 1.1) < 0.05);
      assert.ok(effects.measured.size <= 6, `${effects.measured.size} duets`);
    }
  });

  test('finds a gain as well', async () => {
    const { state, to } = await bisectReleases(
      VERSIONS,
      made((index) => (index < 5 ? 1 : 0.8), 7),
    );
    assert.deepEqual([state, to], ['found', '1.5.0']);
  });

  test('names none where the ends do not differ', async () => {
    let named = 0;
    for (let seed = 1; seed <= 100; seed++)
      if (
        (
          await bisectReleases(
            VERSIONS,
            made(() => 1, seed),
          )
        ).state !== 'none'
      )
        named++;
    assert.ok(named <= 5, `${named} of 100`);
  });

  test('seldom names the wrong one, even where a step is as small as the noise', async () => {
    let wrong = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const effects = made((index) => (index < 9 ? 1 : 1.03), seed);
      const { state, to } = await bisectReleases(VERSIONS, effects);
      if (state === 'found' && to !== '1.9.0') wrong++;
    }
    assert.ok(wrong <= 5, `${wrong} of 100`);
  });

  test('seldom takes a release for one of the other side, however many stay unclear', async () => {
    const versions = Array.from({ length: 64 }, (_, index) => `1.${index}.0`);
    let wrong = 0;
    for (let seed = 1_001; seed <= 1_400; seed++) {
      // Half of the change came with the first release, and hardly more.
      const effects = made((index) => (index === 0 ? 1 : 1.1001), seed, 0.02, versions);
      const ratios: typeof effects.ratios = async (base, head, pairs, part) =>
        head === '1.63.0' ? Array(pairs).fill(1.21) : effects.ratios(base, head, pairs, part);
      const { steps } = await bisectReleases(versions, { ...effects, ratios });
      if (steps.some(({ answer }) => answer === 'before')) wrong++;
    }
    assert.ok(wrong <= 20, `${wrong} of 400`);
  });

  test('passes over releases that fail, and says between which ones it is', async () => {
    const beside = made((index) => (index === 7 ? null : index < 10 ? 1 : 1.2), 1);
    assert.equal((await bisectReleases(VERSIONS, beside)).to, '1.10.0');
    const around = made((index) => (index > 4 && index < 8 ? null : index < 6 ? 1 : 1.2), 1);
    const { state, from, to, steps } = await bisectReleases(VERSIONS, around);
    assert.deepEqual([state, from, to], ['range', '1.4.0', '1.8.0']);
    assert.equal(steps.filter(({ answer }) => answer === 'failed').length, 3);
  });

  test('says nothing if an end fails, and the command ends with the reason', async () => {
    for (const end of [0, VERSIONS.length - 1]) {
      const found = await bisectReleases(
        VERSIONS,
        made((index) => (index === end ? null : 1), 1),
      );
      assert.deepEqual([found.state, found.from, found.to], ['failed', '1.0.0', '1.15.0']);
      const { exitCode, where, seen } = await refusalOf(() => requireMeasured(found, { package: 'gin' }));
      assert.deepEqual([exitCode, where, seen], [exitCodes.failed, 'gin 1.15.0 beside 1.0.0', 'no']);
    }
  });

  test('says nothing if the release that is left cannot be measured beside the one before', async () => {
    const effects = made((index) => (index < 5 ? 1 : 1.2), 1);
    const ratios: typeof effects.ratios = async (base, head, pairs, part) =>
      base === '1.4.0' ? { code: 'does-not-build', reason: 'no' } : effects.ratios(base, head, pairs, part);
    const { state, from, to, steps } = await bisectReleases(VERSIONS, { ...effects, ratios });
    assert.deepEqual([state, from, to], ['failed', '1.4.0', '1.5.0']);
    assert.deepEqual(steps.at(-1)?.answer, 'failed');
  });

  test('says that a change came little by little, if it did', async () => {
    const { state } = await bisectReleases(
      VERSIONS,
      made((index) => 1.005 ** index, 3, 0.01),
    );
    assert.ok(['spread', 'range'].includes(state), state);
  });

  test('of two releases is one duet, and another one to confirm it', async () => {
    const effects = made((index) => (index === 0 ? 1 : 1.2), 1);
    const { state, to } = await bisectReleases(VERSIONS.slice(0, 2), effects);
    assert.deepEqual([state, to, effects.measured.size], ['found', '1.1.0', 2]);
  });
});
