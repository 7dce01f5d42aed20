import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAnotherDay, judgeReleases } from '../../src/analysis/releases/judge-releases.ts';
import { releaseHistorySchema } from '../../src/model/index.ts';
import type { StoredReleases } from '../../src/results/release-store.ts';
import { holmAdjusted } from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';
import { believableReleases, releaseComparison, SCENARIOS } from '../publish/believable-releases.ts';

const stored = (seed?: number): StoredReleases => ({ folder: '', ...believableReleases('machine', seed) });

describe('a history of releases', () => {
  test('is what its schema says', () => {
    assert.deepEqual(releaseHistorySchema.parse(believableReleases('machine').history).scenarios, [
      ...SCENARIOS,
    ]);
  });

  test('gives each measured release its cost beside the frozen one, with an interval around it', () => {
    const { releases, frozen } = judgeReleases(stored());
    assert.equal(frozen, '1.9.1');
    const figure = (version: string, scenario: string) =>
      releases.find((one) => one.version === version)?.figures.find((one) => one.scenario === scenario);
    const effect = figure('1.10.1', 'json')?.effect;
    assert.ok(effect && Math.abs(effect.ratio - 1.08) < 0.005, JSON.stringify(effect));
    assert.ok(effect.high / effect.low < 1.01);
    assert.equal(figure('1.9.1', 'json')?.effect, null, 'the frozen release is 1 without an interval');
    assert.equal(figure('1.12.0', 'json'), undefined, 'a release that failed has no figure');
  });

  test('names a step only if it was there again when both releases ran side by side', () => {
    const { steps } = judgeReleases(stored());
    const found = steps.map(({ from, to, scenario, state }) => `${from}→${to} ${scenario} ${state}`);
    assert.deepEqual(
      found.filter((line) => !line.endsWith('none')),
      ['1.10.0→1.10.1 json confirmed', '1.10.1→1.11.0 json-large unproven'],
    );
    const confirmed = steps.find(({ state }) => state === 'confirmed');
    assert.ok(confirmed?.comparison && confirmed.low > 1.07 && confirmed.high < 1.09);
  });

  test('holds the error rate over the steps that were measured again, and over no others', () => {
    const { history, comparisons } = stored();
    const again = judgeReleases(stored()).steps.find(({ state }) => state === 'confirmed') ?? assert.fail();
    // Only one of the suspected steps was measured again: its p is not multiplied by the number of all steps.
    const only = history.confirmations.filter(({ comparison }) => comparison === again.comparison);
    const { steps } = judgeReleases({
      folder: '',
      history: { ...history, confirmations: only },
      comparisons,
    });
    assert.deepEqual(
      steps.filter(({ state }) => state !== 'none').map(({ state }) => state),
      ['confirmed', 'suspected'],
    );
  });

  test('suspects a step until it was measured again', () => {
    const { history, comparisons } = stored();
    const { steps } = judgeReleases({
      folder: '',
      history: { ...history, confirmations: [] },
      comparisons,
    });
    assert.deepEqual(
      steps.filter(({ state }) => state !== 'none').map(({ state, comparison }) => [state, comparison]),
      [
        ['suspected', null],
        ['suspected', null],
      ],
    );
  });

  test('keeps what was measured side by side if newer figures raise no suspicion', () => {
    const { history, comparisons } = believableReleases('machine');
    const anew = (version: string, minute: number, json: number, large: number) => {
      const made = releaseComparison('machine', minute, '1.9.1', version, [
        ['json', json],
        ['json-large', large],
      ]);
      const release = history.releases.find((one) => one.version === version) ?? assert.fail();
      release.outcome = { state: 'measured', comparison: made.id };
      comparisons.set(made.id, made);
    };
    // Beside the frozen release, neither step can be seen any more.
    anew('1.10.1', 40, 1.001, 1.001);
    anew('1.11.0', 41, 1.001, 1.001);
    const { steps } = judgeReleases({ folder: '', history, comparisons });
    assert.deepEqual(
      steps.filter(({ state }) => state !== 'none').map(({ to, scenario, state }) => [to, scenario, state]),
      [
        ['1.10.1', 'json', 'confirmed'],
        ['1.11.0', 'json-large', 'unproven'],
      ],
    );
  });

  test('leaves out figures of an older version of the scenario', () => {
    const { history, comparisons } = believableReleases('machine');
    const [first] = history.releases;
    assert.ok(first?.outcome.state === 'measured');
    const older = structuredClone(comparisons.get(first.outcome.comparison));
    assert.ok(older);
    for (const [id, comparison] of comparisons)
      if (id !== older.id) for (const cell of comparison.cells) cell.scenarioVersion = 2;
    comparisons.set(older.id, older);
    const { steps } = judgeReleases({ folder: '', history, comparisons });
    assert.ok(!steps.some(({ from }) => from === '1.9.0'), 'no step from a figure of other work');
  });

  test('names no step where releases cost the same, whatever chance does', () => {
    let named = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const { history, comparisons } = stored(seed);
      const random = seededRandom(seed);
      for (const { cells } of comparisons.values())
        for (const { rounds } of cells)
          rounds.head = rounds.base.map((value) => (value ?? 0) * (1 + (random.next() - 0.5) * 0.03));
      const { steps } = judgeReleases({ folder: '', history, comparisons });
      named += steps.filter(({ state }) => state === 'confirmed').length;
    }
    assert.equal(named, 0);
  });
});

test('another day begins at midnight, for what was measured hours before it', () => {
  const isOfAnother = (later: string) => isAnotherDay('2026-06-03T20:30:00.000Z', later);
  assert.ok(!isOfAnother('2026-06-03T23:59:00.000Z'));
  assert.ok(!isOfAnother('2026-06-04T00:10:00.000Z'), 'midnight alone makes none');
  assert.ok(isOfAnother('2026-06-04T02:30:00.000Z'));
  assert.ok(!isAnotherDay('2026-06-04T01:00:00.000Z', '2026-06-04T09:00:00.000Z'), 'nor do hours alone');
});

test('holm: the same numbers as R', () => {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), method = "holm")
  const adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(6)));
  assert.deepEqual(adjusted, [0.03, 0.06, 0.06, 0.02]);
  assert.throws(() => holmAdjusted([2]), RangeError);
});
