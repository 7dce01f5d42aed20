import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Evidence, judge, type Look } from '../../src/stats/verdict.ts';
import { seededRandom } from '../../src/util/random.ts';

const looks: Look[] = [
  { rounds: 10, errorRate: 0.01 },
  { rounds: 30, errorRate: 0.015 },
  { rounds: 90, errorRate: 0.025 },
];

/** Ratios around `centre` with the deviation given, by the sum of twelve draws. */
function ratiosOf(centre: number, deviation: number, count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const normal = (): number => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b) - 6;
  return Array.from({ length: count }, () => centre * Math.exp(deviation * normal()));
}

function cell(ratios: readonly number[], parts: Partial<Evidence> = {}): Evidence {
  return { ratios, confirmation: null, minimumEffect: 0.01, ...parts };
}

test('a slowdown is flagged at the first look that shows it, and reported once it recurred', () => {
  const ratios = ratiosOf(1.2, 0.02, 90, 1);
  const [flagged] = judge([cell(ratios.slice(0, 10))], looks);
  assert.equal(flagged?.state, 'undecided');
  assert.equal(flagged?.flagged, 'worse');
  assert.equal(flagged?.look, 0);
  const [recurred] = judge([cell(ratios, { confirmation: ratiosOf(1.2, 0.02, 10, 2) })], looks);
  assert.equal(recurred?.state, 'regressed');
  assert.equal(recurred?.look, 0, 'what came later does not count for the decision');
  const [gone] = judge([cell(ratios, { confirmation: ratiosOf(1, 0.02, 10, 3) })], looks);
  assert.equal(gone?.state, 'undecided');
  assert.equal(gone?.recurred, false);
});

test('a second measurement that was cut off does not say that the flag did not recur', () => {
  const ratios = ratiosOf(1.2, 0.02, 10, 1);
  for (const pairs of [0, 1, 2, 9]) {
    const [cut] = judge([cell(ratios, { confirmation: ratiosOf(1, 0.02, pairs, 3) })], looks);
    assert.deepEqual(
      [cut?.state, cut?.flagged, cut?.recurred],
      ['undecided', 'worse', null],
      `${pairs} pairs`,
    );
  }
});

test('faster is improved, unchanged with little spread is the same, with much spread undecided', () => {
  const judged = judge(
    [
      cell(ratiosOf(0.8, 0.02, 10, 4), { confirmation: ratiosOf(0.8, 0.02, 10, 5) }),
      cell(ratiosOf(1, 0.004, 10, 6)),
      cell(ratiosOf(1, 0.05, 10, 7)),
    ],
    looks,
  );
  assert.deepEqual(
    judged.map(({ state }) => state),
    ['improved', 'same', 'undecided'],
  );
  const needed = judged[2]?.pairsNeeded ?? 0;
  assert.ok(needed > 30, `${needed} rounds`);
});

test('the pairs that would decide are more than have not decided, the more cells there are', () => {
  // Alone, it would be flagged; among twenty cells, its share of the error rate is a twentieth.
  const ratios = Array.from({ length: 10 }, (_, at) => 1.0325 * Math.exp(at % 2 === 0 ? 0.02 : -0.02));
  const [look = assert.fail()] = looks;
  assert.equal(judge([cell(ratios)], [look])[0]?.flagged, 'worse');
  const others = Array.from({ length: 19 }, () => cell(ratios.map(() => 1)));
  const [among] = judge([cell(ratios), ...others], [look]);
  assert.deepEqual([among?.state, among?.flagged], ['undecided', null]);
  const needed = among?.pairsNeeded ?? 0;
  assert.ok(needed > 10 && needed < 25, `${needed} pairs`);
});

test('that nothing changed is told of each cell by itself, that something did among all of them', () => {
  const [look = assert.fail()] = looks;
  const unchanged = cell(Array.from({ length: 10 }, (_, at) => Math.exp(at % 2 === 0 ? 0.05 : -0.05)));
  const others = Array.from({ length: 19 }, () => unchanged);
  const [alone] = judge([unchanged], [look]);
  const [among] = judge([unchanged, ...others], [look]);
  assert.ok(alone?.pairsNeeded, 'undecided');
  assert.equal(among?.pairsNeeded, alone.pairsNeeded);
  assert.ok(
    (among?.leastDetectable ?? 0) > (alone.leastDetectable ?? 0),
    'a change has a twentieth of the error',
  );
});

test('a change below the minimum effect differs from none and is not reported', () => {
  const [judged] = judge([cell(ratiosOf(1.006, 0.004, 90, 8))], looks);
  assert.equal(judged?.state, 'same');
  assert.equal(judged?.differs, 'worse');
});

test('fewer rounds than the first look decide nothing', () => {
  for (const ratios of [[], [1.5], ratiosOf(3, 0.01, 9, 9)]) {
    const [judged] = judge([cell(ratios)], looks);
    assert.equal(judged?.state, 'undecided');
    assert.equal(judged?.look, null);
  }
});

test('ratios without any spread decide by themselves', () => {
  const same = (value: number) => Array.from({ length: 10 }, () => value);
  const judged = judge(
    [cell(same(1)), cell(same(1.5), { confirmation: same(1.5) }), cell(same(1.01))],
    looks,
  );
  assert.deepEqual(
    judged.map(({ state }) => state),
    ['same', 'regressed', 'undecided'],
  );
  assert.equal(judged[2]?.pairsNeeded, null, 'no number of rounds decides what lies on the bound');
});

test('a ratio that is no positive number is refused', () => {
  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => judge([cell([...ratiosOf(1, 0.02, 9, 1), bad])], looks), RangeError);
  }
});

test('of 2,000 comparisons of 12 unchanged cells hardly one has a flag, however often it is looked at', () => {
  let flagged = 0;
  let differing = 0;
  for (let comparison = 0; comparison < 2_000; comparison++) {
    const cells = Array.from({ length: 12 }, (_, at) => cell(ratiosOf(1, 0.024, 90, comparison * 12 + at)));
    const judged = judge(cells, looks);
    if (judged.some((one) => one.flagged !== null)) flagged++;
    if (judged.some((one) => one.differs !== null)) differing++;
  }
  assert.ok(flagged <= 20, `${flagged} of 2,000 with a flag`);
  assert.ok(differing <= 200, `${differing} of 2,000 with a difference`);
});

test('of 2,000 comparisons on the bound itself, the error rate has a flag at most', () => {
  let flagged = 0;
  for (let comparison = 0; comparison < 2_000; comparison++) {
    const [judged] = judge([cell(ratiosOf(1.01, 0.024, 90, 50_000 + comparison))], looks);
    if (judged?.flagged !== null) flagged++;
  }
  assert.ok(flagged > 20 && flagged <= 110, `${flagged} of 2,000`);
});
