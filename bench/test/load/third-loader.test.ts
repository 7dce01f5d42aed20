import assert from 'node:assert/strict';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { readProfile } from '../../src/catalog/profiles.ts';
import { toolsFor } from '../../src/commands/measuring/run.ts';
import type { Loader } from '../../src/load/loader.ts';
import { loaders } from '../../src/load/loaders.ts';
import { systemToolEffects } from '../../src/load/tool-effects.ts';
import { findTool, toolNames } from '../../src/load/tools.ts';
import { loadShapeId, metricByBlock } from '../../src/model/index.ts';
import { describeLoadShape } from '../../src/words/index.ts';
import { benchOf, cellIn, codesOf, measureAll, resultOf } from '../measure/support/bench.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { makeRepository, shortProfile } from '../measure/support/repository.ts';
import { bombardier } from './bombardier.ts';
import { writeBombardier } from './bombardier-program.ts';

// The one line: what `load/loaders.ts` would say of it.
(loaders as Loader[]).push(bombardier);

describe('a third loader is one file and one line', () => {
  const made = makeRepository();
  after(() => made.remove());
  writeBombardier(join(made.repository.root, 'bin'));
  const effects = {
    ...systemToolEffects,
    searchPath: [join(made.repository.root, 'bin'), ...systemToolEffects.searchPath],
  };
  const shapes = [
    { loader: 'bombardier', connections: 8 },
    { loader: 'bombardier', connections: 4, requests: 200 },
  ];
  made.addProfile('third', { loadShapes: shapes });

  test('profiles may name it, and loads have its name in their ids and their words', () => {
    const profile = readProfile(made.repository, 'third');
    assert.deepEqual(profile.loadShapes.map(loadShapeId), ['bombardier-8', 'bombardier-4-n200']);
    assert.deepEqual(profile.loadShapes.map(describeLoadShape), [
      'bombardier, 8 connections, closed loop',
      'bombardier, 4 connections, closed loop, 200 requests',
    ]);
    assert.deepEqual(toolsFor(profile), ['bombardier']);
  });

  test('what it cannot do is refused', async () => {
    const loadShapes = [{ loader: 'bombardier', connections: 8, rate: { perSecond: 100 } }];
    made.write('bench/profiles/wrong.yaml', stringify({ ...shortProfile, loadShapes }));
    const { where, expected } = await refusalOf(() => readProfile(made.repository, 'wrong'));
    assert.match(where, /loadShapes\.0\.rate$/);
    assert.equal(expected, 'a closed loop or a number of requests: bombardier cannot do a fixed rate');
  });

  test('it is among the tools, and found by what it says of itself', async () => {
    assert.deepEqual(toolNames(), ['wrk', 'oha', 'autocannon', 'bombardier', 'hyperfine']);
    assert.deepEqual(await findTool('bombardier', effects), {
      state: 'found',
      tool: 'bombardier',
      path: join(made.repository.root, 'bin/bombardier'),
      version: '1.2.6',
    });
    const missing = await findTool('bombardier', { ...effects, searchPath: [] });
    assert.equal(
      missing.state === 'missing' && missing.next,
      "Install bombardier 1.2.0 or later with your system's packages",
    );
  });

  test('a run with it has throughput from both of its loads, checked against server and probes', async () => {
    const tool = await findTool('bombardier', effects);
    assert.ok(tool.state === 'found', `no bombardier in ${effects.searchPath.join(delimiter)}`);
    // Said to be compiled, so that it needs no settling.
    made.addTarget('right', 'right', { language: 'C' });
    const store = await measureAll(benchOf(made, { loaders: { bombardier: tool } }), 'third');
    const { cells } = resultOf(store, 'right');
    assert.deepEqual(cells.map(({ loadShapeId: id }) => id).sort(), ['bombardier-4-n200', 'bombardier-8']);
    for (const cell of cells) {
      assert.deepEqual(cell.failures, [], cell.loadShapeId);
      assert.equal(cell.loaderCommand[0], 'bombardier');
      assert.ok((metricByBlock(cell, 'throughputPerSecond').get(0) ?? 0) > 0, cell.loadShapeId);
      for (const mark of ['count-mismatch', 'size-changed', 'status-mismatch', 'errors'])
        assert.ok(!codesOf(cell).includes(mark), `${cell.loadShapeId}: ${mark}`);
      assert.ok(cell.missing.latencyP999Seconds, `${cell.loadShapeId}: it reports no p99.9`);
    }
    const counted = cells.find(({ loadShape }) => 'requests' in loadShape);
    assert.equal(counted?.rounds.requests[0], 200);
    assert.ok(store.run.tools.some(({ name, version }) => name === 'bombardier' && version === '1.2.6'));
    assert.ok(cellIn(resultOf(store, 'right')));
  });
});
