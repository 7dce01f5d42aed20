import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warmSeconds } from '../../../src/measure/blocks/estimated-time.ts';
import { seenWarmth } from '../../../src/measure/blocks/seen-warmth.ts';
import type { Run, ScenarioId, TargetRun } from '../../../src/model/index.ts';

const profile = (scenarios: ScenarioId[]) =>
  ({
    scenarios,
    blocks: 2,
    loadShapes: [{ loader: 'oha', connections: 64, rate: { perSecond: 1_000 } }],
    warmup: { maxSeconds: 90, otherwise: 'mark' },
  }) as unknown as Run['profile'];

/** A run whose JVMs, twice a target, took a multiple of what is expected. */
function earlier(
  scenarios: ScenarioId[],
  times: number,
  targets = 10,
  settled: Run['settled'] = 'warmed-with-probes',
  blocks = [0, 1],
) {
  const each =
    (times *
      warmSeconds({ warmup: { maxSeconds: 90, otherwise: 'mark' } }, new Set(scenarios), 'virtualMachine')) /
    scenarios.length;
  const warmups = blocks.flatMap((block) => [
    ...scenarios.map((_, place) => ({ block, place, lightSeconds: 1, durationSeconds: [each - 2, 1] })),
    { block, place: scenarios.length, lightSeconds: 0, durationSeconds: [1_000], settling: true },
    { block, place: 9, loadShapeId: 'oha-64-rate-1000', lightSeconds: 0, durationSeconds: [1_000] },
  ]);
  const target = { language: 'Java', cells: scenarios.map((scenario) => ({ scenario })), warmups };
  const compiled = {
    ...target,
    language: 'Rust',
    warmups: [{ block: 0, place: 0, lightSeconds: 0, durationSeconds: [1_000] }],
  };
  return {
    run: { profile: profile(scenarios), settled },
    targets: () => [...Array.from({ length: targets }, () => target), compiled] as unknown as TargetRun[],
  };
}

test('how long servers take to get warm comes from the newest run of the same scenarios', () => {
  const close = (found: number, expected: number): void =>
    assert.ok(Math.abs(found - expected) < 1e-9, `${found}`);
  close(
    seenWarmth(
      [earlier(['json', 'menus'], 3), earlier(['menus', 'json'], 1.5), earlier(['json'], 7)],
      ['json', 'menus'],
    ),
    1.5,
  );
  close(seenWarmth([earlier(['json'], 0.7)], ['json']), 0.7);
  const joined = earlier(['json'], 1.2, 10, 'warmed-with-probes', [0, 0, 1]);
  close(seenWarmth([joined], ['json']), 1.2);
});

test('a run that gave warm-ups up early says nothing of a longer one', () => {
  const short = earlier(['json', 'menus'], 1);
  const twenty = { maxSeconds: 20, otherwise: 'leave-out' };
  const warmups = [0, 1].flatMap((block) =>
    [0, 1].map((place) => ({ block, place, lightSeconds: 0, durationSeconds: Array(20).fill(1) })),
  );
  const cutOff = {
    run: { ...short.run, profile: { ...short.run.profile, warmup: twenty } as Run['profile'] },
    targets: () => short.targets().map((target) => ({ ...target, warmups }) as unknown as TargetRun),
  };
  assert.equal(seenWarmth([cutOff], ['json', 'menus']), 1);
});

test('it is as expected if no run tells', () => {
  assert.equal(seenWarmth([], ['json']), 1);
  assert.equal(seenWarmth([earlier(['json', 'menus'], 3)], ['json']), 1);
  assert.equal(seenWarmth([earlier(['json'], 3, 2)], ['json']), 1, 'two targets');
  assert.equal(seenWarmth([earlier(['json'], 3, 10, 'with-probes')], ['json']), 1, 'warmed in another way');
});
