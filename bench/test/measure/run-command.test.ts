import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../src/commands/measuring/run.ts';
import { show } from '../../src/commands/measuring/show.ts';
import { systemToolEffects } from '../../src/load/tool-effects.ts';
import { findTool } from '../../src/load/tools.ts';
import { startsOf } from '../../src/model/index.ts';
import { bootId } from '../../src/process/proc.ts';
import { RunStore, runFolders, unfinishedAnywhere } from '../../src/results/run-store.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { until } from '../process/until.ts';
import { machine, skipWithoutWrk } from './support/bench.ts';
import { refusalOf } from './support/errors.ts';
import { invocationIn } from './support/invocation.ts';
import { makeRepository, manifestOf, serving } from './support/repository.ts';
import { unfinished } from './support/results.ts';

const hyperfine = await findTool('hyperfine', systemToolEffects);

/** `bench run` as a person calls it: one right target, one that ends under load. */
describe('the command run', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  // Two seconds of warm-up are enough for what is said to be compiled.
  made.addTarget('right', 'right', { language: 'C' });
  made.addTarget('exits', 'exits');
  made.addTarget('plain', 'right', serving('plaintext'));
  made.addProfile('short', { warmup: { maxSeconds: 15, otherwise: 'mark' } });
  const lock = join(made.repository.cache, 'lock');
  after(() => made.remove());
  const invocation = (options: Record<string, string | boolean | string[]>, words: string[] = []) =>
    invocationIn(made, { options, arguments: words });

  test('one at a time; a lock that a dead run left is taken over; a failed cell is exit code 1', async () => {
    made.write(
      '.cache/lock',
      JSON.stringify({ pid: 2 ** 22 + 1, startTicks: 1, bootId: bootId(), since: 'x' }),
    );
    const first = invocation({ profile: 'short' });
    const running = run.run(first);
    while (JSON.parse(readFileSync(lock, 'utf8')).pid !== process.pid) await delay(5);
    const second = await refusalOf(() => run.run(invocation({ profile: 'short' })));
    assert.equal(second.exitCode, exitCodes.locked);
    assert.match(second.what, /Another run is in progress/);

    assert.equal(await running, exitCodes.failed);
    assert.ok(!existsSync(lock), 'the lock is released');
    assert.match(first.output(), /^ +1 +javascript\/right /m);
    assert.match(first.output(), /– javascript\/exits: no figure, because every start failed/);
    assert.match(first.progress(), /javascript\/exits json wrk-8: start 1 gave no figure, the run continues/);
    assert.match(first.progress(), /✗ The server exited while it was measured/);
    assert.doesNotMatch(
      first.output(),
      /javascript\/plain/,
      'what serves no scenario of the profile is not in the run',
    );
  });

  test('what it wrote can be shown, as a table and as JSON', async () => {
    const shown = invocation({});
    assert.equal(await show.run(shown), exitCodes.ok);
    assert.match(shown.output(), /Small JSON: throughput, higher is better/);
    const json = invocation({ json: true, metric: 'peakMemoryBytes' });
    await show.run(json);
    const [table] = JSON.parse(json.output());
    assert.equal(table.metric, 'peakMemoryBytes');
    assert.deepEqual(
      table.rows.map(({ target }: { target: string }) => target),
      ['javascript/right', 'javascript/exits'],
    );
  });

  test('stopped by Ctrl-C it says where the results are and how to go on, and lets the lock go', async () => {
    const controller = new AbortController();
    const stopped = { ...invocation({ profile: 'short' }, ['javascript/right']), signal: controller.signal };
    const rejected = assert.rejects(run.run(stopped), /interrupted/);
    // Not sooner: before there is a run, nothing is saved, and without a server, nothing is left to end.
    const begun = () => unfinishedAnywhere(made.repository) !== null && made.leftAlive('right').length > 0;
    await until(begun, { seconds: 30 });
    controller.abort(new Error('interrupted'));
    await rejected;
    assert.match(
      stopped.progress(),
      /Saved in results\/runs\/.*Continue with: npm run bench -- run --resume/,
    );
    assert.ok(!existsSync(lock));
    assert.deepEqual(made.leftAlive('right'), []);

    assert.equal(await run.run(invocation({ resume: true })), exitCodes.ok);
    assert.equal(unfinishedAnywhere(made.repository), null);
  });

  test('a run goes on to another number of blocks, but to none that would hide some', async () => {
    const newest = () => RunStore.open(runFolders(made.repository).at(-1) as string);
    const options = { profile: 'short', blocks: '2' };
    assert.equal(await run.run(invocation(options, ['javascript/right'])), exitCodes.ok);
    const { id } = newest().run;
    assert.equal(newest().measuredStarts(), 2);

    assert.equal(await run.run(invocation({ resume: true, blocks: '3' })), exitCodes.ok);
    assert.deepEqual([newest().run.id, newest().measuredStarts()], [id, 3]);
    assert.equal(startsOf(newest().run.profile), 3);
    assert.ok(newest().run.finishedAt);

    const refused = await refusalOf(() => run.run(invocation({ resume: true, blocks: '2' })));
    assert.match(refused.message, /already has more blocks.*--blocks 3 or more; saw --blocks 2/);
    assert.equal(startsOf(newest().run.profile), 3);
  });

  test('builds and cold starts are timed where the profile asks for them', {
    skip: hyperfine.state === 'found' ? false : `no hyperfine on this machine: ${hyperfine.next}`,
  }, async () => {
    const { process } = manifestOf('Built', ['json']);
    const build = [['sh', '-c', 'sleep 0.1; touch made']];
    made.addTarget('built', 'right', { process: { ...process, build }, language: 'C' });
    made.addProfile('timed', { builds: 2 });
    assert.equal(await run.run(invocation({ profile: 'timed' }, ['javascript/built'])), exitCodes.ok);
    const result = RunStore.open(runFolders(made.repository).at(-1) as string).readTarget(
      'javascript/built',
      'default',
    );
    const times = result?.cleanBuildSeconds ?? [];
    assert.equal(times.length, 2);
    assert.ok(
      times.every((seconds) => seconds >= 0.1 && seconds < 5),
      times.join(),
    );
  });

  test('options that cannot be meant are refused before anything starts', async () => {
    const refusals: [Record<string, string | boolean | string[]>, string[], RegExp][] = [
      [{ profile: 'shrt' }, [], /did you mean short\?/],
      [{ profile: 'short', blocks: 'many' }, [], /a whole number from 1 to 1000; saw many/],
      [{ profile: 'short', blocks: '0' }, [], /a whole number from 1 to 1000; saw 0/],
      [{ profile: 'short', seed: '-1' }, [], /a whole number from 0 to 4294967295; saw -1/],
      [{ profile: 'short', scenario: ['jsn'] }, [], /Unknown scenario jsn; did you mean json\b.*--scenario/],
      [{ profile: 'short', launcher: 'proces' }, [], /did you mean process\?/],
      [{ profile: 'short' }, ['javascript/rigt'], /did you mean javascript\/right\b/],
      [{ profile: 'short' }, ['javascript/plain'], /Nothing to measure.*serves one of json/],
      [{ resume: true, seed: '1' }, [], /keeps what it began with; saw --seed/],
      [{ resume: true }, ['javascript/right'], /saw javascript\/right/],
    ];
    for (const [options, words, pattern] of refusals) {
      const error = await refusalOf(() => run.run(invocation(options, words)));
      assert.match(error.message, pattern);
      assert.equal(error.exitCode, exitCodes.usage);
    }
    assert.ok(!existsSync(lock));
  });

  test('a run that was measured in rounds does not go on in blocks', async () => {
    const store = RunStore.create(made.repository, machine, {
      ...unfinished(machine.id),
      profile: {
        name: 'short',
        description: '',
        scenarios: ['json'],
        loadShapes: [{ loader: 'wrk', connections: 8, connection: 'keep-alive' }],
        rounds: 2,
        measureSeconds: 1,
        warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 1 },
        coldStarts: 0,
      },
    });
    for (const options of [{ resume: true }, { resume: true, blocks: '3' }]) {
      const { what, exitCode, next } = await refusalOf(() => run.run(invocation(options)));
      assert.equal(what, 'The run was measured in another way');
      assert.equal(exitCode, exitCodes.usage);
      assert.match(next, /new run/);
    }
    assert.deepEqual(RunStore.open(store.folder).run, store.run, 'it is as it was');
    rmSync(store.folder, { recursive: true });
    assert.ok(!existsSync(lock));
  });

  test('a run of another machine is not resumed', async () => {
    const store = RunStore.create(made.repository, { ...machine, id: 'another' }, unfinished('another'));
    const { what, exitCode } = await refusalOf(() => run.run(invocation({ resume: true })));
    assert.equal(what, 'The unfinished run is from another machine');
    assert.equal(exitCode, exitCodes.usage);
    assert.equal(store.run.finishedAt, null);
    assert.ok(!existsSync(lock));
  });
});
