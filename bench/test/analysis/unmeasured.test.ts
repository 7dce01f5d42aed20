import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gaveUp } from '../../src/analysis/gave-up.ts';
import { comparedCellName, measuredOf } from '../../src/analysis/unmeasured.ts';
import { verdictOf } from '../../src/analysis/verdict.ts';
import type { ComparedCell, Comparison } from '../../src/model/index.ts';
import { whyUnmeasured } from '../../src/words/index.ts';
import { comparisonOf, cutTo } from '../ci/support/comparison.ts';

/** Looks at 4 and 8 pairs, and no second measurement. */
function comparisonIn(ratio: number, pairs: number, failed: readonly number[] = []): Comparison {
  const comparison = comparisonOf(ratio);
  comparison.method.looks = [
    { rounds: 4, errorRate: 0.005 },
    { rounds: 8, errorRate: 0.005 },
  ];
  const [cell] = comparison.cells;
  assert.ok(cell);
  cutTo(comparison, pairs);
  cell.failures = failed.map((round) => ({ round, side: 'head', what: 'it ended' }));
  return comparison;
}
const lacks = (comparison: Comparison) =>
  measuredOf(verdictOf(comparison)).unmeasured.map(({ judged, wanted, again }) => [judged, wanted, again]);

test('a cell that a look decided is measured, and needs no later look', () => {
  const comparison = comparisonIn(1, 4);
  assert.equal(verdictOf(comparison).cells[0]?.judgement.state, 'same');
  assert.deepEqual(lacks(comparison), []);
});

test('an undecided cell is measured once it had every look', () => {
  // On the limit of one per cent, which no number of pairs decides.
  assert.equal(verdictOf(comparisonIn(1.01, 8)).cells[0]?.judgement.state, 'undecided');
  assert.deepEqual(lacks(comparisonIn(1.01, 8)), []);
  assert.deepEqual(lacks(comparisonIn(1.01, 7)), [[7, 8, false]]);
  assert.deepEqual(lacks(comparisonIn(1, 1)), [[1, 8, false]]);
});

test('a flagged cell is measured once its second measurement is whole', () => {
  assert.deepEqual(lacks(comparisonIn(1.1, 8)), [[0, 4, true]]);
});

test('a regression is known, whatever is missing', () => {
  const comparison = comparisonOf(1.1);
  const [cell] = comparison.cells;
  assert.ok(cell);
  cell.failures = [16, 17].map((round) => ({ round, side: 'head', what: 'it ended' }));
  assert.deepEqual(measuredOf(verdictOf(comparison)).counts.regressed, 1);
  assert.deepEqual(lacks(comparison), []);
});

test('a cell is given up after two failures in a row, and only then', () => {
  const of = (failed: readonly number[]): ComparedCell => {
    const [cell] = comparisonIn(1, 4, failed).cells;
    assert.ok(cell);
    return cell;
  };
  assert.equal(gaveUp(of([4, 5])), true);
  assert.equal(gaveUp(of([4])), false);
  assert.deepEqual(lacks(comparisonIn(1, 4, [4, 5])), [[4, 4, false]]);
  assert.deepEqual(measuredOf(verdictOf(comparisonIn(1, 4, [4, 5]))).counts.same, 0);
});

/** A cell that was measured to its end, with failures between its pairs. */
function comparisonWithFailures(pairs: number, head: number, base = 0, unknown = 0, ratio = 1): Comparison {
  const comparison = comparisonIn(ratio, 8);
  comparison.method.looks = [{ rounds: pairs, errorRate: 0.005 }];
  const [cell] = comparison.cells;
  assert.ok(cell);
  for (const [name, values] of Object.entries(cell.rounds))
    Object.assign(cell.rounds, {
      [name]: Array.from({ length: pairs }, (_, index) => (values as unknown[])[index % 8]),
    });
  const sides = [
    ...Array.from({ length: head }, () => 'head' as const),
    ...Array.from({ length: base }, () => 'base' as const),
    ...Array.from({ length: unknown }, () => null),
  ];
  // Never two in a row: the cell is not given up.
  cell.rounds.round = Array.from({ length: pairs }, (_, index) => index * 2);
  cell.failures = sides.map((side, index) => ({ round: index * 2 + 1, side, what: 'it answered 500' }));
  return comparison;
}

test('what head fails in is not replaced and forgotten, but one failure can be chance', () => {
  const found = (...numbers: Parameters<typeof comparisonWithFailures>): string[] =>
    measuredOf(verdictOf(comparisonWithFailures(...numbers))).unmeasured.map(whyUnmeasured);
  assert.deepEqual(found(60, 3), [
    'head failed in 3 pairs more than base, beside 60 that can be judged; last failure of head: it answered 500',
  ]);
  assert.deepEqual(measuredOf(verdictOf(comparisonWithFailures(60, 3))).counts.same, 0);
  assert.equal(found(60, 2).length, 1);
  assert.equal(found(8, 2).length, 1);
  for (const pairs of [8, 60]) assert.deepEqual(found(pairs, 1), []);
  assert.deepEqual(found(200, 4), [], 'two per cent');
  assert.equal(found(200, 5).length, 1);
});

test('failures of base, and of neither side, are the machine’s', () => {
  const lacking = (...numbers: Parameters<typeof comparisonWithFailures>): number =>
    lacks(comparisonWithFailures(...numbers)).length;
  assert.equal(lacking(60, 3, 2), 0);
  assert.equal(lacking(60, 0, 10), 0);
  assert.equal(lacking(60, 0, 0, 10), 0);
  assert.equal(lacking(60, 5, 2), 1);
  assert.equal(lacking(60, 2, 0, 10), 1);
});

test('a cell is named by variant and scenario', () => {
  const comparison = comparisonOf(1);
  const [cell] = comparison.cells;
  assert.ok(cell);
  assert.equal(comparedCellName(comparison, cell), 'go/gin json');
});
