import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankingTables } from '../../src/analysis/ranking.ts';
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

const own = (place: number) => ({ target: `go/f${place}`, variant: 'default' });

test('a chart has every ranked row with its figure, and says in words which one it is about', () => {
  const svg = fieldChart(tableOf(3), own(1));
  assert.match(svg, /aria-label="Small JSON: throughput, Framework 1 has rank 2 of 3"/);
  for (const text of ['Framework 0', 'Framework 1', 'Framework 2', '9,900 /s · 1.01×', '10,000 /s']) {
    assert.ok(svg.includes(text), text);
  }
  assert.equal(svg.match(/fill="#1f6fa8"/g)?.length, 1, 'one bar stands out');
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
