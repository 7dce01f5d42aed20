import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mostEqualPairs } from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';

type Differs = (one: number, other: number) => boolean;

/** Returns the largest number of pairs within groups of targets in which no pair differs, by trying all groupings. */
function tried(targets: number, differs: Differs): number {
  const from = (place: number, groups: readonly (readonly number[])[]): number => {
    if (place === targets) return groups.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
    const joined = groups.flatMap((group, at) =>
      group.some((other) => differs(place, other))
        ? []
        : [from(place + 1, groups.with(at, [...group, place]))],
    );
    return Math.max(from(place + 1, [...groups, [place]]), ...joined);
  };
  return from(0, []);
}

describe('how many pairs can be equal at once', () => {
  test('all, if none is proven to differ', () => {
    for (const targets of [1, 2, 7, 62])
      assert.equal(
        mostEqualPairs(targets, () => false),
        (targets * (targets - 1)) / 2,
      );
  });

  test('none, if all are', () => {
    assert.equal(
      mostEqualPairs(7, () => true),
      0,
    );
  });

  test('two of four in a row, each of which differs from all but its neighbours', () => {
    assert.equal(
      mostEqualPairs(4, (one, other) => Math.abs(one - other) > 1),
      2,
    );
  });

  test('those within the classes, if classes differ', () => {
    const classOf = (place: number): number => Math.floor(place / 3);
    assert.equal(
      mostEqualPairs(12, (one, other) => classOf(one) !== classOf(other)),
      4 * 3,
    );
  });

  test('half of what is not proven, where each overlaps with six on either side', () => {
    const differs: Differs = (one, other) => Math.abs(one - other) > 6;
    const unproven = 60 * 6 - 21;
    const most = mostEqualPairs(60, differs);
    assert.ok(most < 0.55 * unproven && most >= Math.floor(60 / 7) * 21, String(most));
  });

  test('never fewer than can be found, whichever pairs differ, and never more than are not proven', () => {
    const random = seededRandom(5);
    for (let draw = 0; draw < 300; draw++) {
      const targets = 2 + random.below(6);
      const share = random.next();
      const different = new Set<string>();
      for (let one = 0; one < targets; one++)
        for (let other = one + 1; other < targets; other++)
          if (random.next() < share) different.add(`${one} ${other}`);
      const differs: Differs = (one, other) =>
        different.has(`${Math.min(one, other)} ${Math.max(one, other)}`);
      const most = mostEqualPairs(targets, differs);
      assert.ok(most >= tried(targets, differs), `${most} in draw ${draw}`);
      assert.ok(most <= (targets * (targets - 1)) / 2 - different.size);
    }
  });
});
