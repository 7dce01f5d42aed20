import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Launcher } from '../../../src/launch/launcher.ts';
import { splitProcessors } from '../../../src/machine/processor-split.ts';
import { type Cell, metricValues } from '../../../src/model/index.ts';
import type { RunStore } from '../../../src/results/run-store.ts';
import {
  benchOf,
  cellIn,
  measureAll,
  resultOf,
  skipWithoutWrk,
  type WatchedBench,
} from '../support/bench.ts';
import { ahead, blockProfile, doubtful, lintErrors } from '../support/blocks.ts';
import { type MadeRepository, makeRepository } from '../support/repository.ts';

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
  let isSecondCycle = false;
  let aliveInThirdCycle: string[] | null = null;

  before(async () => {
    for (const name of names) made.addTarget(name, 'right', ahead);
    made.addProfile('blocks', { ...blockProfile, blocks: 2, cycles: 3 });
    const plain = benchOf(made, { processors: splitProcessors() });
    bench = { ...plain, launcher: failing(plain.launcher) };
    bench.report = (event) => {
      plain.report(event);
      if (event.kind !== 'progress') return;
      if (/^block 1 .* cycle 2/.test(event.text)) {
        process.kill(pidOf(made, 'dies'), 'SIGKILL');
        isSecondCycle = true;
      }
      if (/^block 1 .* cycle 3/.test(event.text))
        aliveInThirdCycle = names.filter((name) => made.leftAlive(name).length > 0);
      if (/^block 2 /.test(event.text)) isSecondCycle = false;
    };
    store = await measureAll(bench, 'blocks');
  });
  after(() => made.remove());

  /** From then on `grows` says that it has taken more memory than there is, and `hangs` stands still when it should not. */
  function failing(launcher: Launcher): Launcher {
    return {
      ...launcher,
      async start(built, variant, settings, signal) {
        const server = await launcher.start(built, variant, settings, signal);
        const usage = async () => ({
          ...(await server.usage()),
          ...(isSecondCycle && { peakMemoryBytes: 2 ** 50 }),
        });
        const resume = async (): Promise<void> => {
          if (!isSecondCycle) await server.resume();
        };
        if (built.target.id.endsWith('/grows')) return { ...server, usage };
        if (built.target.id.endsWith('/hangs')) return { ...server, resume };
        return server;
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

  test('a server that failed is stopped at once: the others need its memory, and its processes would run beside them', () => {
    assert.deepEqual(aliveInThirdCycle, ['right']);
  });

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
