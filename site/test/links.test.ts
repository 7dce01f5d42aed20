import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetricId, RankingTable, ShownRunData } from '@pitwall/bench/model';
import { linker } from '../src/lib/page/links.ts';
import { alternatives, nearestTable, rankingAddress } from '../src/lib/ranking/table-links.ts';

test('links are relative to the page that they are on', () => {
  const deep = linker('/ranking/json/wrk-64/throughput/');
  assert.equal(deep('/'), '../../../../');
  assert.equal(deep('/frameworks/go/gin/#default'), '../../../../frameworks/go/gin/#default');
  assert.equal(linker('/')('/'), './');
  assert.equal(linker('/')('/data/'), 'data/');
});

test('a page has a language, but a file and a folder of files have none', () => {
  const chinese = linker('/zh/compare/');
  assert.equal(chinese('/data/'), '../../zh/data/');
  assert.equal(chinese('/data/compare/m/go-gin.json'), '../../data/compare/m/go-gin.json');
  assert.equal(chinese('/data/compare/m/'), '../../data/compare/m/');
});

test('the page for unknown addresses knows where the site is mounted', () => {
  assert.equal(linker('/404/', '/pitwall/')('/data/'), '/pitwall/data/');
});

test('links of a site that opens from a folder name its files', () => {
  const link = linker('/runs/', '.');
  assert.equal(link('/'), '../index.html');
  assert.equal(link('/frameworks/go/gin/#default'), '../frameworks/go/gin/index.html#default');
  assert.equal(link('/data/machines/a.json'), '../data/machines/a.json');
});

test('the home machine has short addresses', () => {
  const choice = { scenario: 'json' as const, loadShapeId: 'wrk-64', metric: 'throughputPerSecond' as const };
  const runs = ['home', 'm'].map((id) => ({ machine: { id } }) as ShownRunData);
  assert.equal(rankingAddress({ ...choice, machine: 'home' }, runs), '/ranking/json/wrk-64/throughput/');
  assert.equal(
    rankingAddress({ ...choice, machine: 'm' }, runs),
    '/machines/m/ranking/json/wrk-64/throughput/',
  );
});

const table = (scenario: string, loadShapeId: string, metric: MetricId) =>
  ({ scenario, loadShapeId, metric }) as RankingTable;
const tables = [
  table('json', 'wrk-64', 'throughputPerSecond'),
  table('json', 'wrk-64', 'peakMemoryBytes'),
  table('json', 'oha-64-rate-1000', 'latencyP50Seconds'),
  table('json', 'oha-64-rate-1000', 'latencyP99Seconds'),
  table('menus', 'wrk-64', 'throughputPerSecond'),
];

test('a change of scenario keeps load shape and metric if possible', () => {
  const to = (current: RankingTable | undefined) => {
    assert.ok(current);
    return alternatives(tables, current, 'scenario').map(({ table: { scenario, loadShapeId, metric } }) =>
      [scenario, loadShapeId, metric].join(' '),
    );
  };
  assert.deepEqual(to(tables[0]), ['json wrk-64 throughputPerSecond', 'menus wrk-64 throughputPerSecond']);
  assert.deepEqual(to(tables[3]), [
    'json oha-64-rate-1000 latencyP99Seconds',
    'menus wrk-64 throughputPerSecond',
  ]);
});

test('a change of loader selects the metric that the loader measures best', () => {
  const found = nearestTable(tables, {
    scenario: 'json',
    loadShapeId: 'oha-64-rate-1000',
    metric: 'throughputPerSecond',
  });
  assert.equal(found?.metric, 'latencyP99Seconds');
});
