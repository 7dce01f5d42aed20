import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factorText, formatsOf, percentChange, rankText } from '@pitwall/bench/words';
import { axisEnd, shellCommand } from '../src/lib/page/format.ts';

const english = formatsOf('en-GB', { hours: 'h', minutes: 'min', seconds: 's' });
const { column: columnFormat, figure, duration } = english;

test('one column has one unit and one number of decimals, from its smallest figure', () => {
  const latency = columnFormat('seconds', [0.00031, 0.0412]);
  assert.deepEqual(
    [latency.unit, latency.number(0.00031), latency.number(0.0412)],
    ['ms', '0.310', '41.200'],
  );
  const rate = columnFormat('perSecond', [158_010, 40_807]);
  assert.deepEqual([rate.unit, rate.number(158_010)], ['/s', '158,010']);
  assert.equal(columnFormat('seconds', [0.00008]).unit, 'µs');
  assert.equal(columnFormat('nanoseconds', [11_938]).unit, 'µs');
  assert.equal(columnFormat('bytes', []).unit, 'B');
});

test('single figures', () => {
  assert.equal(figure('bytes', 12.4 * 2 ** 20), '12.4 MiB');
  assert.equal(figure('seconds', 18.21), '18.2 s');
  assert.equal(figure('perSecond', 173_040), '173,000 /s');
  assert.equal(figure('perSecond', { median: 70_065, low: 67_846, high: 72_356, count: 5 }), '70,100 /s');
  assert.equal(figure('nanoseconds', 118_000), '118 µs');
  assert.equal(rankText({ best: 3, worst: 6 }), '3–6');
  assert.equal(rankText({ best: 1, worst: 1 }), '1');
  assert.equal(factorText(1.7232), '1.72×');
  assert.equal(factorText(38.66), '38.7×');
  assert.equal(factorText(0.0031), '0.0031×');
  assert.equal(duration(5400), '1 h 30 min');
  assert.deepEqual(
    [1.021, 0.997, 1, 1.5, 0.9, 0.9004, 1.00996].map((ratio) => percentChange(ratio)),
    ['+2.1 %', '−0.30 %', '±0.00 %', '+50 %', '−10 %', '−10 %', '+1.0 %'],
  );
  const format = columnFormat('perSecond', [100]);
  assert.equal(format.ends({ median: 100, low: 99, high: 101, count: 3 }), '99 – 101');
  assert.equal(format.ends({ median: 100, low: null, high: null, count: 1 }), null);
});

test('an axis ends at a round number that holds every value', () => {
  assert.equal(axisEnd(159_820), 160_000);
  assert.equal(axisEnd(0.0041), 0.005);
  assert.equal(axisEnd(0), 1);
  for (const value of [1, 9.99, 10, 10.01, 1e-9, 123_456, 7e8])
    assert.ok(axisEnd(value) >= value, String(value));
});

test('commands are quoted where a shell needs it', () => {
  assert.equal(
    shellCommand(['wrk', '-c', '64', 'http://127.0.0.1:8080/json']),
    'wrk -c 64 http://127.0.0.1:8080/json',
  );
  assert.equal(shellCommand(['echo', "it's $HOME"]), `echo 'it'\\''s $HOME'`);
});

test('a percent sign follows its number in Chinese', () => {
  const chinese = formatsOf('zh-CN');
  assert.deepEqual([english.percent(0.95), chinese.percent(0.95)], ['95 %', '95%']);
  assert.deepEqual([english.change(1.021), chinese.change(1.021)], ['+2.1 %', '+2.1%']);
});

test('dates are those of the language', () => {
  const chinese = formatsOf('zh-CN', { hours: '小时', minutes: '分', seconds: '秒' });
  assert.equal(english.day('2026-06-01T23:30:00.000Z'), '1 June 2026');
  assert.equal(chinese.day('2026-06-01T23:30:00.000Z'), '2026年6月1日');
  assert.equal(chinese.duration(5400), '1 小时 30 分');
  assert.equal(chinese.dayAndTime('2026-06-01T23:30:00.000Z'), '2026年6月1日 23:30 UTC');
  assert.deepEqual(
    ['2016', '2016-05', '2016-05-08'].map((date) => english.date(date)),
    ['2016', 'May 2016', '8 May 2016'],
  );
});

test('a figure has the digits that its interval supports', () => {
  const rate = columnFormat('perSecond', [35_912, 1_410]);
  const wide = { median: 35_912, low: 34_500, high: 37_400, count: 5 };
  assert.deepEqual([rate.figure(wide), rate.uncertainty(wide)], ['35,900', '± 4 %']);
  assert.equal(rate.figure({ median: 35_912, low: 35_730, high: 36_090, count: 5 }), '35,910');
  const latency = columnFormat('seconds', [0.000401, 0.63]);
  const sharp = { median: 0.000401, low: 0.000395, high: 0.000407, count: 3 };
  const open = { median: 0.001451, low: 0.00005, high: 0.0108, count: 3 };
  assert.deepEqual([latency.figure(sharp), latency.uncertainty(sharp)], ['0.401', '± 1.5 %']);
  assert.deepEqual([latency.figure(open), latency.uncertainty(open)], ['1.5', '0.050 – 11 ms']);
  assert.deepEqual([rate.ends(wide), latency.ends(open)], ['34,500 – 37,400', '0.050 – 11']);
  // Two starts that happen to agree support more digits than anybody measures.
  assert.equal(rate.figure({ median: 173_043, low: 173_042, high: 173_044, count: 2 }), '173,000');
  const silly = { median: 0.068, low: 1e-9, high: 47_713, count: 2 };
  assert.equal(latency.ends(silly), '0 – 48,000,000');
  const long = { median: 0.63, low: 0.6, high: 0.66, count: 3 };
  assert.equal(latency.figure(long), '630');
  const once = { median: 35_912, low: null, high: null, count: 1 };
  assert.deepEqual([rate.figure(once), rate.uncertainty(once)], ['35,900', null]);
  const chinese = formatsOf('zh-CN').column('perSecond', [100]);
  assert.equal(chinese.uncertainty({ median: 100, low: 96, high: 104, count: 3 }), '±4%');
});

test('numbers that others printed keep their digits, and those of a column line up', () => {
  const values = [21_092.78, 5_702.1, 309];
  assert.deepEqual(values.map(english.printed(values)), ['21,092.78', '5,702.10', '309.00']);
  assert.deepEqual([300, 1_100].map(english.printed([300, 1_100])), ['300', '1,100']);
  assert.equal(english.printed([])(7), '7');
});

test('a minus is a minus, not a hyphen', () => {
  assert.equal(english.plain(-0.06), '−0.1');
  assert.equal(columnFormat('perSecond', [1]).number(-2), '−2.00');
  assert.equal(english.percent(-0.0006, 2), '−0.06 %');
  assert.equal(english.percent(-0.00001, 2), '0.00 %');
});
