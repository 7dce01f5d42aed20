import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrendData, TrendSeries } from '@pitwall/bench/model';
import { sparkline } from '../src/lib/sparkline.ts';
import { trendsWithPast } from '../src/lib/trend-lists.ts';
import { orderedSeries } from '../src/lib/trend-view.ts';
import { messagesOf } from '../src/messages/index.ts';

const english = messagesOf('en');
const series = (points: number[], parts: Partial<TrendSeries> = {}): TrendSeries => ({
  variant: 'raw',
  scenarioVersion: 1,
  loadShape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
  loadShapeId: 'wrk-64',
  metric: 'throughputPerSecond',
  measureSeconds: 1,
  inBlocks: false,
  points: points.map((run) => [run, 1, null, null, [1]]),
  changePoints: [],
  ...parts,
});
const dataOf = (...all: TrendSeries[]): TrendData =>
  ({
    runs: [0, 1, 2].map((run) => ({
      run: `r${run}`,
      startedAt: `2026-06-0${run + 1}T00:00:00.000Z`,
      version: null,
    })),
    series: all,
  }) as unknown as TrendData;

test('the series of the shown run comes first, even if another is longer', () => {
  const data = dataOf(
    series([0, 1, 2], { variant: 'default' }),
    series([1, 2], { metric: 'peakMemoryBytes' }),
    series([1, 2]),
  );
  const { withPast } = orderedSeries(data, new Set(['r9']), english);
  assert.equal(withPast[0]?.index, 0, 'without a shown run, the longest');
  const inShown = orderedSeries(
    dataOf(series([0, 1], { variant: 'default' }), series([1, 2])),
    new Set(['r2']),
    english,
  );
  assert.deepEqual(
    inShown.withPast.map(({ index }) => index),
    [1, 0],
  );
});

test('series of one run make no chart and are apart; those that read alike say how long their loads are', () => {
  const { withPast, alone } = orderedSeries(
    dataOf(series([0, 1]), series([0, 1], { measureSeconds: 2 }), series([2], { variant: 'gorm' })),
    new Set(),
    english,
  );
  assert.deepEqual(
    withPast.map(({ name }) => name),
    [
      'raw · Throughput · Closed loop, 64 connections · slices of 1 s',
      'raw · Throughput · Closed loop, 64 connections · slices of 2 s',
    ],
  );
  assert.deepEqual(
    alone.map(({ name }) => name),
    ['gorm · Throughput · Closed loop, 64 connections'],
  );
});

test('a list of trends has only what has a past', () => {
  const trends = [
    { target: 'go/gin', scenario: 'json' as const, runs: 3, longest: 2, line: [1, 2] },
    { target: 'go/gin', scenario: 'menus' as const, runs: 3, longest: 1, line: [] },
    { target: 'go/elton', scenario: 'json' as const, runs: 2, longest: 1, line: [] },
  ];
  assert.deepEqual(trendsWithPast({ trends }), [
    { target: 'go/gin', series: [{ scenario: 'json', longest: 2, line: [1, 2] }] },
  ]);
});

test('a small line shows a fall as deep as it is, and noise as nearly flat', () => {
  // A ratio of 1.25 from the middle reaches the end of the scale, 10 units away.
  assert.equal(sparkline([1.25 ** 2, 1]), 'M0 2L100 22');
  assert.equal(sparkline([16, 4, 1]), 'M0 2L50 12L100 22', 'more than that fills the height');
  const [, from = '', to = ''] = /^M0 ([\d.]+)L100 ([\d.]+)$/.exec(sparkline([1.01, 1])) ?? [];
  assert.ok(Math.abs(Number(to) - Number(from)) < 1, `${from} to ${to}`);
});
