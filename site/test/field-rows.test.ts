import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RankingTable, SiteIndex, TargetData } from '@pitwall/bench/model';
import {
  initialChoices,
  MOST_WEIGHT,
  readChoices,
  timesOff,
  withoutSparse,
} from '../src/lib/choose/choose.ts';
import { chooseRows, chooseSources } from '../src/lib/choose/choose-view.ts';
import { fieldRows, fieldSentence } from '../src/lib/field/field-view.ts';
import { acrossAxes, scatterAxes, upAxes } from '../src/lib/field/scatter.ts';
import { scatterRows, scatterScenarios, scatterTables, scatterUnits } from '../src/lib/field/scatter-view.ts';
import { frameworkRows } from '../src/lib/frameworks/framework-rows.ts';
import { namesOf } from '../src/lib/page/names.ts';
import { homeTable } from '../src/lib/ranking/table-links.ts';
import { messagesOf } from '../src/messages/index.ts';
import {
  atRate,
  estimateAround,
  listedOf,
  markOf,
  ofCapacity,
  rankedAt,
  rankedTable,
  referenceOf,
  smallCell,
  smallRow,
  smallRun,
  smallTable,
  variantOf,
} from './small-tables.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];

const json = smallTable([
  smallRow('rust/axum', rankedAt(1, 100_000, 1), { language: 'Rust' }),
  smallRow('go/gin', rankedAt(2, 50_000, 2), { marks: [markOf('unsteady'), markOf('loader-bound')] }),
  smallRow('c/epoll', referenceOf(160_000, 0.625), { name: 'epoll', kind: 'platform' }),
  smallRow('go/echo', { kind: 'unranked', estimate: estimateAround(40_000) }),
]);
const p99 = smallTable(
  [
    smallRow('go/gin', rankedAt(1, 0.002, 1), { marks: [markOf('unsteady')] }),
    smallRow('go/chi', rankedAt(2, 0.004, 2)),
  ],
  { metric: 'latencyP99Seconds' },
);
const ownRate = { ...p99, loadShape: ofCapacity, loadShapeId: 'oha-64-capacity-50' } as RankingTable;
const memory = rankedTable({ 'go/gin': 12 * 2 ** 20 }, { metric: 'peakMemoryBytes' });
const menus = rankedTable({ 'go/gin': 9_000 }, { scenario: 'menus' });

/** A target on machines, each with the same variants. */
const targetOf = (
  target: string,
  variants: ReturnType<typeof variantOf>[],
  machines = ['machine'],
  parts: Partial<TargetData> = {},
): TargetData =>
  ({
    ...{ target, name: target.split('/')[1], language: 'Go', kind: 'micro' },
    appearances: machines.map((machine) => ({ machine, runs: [], variants })),
    ...parts,
  }) as unknown as TargetData;

describe('the picture of the field', () => {
  const run = smallRun(p99, ownRate, menus, json, memory);
  const targets = [targetOf('go/gin', [variantOf({ linesOfCode: 120 })])];
  const rows = scatterRows(run, 'json', targets, namesOf([]));

  test('exists for scenarios with throughput, in the order of the contract', () => {
    assert.deepEqual(scatterScenarios(run), ['json', 'menus']);
    assert.deepEqual(scatterScenarios(smallRun(p99)), []);
  });

  test('takes latency at a rate that all targets share, and the rest from a closed loop', () => {
    const tables = scatterTables(smallRun(ownRate, p99, json), 'json');
    assert.equal(tables.p99, p99);
    assert.equal(tables.throughput, json);
    assert.deepEqual(Object.keys(tables).sort(), ['p99', 'throughput']);
    const cpuAtRate = smallTable([], { metric: 'cpuPerRequestNanoseconds', loadShape: atRate });
    assert.equal(scatterTables(smallRun(cpuAtRate), 'json').cpu, undefined);
  });

  test('has the highest throughput first, those without one after it, and platforms last', () => {
    assert.deepEqual(
      rows.map(({ title, figures }) => [title, figures.throughput?.estimate.median ?? null]),
      [
        ['axum', 100_000],
        ['gin', 50_000],
        ['echo', 40_000],
        ['chi', null],
        ['epoll', 160_000],
      ],
    );
    const ofMenus = scatterRows(run, 'menus', [], namesOf([]));
    assert.deepEqual(
      ofMenus.map(({ title }) => title),
      ['gin'],
      'what has no figure in the scenario is not in its picture',
    );
  });

  test('compares a platform, but not a figure that a mark takes out', () => {
    const comparable = rows.map(({ title, figures: { throughput } }) => [title, throughput?.comparable]);
    assert.deepEqual(Object.fromEntries(comparable), {
      ...{ epoll: true, axum: true, gin: true, echo: false, chi: undefined },
    });
    const gin = rows.find(({ title }) => title === 'gin');
    assert.deepEqual(
      gin?.marks.map(({ code }) => code),
      ['unsteady', 'loader-bound'],
      'a mark of two cells is shown once',
    );
  });

  test('takes lines of code from the machine of the run', () => {
    const lines = (of: TargetData[]) =>
      scatterRows(run, 'json', of, namesOf([])).find(({ title }) => title === 'gin')?.figures.lines;
    assert.equal(lines(targets)?.estimate.median, 120);
    assert.equal(lines([targetOf('go/gin', [variantOf({ linesOfCode: 120 })], ['laptop'])]), null);
    assert.equal(lines([targetOf('go/gin', [variantOf()])]), null);
    assert.equal(lines([]), null);
  });

  test('has a unit for each axis, and each axis is offered once', () => {
    assert.deepEqual([...upAxes, ...acrossAxes].toSorted(), [...scatterAxes].toSorted());
    assert.deepEqual(
      [scatterUnits.throughput, scatterUnits.p99, scatterUnits.lines],
      ['perSecond', 'seconds', null],
    );
  });
});

describe('the list of frameworks', () => {
  const home = smallRun(json);
  const fast = (throughput: number, parts: Parameters<typeof smallCell>[1] = {}) =>
    variantOf({ cells: [smallCell({ throughputPerSecond: throughput, peakMemoryBytes: 2 ** 20 }, parts)] });
  const rowsOf = (targets: TargetData[], of: typeof home | null = home) =>
    frameworkRows(targets, { targets: [listedOf('go/gin')] }, of, english);

  test('has the fastest first, and one without a figure last', () => {
    const rows = rowsOf([
      targetOf('go/gone', []),
      targetOf('go/gin', [fast(50_000)]),
      targetOf('rust/axum', [fast(100_000)]),
    ]);
    assert.deepEqual(
      rows.map(({ data, throughput, version, runtime }) => [
        data.target,
        throughput?.median ?? null,
        version,
        runtime,
      ]),
      [
        ['rust/axum', 100_000, '1.12.0', 'Go 1.26.8'],
        ['go/gin', 50_000, '1.12.0', 'Go 1.26.8'],
        ['go/gone', null, null, null],
      ],
    );
    assert.equal(rows[2]?.variant, 'default');
    assert.deepEqual([rows[0]?.coldStart, rows[2]?.coldStart], [null, null]);
    const [started] = rowsOf([targetOf('go/gin', [variantOf({ coldStart: estimateAround(0.2) })])]);
    assert.equal(started?.coldStart?.median, 0.2);
  });

  test('shows figures of the home page’s machine only', () => {
    const [row] = rowsOf([targetOf('go/gin', [fast(50_000)], ['laptop', 'machine'])]);
    assert.equal(row?.throughput?.median, 50_000);
    const started = { ...fast(50_000), coldStart: estimateAround(0.2) };
    const [away] = rowsOf([targetOf('go/gin', [started], ['laptop'])]);
    assert.deepEqual(
      [away?.throughput, away?.memory, away?.coldStart, away?.version],
      [null, null, null, '1.12.0'],
    );
    const [nowhere] = rowsOf([targetOf('go/gin', [fast(50_000)])], null);
    assert.equal(nowhere?.throughput, null);
  });

  test('gives no throughput to what a mark takes out of the ranking, nor a figure of another scenario', () => {
    const [wrong] = rowsOf([targetOf('go/gin', [fast(50_000, { marks: [markOf('status-mismatch')] })])]);
    assert.deepEqual([wrong?.throughput, wrong?.memory?.median], [null, 2 ** 20]);
    const [doubtful] = rowsOf([targetOf('go/gin', [fast(50_000, { marks: [markOf('unsteady')] })])]);
    assert.equal(doubtful?.throughput?.median, 50_000);
    const [other] = rowsOf([targetOf('go/gin', [fast(9_000, { scenario: 'menus' })])]);
    assert.deepEqual([other?.throughput, other?.memory], [null, null]);
    const runtime = { name: 'Bun', version: null };
    assert.equal(rowsOf([targetOf('go/gin', [variantOf({ runtime })])])[0]?.runtime, 'Bun');
  });
});

describe('the line of a variant in the field', () => {
  test('is left out where it has no rank, and ends where nothing is slower', () => {
    assert.deepEqual(fieldRows([json], 'c/epoll', 'default'), [], 'a platform has no place in the field');
    assert.deepEqual(fieldRows([json], 'go/echo', 'default'), []);
    assert.deepEqual(fieldRows([json], 'go/gin', 'cluster'), []);
    const [alone] = fieldRows([rankedTable({ 'go/gin': 5 })], 'go/gin', 'default');
    assert.deepEqual([alone?.at, alone?.among, alone?.ticks], [0, 1, [0]]);
    assert.equal(fieldRows([ownRate], 'go/gin', 'default').length, 0, 'not a line of its own capacity');
    assert.equal(fieldRows([p99], 'go/chi', 'default')[0]?.at, 1_000);
  });

  test('has its interval around its place, whichever way is better', () => {
    const wide = rankedTable({ 'rust/axum': 1_000, 'go/gin': 100, 'go/echo': 10 });
    const slow = rankedTable(
      { 'rust/axum': 1, 'go/gin': 10, 'go/echo': 100 },
      { metric: 'latencyP99Seconds' },
    );
    const [higher] = fieldRows([wide], 'go/gin', 'default');
    const [lower] = fieldRows([slow], 'go/gin', 'default');
    const place = (factor: number) => Math.round((10_000 * Math.log(factor)) / Math.log(100)) / 10;
    assert.deepEqual(higher?.band, { from: place(10 / 1.1), to: place(10 / 0.9) });
    assert.deepEqual(lower?.band, { from: place(9), to: place(11) });
  });

  test('is said in one sentence for one table, and in another where it never leads', () => {
    const one = fieldRows([json], 'rust/axum', 'default');
    assert.equal(fieldSentence(one, english), 'It is 1.00× off the best, and may be first.');
    const behind = fieldRows([json, p99], 'go/chi', 'default');
    assert.equal(fieldSentence(behind, english), 'It is 2.00× off the best.');
    const two = [...fieldRows([json], 'go/gin', 'default'), ...behind];
    assert.match(fieldSentence(two, english), /these 2 tables .* in none of them/);
    const apart = two.map((row, at) => ({ ...row, factor: at === 0 ? 1 : 5 }));
    assert.match(fieldSentence(apart, english), /it is 3\.00× off the best/);
    assert.notEqual(fieldSentence(two, chinese), fieldSentence(two, english));
  });
});

describe('the choice by weights', () => {
  const seconds = (median: number) => variantOf({ coldStart: { ...estimateAround(median) } });
  const run = smallRun(json, ownRate, p99);

  test('compares cold starts and images with the best framework, not with a platform', () => {
    const targets = [
      targetOf('go/gin', [seconds(0.2)]),
      targetOf('rust/axum', [seconds(0.1)]),
      targetOf('c/epoll', [seconds(0.01)]),
    ];
    const rows = new Map(chooseRows(run, targets).map(({ key, fitness }) => [key, fitness]));
    assert.equal(rows.get('go-gin')?.single.coldStart, 2);
    assert.equal(rows.get('rust-axum')?.single.coldStart, 1);
    assert.equal(rows.get('c-epoll')?.single.coldStart, 0.1);
    assert.equal(rows.get('c-epoll')?.platform, true);
    assert.deepEqual(rows.get('go-gin')?.single.image, undefined);
    assert.deepEqual(rows.get('go-gin')?.marks, {
      throughput: { json: ['unsteady', 'loader-bound'] },
      p99: { json: ['unsteady'] },
    });
    assert.deepEqual(rows.get('go-echo')?.byScenario.throughput, {}, 'a marked figure weighs nothing');
    assert.deepEqual(rows.get('go-chi')?.byScenario.p99, { json: 2 });
  });

  test('names the runs of tables, of cold starts and of images, and those of this machine alone', () => {
    const at = (day: number) => `2026-06-${String(day).padStart(2, '0')}T02:00:00.000Z`;
    const tables = [json, { ...menus, run: 'menus', startedAt: at(2) }, { ...ownRate, run: 'own-rate' }];
    const seldom = variantOf({
      ...{ coldStart: estimateAround(0.2), coldStartedAt: at(3) },
      containerImage: { sizeBytes: 1_000, startedAt: at(4) },
    });
    const runs = [3, 4, 5].flatMap((day) =>
      ['machine', 'other'].map((machine) => ({ machine, name: `${machine}-${day}`, startedAt: at(day) })),
    ) as SiteIndex['runs'];
    assert.deepEqual(
      chooseSources(smallRun(...tables), [targetOf('go/gin', [seldom])], { runs }).map(({ run }) => run),
      [json.run, 'menus', 'machine-3', 'machine-4'],
    );
  });

  test('begins without what most targets have no figure of', () => {
    const all = chooseRows(run, [targetOf('go/gin', [seconds(0.2)])]).map(({ fitness }) => fitness);
    const weights = { throughput: 2, p99: 2, cpu: 1, memory: 1, coldStart: 3, image: 1 };
    const { weights: left } = withoutSparse({ ...initialChoices, weights }, all);
    assert.deepEqual(left, { throughput: 2, p99: 2, cpu: 0, memory: 0, coldStart: 0, image: 0 });
    const gin = all.filter(({ single }) => single.coldStart !== undefined);
    assert.equal(withoutSparse({ ...initialChoices, weights }, gin).weights.coldStart, 3);
  });

  test('takes the geometric mean over the scenarios, and none where one is missing', () => {
    const [fitness] = chooseRows(run, []);
    assert.ok(fitness);
    const own = {
      ...fitness.fitness,
      byScenario: { throughput: { json: 2, menus: 8 } },
      single: { image: 3 },
    };
    assert.equal(timesOff(own, 'throughput', ['json', 'menus'])?.toFixed(9), '4.000000000');
    assert.equal(timesOff(own, 'throughput', ['json', 'users']), null);
    assert.equal(timesOff(own, 'throughput', []), null);
    assert.deepEqual([timesOff(own, 'image', []), timesOff(own, 'coldStart', [])], [3, null]);
  });

  test('knows no weight above the most', () => {
    const weightAt = (weight: number) => readChoices(`?t=${weight}`, ['json']).weights.throughput;
    assert.deepEqual([weightAt(MOST_WEIGHT), weightAt(MOST_WEIGHT + 1)], [MOST_WEIGHT, 2]);
  });
});

test('the home page begins with small JSON in a closed loop, or what comes nearest', () => {
  assert.equal(homeTable(smallRun(menus, p99, json)), json);
  assert.equal(homeTable(smallRun(memory, menus)), memory, 'another metric of small JSON');
  assert.equal(homeTable(smallRun(menus)), menus);
  assert.equal(homeTable(smallRun()), undefined);
});
