import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, seriesOf } from '../../src/analysis/history.ts';
import { rankingTables } from '../../src/analysis/ranking.ts';
import { allOfRun, chooseShownTables, inShownOrder, runsOfTables } from '../../src/analysis/shown-run.ts';
import type { Profile, Run, ScenarioId } from '../../src/model/index.ts';
import { compareData } from '../../src/publish/data/compare-data.ts';
import { runsBefore } from '../../src/publish/data/run-diff.ts';
import { targetsData } from '../../src/publish/data/target-data.ts';
import { trendData } from '../../src/publish/data/trend-data.ts';
import { headOf, type KnownRun } from '../../src/publish/incremental/reduced-run.ts';
import type { RunResult } from '../../src/results/read-results.ts';
import { runInBlocks } from './in-blocks.ts';
import { roundsProfile, runOf, targetOf, throughputCell } from './small-results.ts';

const known = (result: RunResult): KnownRun => {
  const { name, folder, run } = result;
  return { name, folder, machine: run.machine, files: [], digest: name, ...headOf(result) };
};

/** Returns `count` target variants, each with a cell of each scenario. */
const targets = (count: number, scenarios: ScenarioId[] = ['json'], factor = 1) =>
  Array.from({ length: count }, (_, at) =>
    targetOf(
      `go/t${at}`,
      scenarios.map((scenario) =>
        throughputCell(
          [100, 80, 130].map((value) => value * (at + 1) * factor),
          { scenario },
        ),
      ),
    ),
  );

const inBlocks = (
  day: number,
  profile: string,
  count: number,
  parts: Partial<Run> & { scenarios?: ScenarioId[] } = {},
) => known(runInBlocks(day, profile, targets(count, parts.scenarios), parts));

const inRounds = (day: number, count: number) => {
  const startedAt = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  return known(runOf(targets(count), { id: `rounds-${day}`, startedAt, profile: roundsProfile }));
};

const chosen = (runs: KnownRun[]) =>
  Object.fromEntries(chooseShownTables(runs).map(({ scenario, run }) => [scenario, run.name]));

test('a scenario has its closed loops before its fixed rates, whichever is newer', () => {
  const [closed, later] = [inBlocks(1, 'field', 4), inBlocks(2, 'latency', 4)];
  const rate = 'oha-64-rate-1000';
  const atRate = { ...later, tables: later.tables.map((table) => ({ ...table, loadShapeId: rate })) };
  assert.deepEqual(
    chooseShownTables([closed, atRate]).map(({ loadShapeId }) => loadShapeId),
    [closed.tables[0]?.loadShapeId, rate],
  );
});

test('a run of no block leaves the tables of a run in rounds as they are', () => {
  const starts = inBlocks(2, 'cold-starts', 4);
  const { profile } = starts.run;
  const ofNoBlock = {
    ...starts,
    tables: [],
    run: { ...starts.run, profile: { ...profile, blocks: 0 } as Profile },
  };
  assert.deepEqual(chosen([inRounds(1, 4), ofNoBlock]), chosen([inRounds(1, 4)]));
});

test('each table is from the newest part of a standard run that has it', () => {
  const runs = [
    inBlocks(1, 'standard', 4),
    inBlocks(2, 'standard-plain', 4, { scenarios: ['plaintext', 'error'] }),
    inBlocks(3, 'standard', 4),
    inBlocks(4, 'standard-plain', 4, { scenarios: ['plaintext'] }),
  ];
  const expected = { plaintext: 'standard-plain-4', json: 'standard-3', error: 'standard-plain-2' };
  assert.deepEqual(chosen(runs), expected);
  assert.deepEqual(chosen(runs.toReversed()), expected);
  assert.deepEqual(
    runsOfTables(chooseShownTables(runs)).map(({ name }) => name),
    ['standard-plain-4', 'standard-3', 'standard-plain-2'],
  );
});

test('a run of a clock that is ahead does not stay the newest for ever', () => {
  const [now, ahead] = [inBlocks(1, 'standard', 4), inBlocks(2, 'standard', 4)];
  ahead.run = { ...ahead.run, startedAt: '2099-01-01T00:00:00.000Z' };
  assert.deepEqual(chosen([now, ahead]), { json: 'standard-1' });
});

test('runs that go on, replays, runs of few targets and other profiles do not come before a published one', () => {
  const all = inBlocks(1, 'standard', 6);
  const others = [
    inBlocks(2, 'standard', 6, { finishedAt: null }),
    inBlocks(3, 'standard', 6, { replay: { study: 'a', name: 'a', cells: [] } }),
    inBlocks(4, 'standard', 2),
    inBlocks(5, 'quick', 6),
    inBlocks(6, 'survey', 6),
  ];
  assert.deepEqual(chosen([all, ...others]), { json: 'standard-1' });
  assert.deepEqual(chosen([all, inBlocks(7, 'standard', 3)]), { json: 'standard-7' });
  assert.deepEqual(chosen(others.slice(3)), { json: 'quick-5' });
  assert.deepEqual(chosen([inBlocks(4, 'standard', 2), inBlocks(5, 'quick', 6)]), { json: 'quick-5' });
});

test('rounds make tables only where a machine has nothing in blocks', () => {
  assert.deepEqual(chosen([inRounds(1, 4), inRounds(2, 4)]), { json: 'rounds-2' });
  assert.deepEqual(chosen([inRounds(9, 9), inBlocks(1, 'quick', 2)]), { json: 'quick-1' });
  const going = inBlocks(1, 'standard', 2, { finishedAt: null });
  assert.deepEqual(chosen([inRounds(9, 9), going]), { json: 'rounds-9' });
  assert.deepEqual(chosen([]), {});
});

test('a machine measured in blocks comes before one measured in rounds', () => {
  const machines = [
    { id: 'rounds', shared: true, shown: inRounds(9, 4), tables: [{ variants: 4 }] },
    { id: 'blocks', shared: true, shown: inBlocks(1, 'standard', 4), tables: [{ variants: 4 }] },
  ];
  assert.deepEqual(
    inShownOrder(machines).map(({ id }) => id),
    ['blocks', 'rounds'],
  );
});

test('figure, interval, factor and the ratio of a pair are of the same levelled figures', () => {
  const result = runInBlocks(1, 'standard', targets(3));
  const [table] = rankingTables(result).filter(({ metric }) => metric === 'throughputPerSecond');
  const estimates = table?.rows.map(({ outcome }) => ('estimate' in outcome ? outcome.estimate : null));
  assert.deepEqual(
    estimates?.map((estimate) => estimate?.median),
    // In the middle of three blocks of which one was faster.
    [303.95, 202.63, 101.32],
  );
  // Three blocks that agree know their figure to within its rounding.
  for (const estimate of estimates ?? []) {
    const { median, low, high } = estimate as { median: number; low: number; high: number };
    assert.ok(low < median && median < high && high / low < 1.02, `${low} to ${high}`);
  }
  assert.deepEqual(
    [table?.blocks, table?.profile, table?.run],
    [3, 'standard', 'standard-1'],
    'where it is from',
  );
  assert.deepEqual(
    table?.rows.map(({ outcome }) => (outcome.kind === 'ranked' ? outcome.factor : null)),
    // Of the medians as they are shown, with five digits.
    [1, 1.5, 2.9999],
  );
  const [first] = compareData([{ result, isShown: () => true }]);
  const row = first?.rows.findIndex(({ metric }) => metric === 'throughputPerSecond') ?? -1;
  assert.equal(first?.rows[row]?.estimate?.median, 101.32);
  const [times, low, high] = first?.others[1]?.times[row] ?? [];
  assert.equal(times, 3);
  assert.ok(
    Number(low) > 2.9 && Number(low) < 3 && Number(high) > 3 && Number(high) < 3.1,
    `${low} to ${high}`,
  );
  const glance = headOf(result).glance?.rows.map((row) => row.estimates[0] ?? null);
  assert.deepEqual(glance, estimates?.toReversed(), 'with the intervals of the table');
  const rounds = runOf(targets(3), { id: 'rounds', profile: roundsProfile });
  const [raw] = rankingTables(rounds).filter(({ metric }) => metric === 'throughputPerSecond');
  const best = raw?.rows[0]?.outcome;
  assert.ok(raw?.blocks === null && best && 'estimate' in best && best.estimate.low !== best.estimate.median);
});

test('a comparison has the rows of every part, each with its run', () => {
  const json = runInBlocks(3, 'standard', targets(2));
  const plain = runInBlocks(2, 'standard-plain', targets(3, ['plaintext', 'json']), {
    scenarios: ['plaintext', 'json'],
  });
  const parts = [
    { result: json, isShown: (scenario: string) => scenario === 'json' },
    { result: plain, isShown: (scenario: string) => scenario === 'plaintext' },
  ];
  const documents = compareData(parts);
  assert.equal(documents.length, 3);
  const rows = documents[0]?.rows.filter(({ metric }) => metric === 'throughputPerSecond');
  assert.deepEqual(
    rows?.map(({ scenario, run }) => [scenario, run]),
    [
      ['plaintext', 'standard-plain-2'],
      ['json', 'standard-3'],
    ],
  );
  const [third] = documents.filter(({ target }) => target === 'go/t2');
  assert.deepEqual(
    third?.rows
      .filter(({ metric }) => metric === 'throughputPerSecond')
      .map(({ estimate }) => estimate === null),
    [false, true],
    'what only one part has measured',
  );
});

test('the page of a framework has the cells of every part, each with its run', () => {
  const results = [
    runInBlocks(3, 'standard-plain', targets(1, ['plaintext', 'json']), { scenarios: ['plaintext', 'json'] }),
    runInBlocks(2, 'standard', targets(1)),
    runInBlocks(4, 'standard', targets(1)),
  ];
  const runs = results.map(known);
  const whole = (run: KnownRun) => {
    const result = results[runs.indexOf(run)] as RunResult;
    return { result, tables: rankingTables(result), curves: [] };
  };
  const tables = chooseShownTables(runs);
  const [data] = targetsData([{ tables, runs: runsOfTables(tables) }], runs, whole);
  const [appearance] = data?.appearances ?? [];
  assert.deepEqual(
    appearance?.runs.map(({ run, blocks }) => [run, blocks]),
    [
      ['standard-4', 3],
      ['standard-plain-3', 3],
    ],
  );
  assert.deepEqual(
    appearance?.variants[0]?.cells.map(({ scenario, run }) => [scenario, run]),
    [
      ['plaintext', 'standard-plain-3'],
      ['json', 'standard-4'],
    ],
  );
  assert.equal(allOfRun(runs[0] as KnownRun).tables.length, 2);
});

test('a run in containers is in no series with one of processes', () => {
  const results = [runInBlocks(2, 'quick', targets(1)), runInBlocks(3, 'quick', targets(1))];
  const [first] = results;
  if (first) first.run.launcher = first.run.launcher === 'process' ? 'compose' : 'process';
  const runs = results.map(known);
  const [data] = trendData('machine', runs, (run) => figuresOf(results[runs.indexOf(run)] as RunResult));
  assert.ok(data && data.series.length > 0);
  assert.ok(data.series.every(({ points }) => points.length === 1));
  const told = seriesOf(results);
  assert.ok(told.length > 0 && told.every(({ points }) => points.length === 1));
});

test('a run in blocks and one of rounds are in no series together, nor held against each other', () => {
  const results = [
    runInBlocks(2, 'quick', targets(1)),
    runInBlocks(3, 'quick', targets(1)),
    runOf(targets(1), { id: 'rounds-1', profile: roundsProfile }),
  ];
  const runs = results.map(known);
  const figures = (run: KnownRun) => figuresOf(results[runs.indexOf(run)] as RunResult);
  const [data] = trendData('machine', runs, figures);
  const throughput = data?.series.filter(({ metric }) => metric === 'throughputPerSecond');
  assert.deepEqual(
    throughput?.map(({ inBlocks: own, points }) => [own, points.length]),
    [
      [true, 2],
      [false, 1],
    ],
  );
  const before = runsBefore(runs);
  assert.equal(before.get(runs[0] as KnownRun), undefined);
  assert.equal(before.get(runs[1] as KnownRun)?.name, 'quick-2');
  const part = known(runInBlocks(4, 'quick', targets(1, ['menus'])));
  const other = {
    ...part,
    run: { ...part.run, profile: { ...part.run.profile, scenarios: ['menus' as const] } },
  };
  assert.equal(runsBefore([...runs, other]).get(other), undefined, 'they have no figure in common');
});

test('a run in containers is held against one in containers', () => {
  const runs = [2, 3, 4, 5].map((day) => known(runInBlocks(day, 'quick', targets(1))));
  const inContainers = (run: KnownRun): KnownRun => ({ ...run, run: { ...run.run, launcher: 'compose' } });
  const [first, second, third, fourth] = runs as [KnownRun, KnownRun, KnownRun, KnownRun];
  const [begun, newest] = [inContainers(second), inContainers(fourth)];
  const before = runsBefore([first, begun, third, newest]);
  assert.equal(before.get(begun), undefined);
  assert.equal(before.get(third), first);
  assert.equal(before.get(newest), begun);
});
