import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import { settlingOrder } from '../../src/measure/blocks/cycle-order.ts';
import { blockGroups } from '../../src/measure/blocks/groups/block-groups.ts';
import { plannedCells } from '../../src/measure/planned-cells.ts';
import { carryOut } from '../../src/measure/whole-run.ts';
import { hasBlocks } from '../../src/model/index.ts';
import { RunStore, unfinishedAnywhere } from '../../src/results/run-store.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk, type WatchedBench } from './support/bench.ts';
import { refusalOf } from './support/errors.ts';
import { makeRepository } from './support/repository.ts';

/** Two targets, two blocks of a cycle each: stopped in the middle of the second block's first slice, then resumed. */
describe('a run that is interrupted', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  const seed = 7;
  const seen: string[] = [];
  let folder = '';
  const listen = (bench: WatchedBench, then: (text: string) => void = () => {}): void => {
    bench.report = (event) => {
      if (event.kind !== 'progress') return;
      seen.push(event.text);
      then(event.text);
    };
  };

  before(async () => {
    for (const name of ['one', 'two']) made.addTarget(name);
    made.addProfile('blocks', { blocks: 2 });
    const controller = new AbortController();
    const bench = benchOf(made, { signal: controller.signal });
    listen(bench, (text) => {
      // In mid-load: the servers are warm and the loader is at work.
      if (/^block 2 of 2: cycle 1/.test(text)) {
        setTimeout(() => controller.abort(new Error('interrupted')), 700);
      }
    });
    await assert.rejects(measureAll(bench, 'blocks', seed), /interrupted/);
    folder = unfinishedAnywhere(made.repository) ?? '';
  });
  after(() => made.remove());

  const blocksOf = (store: RunStore, name: string): number[] => cellIn(resultOf(store, name)).rounds.round;

  test('what was measured is on disk, the run is not finished, nothing is left alive', () => {
    const store = RunStore.open(folder);
    assert.equal(store.run.finishedAt, null);
    assert.deepEqual([blocksOf(store, 'one'), blocksOf(store, 'two')], [[0], [0]]);
    assert.deepEqual(
      store.run.blocks?.map(({ block, groups }) => [block, groups]),
      [[0, 1]],
    );
    const failures = store.targets().flatMap(({ cells }) => cells.flatMap((cell) => cell.failures));
    assert.deepEqual(failures, [], 'an interruption is no failure of the target');
    const others = store
      .targets()
      .flatMap(({ cells, warmups = [] }) => [
        ...cells.flatMap(({ slices }) => slices?.block ?? []),
        ...warmups.map(({ block }) => block),
      ]);
    assert.deepEqual([...new Set(others)], [0], 'nothing of the block that was cut off');
    assert.deepEqual([...made.leftAlive('one'), ...made.leftAlive('two')], []);
    assert.deepEqual(made.scratch(), []);
  });

  test('a target that changed meanwhile is not mixed with what it was', async () => {
    const server = join(made.repository.targets, 'javascript/one/server.js');
    const old = readFileSync(server, 'utf8');
    writeFileSync(server, `${old}\n// faster now\n`);
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const { what, next } = await refusalOf(() =>
      carryOut(benchOf(made), RunStore.open(folder), targetVariants),
    );
    writeFileSync(server, old);
    assert.equal(what, 'javascript/one has changed since the run began');
    assert.match(next, /start a new run/);
  });

  test('a loader that changed meanwhile is not mixed with what it was', async () => {
    const bench = benchOf(made);
    const { wrk } = bench.loaders;
    assert.ok(wrk);
    bench.loaders = { wrk: { ...wrk, version: '4.0.0' } };
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const {
      what,
      expected,
      seen: found,
    } = await refusalOf(() => carryOut(bench, RunStore.open(folder), targetVariants));
    assert.equal(what, 'A tool has changed since the run began');
    assert.deepEqual([expected, found], [`wrk ${wrk.version}`, 'wrk 4.0.0']);
  });

  test('blocks on other processors are not mixed with what there is', async () => {
    const store = RunStore.open(folder);
    store.run.processors.server.push(1_000);
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const { what, where } = await refusalOf(() => carryOut(benchOf(made), store, targetVariants));
    assert.equal(what, 'The server has other processors than when the run began');
    assert.match(where, /run\.json › processors\.server$/);
  });

  test('blocks of another version of a scenario are not mixed with what there is', async () => {
    const file = join(folder, 'javascript-one.json');
    const old = readFileSync(file, 'utf8');
    writeFileSync(file, old.replace(/"scenarioVersion": ?\d+/, '"scenarioVersion": 99'));
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const { what, expected } = await refusalOf(() =>
      carryOut(benchOf(made), RunStore.open(folder), targetVariants),
    );
    writeFileSync(file, old);
    assert.match(what, /^The scenario \w+ has changed since the run began$/);
    assert.equal(expected, 'version 99, which javascript/one was measured in');
  });

  test('latencies at a rate are not continued if they were measured in another way', async () => {
    const store = RunStore.open(folder);
    store.run.profile.loadShapes.push({
      loader: 'oha',
      connections: 8,
      connection: 'keep-alive',
      rate: { perSecond: 100 },
    });
    delete store.run.latencies;
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const { what } = await refusalOf(() => carryOut(benchOf(made), store, targetVariants));
    assert.equal(what, 'Latencies at a rate are measured in another way since the run began');
  });

  test('blocks of servers that had not settled are not continued', async () => {
    const store = RunStore.open(folder);
    delete store.run.settled;
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const { what } = await refusalOf(() => carryOut(benchOf(made), store, targetVariants));
    assert.equal(what, 'Servers that compile as they run are measured in another way since the run began');
  });

  test('blocks of servers that idled between their visits are not continued', async () => {
    const store = RunStore.open(folder);
    delete store.run.waiting;
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const { what } = await refusalOf(() => carryOut(benchOf(made), store, targetVariants));
    assert.equal(what, 'Waiting servers are measured in another way since the run began');
  });

  /** Nothing can be built any more: its toolchain is gone. */
  const withoutToolchain = (): WatchedBench => {
    const bench = benchOf(made);
    const missing = [{ what: 'Node.js is not installed', next: 'Install it' }];
    bench.launcher = { ...bench.launcher, missingFor: async () => missing };
    return bench;
  };

  test('where nothing can be built, it is not declared finished', async () => {
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const {
      exitCode,
      seen: found,
      next,
    } = await refusalOf(() => carryOut(withoutToolchain(), RunStore.open(folder), targetVariants));
    assert.equal(exitCode, exitCodes.missing);
    assert.deepEqual([found, next], ['Node.js is not installed', 'Install it']);
    assert.equal(unfinishedAnywhere(made.repository), folder);
  });

  test('resumed, it measures what is lacking, in the order it would have had, and nothing twice', async () => {
    const bench = benchOf(made);
    const interrupted = seen.splice(0);
    listen(bench);
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const store = RunStore.open(folder);
    const before = store.run.time?.wallSeconds ?? 0;
    await carryOut(bench, store, targetVariants);
    const done = RunStore.open(folder);
    for (const name of ['one', 'two']) assert.deepEqual(blocksOf(done, name), [0, 1]);
    assert.deepEqual(
      done.run.blocks?.map(({ block }) => block),
      [0, 1],
    );
    for (const { warmups = [] } of done.targets()) {
      const settling = warmups.filter((warmup) => warmup.settling).map(({ block }) => block);
      assert.deepEqual(settling, [0, 1], 'each start was settled once, and that is recorded');
    }
    assert.ok(done.run.finishedAt);
    assert.ok((done.run.time?.wallSeconds ?? 0) > before);
    assert.equal(unfinishedAnywhere(made.repository), null);

    const { profile } = done.run;
    assert.ok(hasBlocks(profile));
    const textsOf = (block: number): string[] => {
      const [group = []] = blockGroups(
        targetVariants,
        () => ({ memoryBytes: 0, connections: {} }),
        { memoryBytes: null, connections: {} },
        seed,
        block,
      );
      return [
        ...group.map(({ name }) => `starting ${name}`),
        ...group.map(({ name }) => `warming ${name} with json`),
        ...settlingOrder(plannedCells(group, profile), seed, block).map(
          ([{ targetVariant }]) => `settling ${targetVariant.name}`,
        ),
        'cycle 1, json wrk-8',
      ].map((text) => `block ${block + 1} of 2: ${text}`);
    };
    assert.deepEqual(interrupted, [...textsOf(0), ...textsOf(1)]);
    assert.deepEqual(seen, textsOf(1), 'the whole block anew, and in the same order');
  });

  test('resumed once more, there is nothing to do', async () => {
    const file = join(folder, 'javascript-one.json');
    assert.ok(existsSync(file));
    const before = readFileSync(file, 'utf8');
    const bench = benchOf(made);
    await carryOut(bench, RunStore.open(folder), selectVariants(readTargets(made.repository), []));
    assert.equal(readFileSync(file, 'utf8'), before);
    assert.ok(bench.events.every(({ kind }) => kind !== 'progress'));
  });

  test('a finished run that cannot be continued stays finished', async () => {
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const file = join(folder, 'run.json');
    const before = readFileSync(file, 'utf8');
    const more = (): RunStore => {
      const store = RunStore.open(folder);
      assert.ok(hasBlocks(store.run.profile));
      store.run.profile.blocks = 3;
      return store;
    };

    const signal = AbortSignal.abort(new Error('interrupted'));
    await assert.rejects(carryOut(benchOf(made, { signal }), more(), targetVariants), /interrupted/);
    assert.equal(readFileSync(file, 'utf8'), before, 'interrupted while it built');

    const server = join(made.repository.targets, 'javascript/two/server.js');
    const old = readFileSync(server, 'utf8');
    writeFileSync(server, `${old}\n// faster now\n`);
    await refusalOf(() => carryOut(benchOf(made), more(), targetVariants));
    writeFileSync(server, old);
    assert.equal(readFileSync(file, 'utf8'), before, 'a target has changed');

    await refusalOf(() => carryOut(withoutToolchain(), more(), targetVariants));
    assert.equal(readFileSync(file, 'utf8'), before, 'nothing can be built');
  });

  test('a target that can no longer be built keeps what was measured of it', async () => {
    const file = join(folder, 'javascript-one.json');
    const before = readFileSync(file, 'utf8');
    const bench = benchOf(made);
    const { launcher } = bench;
    bench.launcher = {
      ...launcher,
      missingFor: async ({ id }) =>
        id === 'javascript/one' ? [{ what: 'Node.js is not installed', next: 'Install it' }] : [],
    };
    await carryOut(bench, RunStore.open(folder), selectVariants(readTargets(made.repository), []));
    assert.equal(readFileSync(file, 'utf8'), before);
    assert.ok(bench.events.some((event) => event.kind === 'left-out' && event.target === 'javascript/one'));
  });

  test('interrupted in a further block, it is unfinished again', async () => {
    const controller = new AbortController();
    const bench = benchOf(made, { signal: controller.signal });
    bench.report = ({ kind }) => {
      if (kind === 'progress') controller.abort(new Error('interrupted'));
    };
    const store = RunStore.open(folder);
    assert.ok(hasBlocks(store.run.profile));
    store.run.profile.blocks = 3;
    const targetVariants = selectVariants(readTargets(made.repository), []);
    await assert.rejects(carryOut(bench, store, targetVariants), /interrupted/);
    assert.equal(unfinishedAnywhere(made.repository), folder);
  });
});
