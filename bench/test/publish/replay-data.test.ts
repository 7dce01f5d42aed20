import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readReplays } from '../../src/catalog/replays.ts';
import { type ReplayRow, replayDataSchema } from '../../src/model/index.ts';
import { reduceAsStudy, replayData } from '../../src/publish/data/replay-data.ts';
import { repository } from '../../src/util/repository.ts';
import { smallReplay, smallReplayRun, smallStudy } from './small-replay.ts';
import { roundsProfile, throughputCell } from './small-results.ts';

const replay = smallReplay();
/** Two is proven ahead of one now, three cannot be distinguished from one. */
const figures = {
  'go/one': [100, 101, 100, 99, 100],
  'go/two': [200, 202, 201, 199, 200],
  'go/three': [99, 103, 98, 104, 97],
  'go/three:other': [400, 401, 402, 403, 404],
};

function tableOf(reported: Parameters<typeof smallReplayRun>[1], parts = {}) {
  const data = replayDataSchema.parse(replayData([replay], [smallReplayRun(replay, reported, parts)]));
  const table = data.versions[0]?.runs[0]?.tables[0];
  assert.ok(table);
  return table;
}

function measured(rows: readonly ReplayRow[], name: string) {
  const row = rows.find(({ target, variant }) => `${target}:${variant}` === name);
  assert.equal(row?.outcome.kind, 'measured', name);
  return row?.outcome as Extract<ReplayRow['outcome'], { kind: 'measured' }>;
}

describe('a study beside its replay', () => {
  test('published figures have places and shares of the best, ours never among them', () => {
    const data = replayData([replay], []);
    assert.deepEqual(data.rows[0]?.figures, [
      { system: 'one', throughputPerSecond: 300, rank: 1, shareOfBest: 1 },
      { system: 'two', throughputPerSecond: 200, rank: 2, shareOfBest: 0.66667 },
      { system: 'three', throughputPerSecond: 100, rank: 3, shareOfBest: 0.33333 },
    ]);
    assert.deepEqual(data.versions, [{ name: 'three-systems', scaled: null, runs: [] }]);
  });

  test('both reductions: the best of the first three rounds, and the median of all with its interval', () => {
    // In rounds: as they were measured, without the level of a block taken out.
    const { rows } = tableOf(figures, { profile: roundsProfile });
    const one = measured(rows, 'go/one:default');
    assert.deepEqual([one.asStudyPerSecond, one.asStudyRank], [101, 3]);
    assert.deepEqual([one.estimate.median, one.estimate.count], [100, 5]);
    // The best of three flatters the one that varies most; its median is below.
    const three = measured(rows, 'go/three:default');
    assert.deepEqual([three.asStudyPerSecond, three.asStudyRank, three.estimate.median], [103, 2, 99]);
  });

  test('ranks are intervals among the systems of the study', () => {
    const { rows } = tableOf(figures);
    const ranks = ['go/one', 'go/two', 'go/three'].map((name) => measured(rows, `${name}:default`).rank);
    assert.deepEqual(ranks, [
      { best: 2, worst: 3 },
      { best: 1, worst: 1 },
      { best: 2, worst: 3 },
    ]);
  });

  test('a substitute has a row and a figure, and no place in the order', () => {
    const { rows } = tableOf(figures);
    const other = rows.find(({ variant }) => variant === 'other');
    assert.deepEqual([other?.system, other?.substitute], ['three', true]);
    const outcome = measured(rows, 'go/three:other');
    assert.deepEqual([outcome.rank, outcome.asStudyRank, outcome.estimate.median], [null, null, 402.12]);
    assert.equal(outcome.shareOfBest?.median, 4.02);
  });

  test("shares are of what the study's best has now, round by round", () => {
    const { rows } = tableOf(figures);
    assert.equal(measured(rows, 'go/one:default').shareOfBest?.median, 1);
    const two = measured(rows, 'go/two:default').shareOfBest;
    assert.equal(two?.median, 2);
    assert.ok((two?.low ?? 0) > 1.9 && (two?.high ?? 9) < 2.1);
  });

  test('only what is proven counts as a change of order', () => {
    const { reversed, pairs } = tableOf(figures);
    assert.deepEqual(reversed, [{ aheadThen: 'one', aheadNow: 'two' }]);
    assert.deepEqual(pairs, { compared: 3, kept: 1, reversed: 1, undecided: 1 });
  });

  test('a system that was not measured has the reason, and is in no pair', () => {
    const { rows, pairs, reversed } = tableOf({
      'go/one': {
        state: { step: 'left-out', reason: 'This machine has no native-image.', next: 'Install it' },
      },
      'go/two': figures['go/two'],
      'go/three': {
        ...throughputCell([], { failures: [{ round: 0, what: 'it ended' }] }),
        rounds: throughputCell([]).rounds,
      },
    });
    assert.deepEqual(
      rows.map(({ target, variant, outcome }) => [`${target}:${variant}`, outcome.kind]),
      [
        ['go/one:default', 'left-out'],
        ['go/two:default', 'measured'],
        ['go/three:default', 'no-cell'],
        ['go/three:other', 'no-cell'],
      ],
    );
    assert.deepEqual([pairs.compared, reversed], [0, []]);
    assert.equal(measured(rows, 'go/two:default').shareOfBest, null, "the study's best has no figure");
  });

  test('a cell with a mark that forbids it keeps its figure and has no rank', () => {
    const marks = [{ code: 'errors' as const, rounds: [0], detail: '3 timeouts' }];
    const { rows, pairs } = tableOf({
      ...figures,
      'go/two': { marks, rounds: throughputCell(figures['go/two']).rounds },
    });
    const two = measured(rows, 'go/two:default');
    assert.deepEqual(
      [two.rank, two.asStudyRank, two.estimate.median, two.marks],
      [null, null, 201.11, marks],
    );
    assert.deepEqual(measured(rows, 'go/one:default').asStudyRank, 2);
    assert.equal(pairs.compared, 1);
  });

  test('of each machine the newest run counts, but none of a few blocks, nor in rounds beside one in blocks', () => {
    const run = (id: string, day: string, reported: Parameters<typeof smallReplayRun>[1], more = {}) =>
      smallReplayRun(replay, reported, { id, startedAt: `2026-01-${day}T00:00:00.000Z`, ...more });
    const runs = [
      run('old', '01', figures),
      run('new', '02', figures),
      run('tried', '03', { 'go/one': [1] }),
      run('unfinished', '04', figures, { finishedAt: null }),
      run('scaled', '05', figures, {
        replay: { ...smallReplayRun(replay, figures).run.replay, name: 'x-scaled' },
      }),
      run('elsewhere', '01', figures, { machine: 'other' }),
      run('cold', '07', figures, { machine: 'third', profile: roundsProfile }),
      {
        ...run('no-replay', '06', figures),
        run: { ...run('no-replay', '06', figures).run, replay: undefined },
      },
    ];
    const data = replayData([replay], runs as never);
    assert.deepEqual(
      data.versions[0]?.runs.map((entry) => entry.run),
      ['new', 'elsewhere'],
    );
    const cold = replayData([replay], [run('cold', '07', figures, { profile: roundsProfile })]);
    assert.equal(cold.versions[0]?.runs.length, 1, 'rounds are better than nothing');
  });
});

describe("the study's reduction", () => {
  const values = [5, 9, 7, 100, 6];
  test('takes as many rounds as the study had, in their order', () => {
    const of = (rounds: number, reduced: string) => reduceAsStudy(smallStudy({ rounds, reduced }), values);
    assert.equal(of(1, 'single'), 5);
    assert.equal(of(3, 'best throughput of 3'), 9);
    assert.equal(of(5, 'median of 5'), 7);
    assert.equal(of(6, 'median of 5'), null);
  });
});

describe('the committed studies', () => {
  const versions = readReplays(repository);
  for (const [study, own] of Map.groupBy(versions, (version) => version.study)) {
    test(`${study} is ready for its page`, () => {
      const data = replayDataSchema.parse(replayData(own, []));
      assert.equal(data.rows.flatMap(({ figures: rows }) => rows).length, own[0]?.published.rows.length);
    });
  }

  test('there are five', () => {
    assert.equal(new Set(versions.map(({ study }) => study)).size, 5);
  });
});
