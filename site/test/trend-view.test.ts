import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrendData, TrendSeries } from '@pitwall/bench/model';
import { trendsWithPast } from '../src/lib/changes/trend-lists.ts';
import { orderedSeries, rowsOfSeries, trendSentence, trendWords } from '../src/lib/changes/trend-view.ts';
import { sparkline } from '../src/lib/charts/sparkline.ts';
import { messagesOf } from '../src/messages/index.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const series = (points: number[], parts: Partial<TrendSeries> = {}): TrendSeries => ({
  variant: 'raw',
  scenarioVersion: 1,
  loadShape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
  loadShapeId: 'wrk-64',
  metric: 'throughputPerSecond',
  measureSeconds: 1,
  inBlocks: false,
  launcher: 'process',
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

test('a series is said in one sentence, with the days of its own points', () => {
  const one = series([1]);
  const two = series([0, 2], { changePoints: [{ point: 1, before: 1, after: 2 }] });
  const said = (of: TrendSeries, messages = english) => trendSentence(dataOf(of), of, messages);
  assert.equal(said(one), '1 run on 2 June 2026; too few to see a change point, which takes 10.');
  const ten = series(Array.from({ length: 10 }, (_, at) => at % 3));
  assert.match(said(ten), /^10 runs .*; no change point\.$/);
  assert.match(said(one, chinese), /不足 10 次，无法判断有无变化点。$/);
  assert.equal(said(two), '2 runs from 1 June 2026 to 3 June 2026; 1 change point.');
  assert.match(said(two, chinese), /2026年6月1日.*2026年6月3日/);
});

test('a page has the newest rows of a series, in its own unit and language', () => {
  const seconds = series([0, 1], { metric: 'latencyP99Seconds' });
  const points = seconds.points.map(([run]): TrendSeries['points'][number] => [run, 0.002, null, null, [1]]);
  const shown = rowsOfSeries(dataOf(seconds), { ...seconds, points }, chinese);
  assert.deepEqual(
    shown.map(({ run, median, interval }) => [run, median, interval]),
    [
      ['r1', '2.00 ms', chinese.none],
      ['r0', '2.00 ms', chinese.none],
    ],
  );
  const many = series(Array.from({ length: 90 }, (_, at) => at));
  const runs = many.points.map(([run]) => ({ run: `r${run}`, startedAt: '2026-06-01', version: null }));
  const rows = rowsOfSeries({ ...dataOf(many), runs }, many, english);
  assert.deepEqual([rows.length, rows[0]?.run, rows.at(-1)?.run], [60, 'r89', 'r30']);
  assert.equal(trendWords(chinese).level, chinese.history.level);
  assert.equal(trendWords(chinese).semicolon, '；');
});

test('a small line shows a fall as deep as it is, and noise as nearly flat', () => {
  // A ratio of 1.25 from the middle reaches the end of the scale, 10 units away.
  assert.equal(sparkline([1.25 ** 2, 1]), 'M0 2L100 22');
  assert.equal(sparkline([16, 4, 1]), 'M0 2L50 12L100 22', 'more than that fills the height');
  const [, from = '', to = ''] = /^M0 ([\d.]+)L100 ([\d.]+)$/.exec(sparkline([1.01, 1])) ?? [];
  assert.ok(Math.abs(Number(to) - Number(from)) < 1, `${from} to ${to}`);
});
