import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { chooseShownRun } from '../../src/analysis/shown-run.ts';
import { replay } from '../../src/commands/measuring/replay.ts';
import { systemToolEffects } from '../../src/load/tool-effects.ts';
import { findTool } from '../../src/load/tools.ts';
import { invalidatingMarks } from '../../src/model/index.ts';
import { RunStore, runFolders, unfinishedAnywhere } from '../../src/results/run-store.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { until } from '../process/until.ts';
import { skipWithoutWrk } from './support/bench.ts';
import { refusalOf } from './support/errors.ts';
import { invocationIn } from './support/invocation.ts';
import { makeRepository, serving } from './support/repository.ts';

const oha = await findTool('oha', systemToolEffects);
const skip = skipWithoutWrk || (oha.state === 'found' ? false : `no oha on this machine: ${oha.next}`);

/** A study of two systems in two tables: one has both, the other one of them only. */
const study = {
  title: 'Two small servers',
  date: '2021-02',
  source: null,
  machine: 'a laptop',
  loader: 'wrk',
  loop: 'closed',
  rounds: 1,
  reduced: 'single',
  database: null,
  systems: { first: 'the first', second: 'the second' },
  rows: [
    { system: 'first', scenario: 'json', connections: 8, requests: 400, throughputPerSecond: 10 },
    { system: 'second', scenario: 'json', connections: 8, requests: 400, throughputPerSecond: 20 },
    {
      system: 'second',
      scenario: 'counter',
      connections: 3,
      connection: 'close',
      requests: 200,
      throughputPerSecond: 5,
    },
  ],
  notes: [],
};
const file = {
  load: { loader: 'wrk', connection: 'keep-alive', seconds: 2 },
  blocks: 3,
  warmup: { maxSeconds: 15, otherwise: 'mark' },
  systems: [
    { system: 'first', target: 'javascript/one' },
    { system: 'second', target: 'javascript/two' },
  ],
  substitutes: [{ system: 'second', target: 'javascript/three', why: 'To have one more.' }],
  differences: ['Everything.'],
  shortcomings: [],
  scaled: { why: 'shorter', seconds: 1 },
};

describe('the command replay', { skip }, () => {
  const made = makeRepository();
  // Said to be compiled, so that they are warm in seconds.
  for (const name of ['one', 'two', 'other']) made.addTarget(name, 'right', { language: 'C' });
  // It lacks the other scenario of the system that it stands beside.
  made.addTarget('three', 'right', { ...serving('json'), language: 'C' });
  made.write('results/published/timed.json', JSON.stringify(study));
  made.write('bench/replays/timed.yaml', stringify(file));
  made.write('results/published/counted.json', JSON.stringify({ ...study, title: 'Counted' }));
  made.write(
    'bench/replays/counted.yaml',
    stringify({ ...file, load: { loader: 'oha', connection: 'close' }, scaled: undefined }),
  );
  after(() => made.remove());
  const invocation = (words: string[], options: Record<string, string | boolean> = {}) =>
    invocationIn(made, { arguments: words, options });
  const newest = (): RunStore => RunStore.open(runFolders(made.repository).at(-1) as string);
  const cellsOf = (store: RunStore, name: string) =>
    (store.readTarget(`javascript/${name}`, 'default')?.cells ?? []).map(
      ({ scenario, loadShapeId, rounds }) => `${scenario} ${loadShapeId} ${rounds.round.length}`,
    );

  test('lists what can be replayed', async () => {
    const listed = invocation([]);
    assert.equal(await replay.run(listed), exitCodes.ok);
    assert.match(listed.output(), /^timed-scaled +5 +3 +Two small servers \(2021-02\)$/m);
    assert.match(listed.output(), /^counted +5 +3 +Counted/m);
  });

  test('measures the rows of the study and nothing else, under its own name', async () => {
    assert.equal(await replay.run(invocation(['timed-scaled'], { blocks: '1' })), exitCodes.ok);
    const { run } = newest();
    assert.deepEqual(
      [run.profile.name, run.replay?.name, run.replay?.study],
      ['timed-scaled', 'timed-scaled', 'timed'],
    );
    assert.deepEqual(cellsOf(newest(), 'one'), ['json wrk-8-1s 1']);
    assert.deepEqual(cellsOf(newest(), 'three'), ['json wrk-8-1s 1']);
    assert.deepEqual(cellsOf(newest(), 'two').toSorted(), ['counter wrk-3-close-1s 1', 'json wrk-8-1s 1']);
    assert.equal(newest().readTarget('javascript/other', 'default'), null);
    const result = { name: run.id, folder: '', run, targets: [] };
    assert.equal(chooseShownRun([result]), null, 'no ranking is made of it');
  });

  test('sends as many requests as the study did', async () => {
    assert.equal(await replay.run(invocation(['counted'], { blocks: '1' })), exitCodes.ok);
    const cells = newest().readTarget('javascript/two', 'default')?.cells ?? [];
    const sent = cells.map(({ loadShapeId, rounds, marks }) => [
      loadShapeId,
      rounds.requests[0],
      marks.filter(({ code }) => invalidatingMarks.includes(code)),
    ]);
    assert.deepEqual(sent.toSorted(), [
      ['oha-3-close-n200', 200, []],
      ['oha-8-close-n400', 400, []],
    ]);
  });

  test('goes on with the run of the same name only', async () => {
    const controller = new AbortController();
    const stopped = { ...invocation(['timed'], { blocks: '1' }), signal: controller.signal };
    const rejected = assert.rejects(replay.run(stopped), /interrupted/);
    // Not sooner: before there is a run, nothing is saved.
    const begun = () => unfinishedAnywhere(made.repository) !== null && made.leftAlive('one').length > 0;
    await until(begun, { seconds: 30 });
    controller.abort(new Error('interrupted'));
    await rejected;
    assert.match(stopped.progress(), /Continue with: npm run bench -- replay timed --resume/);
    const { message } = await refusalOf(() => replay.run(invocation(['timed-scaled'], { resume: true })));
    assert.match(message, /an unfinished run of timed-scaled; saw 1 runs of it, all finished/);
    assert.equal(await replay.run(invocation(['timed'], { resume: true })), exitCodes.ok);
    assert.notEqual(newest().run.finishedAt, null);
    assert.deepEqual(cellsOf(newest(), 'one'), ['json wrk-8-2s 1']);
    assert.equal(await replay.run(invocation(['timed'], { resume: true, blocks: '2' })), exitCodes.ok);
    assert.deepEqual(cellsOf(newest(), 'one'), ['json wrk-8-2s 2']);
    const fewer = await refusalOf(() => replay.run(invocation(['timed'], { resume: true, blocks: '1' })));
    assert.match(fewer.message, /already has more blocks/);
    const beside = await refusalOf(() => replay.run(invocation(['timed'], { resume: true, seed: '1' })));
    assert.match(beside.message, /keeps what it began with; saw --seed/);
  });

  test('says what is wrong with a name or a file', async () => {
    const unknown = await refusalOf(() => replay.run(invocation(['timd'])));
    assert.match(unknown.message, /Unknown replay timd; did you mean timed\?/);
    const broken: [object, RegExp][] = [
      [{ systems: file.systems.slice(1) }, /timed\.yaml\).*saw no target represents first/],
      [{ systems: [...file.systems, { system: 'third', target: 'a/b' }] }, /the study has no system third/],
      [{ blocks: 2 }, /timed\.yaml:\d+ › blocks\)/],
      [{ rounds: 3 }, /timed\.yaml:\d+ › rounds\)/],
      [{ load: { ...file.load, seconds: undefined } }, /timed\.yaml:\d+ › load\.seconds\)/],
    ];
    for (const [change, pattern] of broken) {
      made.write('bench/replays/timed.yaml', stringify({ ...file, ...change }));
      assert.match((await refusalOf(() => replay.run(invocation(['timed'])))).message, pattern);
    }
    made.write(
      'bench/replays/timed.yaml',
      stringify({ ...file, substitutes: [{ ...file.substitutes[0], target: 'javascript/thre' }] }),
    );
    assert.match(
      (await refusalOf(() => replay.run(invocation(['timed'])))).message,
      /did you mean javascript\/three\b/,
    );
    made.write('bench/replays/alone.yaml', stringify(file));
    assert.match(
      (await refusalOf(() => replay.run(invocation(['alone'])))).message,
      /published\/alone\.json; saw no such file/,
    );
  });
});
