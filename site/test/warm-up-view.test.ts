import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WarmUpRow, WarmUpTable } from '@pitwall/bench/model';
import {
  firstCurves,
  MOST_CURVES,
  pictureBox,
  warmUpPicture,
  warmUpRows,
  warmUpSentence,
} from '../src/lib/warm-up/warm-up-view.ts';
import { messagesOf } from '../src/messages/index.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];

type Figure = WarmUpRow['figures']['warmupSeconds'];
const figure = (
  median: number,
  ends: [number, number] | null = null,
  rank: Figure['rank'] = null,
): Figure => ({
  estimate: { median, low: ends?.[0] ?? null, high: ends?.[1] ?? null, count: 5 },
  rank,
});

/** @param seconds how long it takes to reach its steady level */
function row(target: string, seconds: number, parts: Partial<WarmUpRow> = {}): WarmUpRow {
  return {
    target,
    variant: 'default',
    name: target.split('/')[1] ?? target,
    language: 'Go',
    kind: 'micro',
    starts: 5,
    notWarm: 0,
    steadyPerSecond: 1_000,
    figures: {
      warmupSeconds: figure(seconds, [seconds - 0.5, seconds + 0.5], { best: 1, worst: 2 }),
      warmupRequests: figure(seconds * 1_000),
      warmupWorstLatencySeconds: figure(0.25),
    },
    curve: { median: [500, 1_000], low: [400, 900], high: [600, 1_200], compiling: [0.5, 0] },
    ...parts,
  };
}
const tableOf = (...rows: WarmUpRow[]): WarmUpTable => ({ rows }) as unknown as WarmUpTable;
const rowsOf = (...rows: WarmUpRow[]) => warmUpRows(tableOf(...rows), english, 3);

describe('a row of the table of warm-ups', () => {
  test('shows counts as they are, with interval and rank', () => {
    const [view] = rowsOf(row('java/vertx', 12.5));
    assert.deepEqual(view?.figures.warmupSeconds, { text: '12.5', interval: '12 – 13', rank: '1–2' });
    assert.deepEqual(view?.figures.warmupRequests, { text: '12,500', interval: null, rank: null });
    assert.equal(view?.figures.warmupWorstLatencySeconds?.text, '0.250 s');
    assert.deepEqual([view?.steady, view?.unranked, view?.key], ['1,000 /s', null, 'java-vertx']);
  });

  test('has no interval where all starts agree, and no latency where none is known', () => {
    const figures = {
      ...row('go/gin', 1).figures,
      warmupSeconds: figure(1, [1, 1]),
      warmupWorstLatencySeconds: null,
    };
    const [view] = rowsOf(row('go/gin', 1, { figures }));
    assert.deepEqual(
      [view?.figures.warmupSeconds?.interval, view?.figures.warmupWorstLatencySeconds],
      [null, null],
    );
  });

  test('says why it has no rank', () => {
    const figures = { ...row('go/gin', 1).figures, warmupSeconds: figure(1) };
    const why = (parts: Partial<WarmUpRow>, messages = english) =>
      warmUpRows(tableOf(row('go/gin', 1, { figures, ...parts })), messages, 3)[0]?.unranked;
    assert.equal(why({}), 'fewer than 3 starts');
    assert.equal(why({ notWarm: 2 }), 'not warm at the end in 2 of 5');
    assert.equal(why({ notWarm: 5 }), 'not warm at the end');
    assert.equal(why({}, chinese), chinese.warmUp.fewStarts(3));
  });

  test('is told apart from another of the same name by its language', () => {
    const java = row('java/vertx', 1, { name: 'Vert.x', language: 'Java' });
    const kotlin = row('kotlin/vertx', 1, { name: 'Vert.x', language: 'Kotlin', variant: 'jvm' });
    assert.deepEqual(
      rowsOf(java, kotlin).map(({ name }) => name),
      ['Vert.x (Java)', 'Vert.x jvm (Kotlin)'],
    );
    assert.equal(rowsOf(java)[0]?.name, 'Vert.x');
  });

  test('has a small line that ends at its steady level, however short it is', () => {
    const long = { median: [0, 500, 1_000, 5_000, 1_000], low: [], high: [], compiling: [] };
    const [short, other] = rowsOf(row('go/gin', 1), row('java/vertx', 4, { curve: long }));
    assert.equal(short?.line, 'M0 12L25 2L100 2');
    assert.equal(other?.line, 'M0 22L25 12L50 2L75 0L100 2L100 2', 'what lies far above is cut off');
    const single = { median: [1_000], low: [1_000], high: [1_000], compiling: [null] };
    assert.equal(rowsOf(row('go/gin', 1, { curve: single }))[0]?.line, 'M0 2L100 2');
  });
});

describe('all warm-ups in one sentence', () => {
  test('count those that are warm at once, and name the slowest', () => {
    const table = tableOf(row('go/gin', 1), row('java/vertx', 75), row('ruby/sinatra', 3));
    assert.equal(
      warmUpSentence(table, english),
      '1 of 3 reaches its steady level within the first second; vertx takes longest, 1 min 15 s.',
    );
    assert.match(warmUpSentence(table, chinese), /vertx.*1 分 15 秒/);
  });

  test('need no slowest where all are warm at once', () => {
    assert.equal(
      warmUpSentence(tableOf(row('go/gin', 1), row('go/chi', 1)), english),
      'All 2 reach their steady level within the first second.',
    );
  });

  test('name none where none is warm at once, and do not compare one with itself', () => {
    const none = tableOf(row('go/gin', 2), row('java/vertx', 75));
    assert.match(warmUpSentence(none, english), /^None of 2 reaches its steady level within/);
    assert.match(warmUpSentence(none, chinese), /^2 个目标变体都没有在第一秒内/);
    const one = tableOf(row('java/vertx', 75));
    assert.equal(warmUpSentence(one, english), 'It takes 1 min 15 s to reach its steady level.');
    assert.equal(warmUpSentence(one, chinese), '唯一的目标变体达到稳定水平用了 1 分 15 秒。');
  });
});

test('a page draws fewer curves at first than a reader may choose, and each once', () => {
  const rows = Array.from({ length: 9 }, (_, at) => row(`go/t${at}`, 9 - at));
  const first = firstCurves(rowsOf(...rows));
  assert.deepEqual(first, ['go-t8', 'go-t6', 'go-t4', 'go-t2', 'go-t0']);
  assert.ok(first.length < MOST_CURVES);
  assert.deepEqual(firstCurves(rowsOf(row('go/gin', 1))), ['go-gin']);
  assert.deepEqual(firstCurves([]), []);
});

describe('the picture of one warm-up', () => {
  const { left, right, bottom, top } = pictureBox;

  test('goes from end to end, with a band that returns along its lower edge', () => {
    const picture = warmUpPicture(row('go/gin', 1), 'Gin', english);
    assert.match(picture.line, new RegExp(`^M${left} [\\d.]+L${right} [\\d.]+$`));
    assert.match(picture.band, new RegExp(`^M${left} .*L${right} .*L${right} .*L${left} [\\d.]+Z$`));
    assert.ok(picture.steadyAt > top && picture.steadyAt < bottom);
    assert.deepEqual(
      picture.ys.map(({ text }) => text),
      ['0', '500', '1,000'],
    );
    assert.deepEqual(
      picture.xs.map(({ at, text }) => [at, text]),
      [
        [left, '1'],
        [right, '2'],
      ],
    );
    assert.equal(picture.ys[0]?.at, bottom);
    const highest = Math.min(...[...picture.band.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y)));
    assert.ok(highest > top && highest < top + 10, 'a little room is above the band');
    assert.equal(picture.ys[2]?.at, picture.steadyAt);
    assert.equal(
      picture.label,
      'Throughput of Gin by second of load. In the first second 500 /s, after 2 s 1,000 /s.',
    );
  });

  test('of a single second has no width, and is said in the language of the page', () => {
    const curve = { median: [900], low: [800], high: [1_000], compiling: [null] };
    const picture = warmUpPicture(row('go/gin', 1, { curve }), 'Gin', chinese);
    assert.match(picture.line, new RegExp(`^M${left} [\\d.]+$`));
    assert.doesNotMatch(`${picture.line}${picture.band}`, /NaN/);
    assert.match(picture.label, /Gin.*900/);
    assert.notEqual(picture.label, warmUpPicture(row('go/gin', 1, { curve }), 'Gin', english).label);
  });
});
