import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNoFigure } from '../../../src/measure/releases/measure-release.ts';
import { releaseComparison } from '../../publish/believable-releases.ts';

const PAIRS = 30;

/** The cells of a release that failed as often as said, never twice in a row, in pairs that others replaced. */
function cellsWith({ head = 0, base = 0 }: { head?: number; base?: number }) {
  const { cells } = releaseComparison('machine', 7, '1.9.1', '1.10.0', [['json', 1]]);
  const sides = [...new Array<'head'>(head).fill('head'), ...new Array<'base'>(base).fill('base')];
  for (const cell of cells) {
    cell.rounds.round = cell.rounds.round.map((_, index) => index * 2);
    cell.failures = sides.map((side, index) => ({ round: index * 2 + 1, side, what: 'it answered 503' }));
  }
  return cells;
}

test('a release that failed in more pairs than chance explains has no figure from the others', () => {
  assert.deepEqual(whyNoFigure(cellsWith({ head: 5 }), PAIRS), {
    reason: 'json: failed in 5 pairs more than base: it answered 503',
  });
  assert.equal(whyNoFigure(cellsWith({}), PAIRS), null);
  assert.equal(whyNoFigure(cellsWith({ head: 1 }), PAIRS), null);
  assert.equal(whyNoFigure(cellsWith({ head: 5, base: 5 }), PAIRS), null, 'the machine’s own');
});

test('one that was given up has none, and the side that failed is named', () => {
  const [cell] = cellsWith({ base: 2 });
  assert.ok(cell);
  const last = PAIRS * 2;
  cell.failures = [1, 2].map((each) => ({ round: last + each, side: 'base', what: 'it ended' }));
  assert.deepEqual(whyNoFigure([cell], PAIRS), { reason: 'json: it ended', side: 'base' });
  cell.failures = [];
  assert.deepEqual(whyNoFigure([cell], PAIRS * 3), { reason: 'json: too few pairs' });
});
