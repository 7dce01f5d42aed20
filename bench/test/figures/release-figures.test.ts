import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  distinctSteps,
  releaseFigures,
  selfComparisons,
  wayToRun,
} from '../../figures/support/release-figures.ts';
import type { StoredReleases } from '../../src/results/release-store.ts';
import { believableReleases, releaseComparison } from '../publish/believable-releases.ts';

const stored = (): StoredReleases => ({ folder: '', ...believableReleases('machine') });

test('frameworks, runtimes and their releases are counted where they have a figure', () => {
  const runtime = stored();
  runtime.history.package = { ecosystem: 'runtime', name: 'go', role: 'runtime', title: 'Go' };
  const { frameworks, releases, runtimes } = releaseFigures([stored(), runtime]);
  // One of the seven was left out, and one did not build.
  assert.deepEqual(
    [frameworks, releases, [...runtimes].map(([name, { size }]) => [name, size])],
    [['go/gin'], 5, [['Go', 5]]],
  );
  const alone = stored();
  alone.history.releases = alone.history.releases.filter(({ outcome }) => outcome.state === 'frozen');
  assert.deepEqual(releaseFigures([alone]).frameworks, [], 'a frozen release alone is no history');
});

test('spread and time are those of releases beside the frozen one, by how a language runs', () => {
  const { spread } = releaseFigures([stored()]);
  assert.deepEqual([...spread.keys()], ['compiled ahead']);
  const { halfWidth = 0, minutesForTwoScenarios = 0, releases = 0 } = spread.get('compiled ahead') ?? {};
  assert.equal(releases, 4);
  assert.ok(halfWidth > 0.001 && halfWidth < 0.01, String(halfWidth));
  assert.ok(Math.abs(minutesForTwoScenarios - 59 / 60) < 1e-9, String(minutesForTwoScenarios));
  assert.equal(wayToRun('csharp/aspnet-core'), 'compiled while it runs');
  assert.equal(wayToRun('python/flask'), 'interpreted');
});

test('a large step counts for two days only if another day found it in the same direction', () => {
  const once = releaseFigures([stored()]).largeSteps;
  assert.deepEqual(
    once.map(({ step }) => [step.to, step.scenario, step.isOfTwoDays]),
    [['1.10.1', 'json', false]],
  );
  const repeated = (ratio: number, day: string) => {
    const one = stored();
    const made = releaseComparison('machine', 50, '1.10.0', '1.10.1', [['json', ratio]]);
    const again = { ...made, id: 'another', startedAt: `${day}T02:50:00.000Z` };
    one.history.confirmations.push({ from: '1.10.0', to: '1.10.1', comparison: again.id });
    const comparisons = new Map(one.comparisons).set(again.id, again);
    return releaseFigures([{ ...one, comparisons }]).largeSteps[0]?.step.isOfTwoDays;
  };
  assert.equal(repeated(1.08, '2026-06-04'), true);
  assert.equal(repeated(1.08, '2026-06-03'), false, 'the same day');
  assert.equal(repeated(0.95, '2026-06-04'), false, 'the other direction');
});

test('what two machines measured counts once, and a large step that both found says so', () => {
  const other: StoredReleases = { folder: '', ...believableReleases('other') };
  const { frameworks, releases, largeSteps } = releaseFigures([stored(), other]);
  assert.deepEqual([frameworks, releases], [['go/gin'], 5]);
  assert.deepEqual(
    largeSteps.map(({ history, isOfTwoMachines }) => [history.machine, isOfTwoMachines]),
    [
      ['machine', true],
      ['other', true],
    ],
  );
  assert.deepEqual(
    distinctSteps(largeSteps).map(({ history }) => history.machine),
    ['machine'],
  );
  assert.equal(releaseFigures([stored()]).largeSteps[0]?.isOfTwoMachines, false);
});

test('one release measured as if it were two is flagged where a history would suspect a step', () => {
  const same = releaseComparison('machine', 1, '1.10.0', '1.10.0', [['json', 1]]);
  const wrong = releaseComparison('machine', 2, '1.10.0', '1.10.0', [['json-large', 1.2]]);
  const other = releaseComparison('machine', 3, '1.10.0', '1.10.1', [['json', 1.2]]);
  const { cells, targets, excluded, furthest, flagged } = selfComparisons([same, wrong, other]);
  assert.deepEqual([cells, targets, excluded], [2, ['go/gin'], 1]);
  assert.ok(Math.abs(furthest - 1.2) < 0.01);
  assert.deepEqual(
    flagged.map(({ scenario }) => scenario),
    ['json-large'],
  );
});
