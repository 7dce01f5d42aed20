import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankingTables } from '../../src/analysis/ranking.ts';
import type { Estimate, RankingRow, RankingTable } from '../../src/model/index.ts';
import { fieldChart, fieldCharts } from '../../src/publish/field-chart.ts';
import { runOf, targetOf, throughputCell } from './small-results.ts';

/** A table of as many targets, the first the fastest. */
function tableOf(count: number, name = 'Framework') {
  const targets = Array.from({ length: count }, (_, place) => {
    const perSecond = 10_000 - 100 * place;
    return targetOf(`go/f${place}`, [throughputCell([perSecond, perSecond + 1, perSecond - 1])], {
      name: `${name} ${place}`,
    });
  });
  const [table] = rankingTables(runOf(targets));
  assert.ok(table);
  return table;
}

/** The table with another row, or another estimate, in one place. */
function changed(
  table: RankingTable,
  place: number,
  row: Partial<RankingRow>,
  figure: Partial<Estimate> = {},
) {
  const rows = table.rows.map((old, at) => {
    if (at !== place || old.outcome.kind !== 'ranked') return old;
    const estimate = { ...old.outcome.estimate, ...figure };
    return { ...old, outcome: { ...old.outcome, estimate }, ...row };
  });
  return { ...table, rows };
}

const own = (place: number) => ({ target: `go/f${place}`, variant: 'default' });

test('a chart has every ranked row with its figure, and says in words which one it is about', () => {
  const svg = fieldChart(tableOf(3), own(1));
  assert.match(svg, /aria-label="Small JSON: throughput, Framework 1 has rank 2 of 3"/);
  for (const text of ['Framework 0', 'Framework 1', 'Framework 2', '9,900 /s · 1.01×', '10,000 /s']) {
    assert.ok(svg.includes(text), text);
  }
  assert.equal(svg.match(/fill="#1f6fa8"/g)?.length, 1, 'one bar stands out');
});

test('a figure has no more digits than its interval supports', () => {
  const figure = { median: 6_012, low: 5_100, high: 6_900 };
  const svg = fieldChart(changed(tableOf(2), 1, {}, figure), own(0));
  assert.match(svg, />6,010 \/s · /);
});

test('namesakes have their language, in the bars as in the title', () => {
  const java = { target: 'java/vertx', name: 'Vert.x', variant: 'jvm', language: 'Java' };
  const kotlin = { ...java, target: 'kotlin/vertx', language: 'Kotlin' };
  const svg = fieldChart(changed(changed(tableOf(3), 0, java), 1, kotlin), kotlin);
  for (const text of ['>Vert.x jvm (Java)<', '>Vert.x jvm (Kotlin)<', 'throughput, Vert.x jvm (Kotlin) has'])
    assert.ok(svg.includes(text), text);
});

test('one wide interval is cut off, and leaves the bars their length', () => {
  const longest = (table: RankingTable): number => {
    const bars = [...fieldChart(table, own(0)).matchAll(/width="([\d.]+)" height="10"/g)];
    return Math.max(...bars.map(([, width]) => Number(width)));
  };
  const wide = changed(tableOf(3), 2, {}, { low: 1, high: 1e9 });
  assert.ok(longest(wide) > 0.75 * longest(tableOf(3)), `${longest(wide)}`);
  assert.equal(fieldChart(wide, own(0)).match(/V\d/g)?.length, 5, 'the end that is cut off has no cap');
});

test('of a long table it has the first rows and those around its own', () => {
  const table = tableOf(60);
  for (const place of [0, 30, 59]) {
    const svg = fieldChart(table, own(place));
    assert.equal(svg.match(/text-anchor="end"/g)?.length, 24, `${place}`);
    assert.ok(svg.includes('Framework 0<') && svg.includes(`Framework ${place}<`), `${place}`);
  }
});

test('a name that looks like markup stays text', () => {
  assert.doesNotMatch(fieldChart(tableOf(2, '<b onload="x">'), own(0)), /<b /);
});

test('every ranked target variant has one, named like its badge', () => {
  assert.deepEqual(
    fieldCharts(tableOf(2)).map(({ name }) => name),
    ['go-f0', 'go-f1'],
  );
});
