import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Flag } from '@pitwall/bench/model';
import { axisLabels, dotPath } from '../src/lib/charts/axis.ts';
import { flagsOf } from '../src/lib/page/flags.ts';
import { rowName } from '../src/lib/page/names.ts';
import { answerOf, rankedRows } from '../src/lib/ranking/answer.ts';
import {
  facetChoices,
  facetsOf,
  isComparableRow,
  rankingView,
  rowId,
  runtimeOfRow,
  searchText,
} from '../src/lib/ranking/ranking-view.ts';
import { columnClasses, rowAttributes } from '../src/lib/ranking/row-attributes.ts';
import { languages, messagesOf } from '../src/messages/index.ts';
import {
  estimateAround,
  leftOut,
  listedOf,
  markOf,
  rankedAt,
  rankedTable,
  referenceOf,
  smallRow,
  smallTable,
} from './small-tables.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const axum = smallRow('rust/axum', rankedAt(1, 100_000, 1), { language: 'Rust' });
const gin = smallRow('go/gin', rankedAt(2, 50_000, 2), { name: 'Gin', variant: 'raw' });
const epoll = smallRow('c/epoll', referenceOf(160_000, 0.6), { language: 'C', kind: 'platform' });
const broken = smallRow(
  'go/echo',
  { kind: 'unranked', estimate: estimateAround(900_000) },
  { marks: [markOf('status-mismatch')] },
);
const failed = smallRow('go/chi', { kind: 'left-out', step: 'build', reason: 'no compiler', next: 'see' });
const absent = smallRow('csharp/aspnet', leftOut('the .NET SDK is not installed'));
const silent = smallRow('go/fiber', { kind: 'missing', reason: 'too-few-samples' });
const unserved = smallRow('go/hertz', { kind: 'no-cell', runFinished: true });

describe('a ranking as its page shows it', () => {
  const view = rankingView(smallTable([axum, gin, epoll, broken, silent, unserved, failed, absent]), english);
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

  test('parts rows with a figure from those that failed and those that were never tried', () => {
    assert.deepEqual(names(view.withFigure), ['axum', 'Gin', 'epoll', 'echo']);
    assert.deepEqual(names(view.without), ['fiber', 'chi']);
    assert.deepEqual(names(view.leftOut), ['hertz', 'aspnet']);
    assert.deepEqual([view.ranked, view.blocks], [2, 5]);
    assert.equal(view.verdict, 'axum leads; Gin is 2.00× off the best. The order of 1 of 1 pair is proven.');
  });

  test('says of a table of throughput how many servers were not full, if most were not', () => {
    const bound = { marks: [markOf('loader-bound')] };
    const rows = [smallRow('go/a', rankedAt(1, 100, 1), bound), smallRow('go/b', rankedAt(2, 50, 2), bound)];
    const of = (...others: Parameters<typeof smallTable>[0]) =>
      rankingView(smallTable([...rows, ...others]), english).bound;
    assert.equal(of(smallRow('go/c', rankedAt(3, 40, 3))), 2);
    assert.equal(of(smallRow('go/c', rankedAt(3, 40, 3)), smallRow('go/d', rankedAt(4, 30, 4))), null);
    assert.equal(view.bound, null);
  });

  test('has a scale that a figure which cannot be compared does not stretch', () => {
    assert.ok(view.axis.to >= 160_000 && view.axis.to < 900_000, String(view.axis.to));
    assert.equal(view.axis.logarithmic, false);
    const onlyBroken = rankingView(smallTable([broken]), english);
    assert.ok(onlyBroken.axis.to >= 900_000, 'unless there is no other');
    const p99 = rankedTable({ 'go/gin': 0.002 }, { metric: 'latencyP99Seconds' });
    assert.equal(rankingView(p99, english).axis.logarithmic, true);
  });

  test('names access only where a row has one, in the language of the page', () => {
    assert.equal(
      view.columns.some(({ id }) => id === 'access'),
      false,
    );
    const access = { kind: 'orm', library: 'GORM 1.31' } as const;
    const orm = rankingView(smallTable([{ ...gin, access }, epoll, broken]), chinese);
    const text = (id: string, row: typeof gin) => {
      const column = orm.columns.find((one) => one.id === id);
      return column?.text?.(row, orm.shown);
    };
    assert.equal(text('access', { ...gin, access }), `${chinese.accessKinds.orm}，GORM 1.31`);
    assert.equal(text('access', epoll), chinese.none);
    assert.equal(text('rank', epoll), chinese.kinds.platform);
    assert.equal(text('rank', broken), chinese.ranking.unranked);
    assert.equal(text('rank', gin), '2');
  });

  test('of a table without any figure says that nobody could be ranked', () => {
    for (const language of languages) {
      const messages = messagesOf(language);
      const empty = rankingView(smallTable([failed]), messages);
      assert.equal(empty.verdict, messages.ranking.nobody, language);
      assert.deepEqual([empty.ranked, empty.blocks, empty.withFigure], [0, 0, []]);
      const one = rankingView(smallTable([{ ...gin, outcome: rankedAt(1, 1, 1) }]), messages);
      assert.equal(one.verdict, messages.ranking.leadsAlone('Gin raw'), language);
    }
  });
});

test('a row carries what the script sorts, filters and draws by; what it lacks has no attribute', () => {
  const { columns, shown, names } = rankingView(smallTable([axum, gin, failed]), english);
  const parts = { columns, shown, names, beside: [], runtime: null, flags: [] };
  const of = (row: typeof gin, more: Partial<Parameters<typeof rowAttributes>[1]> = {}) =>
    rowAttributes(row, { ...parts, ...more });
  const own = of(gin, { runtime: 'Go 1.25' });
  assert.deepEqual(
    [own['data-name'], own['data-median'], own['data-compared'], own['data-runtime'], own['data-comparable']],
    ['Gin raw', 50_000, 'ranked', 'Go 1.25', ''],
  );
  const flag: Flag = { kind: 'tuned', reason: 'a cache of its own', link: 'https://example.org/1' };
  assert.equal(of(gin, { flags: [flag] })['data-comparable'], undefined);
  const orm = { ...gin, access: { kind: 'orm', library: 'GORM 1.31' } } as const;
  const withAccess = of(orm, { columns: rankingView(smallTable([orm]), english).columns });
  assert.deepEqual(
    [withAccess['data-access'], withAccess['data-access-text'], own['data-access-text']],
    ['orm', 'ORM, GORM 1.31', undefined],
    'filtered by its kind, sorted by what it shows',
  );
  const without = of(failed);
  assert.equal(without['data-name'], 'chi');
  for (const name of ['data-median', 'data-low', 'data-values', 'data-compared', 'data-runtime']) {
    assert.equal(without[name], undefined, name);
  }
});

test('rank, figure and interval have classes of their own to be laid out by', () => {
  const { columns } = rankingView(smallTable([axum]), english);
  const classes = (id: string) =>
    columns.flatMap((column) => (column.id === id ? columnClasses(column).filter(Boolean) : []));
  assert.deepEqual(classes('rank'), ['rank']);
  assert.deepEqual(classes('figure'), ['figure']);
  assert.ok(classes('interval').includes('interval'));
});

test('rows compete best first, and platforms do not', () => {
  const ranked = rankedRows({ rows: [axum, epoll, broken, gin] });
  assert.deepEqual(ranked.map(rowName), ['axum', 'Gin raw']);
});

test('one start makes no verdict, in every language', () => {
  const outcome = (place: number) => {
    const ranked = rankedAt(place, 1, 1);
    return { ...ranked, estimate: { median: 1, low: null, high: null, count: 1 } } as typeof ranked;
  };
  const rows = [smallRow('go/gin', outcome(1)), smallRow('go/echo', outcome(2))];
  for (const language of languages) {
    const messages = messagesOf(language);
    assert.equal(answerOf({ rows }, messages), messages.ranking.fewBlocks, language);
  }
});

test('a row has an anchor, words to search, and a dot on a scale that has no zero', () => {
  assert.deepEqual([rowId(axum), rowId(gin)], ['rust-axum', 'go-gin-raw']);
  assert.equal(searchText(axum), 'axum default rust/axum Rust ');
  const access = { kind: 'raw', library: 'pgx 5.7' } as const;
  assert.match(searchText({ ...gin, access }), /^Gin raw go\/gin Go pgx/);
  const axis = { logarithmic: true, from: 0.001, to: 0.1 };
  assert.equal(dotPath(axis, 0.01), 'M500 9h.01');
  assert.deepEqual(axisLabels(axis, { size: 1e-3, unit: 'ms' }, 'en-GB'), ['1', '100 ms']);
  assert.deepEqual(axisLabels({ ...axis, to: 2_000 }, { size: 1, unit: '' }, 'en-GB'), ['0.001', '2,000']);
});

describe('fairness flags', () => {
  const flag = (parts: Partial<Flag>): Flag =>
    ({ kind: 'tuned', reason: 'said', link: 'https://example.org', ...parts }) as Flag;
  const index = (flags: Flag[]) =>
    ({
      targets: [listedOf('go/gin', { manifest: { flags } as never }), listedOf('go/echo')],
    }) as unknown as Parameters<typeof flagsOf>[0];
  const all = flag({});
  const raw = flag({ variants: ['raw'] });
  const menus = flag({ scenarios: ['menus'] });

  test('apply to their variants and scenarios, and to all where they name none', () => {
    const of = (variant: string, scenario?: 'json' | 'menus') =>
      flagsOf(index([all, raw, menus]), { target: 'go/gin', variant }, scenario);
    assert.deepEqual(of('raw', 'json'), [all, raw]);
    assert.deepEqual(of('gorm', 'menus'), [all, menus]);
    assert.deepEqual(of('raw'), [all, raw, menus], 'without a scenario, those of every one');
    assert.deepEqual(flagsOf(index([all]), { target: 'go/echo', variant: 'raw' }), [], 'no manifest');
    assert.deepEqual(flagsOf(index([all]), { target: 'go/gone', variant: 'raw' }), []);
  });

  test('set a row apart, as a missing rank does', () => {
    assert.equal(isComparableRow(axum, []), true);
    assert.equal(isComparableRow(axum, [all]), false);
    assert.equal(isComparableRow(epoll, []), false);
    assert.equal(isComparableRow(broken, []), false);
  });
});

describe('the filters of a ranking', () => {
  const index = {
    targets: [
      listedOf('go/gin', { runtimes: { raw: 'Go', tiny: 'TinyGo' } }),
      listedOf('rust/axum', { runtimes: { default: 'Rust' } }),
    ],
  };

  test('offer what the rows have more than one of', () => {
    const rows = [axum, gin, { ...gin, variant: 'tiny' }, epoll];
    assert.deepEqual(
      facetsOf({ rows }, index, english).map(({ facet, values }) => [
        facet,
        values.map(({ value }) => value),
      ]),
      [
        ['language', ['C', 'Go', 'Rust']],
        ['kind', ['micro', 'platform']],
        ['runtime', ['Go', 'TinyGo']],
      ],
    );
    assert.deepEqual(facetsOf({ rows: [gin] }, index, english), []);
    assert.equal(runtimeOfRow(index, gin), 'Go');
    assert.equal(runtimeOfRow(index, { ...gin, variant: 'gone' }), null);
    assert.equal(runtimeOfRow(index, epoll), null);
  });

  test('have their labels in the language of the page, each value once', () => {
    const values = {
      language: ['Go'],
      kind: ['full', 'micro', 'full'],
      database: ['postgresql', 'mysql'],
      access: [],
      runtime: [],
    };
    for (const language of languages) {
      const messages = messagesOf(language);
      const [kind, database, ...rest] = facetChoices(values, messages);
      assert.deepEqual(rest, []);
      assert.equal(kind?.title, messages.ranking.controls.kind, language);
      const labels = kind?.values.map(({ label }) => label);
      assert.deepEqual(labels, [messages.kinds.full, messages.kinds.micro].sort(), language);
      assert.deepEqual(
        database?.values.map(({ label }) => label),
        ['MySQL', 'PostgreSQL'],
      );
    }
    const [runtime] = facetChoices(
      { ...values, kind: [], database: [], runtime: ['Go', 'C compiler'] },
      chinese,
    );
    assert.deepEqual(runtime?.values, [
      { value: 'C compiler', label: 'C 编译器' },
      { value: 'Go', label: 'Go' },
    ]);
  });
});
