import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { RunStore, unfinishedAnywhere } from '../../src/results/run-store.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { repository as thisRepository } from '../../src/util/repository.ts';
import { cellIn, resultOf, skipWithoutWrk } from '../measure/support/bench.ts';
import { makeRepository } from '../measure/support/repository.ts';
import { until } from '../process/until.ts';

/**
 * Whole `bench run` processes in a checkout of their own: a copy of the harness with one tiny target. Who ends what a
 * killed one left is another for root, who has control groups, than for an ordinary user.
 */
describe('a run as a process', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  const { root, cache } = made.repository;
  const started: ChildProcess[] = [];

  before(() => {
    for (const part of ['src', 'package.json'])
      cpSync(join(thisRepository.root, 'bench', part), join(root, 'bench', part), { recursive: true });
    stopSooner();
    // Said to be compiled, so that it needs no settling.
    made.addTarget('forks', 'forks', { language: 'C' });
    made.addProfile('short', { blocks: 2 });
  });
  after(() => {
    for (const child of started) child.kill('SIGKILL');
    made.remove();
  });

  /** A worker of the target ignores SIGTERM, so that each stop takes all the time that a stop may. */
  function stopSooner(): void {
    const file = join(root, 'bench/src/launch/launcher.ts');
    const text = readFileSync(file, 'utf8');
    const sooner = text.replace('STOP_SECONDS = 5;', 'STOP_SECONDS = 0.5;');
    assert.notEqual(sooner, text);
    writeFileSync(file, sooner);
  }

  function bench(...words: string[]) {
    const child = spawn(process.execPath, [join(root, 'bench/src/cli.ts'), ...words]);
    started.push(child);
    const reported = { stderr: '' };
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      reported.stderr += text;
    });
    const ended = new Promise<number | string | null>((resolve) => {
      child.on('close', (exitCode, signal) => resolve(exitCode ?? signal));
    });
    /** Resolves a moment after a load of this block or a later one has begun; the blocks before it are whole then. */
    const loading = async (block = 1): Promise<void> => {
      const whole = (): number => {
        const folder = unfinishedAnywhere(made.repository);
        return folder === null ? -1 : (RunStore.open(folder).run.blocks?.length ?? 0);
      };
      const isLoaded = (): boolean => {
        assert.equal(child.exitCode, null, reported.stderr);
        return whole() >= block - 1 && made.scratch().length > 0;
      };
      await until(isLoaded, { seconds: 60, shown: () => reported.stderr });
      await delay(700);
    };
    return { child, reported, ended, loading };
  }

  const gone = () =>
    until(() => made.leftAlive('forks').length === 0, { shown: () => `${made.leftAlive('forks')}` });

  test('Ctrl-C: exit code 130, what to do next, nothing left; a second run meanwhile has exit code 4', async () => {
    const run = bench('run', '--profile', 'short');
    await run.loading();
    const second = bench('verify');
    assert.equal(await second.ended, exitCodes.locked, second.reported.stderr);
    assert.match(
      second.reported.stderr,
      new RegExp(`running since .*\\n {2}next .*kill -INT ${run.child.pid}`),
    );

    run.child.kill('SIGINT');
    assert.equal(await run.ended, exitCodes.interrupted);
    assert.match(run.reported.stderr, /Stopping: .*\n.*Saved in results\/runs\/.*run --resume/);
    assert.ok(!existsSync(join(cache, 'lock')));
    await gone();
  });

  test('a closed terminal: ends in order, although the signal comes twice and nobody reads', async () => {
    const run = bench('run', '--resume');
    await run.loading();
    run.child.stderr.destroy();
    // The kernel tells the whole process group, and bin/bench.mjs passes its own signal on.
    run.child.kill('SIGHUP');
    await delay(20);
    run.child.kill('SIGHUP');
    assert.equal(await run.ended, exitCodes.interrupted);
    assert.ok(!existsSync(join(cache, 'lock')));
    assert.equal(RunStore.open(unfinishedAnywhere(made.repository) ?? '').run.finishedAt, null);
    await gone();
  });

  test('killed outright: the next one takes over the lock, ends what was left and goes on', async () => {
    const run = bench('run', '--resume');
    // The first block is whole, the second is not.
    await run.loading(2);
    run.child.kill('SIGKILL');
    assert.equal(await run.ended, 'SIGKILL');
    assert.ok(existsSync(join(cache, 'lock')), 'nobody was there to release it');
    const folder = unfinishedAnywhere(made.repository) ?? '';
    const [first, ...others] = RunStore.open(folder).run.blocks ?? [];
    assert.deepEqual([first?.block, others], [0, []]);

    const next = bench('run', '--resume');
    assert.equal(await next.ended, exitCodes.ok, next.reported.stderr);
    await gone();
    const store = RunStore.open(folder);
    assert.ok(store.run.finishedAt);
    assert.deepEqual(cellIn(resultOf(store, 'forks')).rounds.round, [0, 1]);
    assert.deepEqual(
      store.run.blocks?.map(({ block }) => block),
      [0, 1],
    );
    assert.deepEqual(store.run.blocks?.[0], first, 'the first block is as it was');
    assert.doesNotMatch(next.reported.stderr, /block 1 of 2/);
    assert.ok(!existsSync(join(cache, 'lock')));
  });
});
