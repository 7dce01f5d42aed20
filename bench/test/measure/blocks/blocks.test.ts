import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { discoverDatabase, openDatabase } from '../../../src/databases/index.ts';
import type { Launcher } from '../../../src/launch/launcher.ts';
import { type Cell, invalidatingMarks, metricValues } from '../../../src/model/index.ts';
import { lintRun } from '../../../src/results/lint.ts';
import type { RunStore } from '../../../src/results/run-store.ts';
import { repository } from '../../../src/util/repository.ts';
import {
  benchOf,
  cellIn,
  measureAll,
  resultOf,
  skipWithoutOha,
  skipWithoutWrk,
  type WatchedBench,
} from '../support/bench.ts';
import { type MadeRepository, makeRepository, withMenus } from '../support/repository.ts';

/** Said to be compiled, so that they are warm in seconds. */
const ahead = { language: 'C' };
const profile = {
  sliceSeconds: 0.5,
  loadShapes: [{ loader: 'wrk', connections: 8, timeoutSeconds: 1 }],
  warmup: { maxSeconds: 20, otherwise: 'mark' },
};

function lintErrors(store: RunStore): unknown[] {
  const targets = store.targets().map((result) => ({ file: `${result.target}.json`, result }));
  return lintRun(store.run, targets, 'run').filter(({ level }) => level === 'error');
}

function doubtful({ marks }: Cell): string[] {
  return marks.map(({ code }) => code).filter((code) => invalidatingMarks.includes(code));
}

/** Its newest start. */
function pidOf({ repository: { root } }: MadeRepository, name: string): number {
  const starts = [...readFileSync(join(root, 'state', name), 'utf8').matchAll(/^start (\d+)$/gm)];
  return Number(starts.at(-1)?.[1]);
}

/** Two blocks of three cycles; in the first one's second cycle, one server of four ends, one hangs and one grows. */
describe('what goes wrong with a server in mid-block costs its own rows and nobody else’s', {
  skip: skipWithoutWrk,
}, () => {
  const made = makeRepository();
  const names = ['right', 'dies', 'hangs', 'grows'];
  let bench: WatchedBench;
  let store: RunStore;
  let grown = false;

  before(async () => {
    for (const name of names) made.addTarget(name, 'right', ahead);
    made.addProfile('blocks', { ...profile, blocks: 2, cycles: 3 });
    const plain = benchOf(made);
    bench = { ...plain, launcher: growing(plain.launcher) };
    bench.report = (event) => {
      plain.report(event);
      if (event.kind !== 'progress') return;
      if (/^block 1 .* cycle 2/.test(event.text)) {
        process.kill(pidOf(made, 'dies'), 'SIGKILL');
        process.kill(pidOf(made, 'hangs'), 'SIGSTOP');
        grown = true;
      }
      if (/^block 2 /.test(event.text)) grown = false;
    };
    store = await measureAll(bench, 'blocks');
  });
  after(() => made.remove());

  /** Once it has grown, the server of `grows` says that it has taken more memory than there is. */
  function growing(launcher: Launcher): Launcher {
    return {
      ...launcher,
      async start(built, variant, settings, signal) {
        const server = await launcher.start(built, variant, settings, signal);
        if (!built.target.id.endsWith('/grows')) return server;
        const usage = async () => ({
          ...(await server.usage()),
          ...(grown && { peakMemoryBytes: 2 ** 50 }),
        });
        return { ...server, usage };
      },
    };
  }

  const cell = (name: string): Cell => cellIn(resultOf(store, name));

  test('the right one has all its slices of both blocks', () => {
    const { rounds, failures, slices } = cell('right');
    assert.deepEqual([rounds.round, failures], [[0, 1], []]);
    for (const block of [0, 1]) {
      const cycles = slices?.cycle.filter((_, index) => slices.block[index] === block && slices.kept[index]);
      assert.deepEqual(cycles, [1, 2, 3], `block ${block}`);
    }
  });

  test('the slices that settle the servers are recorded, and count for no figure', () => {
    const { rounds, slices } = cell('right');
    for (const block of [0, 1]) {
      const ofBlock = (slices?.requests ?? []).flatMap((requests, index) =>
        slices?.block[index] === block
          ? [{ requests, cycle: slices.cycle[index], kept: slices.kept[index] }]
          : [],
      );
      assert.deepEqual([ofBlock[0]?.cycle, ofBlock[0]?.kept], [0, false]);
      const counted = ofBlock.filter(({ kept }) => kept).map(({ requests }) => requests);
      assert.equal(
        rounds.requests[block],
        counted.reduce((sum, requests) => sum + requests, 0),
      );
    }
  });

  test('nothing is held against the right one', () => {
    assert.deepEqual(doubtful(cell('right')), []);
    const throughput = metricValues(cell('right'), 'throughputPerSecond');
    assert.ok(
      throughput.every((value) => (value ?? 0) > 100),
      String(throughput),
    );
  });

  for (const [name, why] of [
    ['dies', /exited/],
    ['hangs', /answered no|did not answer|no answer|timed? ?out|aborted/i],
    ['grows', /uses too much memory/],
  ] as const) {
    test(`the one that ${name} has no figure of that block, with the reason, and one of the next`, () => {
      const { rounds, failures, slices } = cell(name);
      assert.deepEqual(rounds.round, [1]);
      assert.deepEqual(
        failures.map(({ round }) => round),
        [0],
      );
      assert.match(failures[0]?.what ?? '', why);
      assert.deepEqual(doubtful(cell(name)), []);
      assert.ok((metricValues(cell(name), 'throughputPerSecond')[0] ?? 0) > 100);
      // What it did before is on disk, and no figure is made of it.
      const first = slices?.kept.filter((_, index) => slices.block[index] === 0) ?? [];
      assert.ok(first.length >= 1);
      assert.ok(first.every((kept) => !kept));
      assert.equal(slices?.kept.filter((kept) => kept).length, 3);
    });
  }

  test('each failure is reported once, as it happens', () => {
    const failed = bench.events.flatMap((event) =>
      event.kind === 'no-figure' ? [`${event.cell} ${event.number}`] : [],
    );
    assert.deepEqual(
      failed.sort(),
      ['dies', 'grows', 'hangs'].map((name) => `javascript/${name} json wrk-8-timeout-1s 1`),
    );
  });

  test('both blocks are whole, every start has its warm-up, and the files pass the lint', () => {
    assert.deepEqual(
      store.run.blocks?.map(({ block, groups }) => [block, groups]),
      [
        [0, 1],
        [1, 1],
      ],
    );
    for (const name of names) {
      const warmups = resultOf(store, name).warmups ?? [];
      assert.deepEqual(
        warmups.map(({ block, place, steady }) => [block, place, steady]),
        [
          [0, 0, true],
          [1, 0, true],
        ],
        name,
      );
    }
    assert.deepEqual(lintErrors(store), []);
    assert.ok(store.run.finishedAt);
  });

  test('nothing of any of them is left', () => {
    assert.deepEqual(
      names.flatMap((name) => made.leftAlive(name)),
      [],
    );
  });
});

describe('what was not warm in time', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  after(() => made.remove());
  made.addTarget('ahead', 'right', ahead);
  // Its rule wants more seconds than there are.
  made.addTarget('compiles');
  const short = (otherwise: string) => ({ ...profile, blocks: 2, warmup: { maxSeconds: 6, otherwise } });

  test('has a mark that keeps it from being ranked, or no figure, and is tried once', async () => {
    made.addProfile('mark', short('mark'));
    const marked = await measureAll(benchOf(made), 'mark');
    const compiles = cellIn(resultOf(marked, 'compiles'));
    assert.deepEqual(compiles.rounds.round, [0, 1]);
    assert.deepEqual(
      compiles.marks.filter(({ code }) => code === 'not-warm').map(({ rounds }) => rounds),
      [[0, 1]],
    );

    made.addProfile('leave', short('leave-out'));
    const left = await measureAll(benchOf(made), 'leave');
    const { rounds, failures } = cellIn(resultOf(left, 'compiles'));
    assert.deepEqual(rounds.round, []);
    assert.deepEqual(
      failures.map(({ round }) => round),
      [0],
      'it costs its time once',
    );
    assert.match(failures[0]?.what ?? '', /not warm in time/);
    assert.deepEqual(cellIn(resultOf(left, 'ahead')).rounds.round, [0, 1]);
    assert.deepEqual(lintErrors(left), []);
  });
});

describe('scenarios that are warmed together', { skip: skipWithoutWrk, timeout: 180_000 }, () => {
  const made = makeRepository();
  after(() => made.remove());
  const warmup = { maxSeconds: 60, otherwise: 'mark', together: ['json', 'counter'] };
  made.addProfile('together', { ...profile, scenarios: ['json', 'counter'], cycles: 2, warmup });

  test('share one load; where code is compiled as it runs, each is confirmed, and one load settles all', async () => {
    made.addTarget('compiles');
    made.addTarget('ahead', 'right', ahead);
    const store = await measureAll(benchOf(made), 'together');
    const [mixed, ...others] = resultOf(store, 'compiles').warmups ?? [];
    const confirmed = others.filter(({ settling }) => !settling);
    const settled = others.filter(({ settling }) => settling);
    assert.deepEqual(
      settled.map(({ together, steady }) => [together?.toSorted(), steady]),
      [[['counter', 'json'], true]],
    );
    assert.deepEqual([...(mixed?.together ?? [])].sort(), ['counter', 'json']);
    assert.equal(mixed?.scenario, mixed?.together?.[0]);
    assert.deepEqual(
      confirmed.map(({ scenario, place, lightSeconds, steady, together }) => ({
        scenario,
        place,
        lightSeconds,
        steady,
        together,
      })),
      (mixed?.together ?? []).map((scenario, at) => ({
        scenario,
        place: at + 1,
        lightSeconds: 0,
        steady: true,
        together: undefined,
      })),
    );
    const mixedSlices = (mixed?.lightSeconds ?? 0) + (mixed?.durationSeconds.length ?? 0);
    for (const { scenario, durationSeconds } of confirmed) {
      const { rounds, marks } = cellIn(resultOf(store, 'compiles'), scenario);
      const settling = settled[0]?.durationSeconds.length ?? 0;
      assert.deepEqual(rounds.warmupSlices, [mixedSlices + durationSeconds.length + settling]);
      assert.deepEqual(doubtful({ marks } as Cell), [], JSON.stringify(marks));
    }
    assert.deepEqual(
      (resultOf(store, 'ahead').warmups ?? []).map(({ place, steady, together }) => [
        place,
        steady,
        together?.toSorted(),
      ]),
      [[0, true, ['counter', 'json']]],
    );
    for (const name of ['compiles', 'ahead']) {
      for (const scenario of ['json', 'counter'] as const) {
        const { slices, rounds } = cellIn(resultOf(store, name), scenario);
        // A disturbed slice is repeated, and then does not count either.
        assert.equal(slices?.kept[0], false, `${name} ${scenario}`);
        assert.equal(slices?.kept.filter((kept) => kept).length, 2, `${name} ${scenario}`);
        assert.ok((rounds.warmupSlices[0] ?? 0) >= 2);
      }
    }
    assert.deepEqual(lintErrors(store), []);
  });

  test('all fail with the server that dies under their load', async () => {
    made.addTarget('exits', 'exits');
    const store = await measureAll(benchOf(made), 'together');
    for (const scenario of ['json', 'counter']) {
      const { rounds, failures } = cellIn(resultOf(store, 'exits'), scenario);
      assert.deepEqual(rounds.round, []);
      assert.match(failures[0]?.what ?? '', /exit/);
    }
    assert.deepEqual(lintErrors(store), []);
    assert.deepEqual(made.leftAlive('exits'), []);
  });
});

describe('at a fixed rate alone', { skip: skipWithoutOha, timeout: 180_000 }, () => {
  const made = makeRepository();
  after(() => made.remove());
  const rate = { loader: 'oha', connections: 8, rate: { perSecond: 100 } };
  made.addProfile('rate', { ...profile, loadShapes: [rate], sliceSeconds: 1, cycles: 1 });

  test('what compiles as it runs is warmed in a closed loop, and confirmed at the rate', async () => {
    made.addTarget('compiles');
    made.addTarget('ahead', 'right', ahead);
    const store = await measureAll(benchOf(made), 'rate');
    const shapes = (name: string): string[] =>
      (resultOf(store, name).warmups ?? []).map(({ loadShapeId }) => loadShapeId);
    assert.deepEqual(shapes('compiles'), ['oha-8', 'oha-8-rate-100', 'oha-8'], 'the last one settles it');
    assert.deepEqual(shapes('ahead'), ['oha-8-rate-100']);
    const [closed, confirmed] = resultOf(store, 'compiles').warmups ?? [];
    assert.ok(Math.max(...(closed?.throughputPerSecond ?? [])) > 200);
    assert.ok(Math.max(...(confirmed?.throughputPerSecond ?? [])) < 120);
    for (const name of ['compiles', 'ahead']) {
      assert.deepEqual(doubtful(cellIn(resultOf(store, name))), [], name);
    }
    assert.deepEqual(lintErrors(store), []);
  });
});

const providers = await discoverDatabase('postgresql', repository.root);
const own = providers.find(({ provider, available }) => available && ['path', 'embedded'].includes(provider));

/** Five targets with pools of 16, and 48 connections beside those that are kept back: three at a time. */
test('a database of few connections: groups, and every target has its figures', {
  skip: skipWithoutWrk || (own ? false : 'no PostgreSQL that this test could have for itself'),
  timeout: 180_000,
}, async () => {
  const made = makeRepository();
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) made.addTarget(name, 'right', { ...withMenus, ...ahead });
  made.addProfile('groups', { ...profile, scenarios: ['menus'], cycles: 2 });
  const { signal } = new AbortController();
  const whole = await openDatabase('postgresql', { processors: [], signal, only: own?.provider ?? 'path' });
  const database = { ...whole, mostConnections: async () => 20 + 3 * 16 };
  try {
    const store = await measureAll(benchOf(made, { databases: { postgresql: database } }), 'groups');
    assert.equal(store.run.blocks?.[0]?.groups, 3);
    const cycles = new Map<string, Set<number>>();
    for (const name of names) {
      const { rounds, failures, slices, marks } = cellIn(resultOf(store, name), 'menus');
      assert.deepEqual([rounds.round, failures], [[0], []], name);
      assert.ok((rounds.throughputPerSecond?.[0] ?? 0) > 10, name);
      assert.deepEqual(doubtful({ marks } as Cell), [], `${name}: ${JSON.stringify(marks)}`);
      cycles.set(name, new Set(slices?.cycle.filter((_, index) => slices.kept[index])));
    }
    // Two cycles a group: one target is in all three, two are in two, and the outermost two in one each.
    const counts = names.map((name) => cycles.get(name)?.size).sort();
    assert.deepEqual(counts, [2, 2, 4, 4, 6]);
    const [first, last] = [...cycles.values()].filter(({ size }) => size === 2);
    assert.deepEqual(
      [...(first ?? [])].filter((cycle) => last?.has(cycle)),
      [],
      'not at one time',
    );
    assert.deepEqual(lintErrors(store), []);
    assert.deepEqual(
      names.flatMap((name) => made.leftAlive(name)),
      [],
    );
  } finally {
    await whole.close();
    made.remove();
  }
});
