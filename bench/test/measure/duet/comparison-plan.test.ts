import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DUET_LOAD,
  type PlannedPairCell,
  pairSettings,
  type WarmupChoice,
} from '../../../src/measure/duet/comparison-plan.ts';
import type { Sides } from '../../../src/measure/duet/measure-pairs.ts';
import { isUntilSteady, type ScenarioId } from '../../../src/model/index.ts';

/** Sides and cells, as far as the length of a pair depends on them. */
function secondsOf(
  language: string,
  scenario: ScenarioId,
  mode: PlannedPairCell['mode'] = 'together',
): number {
  const sides = sidesOf(language, ['x/one', 'x/one']);
  const cell: PlannedPairCell = {
    ...{ pair: 0, scenario, scenarioVersion: 1, loadShape: DUET_LOAD },
    ...{ metric: 'cpuPerRequestNanoseconds', mode },
  };
  return pairSettings({ sides: [sides], cells: [cell] }).measureSeconds;
}

function sidesOf(language: string, [base, head]: readonly [string, string]): Sides {
  const side = (id: string) => ({ spec: { targetVariant: { target: { id, manifest: { language } } } } });
  return { base: side(base), head: side(head) } as unknown as Sides;
}

test('a pair is short where nothing collects garbage, and long where runtimes compile as they run', () => {
  assert.deepEqual(
    ['Rust', 'Python', 'Go', 'Kotlin'].map((language) => secondsOf(language, 'json')),
    [0.25, 0.25, 1, 4],
  );
});

test('a slow server answers no long list in a quarter of a second: there, and in turn, a pair is longer', () => {
  assert.equal(secondsOf('Python', 'account-list'), 1);
  assert.equal(secondsOf('Python', 'account-get'), 0.25);
  assert.equal(secondsOf('Python', 'json', 'in-turn'), 1);
});

test('runtimes that compile as they run are warmed up to their steady state, or as asked', () => {
  const isSteady = (language: string, targets: readonly [string, string], warmup?: WarmupChoice): boolean => {
    const plan = { sides: [sidesOf(language, targets)], cells: [], ...(warmup && { warmup }) };
    return isUntilSteady(pairSettings(plan).warmup);
  };
  assert.equal(isSteady('JavaScript', ['javascript/node-http', 'javascript/koa']), true);
  assert.equal(isSteady('JavaScript', ['javascript/koa', 'javascript/koa']), true);
  // As the command line says.
  assert.equal(isSteady('JavaScript', ['javascript/node-http', 'javascript/koa'], 'brief'), false);
  assert.equal(isSteady('Java', ['java/javalin', 'java/javalin'], 'steady'), true);
  // Machine code is warm from its first second on.
  assert.equal(isSteady('Go', ['go/gin', 'go/gin']), false);
  assert.equal(isSteady('Go', ['go/net-http', 'go/gin'], 'steady'), false);
});
