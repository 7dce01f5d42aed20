import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readProfile } from '../../src/catalog/profiles.ts';
import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import type { Database } from '../../src/databases/index.ts';
import { beginRun, carryOut } from '../../src/measure/whole-run.ts';
import type { TargetRun } from '../../src/model/index.ts';
import { RunStore } from '../../src/results/run-store.ts';
import { targetOf, throughputCell, withReasons } from '../publish/small-results.ts';
import { benchOf, machine, nextStart, resultOf } from './support/bench.ts';
import { makeRepository, withMenus } from './support/repository.ts';

/** It fails as soon as anything is measured or verified with it. */
const gone = () => Promise.reject(new Error('it was used'));
const postgresql: Database = {
  ...{ kind: 'postgresql', provider: 'path', product: 'PostgreSQL', version: '18.4', environment: {} },
  ...{
    ping: gone,
    seed: gone,
    changeText: gone,
    changeRow: gone,
    undoChanges: gone,
    countRows: gone,
    connections: gone,
    counters: gone,
  },
  usage: async () => null,
  close: async () => {},
};

describe('a database that is new when a run is resumed', () => {
  const made = makeRepository();
  after(() => made.remove());
  made.addTarget('one', 'right', withMenus);
  made.addProfile('menus', { scenarios: ['menus'], blocks: 2 });

  /** A run that began without the database, and its session that ends now, with it. */
  async function resumed(blocks: number, cells: TargetRun['cells']) {
    const before = benchOf(made, { loaders: { wrk: { path: '/nowhere/wrk', version: '4.2.0' } } });
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const plan = { machine, profile: readProfile(made.repository, 'menus'), targetVariants, seed: 1 };
    const store = await beginRun(before, { ...plan, startedAt: nextStart() });
    store.run.blocks = Array.from({ length: blocks }, (_, block) => ({
      ...{ block, startedSeconds: 0, seconds: 1, groups: 1 },
    }));
    const checks = (['json', 'counter'] as const).map((scenario) => ({
      ...{ id: `${scenario}/answers`, scenario, status: 'passed' as const, detail: null },
    }));
    store.writeTarget(targetOf('javascript/one', cells, { run: store.run.id, checks }));
    await carryOut({ ...before, databases: { postgresql } }, store, targetVariants);
    const said = before.events.flatMap((event) => (event.kind === 'left-out' ? event.target : []));
    return { run: RunStore.open(store.folder).run, result: resultOf(store, 'one'), said };
  }

  test('after the first block, is not used: no target was verified with it', async () => {
    const { run, result, said } = await resumed(1, [withReasons(throughputCell([10]))]);
    assert.deepEqual(said, ['PostgreSQL']);
    assert.deepEqual(run.databases, []);
    assert.deepEqual(result.cells[0]?.rounds.round, [0]);
    assert.equal(result.cells.length, 1);
  });

  test('before the first block, belongs to the run, and the targets are verified with it', async () => {
    const { run, result } = await resumed(0, []);
    assert.deepEqual(
      run.databases.map(({ product, version }) => `${product} ${version}`),
      ['PostgreSQL 18.4'],
    );
    assert.equal(result.state.step, 'start');
    assert.match(JSON.stringify(result.state), /it was used/);
  });
});
