import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  comparisonSchema,
  identifier,
  instant,
  label,
  loadShapeId,
  loadShapeSchema,
  metricFigure,
  prose,
  publishedStudySchema,
  seconds,
  targetId,
} from '../../src/model/index.ts';
import { targetFileName } from '../../src/results/run-store.ts';
import { comparisonOf } from '../ci/support/comparison.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success;

test('a label is one line that hides nothing; prose may have several', () => {
  for (const text of ['Gin', '框架', 'a–b', 'π', 'e\u0301'])
    assert.ok(accepts(label, text) && accepts(prose, text));
  for (const text of [
    '\u0000',
    '\u202e',
    '\u200f',
    '\u061c',
    '\u200b',
    '\ufeff',
    '\ufffe',
    '\uffff',
    '\ud800',
    '\udc00',
  ]) {
    assert.ok(!accepts(label, `a${text}`), JSON.stringify(text));
    assert.ok(!accepts(prose, `a${text}`), JSON.stringify(text));
  }
  assert.ok(!accepts(label, 'a\nb') && accepts(prose, 'a\n\tb'));
  assert.ok(!accepts(label, 'a\u2028b') && !accepts(prose, 'a\u2028b'));
});

test('an identifier and the name of a target are bounded, so that a file can have them', () => {
  assert.ok(!accepts(identifier, 'a'.repeat(500_000)));
  for (const text of ['', '-', 'a-', 'a--b', '__proto__', 'A', 'gіn', '..', 'a/b'])
    assert.ok(!accepts(identifier, text));
  for (const text of [
    '--/--',
    'go/-rf',
    'go/a b',
    'go/gіn',
    'go/__proto__',
    'go/..',
    '../..',
    'go',
    'go/a/b',
  ])
    assert.ok(!accepts(targetId, text), text);
  const longest = { target: `${'a'.repeat(40)}/${'b'.repeat(40)}`, variant: 'c'.repeat(128) };
  assert.ok(accepts(targetId, longest.target) && accepts(identifier, longest.variant));
  assert.ok(!accepts(targetId, `a${longest.target}`) && !accepts(identifier, `c${longest.variant}`));
  // A temporary file beside it has a few characters more.
  assert.ok(targetFileName(longest.target, longest.variant).length < 235);
});

test('a quantity is 0 or of a size that can be computed with', () => {
  for (const value of [0, 1e-9, 1, 1e9]) assert.ok(accepts(seconds, value), String(value));
  for (const value of [-1, 1e-320, 1e308, Number.NaN, Number.POSITIVE_INFINITY])
    assert.ok(!accepts(seconds, value), String(value));
  for (const value of [0, -1, 1e-320, 1e-10, 1e14, 1e308])
    assert.ok(!accepts(metricFigure, value), String(value));
});

test('an instant is one that a calendar has', () => {
  assert.ok(accepts(instant, '2026-02-28T23:59:59.123Z'));
  for (const text of ['2026-02-31T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:00:60Z', '2026-01-01'])
    assert.ok(!accepts(instant, text), text);
});

test('the id of every load shape is an identifier', () => {
  const shape = { loader: 'oha', connections: 8, rate: { perSecond: 1_000 } };
  assert.ok(accepts(identifier, loadShapeId(loadShapeSchema.parse(shape))));
  assert.ok(
    !accepts(loadShapeSchema, { ...shape, rate: { perSecond: 0.5 } }),
    'a dot is no part of an address',
  );
  assert.ok(!accepts(loadShapeSchema, { ...shape, loader: 'o'.repeat(200) }));
});

describe('a comparison', () => {
  const right = comparisonOf(1);
  const [cell] = right.cells;
  assert.ok(cell);
  const withRounds = (change: Partial<typeof cell.rounds>) => ({
    ...right,
    cells: [{ ...cell, rounds: { ...cell.rounds, ...change } }],
  });
  const method = (change: object) => ({ ...right, method: { ...right.method, ...change } });
  const wrong: [string, unknown][] = [
    ['a cell of a pair that it does not have', { ...right, cells: [{ ...cell, pair: 99 }] }],
    ['figures whose ratio no number holds', withRounds({ base: cell.rounds.base.map(() => 1e-308) })],
    ['figures that are too large', withRounds({ head: cell.rounds.head.map(() => 1e308) })],
    ['a hundred thousand looks', method({ looks: Array(100_000).fill({ rounds: 10, errorRate: 0.01 }) })],
    ['a look at a milliard pairs', method({ looks: [{ rounds: 1e9, errorRate: 0.01 }] })],
    ['an error rate that has no quantile', method({ looks: [{ rounds: 10, errorRate: 1e-320 }] })],
    ['a machine that no file can be named after', { ...right, machine: 'm'.repeat(500_000) }],
    [
      'a target of no letters',
      { ...right, pairs: right.pairs.map((one) => ({ ...one, head: { ...one.head, target: '--/--' } })) },
    ],
    ['too many cells', { ...right, cells: Array(6_000).fill(cell) }],
  ];
  test('that is right', () => assert.ok(accepts(comparisonSchema, right)));
  for (const [name, document] of wrong)
    test(`with ${name}`, () => assert.ok(!accepts(comparisonSchema, document)));
});

test('a study has no system that only the prototype of an object has', () => {
  const study = {
    title: 'A study',
    date: '2024',
    source: null,
    machine: 'a machine',
    loader: 'wrk',
    loop: 'closed',
    rounds: 1,
    reduced: 'single',
    database: null,
    systems: { gin: 'Gin' },
    rows: [{ system: 'gin', scenario: 'json', connections: 1, throughputPerSecond: 1 }],
    notes: [],
  };
  assert.ok(accepts(publishedStudySchema, study));
  const [row] = study.rows;
  assert.ok(!accepts(publishedStudySchema, { ...study, rows: [{ ...row, system: 'constructor' }] }));
  assert.ok(!accepts(publishedStudySchema, { ...study, rows: [{ ...row, throughputPerSecond: 0 }] }));
});
