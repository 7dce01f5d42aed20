import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOfRun } from '../../src/analysis/shown-run.ts';
import type { Run } from '../../src/model/index.ts';
import { type ReadRun, targetsData } from '../../src/publish/data/target-data.ts';
import { headOf, type KnownRun } from '../../src/publish/incremental/reduced-run.ts';
import { runOf, targetOf } from './small-results.ts';

const digest = `sha256:${'0'.repeat(64)}`;

/** Heads of the runs, and the runs themselves where they are asked for whole. */
function dataOf(shown: ReadRun[], all: ReadRun[]) {
  const known = new Map(
    all.map((read): [ReadRun, KnownRun] => {
      const { name, folder, run } = read.result;
      return [read, { name, folder, machine: run.machine, files: [], digest: name, ...headOf(read.result) }];
    }),
  );
  const whole = (head: KnownRun): ReadRun => [...known].find(([, one]) => one === head)?.[0] as ReadRun;
  return targetsData(
    shown.map((read) => allOfRun(known.get(read) as KnownRun)),
    [...known.values()],
    whole,
  );
}

function run(
  startedAt: string,
  kind: 'files' | 'image',
  sizeBytes: number,
  machine = 'machine',
  modified = false,
) {
  const target = targetOf('go/gin', [], { artifact: { kind, digest, sizeBytes } });
  return { result: runOf([target], { id: startedAt, startedAt, machine, modified }), tables: [], curves: [] };
}

test('the size of an image is the newest one of the same machine, whichever run is shown', () => {
  const shown = run('2026-01-05T00:00:00.000Z', 'files', 9_000);
  const others = [
    run('2026-01-02T00:00:00.000Z', 'image', 200),
    run('2026-01-04T00:00:00.000Z', 'image', 400),
    run('2026-01-03T00:00:00.000Z', 'image', 300),
    run('2026-01-06T00:00:00.000Z', 'image', 600, 'another'),
  ];
  const imageAmong = (runs: ReturnType<typeof run>[]) =>
    dataOf([shown], runs)[0]?.appearances[0]?.variants[0]?.containerImage;
  assert.deepEqual(imageAmong([shown, ...others]), {
    sizeBytes: 400,
    startedAt: '2026-01-04T00:00:00.000Z',
  });
  assert.equal(imageAmong([shown]), null);
  const changed = run('2026-01-05T12:00:00.000Z', 'image', 900, 'machine', true);
  assert.equal(imageAmong([shown, changed]), null, 'an image of changes that were not committed');
});

test('the time of a build is the newest one of the same machine, with the run that took it', () => {
  const timed = (startedAt: string, cleanBuildSeconds: number[] | null) => {
    const target = targetOf('go/gin', [], { cleanBuildSeconds });
    return { result: runOf([target], { id: startedAt, startedAt }), tables: [], curves: [] };
  };
  const shown = run('2026-01-05T00:00:00.000Z', 'files', 9_000);
  const others = [
    timed('2026-01-02T00:00:00.000Z', [9]),
    timed('2026-01-03T00:00:00.000Z', [12, 10, 11]),
    timed('2026-01-04T00:00:00.000Z', null),
  ];
  const build = dataOf([shown], [shown, ...others])[0]?.appearances[0]?.variants[0]?.cleanBuild;
  assert.deepEqual([build?.seconds.median, build?.seconds.count], [11, 3]);
  assert.equal(build?.startedAt, '2026-01-03T00:00:00.000Z');
});

test('builds and starts that take the same time are known to five digits', () => {
  const times = { cleanBuildSeconds: [12.345, 12.345, 12.345], coldStartSeconds: Array(10).fill(0.12345) };
  const startedAt = '2026-01-03T00:00:00.000Z';
  const one = {
    result: runOf([targetOf('go/gin', [], times)], { startedAt }),
    tables: [],
    curves: [],
  };
  const variant = dataOf([one], [one])[0]?.appearances[0]?.variants[0];
  const ends = ({ low, high }: { low: number | null; high: number | null }) => [low, high];
  assert.deepEqual(ends(variant?.cleanBuild?.seconds ?? assert.fail()), [12.344, 12.346]);
  assert.deepEqual(ends(variant?.coldStart ?? assert.fail()), [0.12344, 0.12346]);
});

test('a target that the shown run lacks is there from the newest finished run that has it', () => {
  const of = (day: number, names: string[], parts: Partial<Run> = {}) => {
    const startedAt = `2026-01-0${day}T00:00:00.000Z`;
    const targets = names.map((name) => targetOf(name, []));
    return { result: runOf(targets, { id: startedAt, startedAt, ...parts }), tables: [], curves: [] };
  };
  const shown = of(2, ['go/gin']);
  const all = [
    shown,
    of(3, ['go/elton', 'go/gin']),
    of(4, ['go/elton']),
    of(5, ['go/elton'], { finishedAt: null }),
    of(6, ['go/elton'], { replay: { study: 'a', name: 'a', cells: [] } }),
  ];
  const seen = dataOf([shown], all).map(({ target, appearances }) => [
    target,
    appearances.map(({ run }) => run),
  ]);
  assert.deepEqual(seen, [
    ['go/elton', ['2026-01-04T00:00:00.000Z']],
    ['go/gin', ['2026-01-02T00:00:00.000Z']],
  ]);
});

test('a target that is measured on another machine than before says since when', () => {
  const of = (day: number, machine: string, parts: Partial<Run> = {}) => {
    const startedAt = `2026-01-0${day}T00:00:00.000Z`;
    return {
      result: runOf([targetOf('go/gin', [])], { id: startedAt, startedAt, machine, ...parts }),
      tables: [],
      curves: [],
    };
  };
  const moveAmong = (...all: ReadRun[]) => dataOf([], all)[0]?.lastMove;
  const stayed = [of(1, 'old'), of(2, 'old')];
  assert.equal(moveAmong(...stayed), null);
  const moved = [...stayed, of(3, 'new'), of(4, 'new')];
  assert.deepEqual(moveAmong(...moved), { from: 'old', to: 'new', since: '2026-01-03T00:00:00.000Z' });
  assert.deepEqual(moveAmong(...moved.toReversed(), of(5, 'newest')), {
    from: 'new',
    to: 'newest',
    since: '2026-01-05T00:00:00.000Z',
  });
  assert.equal(moveAmong(...stayed, of(3, 'new', { finishedAt: null })), null, 'a run that did not finish');
  const first = dataOf(stayed.slice(0, 1), moved)[0];
  assert.deepEqual(
    [first?.appearances[0]?.machine, first?.lastMove],
    ['old', null],
    'what is shown first stayed',
  );
});
