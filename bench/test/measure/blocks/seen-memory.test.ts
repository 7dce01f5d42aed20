import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readTargets, selectVariants } from '../../../src/catalog/targets.ts';
import { expectedMemory } from '../../../src/measure/blocks/groups/seen-memory.ts';
import type { ScenarioId, TargetRun } from '../../../src/model/index.ts';
import { RunStore, runFolders } from '../../../src/results/run-store.ts';
import { writeBelievableBlocks } from '../../publish/believable-blocks.ts';
import { makeRepository } from '../support/repository.ts';

const made = makeRepository();
made.addTarget('known', 'right', { language: 'C' });
made.addTarget('new', 'right', { language: 'Rust' });
made.addTarget('managed', 'right', { language: 'Java' });
const variants = selectVariants(readTargets(made.repository), []);

function earlier(scenarios: ScenarioId[], peaks: Record<string, number[]>, isFinished = true) {
  const targets = Object.entries(peaks).map(([target, peakMemoryBytes]) => ({
    target,
    variant: 'default',
    language: target.startsWith('java/') ? 'Java' : 'C',
    cells: [{ rounds: { peakMemoryBytes } }],
  }));
  return {
    run: {
      profile: { scenarios } as RunStore['run']['profile'],
      finishedAt: isFinished ? '2026-01-01T00:00:00.000Z' : null,
    },
    targets: () => targets as unknown as TargetRun[],
  };
}
const ask = (runs: ReturnType<typeof earlier>[], scenarios: ScenarioId[] = ['json']) =>
  Object.fromEntries(expectedMemory(variants, scenarios, runs));
const [known = '', managed = '', fresh = ''] = variants.map(({ name }) => name).sort();

describe('memory that a target is expected to take', () => {
  test('what it took at most in its newest run; a new one the most of its kind', () => {
    const runs = [
      earlier(['json'], { [known]: [9, 90, 10], 'c/other': [400] }),
      earlier(['json', 'menus'], { [known]: [20, 30], 'c/other': [50] }),
    ];
    assert.deepEqual(ask(runs), { [known]: 30, [fresh]: 400 });
  });

  test('if no run has all scenarios, the most that it took in the newest run of each', () => {
    const runs = [
      earlier(['json', 'menus'], { [known]: [99] }),
      earlier(['json'], { [known]: [20], 'c/other': [50] }),
      earlier(['menus', 'users'], { [known]: [40] }),
      earlier(['asset'], { [known]: [300] }),
    ];
    assert.deepEqual(ask(runs, ['json', 'menus', 'counter']), { [known]: 40, [fresh]: 99 });
    assert.deepEqual(ask(runs, ['json', 'menus']), { [known]: 99, [fresh]: 99 });
  });

  test('nothing from a run of other scenarios, and nothing from one that has not ended', () => {
    assert.deepEqual(
      ask([earlier(['menus'], { [known]: [7] }), earlier(['json'], { [known]: [8] }, false)]),
      {},
    );
  });

  test('a kind of its own: no figure of a compiled server for a virtual machine', () => {
    assert.deepEqual(ask([earlier(['json'], { 'java/other': [900] })]), { [managed]: 900 });
  });
});

test('earlier runs are those that had ended when this one began, of the same machine or of others', () => {
  const { results } = made.repository;
  const times = ['2026-03-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
  for (const startedAt of times) writeBelievableBlocks(results, { startedAt });
  writeBelievableBlocks(results, { startedAt: '2026-01-15T00:00:00.000Z', finished: false });
  writeBelievableBlocks(results, { startedAt: '2026-01-20T00:00:00.000Z', machine: { id: 'another' } });
  writeBelievableBlocks(results, { startedAt: '2026-01-25T00:00:00.000Z' });
  const folderOf = (day: string): string => {
    const found = runFolders(made.repository).find((path) => path.includes(day));
    assert.ok(found);
    return found;
  };
  // One that cannot be read prevents no other run.
  writeFileSync(join(folderOf('20260125'), 'run.json'), '{');
  const first = RunStore.open(folderOf('20260101')).targets();
  const [spoiled] = readdirSync(folderOf('20260101')).filter((name) => name !== 'run.json');
  writeFileSync(join(folderOf('20260101'), spoiled ?? ''), '{');
  const newest = RunStore.open(folderOf('20260301'));
  const earlier = newest.earlierRuns();
  assert.deepEqual(
    earlier.map(({ run }) => run.startedAt),
    times.slice(1),
  );
  assert.deepEqual(
    earlier.map((run) => run.targets().length),
    [first.length - 1, first.length],
  );
  assert.deepEqual(
    newest.earlierRunsAnywhere().map(({ run }) => run.startedAt),
    ['2026-01-20T00:00:00.000Z', ...times.slice(1)],
    'those of another machine come first, so that the newest of this one counts',
  );
  assert.deepEqual(
    RunStore.open(folderOf('20260101')).earlierRunsAnywhere(),
    [],
    'it began before all others',
  );
});
