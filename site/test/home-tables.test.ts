import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RankingTable } from '@pitwall/bench/model';
import {
  costColumns,
  costsTitle,
  fieldAttributes,
  fieldFacets,
  matrixColumns,
} from '../src/lib/home/home-tables.ts';
import { type MatrixRow, matrixCellTitle, matrixOf } from '../src/lib/home/matrix.ts';
import { pageOf } from '../src/lib/page/page.ts';
import { besideColumns, besideFigure } from '../src/lib/tables/beside-columns.ts';
import { otherRuns } from '../src/lib/tables/other-runs.ts';
import { scenarioDatabase } from '../src/lib/tables/scenario-database.ts';
import { type Column, type TableData, tableOf } from '../src/lib/tables/table.ts';
import { messagesOf } from '../src/messages/index.ts';
import {
  closed,
  estimateAround,
  listedOf,
  markOf,
  ofCapacity,
  rankedAt,
  rankedTable,
  referenceOf,
  smallRow,
  smallRun,
  smallTable,
} from './small-tables.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const doubt = (marks: readonly { code: string }[]) => `?${marks.map(({ code }) => code).join()}`;
const flags = (): false => false;
const page = { ...pageOf({ pathname: '/' }), doubt, flags };
const chinesePage = { ...pageOf({ pathname: '/zh/' }), doubt, flags };

test('a scenario names its database, and what stood in for it', () => {
  const mysql = { kind: 'mysql', provider: 'path', version: '10.11.19' } as const;
  const maria = { ...mysql, product: 'MariaDB' } as const;
  assert.equal(scenarioDatabase('json', [maria], english), null);
  assert.equal(scenarioDatabase('account-get', [null], english), 'MySQL');
  assert.equal(scenarioDatabase('account-get', [mysql], english), 'MySQL');
  assert.equal(scenarioDatabase('account-get', [null, maria], english), 'MariaDB (MySQL)');
  assert.equal(scenarioDatabase('account-get', [maria], chinese), 'MariaDB（MySQL）');
  assert.equal(scenarioDatabase('menus', [maria], english), 'PostgreSQL');
});

const json = smallTable([
  smallRow('rust/axum', rankedAt(1, 120_000, 1), { language: 'Rust' }),
  smallRow('go/gin', rankedAt(2, 60_000, 2), { variant: 'raw', marks: [markOf('unsteady')] }),
  smallRow('c/epoll', referenceOf(150_000, 0.8), { language: 'C', kind: 'platform' }),
  smallRow('go/echo', { kind: 'unranked', estimate: estimateAround(50_000) }, { marks: [markOf('errors')] }),
  smallRow('go/chi', { kind: 'missing', reason: 'too-few-samples' }),
]);
const menus = smallTable(
  [
    smallRow('go/gin', rankedAt(1, 9_000, 1), {
      variant: 'raw',
      access: { kind: 'raw', library: 'pgx 5.7' },
    }),
    smallRow('rust/axum', rankedAt(2, 3_000, 3), {
      language: 'Rust',
      access: { kind: 'orm', library: 'diesel 2.3' },
    }),
  ],
  { scenario: 'menus' },
);
const matrix = matrixOf(smallRun(json, menus), 'json', english);
const shown = (columns: Column<MatrixRow>[], rows = matrix.rows): TableData => tableOf(columns, rows);
const named = (data: TableData, name: string) => {
  const at = matrix.rows.findIndex((row) => row.name === name);
  const row = data.rows[at];
  assert.ok(row, `${name} is a row`);
  return row.cells;
};

describe('the matrix of target variants and scenarios', () => {
  const data = shown(matrixColumns(matrix, page));

  test('has a column per scenario that names its database and leads to its ranking', () => {
    assert.deepEqual(data.head.slice(1), [
      {
        title: english.scenarioTitle('json'),
        class: 'number',
        link: 'ranking/json/wrk-64/throughput/',
        sort: 'json',
      },
      {
        title: english.scenarioTitle('menus'),
        class: 'number',
        link: 'ranking/menus/wrk-64/throughput/',
        sort: 'menus',
        under: 'PostgreSQL',
      },
    ]);
    const [, first] = shown(matrixColumns(matrix, chinesePage)).head;
    assert.equal(first?.title, chinese.scenarioTitle('json'));
    assert.equal(first?.link, '../zh/ranking/json/wrk-64/throughput/', 'in the language of the page');
  });

  test('has what competes first, in the order of its first scenario', () => {
    assert.deepEqual(
      matrix.rows.map(({ name }) => name),
      ['axum', 'gin', 'epoll', 'echo'],
    );
  });

  test('names each row with its variant, and a platform as one', () => {
    assert.deepEqual(named(data, 'gin')[0]?.parts, [
      { text: 'gin', link: 'frameworks/go/gin/#raw', class: 'name' },
      { span: ' raw', class: 'variant' },
      { span: ' Go', class: 'soft small language' },
    ]);
    assert.deepEqual(named(data, 'epoll')[0]?.parts.slice(1), [
      { span: ' platform', class: 'soft small language' },
    ]);
    assert.equal(
      matrix.rows.some(({ name }) => name === 'chi'),
      false,
      'without a figure there is no row',
    );
  });

  test('shows flags beside the name: all of them, or those of the one scenario', () => {
    const flagged = {
      ...page,
      flags: ({ target, variant }: { target: string; variant: string }, scenario = 'all') =>
        target === 'go/gin' && `⚑ ${variant} ${scenario}`,
    };
    const last = (columns: Column<MatrixRow>[], name: string) => named(shown(columns), name)[0]?.parts.at(-1);
    assert.equal(last(matrixColumns(matrix, flagged), 'gin'), '⚑ raw all');
    assert.equal(last(costColumns(json, [], flagged), 'gin'), '⚑ raw json');
    assert.deepEqual(
      last(matrixColumns(matrix, flagged), 'epoll'),
      last(matrixColumns(matrix, page), 'epoll'),
    );
  });

  test('shows factors with their shade, and a doubt beside them', () => {
    const [, ofJson, ofMenus] = named(data, 'gin');
    assert.deepEqual(ofJson?.parts, ['2.00', '?unsteady']);
    assert.equal(ofJson?.attributes.class, 'number shade-2');
    assert.equal(ofJson?.attributes['data-value'], 2);
    assert.deepEqual([ofMenus?.parts, ofMenus?.attributes.class], [['1.00'], 'number shade-0']);
  });

  test('crosses out what cannot be compared, and leaves blank what was not measured', () => {
    const [, ofJson, ofMenus] = named(data, 'echo');
    assert.deepEqual([ofJson?.parts, ofJson?.attributes.class], [['✕', '?errors'], 'number none']);
    assert.equal(ofJson?.attributes['data-value'], undefined);
    assert.deepEqual([ofMenus?.parts, ofMenus?.attributes.class], [[], 'number blank']);
  });

  test('sets aside a figure of a run that knew a framework as a platform', () => {
    const row = matrix.rows.find(({ name }) => name === 'epoll') as MatrixRow;
    const [platform, framework] = shown(matrixColumns(matrix, page), [row, { ...row, kind: 'micro' }]).rows;
    assert.equal(platform?.cells[1]?.attributes.class, 'number shade-0');
    assert.equal(framework?.cells[1]?.attributes.class, 'number shade-0 aside');
  });

  test('says in a title everything that a cell stands for', () => {
    const format = english.format.column('perSecond', [120_000]);
    const [axum, gin, epoll, , chi] = json.rows;
    const title = (row: typeof axum, messages = english) => row && matrixCellTitle(row, format, messages);
    assert.equal(title(axum), '120,000 /s, ± 10 %, Rank 1, Tier A: nothing is proven better');
    assert.match(title(gin) ?? '', /Tier B: .*, unsteady$/);
    assert.equal(title(epoll), '150,000 /s, ± 10 %', 'a platform has no rank');
    assert.equal(title(chi), '');
    assert.match(title(axum, chinese) ?? '', /，.*名次 1，/);
    const twice = { ...axum, marks: [markOf('unsteady'), markOf('unsteady')] } as typeof axum;
    assert.equal(title(twice)?.match(/unsteady/g)?.length, 1, 'a mark of two rounds is said once');
  });
});

describe('columns beside a ranking', () => {
  const cpu = rankedTable({ 'go/gin': 20_000 }, { metric: 'cpuPerRequestNanoseconds' });
  const p99 = rankedTable({ 'go/gin': 0.002 }, { metric: 'latencyP99Seconds' });
  const p99OfCapacity = rankedTable(
    { 'go/gin': 0.009 },
    { metric: 'latencyP99Seconds', loadShape: ofCapacity, loadShapeId: 'oha-64-capacity-50' },
  );
  const slow = { loadShape: { ...closed, connections: 256 }, loadShapeId: 'wrk-256' } as const;
  const idsOf = (tables: RankingTable[], own: Parameters<typeof besideColumns>[1]) =>
    besideColumns(tables, own, english).map(({ id, table }) => `${id} ${table.loadShapeId}`);

  test('are the other metrics of the scenario, never its own nor those of another scenario', () => {
    const all = [json, menus, p99OfCapacity, p99, cpu];
    assert.deepEqual(idsOf(all, json), ['cpu wrk-64', 'p99 oha-64-rate-1000']);
    assert.deepEqual(idsOf(all, { ...json, metric: null }), [
      'throughput wrk-64',
      'cpu wrk-64',
      'p99 oha-64-rate-1000',
    ]);
    assert.deepEqual(idsOf(all, menus), []);
  });

  test('come from the same load first, then from one that all targets share, then from any', () => {
    const own = rankedTable({ 'go/gin': 1 }, slow);
    const cpuSlow = rankedTable({ 'go/gin': 30_000 }, { metric: 'cpuPerRequestNanoseconds', ...slow });
    assert.deepEqual(idsOf([cpu, cpuSlow], own), ['cpu wrk-256']);
    assert.deepEqual(idsOf([p99OfCapacity, p99], p99OfCapacity), []);
    assert.deepEqual(idsOf([p99OfCapacity], json), ['p99 oha-64-capacity-50']);
  });

  test('name their load unless it is that of the table', () => {
    const loadsOf = (own: RankingTable, messages = english) =>
      besideColumns([cpu, p99], own, messages).map(({ load }) => load);
    assert.deepEqual(loadsOf(json), [null, '1,000 requests/s']);
    assert.deepEqual(loadsOf(json, chinese), [null, '每秒 1,000 个请求']);
    assert.deepEqual(loadsOf(p99), ['Closed loop']);
    const alike = rankedTable({ 'go/gin': 1 }, slow);
    assert.deepEqual(loadsOf(alike), ['Closed loop, 64 connections', '1,000 requests/s']);
    const heads = shown(costColumns(json, besideColumns([cpu, p99], json, english), page)).head;
    assert.deepEqual(
      heads.map(({ under }) => under),
      [undefined, undefined, undefined, '1,000 requests/s'],
    );
  });

  test('give each figure a value by which the best is the lowest', () => {
    const [throughput] = besideColumns([json], { ...json, metric: null }, english);
    assert.ok(throughput);
    const of = (target: string, variant = 'default') => besideFigure(throughput, { target, variant });
    assert.deepEqual(of('rust/axum'), {
      text: '120,000 /s',
      uncertainty: '± 10 %',
      factor: 1,
      marks: [],
      compared: true,
      value: -120_000,
    });
    const unranked = of('go/echo');
    assert.deepEqual([unranked?.factor, unranked?.compared, unranked?.value], [null, false, null]);
    assert.deepEqual([of('go/chi'), of('go/gin'), of('go/gin', 'raw')?.factor], [null, null, 2]);
    const [cost] = besideColumns([cpu], json, english);
    assert.ok(cost);
    const figure = besideFigure(cost, { target: 'go/gin', variant: 'default' });
    assert.deepEqual([figure?.text, figure?.value], ['20.0 µs', 20_000]);
  });
});

test('the runs behind the columns of a table are named once, newest first, without its own', () => {
  const part = (run: string, startedAt: string) => ({ run, startedAt });
  const [a, b, c] = [part('a', '2026-01-01'), part('b', '2026-02-01'), part('c', '2026-03-01')];
  assert.deepEqual(otherRuns(b, [a, b, c, a, c]), [c, a]);
  assert.deepEqual(otherRuns(b, [b]), []);
});

describe('the table of costs in one scenario', () => {
  const cpu = smallTable([smallRow('go/gin', rankedAt(1, 20_000, 1), { variant: 'raw' })], {
    metric: 'cpuPerRequestNanoseconds',
  });
  const beside = besideColumns([json, cpu], { ...json, metric: null }, english);
  const data = shown(costColumns(json, beside, page));

  test('says of which columns the figures fall when the best come first', () => {
    assert.deepEqual(
      data.head.map(({ sort, falls }) => [sort, falls]),
      [
        ['name', undefined],
        ['place', undefined],
        ['throughput', true],
        ['cpu', undefined],
      ],
    );
    const factors = shown(matrixColumns(matrix, page)).head;
    assert.ok(
      factors.every(({ falls }) => !falls),
      'times off the best rise',
    );
  });

  test('is named by the columns that it has', () => {
    assert.equal(costsTitle(beside, english), 'CPU');
    const p99 = rankedTable({ 'go/gin': 0.002 }, { metric: 'latencyP99Seconds' });
    const all = besideColumns([json, cpu, p99], { ...json, metric: null }, english);
    assert.deepEqual(
      [english, chinese].map((messages) => costsTitle(all, messages)),
      ['CPU, latency', 'CPU、延迟'],
    );
  });

  test('shows the tier and the rank, or why there is none', () => {
    const rank = (name: string) => named(data, name)[1];
    assert.deepEqual(rank('axum')?.parts, [
      { span: 'A', class: 'tier', title: 'Tier A: nothing is proven better' },
      '1',
    ]);
    assert.deepEqual(rank('epoll')?.parts, [{ span: 'platform', class: 'soft small' }]);
    assert.deepEqual(rank('echo')?.parts, [{ span: 'no rank', class: 'soft small' }]);
    assert.deepEqual(
      ['axum', 'gin', 'epoll', 'echo'].map((name) => rank(name)?.attributes['data-value']),
      [0, 1, 2, 3],
      'rows sort by their place in the ranking',
    );
  });

  test('shows each figure with its interval, its shade and its doubt', () => {
    const [, , throughput, cost] = named(data, 'gin');
    assert.deepEqual(throughput?.parts, ['60,000 /s', '?unsteady']);
    assert.deepEqual(throughput?.under, ['± 10 %']);
    assert.equal(throughput?.attributes.class, 'number shade-2');
    assert.deepEqual([cost?.parts, cost?.attributes.class], [['20.0 µs'], 'number shade-0']);
    assert.equal(named(data, 'echo')[2]?.attributes.class, 'number none');
    assert.equal(named(data, 'axum')[3]?.attributes.class, 'number blank');
    assert.deepEqual(
      data.head.map(({ title }) => title),
      ['Framework', 'Rank', 'Throughput', 'CPU / request'],
    );
  });

  test('has no rank for what the scenario does not have', () => {
    const ofMenus = shown(costColumns(menus, [], page));
    const [, rank] = named(ofMenus, 'epoll');
    assert.deepEqual(rank?.parts, [{ span: '–', class: 'soft small' }]);
    assert.equal(rank?.attributes['data-value'], undefined);
  });
});

describe('what the home page can be filtered by', () => {
  const index = {
    targets: [
      listedOf('rust/axum', { runtimes: { default: 'Rust' } }),
      listedOf('go/gin', { runtimes: { raw: 'Go' } }),
      listedOf('go/echo', { runtimes: { default: 'TinyGo' } }),
      listedOf('c/epoll', { kind: 'platform', runtimes: { default: 'GCC' } }),
    ],
  };

  test('is written into the attributes of each row', () => {
    const of = (name: string) => {
      const row = matrix.rows.find((one) => one.name === name);
      assert.ok(row);
      return fieldAttributes(index)(row);
    };
    assert.deepEqual(of('gin'), {
      'data-search': 'gin raw go/gin Go pgx 5.7',
      'data-broad': '',
      'data-language': 'Go',
      'data-kind': 'micro',
      'data-database': 'postgresql',
      'data-access': 'raw',
      'data-runtime': 'Go',
      class: undefined,
    });
    assert.equal(of('epoll').class, 'reference');
    assert.equal(of('epoll')['data-database'], undefined, 'no database, no attribute');
    const unlisted = fieldAttributes({ targets: [] })(matrix.rows[0] as MatrixRow);
    assert.equal(unlisted['data-runtime'], undefined);
  });

  test('is a choice only where there are two values, by their labels', () => {
    const facets = fieldFacets(matrix.rows, index, english);
    assert.deepEqual(
      facets.map(({ facet, values }) => [facet, values.map(({ label }) => label)]),
      [
        ['language', ['C', 'Go', 'Rust']],
        ['kind', ['micro', 'platform']],
        ['access', ['ORM', 'raw driver']],
        ['runtime', ['Go', 'TinyGo']],
      ],
    );
    const [, kinds] = fieldFacets(matrix.rows, index, chinese);
    assert.deepEqual(
      kinds?.values.map(({ label }) => label).sort(),
      [chinese.kinds.micro, chinese.kinds.platform].sort(),
    );
    assert.deepEqual(fieldFacets(matrix.rows.slice(0, 1), index, english), []);
    const both = matrix.rows.map((row) => ({ ...row, databases: ['postgresql', 'mongodb'] as const }));
    const databases = fieldFacets(both as unknown as MatrixRow[], index, english).find(
      ({ facet }) => facet === 'database',
    );
    assert.deepEqual(
      databases?.values.map(({ label }) => label),
      ['MongoDB', 'PostgreSQL'],
    );
  });
});
