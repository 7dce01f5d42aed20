import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOf } from '../../src/analysis/verdict.ts';
import { type Comparison, verdictDataSchema } from '../../src/model/index.ts';
import { verdictData } from '../../src/publish/data/verdict-data.ts';
import { verdictMarkdown } from '../../src/publish/verdict-markdown.ts';
import { comparisonOf, cutTo } from '../ci/support/comparison.ts';

/** A comparison of which only the first pairs were measured, and then one failed. */
function cutOff(ratio: number, pairs: number): Comparison {
  const comparison = comparisonOf(ratio, { finishedAt: null });
  const [cell] = comparison.cells;
  assert.ok(cell);
  cutTo(comparison, pairs);
  cell.failures = [{ round: pairs, side: 'head', what: 'it ended' }];
  return comparison;
}

const cellOf = (comparison: Comparison) =>
  verdictDataSchema.parse(verdictData(comparison)).cells[0] ?? assert.fail();
const failure = { side: 'head', what: 'it ended' };

test('a cell that was not measured to its end is undecided, and says what is missing', () => {
  const few = cellOf(cutOff(1, 3));
  assert.deepEqual(
    [few.state, few.unmeasured],
    ['undecided', { judged: 3, wanted: 8, again: false, moreFailures: null, failure }],
  );
  const flagged = cellOf(cutOff(1.1, 9));
  assert.deepEqual(
    [flagged.state, flagged.flagged, flagged.unmeasured],
    ['undecided', 'worse', { judged: 1, wanted: 8, again: true, moreFailures: null, failure }],
  );
  const whole = cellOf(comparisonOf(1));
  assert.deepEqual([whole.state, whole.unmeasured], ['same', null]);
});

test('a comparison in turn is not said to have run at once, nor its throughput to be cost per request', () => {
  const comparison = comparisonOf(1.1);
  const [cell] = comparison.cells;
  assert.ok(cell);
  Object.assign(cell, { mode: 'in-turn', metric: 'throughputPerSecond' });
  assert.equal(cellOf(comparison).mode, 'in-turn');
  const text = verdictMarkdown(verdictOf(comparison), 'file.json');
  assert.match(
    text,
    /^Cost of head against base, each in its own metric; .* They ran in turn, each alone\./m,
  );
  assert.doesNotMatch(text, /Cost per request|at once/);
});

test('a comment on a pull request says how steady the machine was, and names the canary as data', () => {
  const hash = `sha256:${'0'.repeat(64)}`;
  const canary = {
    target: 'c/*epoll*',
    sources: hash,
    artifact: hash,
    startedSeconds: [0, 60],
    throughputPerSecond: [50_000, 45_000],
    cpuPerRequestNanoseconds: [3_300, 3_000],
    stolenRatio: [0, 0],
  };
  assert.match(
    verdictMarkdown(verdictOf(comparisonOf(1, { canary })), 'file.json'),
    /^c\/\\\*epoll\\\*, which never changes, took 3\.00 µs to 3\.30 µs per request meanwhile \(2 loads\)\.$/m,
  );
  assert.doesNotMatch(verdictMarkdown(verdictOf(comparisonOf(1)), 'file.json'), /never changes/);
});

test('neither does a comment on a pull request call it the same or on the limit', () => {
  const text = verdictMarkdown(verdictOf(cutOff(1, 3)), 'file.json');
  assert.match(text, /\| json \|.*\| undecided \| not measured to the end: 3 of 8 pairs can be judged; last/);
  const failing = comparisonOf(1);
  const [cell] = failing.cells;
  assert.ok(cell);
  cell.rounds.round = cell.rounds.round.map((_, index) => index * 2);
  cell.failures = [1, 3, 5].map((round) => ({ round, side: 'head', what: 'it answered 503' }));
  assert.equal(verdictOf(failing).cells[0]?.judgement.state, 'same');
  assert.match(
    verdictMarkdown(verdictOf(failing), 'file.json'),
    /\| undecided \| not measured to the end: head failed in 3 pairs more than base/,
  );
});
