import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseShownRun, inShownOrder } from '../../src/analysis/shown-run.ts';
import { runOf, targetOf } from '../publish/small-results.ts';

function run(id: string, profile: string, day: number, parts: { finished?: boolean; targets?: number } = {}) {
  const targets = Array.from({ length: parts.targets ?? 4 }, (_, index) => targetOf(`go/t${index}`, []));
  const result = runOf(targets, {
    id,
    startedAt: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
    finishedAt: parts.finished === false ? null : '2026-02-01T00:00:00.000Z',
  });
  return { ...result, run: { ...result.run, profile: { ...result.run.profile, name: profile } } };
}

/** Tables with so many figures each. */
function figures(...variants: number[]): { variants: number }[] {
  return variants.map((each) => ({ variants: each }));
}

test('the newest finished run of the fullest profile is shown', () => {
  const runs = [
    run('quick-new', 'quick', 9),
    run('standard-old', 'standard', 3),
    run('standard-new', 'standard', 5),
    run('full-unfinished', 'full', 8, { finished: false }),
    run('mine', 'mine', 10),
  ];
  assert.equal(chooseShownRun(runs)?.name, 'standard-new');
  assert.equal(chooseShownRun([...runs].reverse())?.name, 'standard-new');
  assert.equal(chooseShownRun(runs.filter(({ name }) => name === 'mine'))?.name, 'mine');
  assert.equal(chooseShownRun([run('a', 'full', 1, { finished: false })]), null);
  assert.equal(chooseShownRun([]), null);
});

test('a run of one target does not hide a run of all', () => {
  const all = run('all', 'standard', 1, { targets: 8 });
  assert.equal(chooseShownRun([all, run('one', 'standard', 2, { targets: 1 })])?.name, 'all');
  assert.equal(chooseShownRun([all, run('half', 'standard', 2, { targets: 4 })])?.name, 'half');
});

test('a machine with the whole field comes before a newer one with a few targets', () => {
  const tables = figures(4, 4);
  const machines = [
    { id: 'few', shared: false, shown: run('few', 'full', 9, { targets: 3 }), tables },
    { id: 'half', shared: true, shown: run('half', 'standard', 2, { targets: 4 }), tables },
    { id: 'all', shared: true, shown: run('all', 'standard', 1, { targets: 8 }), tables },
  ];
  assert.deepEqual(
    inShownOrder(machines).map(({ id }) => id),
    ['half', 'all', 'few'],
  );
});

test('a machine with all tables comes before newer ones with fewer than three quarters of them', () => {
  const machines = [
    {
      id: 'two-thirds',
      shared: false,
      shown: run('new', 'standard', 3),
      tables: figures(4, 4, 4, 4, 4, 4, 4, 4),
    },
    {
      id: 'nine',
      shared: true,
      shown: run('nine', 'standard', 2),
      tables: figures(4, 4, 4, 4, 4, 4, 4, 4, 4),
    },
    { id: 'all', shared: true, shown: run('all', 'standard', 1), tables: figures(...Array(12).fill(4)) },
  ];
  assert.deepEqual(
    inShownOrder(machines).map(({ id }) => id),
    ['nine', 'all', 'two-thirds'],
  );
});

test('few tables of the whole field weigh as much as many of a few targets', () => {
  const machines = [
    { id: 'many', shared: true, shown: run('many', 'standard', 1), tables: figures(4, 4, 4, 4, 4, 4) },
    { id: 'whole', shared: true, shown: run('whole', 'standard', 2), tables: figures(15, 15) },
  ];
  assert.deepEqual(
    inShownOrder(machines).map(({ id }) => id),
    ['whole', 'many'],
  );
});

test('a machine that nobody shares comes first, one without a run last', () => {
  const shown = run('a', 'full', 1);
  const machines = [
    { id: 'none', shared: false, shown: null, tables: [] },
    { id: 'shared', shared: true, shown, tables: figures(4) },
    { id: 'own', shared: false, shown: run('b', 'quick', 1), tables: figures(4) },
    { id: 'own-full', shared: false, shown, tables: figures(4) },
  ];
  assert.deepEqual(
    inShownOrder(machines).map(({ id }) => id),
    ['own-full', 'own', 'shared', 'none'],
  );
});
