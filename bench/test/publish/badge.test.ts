import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankingTables } from '../../src/analysis/ranking.ts';
import { badge, badges } from '../../src/publish/badge.ts';
import { runOf, targetOf, throughputCell } from './small-results.ts';

const tables = rankingTables(
  runOf([
    targetOf('go/gin', [throughputCell([100, 101, 102])]),
    targetOf('rust/axum', [throughputCell([200, 201, 202])], { variant: 'raw' }),
    targetOf('c/epoll', [
      throughputCell([150, 150, 150], { marks: [{ code: 'errors', rounds: [0], detail: '' }] }),
    ]),
  ]),
);
const table = tables[0];
assert.ok(table);

test('a badge gives the rank as an interval, in words too', () => {
  assert.match(badge({ best: 3, worst: 6 }, 20, table), /aria-label="Pitwall Small JSON: rank 3–6 of 20"/);
  assert.match(badge({ best: 1, worst: 1 }, 2, table), />rank 1 of 2</);
});

test('a target without a rank has none, and a variant is part of the name', () => {
  assert.deepEqual(
    badges(table)
      .map(({ name }) => name)
      .sort(),
    ['go-gin', 'rust-axum.raw'],
  );
});

test('a database with a name like markup stays text', () => {
  const database = {
    kind: 'postgresql' as const,
    provider: 'path' as const,
    product: '<b onload="x">',
    version: '1',
  };
  assert.doesNotMatch(badge({ best: 1, worst: 1 }, 1, { ...table, database }), /<b /);
});

test('a doubt about the figure goes with the rank', () => {
  const rank = { best: 1, worst: 2 };
  assert.match(badge(rank, 3, table, ['loader-bound']), />rank 1–2 of 3, loader bound</);
  assert.match(badge(rank, 3, table, ['disturbed', 'unsteady']), />rank 1–2 of 3, disturbed \+1</);
});
