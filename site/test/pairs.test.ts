import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TimesBetter } from '@pitwall/bench/model';
import { rangePath, scaleAround, scaleOfRatios, tally, timesText } from '../src/lib/compare/compare-view.ts';
import { figureMarks } from '../src/lib/compare/figure-marks.ts';
import { allPairs, comparedVariants, hasBadge, pairOrder } from '../src/lib/compare/pairs.ts';
import {
  estimateAround,
  leftOut,
  markOf,
  rankedAt,
  rankedTable,
  referenceOf,
  smallRow,
  smallRun,
  smallTable,
} from './small-tables.ts';

describe('target variants that can be compared', () => {
  const run = smallRun(
    smallTable([
      smallRow('rust/axum', rankedAt(1, 100, 1), { name: 'axum' }),
      smallRow('go/gin', rankedAt(2, 50, 2), { name: 'Gin', variant: 'raw' }),
      smallRow('go/none', { kind: 'no-cell', runFinished: true }),
      smallRow('go/failed', { kind: 'missing', reason: 'start-failed' }),
      smallRow('go/absent', leftOut('Go is not installed')),
    ]),
    smallTable(
      [
        smallRow('go/gin', rankedAt(1, 50, 1), { name: 'Gin', variant: 'raw' }),
        smallRow(
          'go/gin',
          { kind: 'unranked', estimate: estimateAround(9) },
          { name: 'Gin', variant: 'gorm' },
        ),
        smallRow('c/epoll', referenceOf(200, 0.5), { name: 'epoll', kind: 'platform' }),
      ],
      { scenario: 'menus' },
    ),
  );

  test('are those with a figure in any table, each once, by name whatever its case', () => {
    const variants = comparedVariants(run);
    assert.deepEqual(
      variants.map(({ key }) => key),
      ['rust-axum', 'c-epoll', 'go-gin.gorm', 'go-gin.raw'],
    );
    assert.deepEqual(comparedVariants(smallRun()), []);
  });

  test('meet each other once, on a page that has one order', () => {
    const pairs = allPairs(comparedVariants(run));
    assert.deepEqual(
      pairs.map(([first, second]) => `${first.key} ${second.key}`),
      [
        'c-epoll go-gin.gorm',
        'c-epoll go-gin.raw',
        'c-epoll rust-axum',
        'go-gin.gorm go-gin.raw',
        'go-gin.gorm rust-axum',
        'go-gin.raw rust-axum',
      ],
    );
    for (const [first, second] of pairs)
      assert.deepEqual(pairOrder(second.key, first.key), [first.key, second.key]);
    assert.deepEqual(allPairs(comparedVariants(run).slice(0, 1)), []);
  });

  test('have a badge where the table of badges ranks them', () => {
    const other = rankedTable({ 'go/echo': 1 }, { scenario: 'menus' });
    const small = smallRun(other, run.tables[0] as typeof other);
    const has = (target: string, variant = 'default', of = small) => hasBadge(of, { target, variant });
    assert.deepEqual(
      [has('rust/axum'), has('go/gin', 'raw'), has('go/gin', 'gorm'), has('go/none'), has('go/echo')],
      [true, true, false, false, false],
    );
    assert.equal(has('go/echo', 'default', smallRun(other)), true, 'without small JSON, the first table');
    assert.equal(hasBadge(undefined, { target: 'go/gin', variant: 'raw' }), false);
    assert.equal(has('c/epoll', 'default', smallRun(run.tables[1] as typeof other)), false);
  });
});

test('the doubts of a figure are those of its own table and variant', () => {
  const table = smallTable([
    smallRow('go/gin', rankedAt(1, 1, 1), { variant: 'raw', marks: [markOf('unsteady')] }),
    smallRow('go/echo', rankedAt(2, 1, 1)),
  ]);
  const marks = figureMarks(smallRun(table, { ...table, scenario: 'menus', rows: [] }));
  const gin = { target: 'go/gin', variant: 'raw' };
  assert.deepEqual(marks(table, gin), [markOf('unsteady')]);
  assert.deepEqual(marks({ ...table, scenario: 'menus' }, gin), []);
  assert.deepEqual(marks({ ...table, metric: 'peakMemoryBytes' }, gin), []);
  assert.deepEqual(marks({ ...table, loadShapeId: 'wrk-256' }, gin), []);
  assert.deepEqual(marks(table, { ...gin, variant: 'gorm' }), []);
  assert.deepEqual(marks(table, { target: 'go/echo', variant: 'default' }), []);
});

describe('a scale of ratios', () => {
  const certain: TimesBetter = [1.5, 1.4, 1.6];

  test('holds the intervals, and is never so narrow that noise fills it', () => {
    assert.equal(scaleAround([certain]), 1.6 * 1.02);
    assert.equal(scaleAround([[1 / 1.5, 1 / 1.6, 1 / 1.4]]).toFixed(9), (1.6 * 1.02).toFixed(9));
    assert.equal(scaleAround([]), 1.1 * 1.02);
    assert.equal(scaleAround([null, [1.01, 1, 1.02]]), 1.1 * 1.02);
    assert.equal(scaleAround([null], 2), 2 * 1.02);
  });

  test('is not pressed together by one interval that says nothing', () => {
    assert.equal(scaleAround([certain, [1.2, 0.01, 100]]), 1.5 ** 2 * 1.02);
    assert.ok(scaleOfRatios([certain, [1.2, 0.01, 100]]) < scaleAround([certain, [1.2, 0.01, 100]]));
    assert.equal(scaleOfRatios([certain]), scaleAround([certain]));
    assert.equal(scaleOfRatios([[3, null, null]]), 3 * 1.02, 'one round has no interval');
  });

  test('cuts an interval off at its ends, without a cap there', () => {
    assert.equal(rangePath(0.25, 4, 4, 12), 'M0 12H1000M0 8V16M1000 8V16');
    assert.equal(rangePath(1, 5, 4, 12), 'M500 12H1000M500 8V16');
    assert.equal(rangePath(0.2, 1, 4, 7), 'M0 7H500M500 3V11');
  });

  test('has counts and times beside it', () => {
    const standings = ['first', 'open', 'first', 'alone'] as const;
    assert.deepEqual(tally(standings.map((standing) => ({ standing }))), {
      first: 2,
      second: 0,
      same: 0,
      open: 1,
      alone: 1,
    });
    assert.deepEqual([1.234, 12.34, 123.4].map(timesText), ['1.23×', '12.3×', '123×']);
    assert.deepEqual([0.0817, 0.0002, 1e6].map(timesText), ['0.082×', '<0.001×', '>1000×']);
  });
});
