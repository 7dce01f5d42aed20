import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TrendData, TrendSeries } from '@pitwall/bench/model';
import { type TrendWords, trendRows } from '../src/lib/changes/trend-rows.ts';
import {
  box,
  namedShares,
  percentileCurve,
  secondsAt,
  shareName,
  timeAxis,
} from '../src/lib/charts/percentile-curve.ts';
import { listedSeconds } from '../src/lib/warm-up/listed-seconds.ts';
import { messagesOf } from '../src/messages/index.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const shares = [0, 0.5, 0.9, 0.99, 0.999];

describe('a curve of latency by share of the requests', () => {
  const fast = { name: 'axum', seconds: [0.001, 0.001, 0.002, 0.01, 0.1] };

  test('goes from the left end to the right, each nine as wide as the last', () => {
    const drawn = percentileCurve([fast], shares, english);
    assert.deepEqual(
      drawn?.xs.map(({ text }) => text),
      ['p50', 'p90', 'p99', 'p99.9'],
    );
    const [, p90 = 0, p99 = 0, p999 = 0] = drawn?.xs.map(({ at }) => at) ?? [];
    assert.equal(p999, box.right);
    assert.ok(Math.abs(p999 - p99 - (p99 - p90)) < 0.2, 'p90, p99 and p99.9 are the same distance apart');
    assert.equal(drawn?.lines[0]?.startsWith(`M${box.left} ${box.bottom}L`), true);
    // 100 ms are the second of the three decades from 1 ms to 1 s.
    const third = (box.bottom - box.top) / 3;
    assert.equal(drawn?.lines[0]?.split('L').at(-1), `${box.right} ${(box.top + third).toFixed(1)}`);
    assert.equal(drawn?.said, 'axum: p50 1.00 ms, p99 10.0 ms, p99.9 0.100 s');
  });

  test('ends where its requests do, beside a longer one', () => {
    const short = { name: 'Gin', seconds: [0.002, 0.004] };
    const drawn = percentileCurve([short, fast], shares, english);
    const [own, other] = drawn?.lines.map((line) => line.match(/[ML]/g)?.length) ?? [];
    assert.deepEqual([own, other], [2, 5]);
    assert.match(drawn?.said ?? '', /^Gin: p50 4\.00 ms; axum: /);
    const translated = percentileCurve([short, fast], shares, chinese);
    assert.match(translated?.said ?? '', /^Gin：p50 4\.00 ms；axum：p50 1\.00 ms，p99 /);
    const alone = percentileCurve([short], shares, english);
    assert.equal(alone?.lines[0]?.includes(`L${box.right} `), true, 'by itself it reaches the end');
    assert.deepEqual(
      alone?.xs.map(({ text }) => text),
      ['p50'],
    );
  });

  test('leaves out a time of nothing, which has no logarithm', () => {
    const drawn = percentileCurve([{ name: 'Gin', seconds: [0, 0.001, 0, 0.01] }], shares, english);
    const [line = ''] = drawn?.lines ?? [];
    assert.match(line, /^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
    assert.doesNotMatch(line, /NaN|Infinity/);
  });

  test('is not drawn from a single point, or from none', () => {
    const drawn = (seconds: number[][]) =>
      percentileCurve(
        seconds.map((one) => ({ name: 'Gin', seconds: one })),
        shares,
        english,
      );
    assert.equal(drawn([]), null);
    assert.equal(drawn([[0.001]]), null);
    assert.equal(drawn([[0, 0, 0.001]]), null);
    assert.notEqual(drawn([[0.001], [0.001, 0.002]]), null);
  });

  test('names shares as percentiles, and knows no latency that it was not given', () => {
    assert.deepEqual(namedShares.map(shareName), ['p50', 'p75', 'p90', 'p95', 'p99', 'p99.9', 'p99.99']);
    assert.equal(secondsAt(fast.seconds, 0.99, shares), 0.01);
    assert.equal(secondsAt(fast.seconds.slice(0, 2), 0.99, shares), null);
    assert.equal(secondsAt(fast.seconds, 0.95, shares), null);
  });
});

test('an axis of time spans whole decades, with one digit each', () => {
  const { y, ys } = timeAxis([0.0002, 0.05], english.format);
  assert.deepEqual(
    ys.map(({ text }) => text),
    ['0.1 ms', '1 ms', '10 ms', '0.1 s'],
  );
  assert.deepEqual([y(0.0001), y(0.1)], [box.bottom, box.top]);
  assert.deepEqual(
    ys.map(({ at }) => at),
    [100, 69.3, 38.7, 8],
  );
  const one = timeAxis([0.001], english.format);
  assert.equal(one.ys.length, 2, 'a single time has a decade around it');
});

test('a table of a warm-up lists the first seconds, then ever fewer, and always the last', () => {
  assert.deepEqual(listedSeconds(0), []);
  assert.deepEqual(listedSeconds(1), [1]);
  assert.deepEqual(listedSeconds(6), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(listedSeconds(10), [1, 2, 3, 4, 5, 7, 10], 'the last is listed once');
  assert.equal(listedSeconds(1_000).at(-1), 1_000);
});

describe('the rows of a trend', () => {
  const data = {
    runs: ['1.10.0', '1.10.0', '1.12.0', null].map((version, at) => ({
      run: `r${at}`,
      startedAt: `2026-06-0${at + 1}T02:00:00.000Z`,
      version,
    })),
  } as unknown as TrendData;
  const format = english.format.column('perSecond', [50_000]);
  const words: TrendWords = {
    none: '–',
    semicolon: '; ',
    versionChanged: (version) => `now ${version}`,
    level: 'new level',
  };
  const rowsOf = (points: TrendSeries['points'], changes: number[] = [], messages = english) =>
    trendRows(
      data,
      {
        points,
        changePoints: changes.map((point) => ({ point, before: 1, after: 2 })),
      } as unknown as TrendSeries,
      format,
      messages.format,
      words,
    );

  test('are one per run, newest first, with its interval', () => {
    const [newest, oldest, ...rest] = rowsOf([
      [0, 50_000, null, null, [50_000]],
      [1, 60_000, 54_000, 66_000, [1, 2, 3]],
    ]);
    assert.deepEqual(rest, []);
    assert.deepEqual(newest, {
      run: 'r1',
      startedAt: '2026-06-02T02:00:00.000Z',
      day: '2 June 2026, 02:00 UTC',
      median: '60,000 /s',
      interval: '54,000 – 66,000',
      starts: 3,
      version: '1.10.0',
      notes: [],
    });
    assert.deepEqual([oldest?.interval, oldest?.starts, oldest?.median], ['–', 1, '50,000 /s']);
    assert.equal(rowsOf([[0, 1, null, null, [1]]], [], chinese)[0]?.day, '2026年6月1日 02:00 UTC');
    assert.deepEqual(rowsOf([]), []);
  });

  test('note a new version and a new level, against the point before and not the run before', () => {
    const points: TrendSeries['points'] = [
      [0, 1, null, null, [1]],
      [2, 2, null, null, [2]],
      [3, 2, null, null, [2]],
    ];
    assert.deepEqual(
      rowsOf(points, [1]).map(({ run, version, notes }) => [run, version, notes]),
      [
        ['r3', '–', []],
        ['r2', '1.12.0', ['now 1.12.0', 'new level']],
        ['r0', '1.10.0', []],
      ],
    );
    assert.deepEqual(rowsOf(points.slice(1))[1]?.notes, [], 'the first point changes from nothing');
  });
});
