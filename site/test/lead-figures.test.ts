import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leadFigures } from '../src/lib/frameworks/lead-figures.ts';
import {
  capacityMetrics,
  costFacts,
  identityFacts,
  latencyMetrics,
  latencyRowData,
  latencySentence,
  shownFigure,
  shownRank,
} from '../src/lib/frameworks/target-view.ts';
import { messagesOf } from '../src/messages/index.ts';
import {
  atRate,
  estimateAround,
  markOf,
  ofCapacity,
  rankedAt,
  referenceOf,
  smallCell,
  smallRow,
  smallTable,
  variantOf,
} from './small-tables.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const MEBIBYTE = 2 ** 20;
const rank = { best: 2, worst: 4 };

const onJson = smallCell(
  {
    throughputPerSecond: { estimate: estimateAround(60_000), rank },
    cpuPerRequestNanoseconds: 20_000,
    peakMemoryBytes: 12 * MEBIBYTE,
  },
  { rankedAmong: { throughputPerSecond: 17 }, marks: [markOf('unsteady')] },
);
const rateOnJson = smallCell(
  { latencyP99Seconds: 0.0032 },
  { loadShape: atRate, loadShapeId: 'oha-64-rate-1000' },
);
const onMenus = smallCell(
  { throughputPerSecond: 9_000, peakMemoryBytes: 30 * MEBIBYTE },
  { scenario: 'menus' },
);
const table = smallTable([
  smallRow('rust/axum', rankedAt(1, 120_000, 1)),
  smallRow('go/gin', rankedAt(2, 60_000, 2)),
]);

describe('the figures with which the page of a variant starts', () => {
  const of = (cells = [onMenus, onJson, rateOnJson], tables = [table], messages = english) =>
    leadFigures({ target: 'go/gin', variant: variantOf({ cells }) }, tables, messages);

  test('are speed, cost, waiting time and memory of small JSON, whatever was measured first', () => {
    const lead = of();
    assert.equal(lead?.scenario, 'json');
    assert.deepEqual(
      lead?.figures.map(({ title, number, unit }) => [title, number, unit]),
      [
        ['Throughput', '60,000', '/s'],
        ['CPU time per request', '20.0', 'µs'],
        ['Latency p99 (1,000 requests/s)', '3.20', 'ms'],
        ['Peak memory', '12.0', 'MiB'],
      ],
    );
  });

  test('come with rank, distance and doubts, as the ranking that each leads to has them', () => {
    const [throughput, cpu] = of()?.figures ?? [];
    assert.deepEqual(
      [throughput?.interval, throughput?.place, throughput?.factor, throughput?.table],
      ['54,000 – 66,000', 'rank 2–4 of 17', '2.00× off the best', table],
    );
    assert.deepEqual(
      throughput?.marks.map(({ code }) => code),
      ['unsteady'],
    );
    assert.deepEqual([cpu?.place, cpu?.factor, cpu?.table], ['no rank', null, null]);
    const [inChinese] = of(undefined, undefined, chinese)?.figures ?? [];
    assert.deepEqual([inChinese?.place, inChinese?.factor], ['名次 2–4 / 17', '与最优的差距 2.00×']);
  });

  test('of the best have no distance, and those of a platform have no rank', () => {
    const first = smallTable([smallRow('go/gin', rankedAt(1, 60_000, 1))]);
    assert.equal(of([onJson], [first])?.figures[0]?.factor, null);
    const cells = [smallCell({ throughputPerSecond: 90_000 })];
    const platform = smallTable([smallRow('go/gin', referenceOf(90_000, 0.8), { kind: 'platform' })]);
    const [figure] = of(cells, [platform])?.figures ?? [];
    assert.deepEqual([figure?.place, figure?.factor], ['platform', null]);
    const another = smallTable([smallRow('go/gin', rankedAt(2, 60_000, 2), { variant: 'cluster' })]);
    assert.equal(of([onJson], [another])?.figures[0]?.factor, null, 'the rank is of another variant');
  });

  test('are in the unit of their ranking, even where that of the figure alone would be another', () => {
    const cells = [smallCell({ throughputPerSecond: 60_000, cpuPerRequestNanoseconds: 1_500_000 })];
    const fast = smallRow('c/epoll', rankedAt(1, 5_000, 1));
    const own = smallRow('go/gin', rankedAt(2, 1_500_000, 300));
    const ranking = smallTable([fast, own], { metric: 'cpuPerRequestNanoseconds' });
    const cpuIn = (tables: (typeof ranking)[]) => of(cells, tables)?.figures[1];
    assert.deepEqual([cpuIn([ranking])?.number, cpuIn([ranking])?.unit], ['1,500', 'µs']);
    assert.deepEqual([cpuIn([])?.number, cpuIn([])?.unit], ['1.50', 'ms']);
  });

  test('leave out what is missing, and come from another scenario where small JSON has none', () => {
    const failed = smallCell({ throughputPerSecond: { missing: 'start-failed' } });
    const lead = of([failed, rateOnJson, onMenus]);
    assert.deepEqual(
      [lead?.scenario, lead?.figures.map(({ metric }) => metric)],
      ['menus', ['throughputPerSecond', 'peakMemoryBytes']],
      'the latency is of another scenario',
    );
    assert.equal(of([failed, rateOnJson]), null);
    const atCapacity = { ...rateOnJson, loadShape: ofCapacity };
    assert.equal(
      of([onJson, atCapacity])?.figures.some(({ metric }) => metric === 'latencyP99Seconds'),
      false,
      'a share of the own capacity is another load for each target',
    );
  });
});

test('a metric is in the table of closed loops or in that of rates', () => {
  assert.ok(capacityMetrics.includes('throughputPerSecond') && capacityMetrics.includes('peakMemoryBytes'));
  assert.ok(latencyMetrics.includes('latencyP99Seconds'));
  assert.deepEqual(
    latencyMetrics.filter((id) => capacityMetrics.includes(id)),
    [],
  );
});

describe('a cell on the page of its variant', () => {
  const format = english.format.column('perSecond', [60_000]);

  test('shows figure and interval, or why there is none', () => {
    assert.deepEqual(shownFigure(onJson, 'throughputPerSecond', format, english), {
      text: '60,000',
      interval: '54,000 – 66,000',
      missing: null,
      value: 60_000,
    });
    for (const messages of [english, chinese]) {
      const failed = smallCell({ throughputPerSecond: { missing: 'start-failed' } });
      assert.deepEqual(shownFigure(failed, 'throughputPerSecond', format, messages), {
        text: messages.none,
        interval: null,
        missing: messages.outcome.missingReasons['start-failed'],
        value: null,
      });
    }
    assert.equal(shownFigure(onMenus, 'latencyP99Seconds', format, english).missing, null);
  });

  test('shows the rank among all that have one', () => {
    assert.match(shownRank(onJson, 'throughputPerSecond', english), /2–4.*17/);
    assert.equal(shownRank(onJson, 'peakMemoryBytes', english), 'no rank');
    assert.equal(shownRank(onJson, 'peakMemoryBytes', chinese), chinese.ranking.unranked);
  });
});

describe('what a variant is and costs', () => {
  const factsOf = (parts: Parameters<typeof variantOf>[0], messages = english) =>
    new Map(costFacts(variantOf(parts), messages).map(({ name, value }) => [name, value]));
  const { identity } = english.framework;

  test('says what was not measured', () => {
    const facts = factsOf({});
    for (const name of [identity.coldStart, identity.artifact, identity.image, identity.build])
      assert.equal(facts.get(name), identity.notMeasured, name);
    assert.equal(facts.has(identity.linesOfCode), false);
  });

  test('spans memory from the least to the most scenario, or names the only one', () => {
    const memory = (cells: (typeof onJson)[]) => factsOf({ cells }).get('Peak memory') ?? '';
    assert.match(memory([onMenus, onJson]), /12\.0 MiB.*Small JSON.*30\.0 MiB/);
    assert.match(memory([onJson]), /^12\.0 MiB.*Small JSON/);
    assert.doesNotMatch(memory([onJson]), /30/);
    assert.equal(memory([rateOnJson]), identity.notMeasured, 'only closed loops count');
  });

  test('prefers clean builds to the first one, and the image itself to another’s', () => {
    const startedAt = '2026-06-01T02:00:00.000Z';
    const built = factsOf({ buildSeconds: 42, cleanBuild: { seconds: estimateAround(12), startedAt } });
    assert.match(built.get(identity.build) ?? '', /^12\.0 s \(10\.8 – 13\.2\) .*1 June 2026/);
    assert.match(factsOf({ buildSeconds: 42 }).get(identity.build) ?? '', /^42\.0 s /);
    const image = { kind: 'image', sizeBytes: 20 * MEBIBYTE } as const;
    const facts = factsOf({ artifact: image as never, containerImage: { sizeBytes: 1, startedAt } });
    assert.match(facts.get(identity.artifact) ?? '', /20\.0 MiB$/);
    assert.equal(facts.has(identity.image), false, 'an image is not listed twice');
  });

  test('names versions, a changed checkout and the databases that it reaches', () => {
    const variant = variantOf({
      framework: { name: 'Gin', version: null },
      commit: 'abc1234',
      modified: true,
      databaseAccess: { postgresql: { kind: 'raw', library: 'pgx 5.7' } },
    });
    const databases = [
      { kind: 'postgresql', provider: 'path', product: 'PostgreSQL', version: '17.2' },
      { kind: 'mysql', provider: 'path', product: 'MariaDB', version: '11.8' },
    ] as const;
    const texts = identityFacts(variant, databases, english).map(({ value }) => value);
    assert.deepEqual(texts, [
      `Gin (${identity.unknownVersion})`,
      'Go 1.26.8',
      `abc1234, ${identity.modified}`,
      'PostgreSQL: raw driver, pgx 5.7',
      'PostgreSQL 17.2',
    ]);
    const inC = variantOf({ runtime: { name: 'C++ compiler', version: '12.2' } });
    const [, runtime, commit, access, ...rest] = identityFacts(inC, databases, chinese);
    assert.deepEqual(
      [runtime?.value, commit?.value, access?.value, rest],
      ['C++ 编译器 12.2', chinese.framework.identity.unknownCommit, chinese.framework.identity.none, []],
    );
  });

  test('sums up latency by the best and the worst scenario at the first rate', () => {
    const at = (scenario: 'json' | 'menus', seconds: number, loadShapeId = 'oha-64-rate-1000') =>
      smallCell({ latencyP99Seconds: seconds }, { scenario, loadShape: atRate, loadShapeId });
    const said = latencySentence([at('menus', 0.02), at('json', 0.002), at('json', 9, 'other')], english);
    assert.match(said ?? '', / 2\.00 ms for “Small JSON” and within 20\.0 ms for “Menu rows”/);
    assert.match(latencySentence([at('json', 0.002)], english) ?? '', /2\.00 ms/);
    assert.equal(latencySentence([onJson], english), null);
  });

  test('leaves a latency out of the sentence where its marks take the rank away', () => {
    const at = (scenario: 'json' | 'menus', seconds: number, ...marks: Parameters<typeof markOf>[0][]) =>
      smallCell(
        { latencyP99Seconds: seconds },
        {
          scenario,
          loadShape: atRate,
          loadShapeId: 'oha-64-rate-1000',
          marks: marks.map((code) => markOf(code)),
        },
      );
    const missed = at('menus', 7, 'rate-not-reached');
    assert.doesNotMatch(latencySentence([missed, at('json', 0.002)], english) ?? '', /Menu rows/);
    assert.equal(latencySentence([missed], english), null);
    const warned = latencySentence([at('json', 0.002), at('menus', 0.02, 'unsteady')], english);
    assert.match(warned ?? '', /Menu rows/, 'a warning takes no rank away');
  });

  test('leaves such a cell out of the chart, which would draw it like a sound one', () => {
    const marked = (...marks: Parameters<typeof markOf>[0][]) =>
      latencyRowData({ ...rateOnJson, marks: marks.map(markOf) }, english);
    const drawn = { 'data-scenario': 'Small JSON', 'data-series': english.loadShape(atRate) };
    assert.deepEqual([marked(), marked('unsteady')], [drawn, drawn]);
    assert.deepEqual(marked('rate-not-reached'), {});
  });

  test('has a space after Latin letters and digits in Chinese', () => {
    const share = smallCell(
      { latencyP99Seconds: 0.002 },
      { loadShape: ofCapacity, loadShapeId: 'oha-64-half' },
    );
    assert.match(latencySentence([share], chinese) ?? '', /^处理能力的 50% 时，/);
  });
});
