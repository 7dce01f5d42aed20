import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DUET_LOAD, type PlannedPairCell, pairSettings } from '../../../src/measure/duet/comparison-plan.ts';
import type { Sides } from '../../../src/measure/duet/measure-pairs.ts';
import type { ScenarioId } from '../../../src/model/index.ts';

/** Sides and cells, as far as the length of a pair depends on them. */
function secondsOf(
  language: string,
  scenario: ScenarioId,
  mode: PlannedPairCell['mode'] = 'together',
): number {
  const side = { spec: { targetVariant: { target: { manifest: { language } } } } };
  const sides = { base: side, head: side } as unknown as Sides;
  const cell: PlannedPairCell = {
    ...{ pair: 0, scenario, scenarioVersion: 1, loadShape: DUET_LOAD },
    ...{ metric: 'cpuPerRequestNanoseconds', mode },
  };
  return pairSettings({ sides: [sides], cells: [cell] }).measureSeconds;
}

test('a pair is short where nothing collects garbage, and long where runtimes compile as they run', () => {
  assert.deepEqual(
    ['Rust', 'Python', 'Go', 'Kotlin'].map((language) => secondsOf(language, 'json')),
    [0.25, 0.25, 1, 2],
  );
});

test('a slow server answers no long list in a quarter of a second: there, and in turn, a pair is longer', () => {
  assert.equal(secondsOf('Python', 'account-list'), 1);
  assert.equal(secondsOf('Python', 'account-get'), 0.25);
  assert.equal(secondsOf('Python', 'json', 'in-turn'), 1);
});
