import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Launcher } from '../../../src/launch/launcher.ts';
import { readStat } from '../../../src/process/proc.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk } from '../support/bench.ts';
import { ahead, blockProfile, doubtful } from '../support/blocks.ts';
import { makeRepository } from '../support/repository.ts';

const SAMPLE_MILLISECONDS = 20;

test('servers stand still between their visits, whatever they run on', {
  skip: skipWithoutWrk,
  timeout: 120_000,
}, async () => {
  const made = makeRepository();
  const names = ['one', 'two', 'other'];
  for (const name of names) made.addTarget(name, 'right', name === 'other' ? ahead : {});
  made.addProfile('waiting', { ...blockProfile, cycles: 3, warmup: { maxSeconds: 3, otherwise: 'mark' } });
  const bench = benchOf(made);
  let inCycles = false;
  bench.report = ({ kind, ...event }) => {
    inCycles ||= kind === 'progress' && 'text' in event && / cycle /.test(String(event.text));
  };
  /** How many servers ran at once, how often each was seen paused. */
  const running: number[] = [];
  const paused = new Map<string, number>();
  const sampling = setInterval(() => {
    if (!inCycles) return;
    const isPaused = (name: string): boolean => stateOf(made.repository.root, name) === 'T';
    for (const name of names) if (isPaused(name)) paused.set(name, (paused.get(name) ?? 0) + 1);
    running.push(names.filter((name) => !isPaused(name)).length);
  }, SAMPLE_MILLISECONDS);
  try {
    const store = await measureAll(bench, 'waiting').finally(() => clearInterval(sampling));
    assert.equal(store.run.waiting, 'all-kept-warm');
    for (const name of names) {
      const { rounds, failures } = cellIn(resultOf(store, name));
      assert.deepEqual([rounds.round, failures], [[0], []], name);
    }
    for (const name of names) assert.ok((paused.get(name) ?? 0) > 10, `${name}: ${paused.get(name)}`);
    // All of them go on at the end, to be stopped in order.
    const together = running.filter((count) => count > 1).length;
    assert.ok(together < running.length / 10, `${together} of ${running.length} samples`);
    assert.deepEqual(
      names.flatMap((name) => made.leftAlive(name)),
      [],
    );
  } finally {
    clearInterval(sampling);
    made.remove();
  }
});

test('a server that replaces processes after a pause has a mark, and no other has', {
  skip: skipWithoutWrk,
  timeout: 120_000,
}, async () => {
  const made = makeRepository();
  for (const name of ['keeps', 'replaces']) made.addTarget(name, 'right', ahead);
  made.addProfile('waiting', { ...blockProfile, cycles: 2 });
  const bench = benchOf(made);
  const launcher: Launcher = {
    ...bench.launcher,
    async start(built, variant, settings, signal) {
      const server = await bench.launcher.start(built, variant, settings, signal);
      if (!built.target.id.endsWith('/replaces')) return server;
      const worker = spawn('sleep', ['60']);
      let pauses = 0;
      return {
        ...server,
        pids: () => [...server.pids(), ...(worker.killed ? [] : [Number(worker.pid)])],
        async pause() {
          await server.pause();
          if (++pauses === 3) worker.kill();
        },
      };
    },
  };
  try {
    const store = await measureAll({ ...bench, launcher }, 'waiting');
    const marksOf = (name: string) =>
      cellIn(resultOf(store, name)).marks.filter(({ code }) => code === 'workers-replaced');
    assert.deepEqual(marksOf('keeps'), []);
    assert.deepEqual(marksOf('replaces'), [
      {
        code: 'workers-replaced',
        rounds: [0],
        detail: 'processes that ended after a pause between two visits: 1',
      },
    ]);
  } finally {
    made.remove();
  }
});

test('a server whose clock is late after a pause has made up for it before anything asks it', {
  skip: skipWithoutWrk,
  timeout: 120_000,
}, async () => {
  const made = makeRepository();
  made.addTarget('late', 'late-clock', ahead);
  made.addTarget('other', 'right', ahead);
  made.addProfile('waiting', { ...blockProfile, cycles: 3 });
  try {
    const late = cellIn(resultOf(await measureAll(benchOf(made), 'waiting'), 'late'));
    assert.deepEqual([late.rounds.round, late.failures, doubtful(late)], [[0], [], []]);
  } finally {
    made.remove();
  }
});

/** The state of the newest process of a target, as /proc has it. */
function stateOf(root: string, name: string): string | undefined {
  const started = [...readFileSync(join(root, 'state', name), 'utf8').matchAll(/^start (\d+)$/gm)];
  return readStat(Number(started.at(-1)?.[1]))?.state;
}
