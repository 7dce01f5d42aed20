import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { figuresOf, seriesOf } from '../../src/analysis/history.ts';
import { markChangePoints } from '../../src/analysis/trend-change-points.ts';
import type { Cell, Run, TargetRun } from '../../src/model/index.ts';
import { historyOrder, trendData, trendLine } from '../../src/publish/data/trend-data.ts';
import { Cache } from '../../src/publish/incremental/cache.ts';
import { cachedTrends } from '../../src/publish/incremental/cached-trends.ts';
import { headOf, type KnownRun } from '../../src/publish/incremental/reduced-run.ts';
import { cellWith, runOf, targetOf, throughputCell } from './small-results.ts';

const DAY = 86_400_000;

/** One run a day with one target, each with the figures given. */
function history(
  figures: number[][],
  of: (day: number) => Partial<TargetRun> = () => ({}),
  parts: Partial<Run> = {},
) {
  const read = figures.map((rounds, day) => {
    const startedAt = new Date(Date.UTC(2026, 0, 1) + day * DAY).toISOString();
    const { cells = [throughputCell(rounds)], ...rest } = of(day);
    return runOf([targetOf('go/gin', cells, rest)], { id: `run-${day}`, startedAt, ...parts });
  });
  const known = read.map((result): KnownRun => {
    const { name, folder, run } = result;
    return { name, folder, machine: run.machine, files: [], digest: name, ...headOf(result) };
  });
  const figuresIn = ({ name }: KnownRun) => {
    const found = read.find((result) => result.name === name);
    assert.ok(found);
    return figuresOf(found);
  };
  const trends = trendData('machine', historyOrder(known), figuresIn);
  return {
    read,
    trends,
    known,
    figuresOf: figuresIn,
    runs: new Map(known.map(({ run, name }) => [`machine/${name}`, run])),
  };
}

test('a series is oldest first, with its rounds, and has the version of each run', () => {
  const { trends } = history(
    [
      [10, 12],
      [20, 22],
    ],
    (day) => ({ framework: { name: 'Gin', version: `1.${day}` } }),
  );
  assert.equal(trends.length, 1);
  assert.deepEqual(
    trends[0]?.runs.map(({ run, version }) => [run, version]),
    [
      ['run-0', '1.0'],
      ['run-1', '1.1'],
    ],
  );
  const [series] = trends[0]?.series ?? [];
  assert.deepEqual(
    series?.points.map(([index, median, , , rounds]) => [index, median, rounds]),
    [
      [0, 11, [10, 12]],
      [1, 21, [20, 22]],
    ],
  );
});

test('a point has a value for each of its starts, however many: the page counts them', () => {
  const values = Array.from({ length: 14 }, (_, start) => 100 + start);
  const { trends } = history([values, values]);
  assert.deepEqual(
    trends[0]?.series[0]?.points.map(([, , , , starts]) => starts),
    [values, values],
  );
});

test('the line of a trend is the series that was measured last; one point makes none', () => {
  // A new version of the scenario begins a series, which is the newest from its second point on.
  const versions = (days: number) =>
    history(
      Array.from({ length: days }, (_, day) => [10 + day]),
      (day) => ({ cells: [{ ...throughputCell([10 + day]), scenarioVersion: day < 3 ? 1 : 2 }] }),
    ).trends[0] ?? { series: [] };
  assert.deepEqual(trendLine(versions(1)), []);
  assert.deepEqual(trendLine(versions(4)), [10, 11, 12]);
  assert.deepEqual(trendLine(versions(5)), [13, 14]);
  assert.deepEqual(trendLine(versions(40)).length, 24, 'a small picture has room for the newest only');
});

test('two versions of a scenario, and rounds of another length, are other series', () => {
  const versions = history([[10], [11], [12]], (day) => ({
    cells: [{ ...throughputCell([10 + day]), scenarioVersion: day < 2 ? 1 : 2 }],
  }));
  assert.deepEqual(
    versions.trends[0]?.series.map(({ scenarioVersion, points }) => [scenarioVersion, points.length]),
    [
      [1, 2],
      [2, 1],
    ],
  );
});

test('memory that control groups counted is no point of a series', () => {
  const cells = [throughputCell([10, 12], { rounds: { peakMemoryBytes: [1e6, 2e6] } })];
  const metricsOf = (parts: Partial<Run>) =>
    history([[10]], () => ({ cells }), parts).trends[0]?.series.map(({ metric }) => metric);
  assert.deepEqual(metricsOf({ peakMemory: 'resident' }), ['throughputPerSecond', 'peakMemoryBytes']);
  assert.deepEqual(metricsOf({}), ['throughputPerSecond']);
});

test('latencies that include opening connections are no points of a series', () => {
  const cells = [cellWith({ loader: 'oha', rounds: { requests: [10], latencyP99Seconds: [0.1] } })];
  const metricsOf = (parts: Partial<Run>) =>
    history([[10]], () => ({ cells }), parts).trends[0]?.series.map(({ metric }) => metric) ?? [];
  assert.ok(metricsOf({ latencies: 'on-open-connections' }).includes('latencyP99Seconds'));
  assert.ok(!metricsOf({}).includes('latencyP99Seconds'));
});

test('a figure of a server that had not settled is no point of a series, and alone has no document', () => {
  const trendsOf = (marks: Cell['marks']) =>
    history([[10]], () => ({ cells: [throughputCell([10], { marks })] })).trends;
  assert.equal(trendsOf([])[0]?.series.length, 1);
  assert.deepEqual(trendsOf([{ code: 'unsettled', rounds: [0], detail: 'too early' }]), []);
});

test('bench history reads the same series: of figures that can be compared, and with the same points', () => {
  const parts: Partial<Run>[] = [{}, { peakMemory: 'resident' }, { latencies: 'on-open-connections' }];
  const memory = { peakMemoryBytes: [1e6] };
  const latencies = { latencyP50Seconds: [0.01], latencyP99Seconds: [0.1] };
  const unsettled: Cell['marks'] = [{ code: 'unsettled', rounds: [0], detail: 'too early' }];
  for (const change of parts) {
    const { read, trends } = history(
      [[10], [11], [12]],
      (day) => ({
        cells: [
          throughputCell([10 + day], { rounds: memory, marks: day === 1 ? unsettled : [] }),
          cellWith({ loader: 'oha', rounds: { requests: [10], ...latencies } }),
        ],
      }),
      change,
    );
    const [data] = trends;
    assert.deepEqual(
      seriesOf(read).map(({ metric, points }) => [metric, points.map(({ run, median }) => [run, median])]),
      data?.series.map(({ metric, points }) => [
        metric,
        points.map(([index, median]) => [data.runs[index]?.run, median]),
      ]),
    );
  }
});

test('a cell that is not to be ranked is no point of a series, nor is a run that did not finish', () => {
  const marked = history([[10], [11]], (day) => ({
    cells: [throughputCell([10], day === 0 ? { marks: [{ code: 'errors', rounds: [0], detail: '' }] } : {})],
  }));
  assert.deepEqual(
    marked.trends[0]?.runs.map(({ run }) => run),
    ['run-1'],
  );
  assert.deepEqual(history([[10], [11]], undefined, { finishedAt: null }).trends, []);
});

test('a step of the level is found, marked in its series, and reported as worse whatever the metric', () => {
  const noise = (day: number): number => 1 + ((day * 7919) % 13) / 1_000;
  const figures = Array.from({ length: 40 }, (_, day) =>
    [0, 1, 2].map((round) => (day < 20 ? 1_000 : 800) * noise(day * 3 + round)),
  );
  const { trends, runs } = history(figures);
  const { changes } = markChangePoints(trends, runs, []);
  assert.equal(changes.length, 1);
  const [change] = changes;
  assert.deepEqual(
    [change?.last.run, change?.first.run, change?.cause, change?.confirmation],
    ['run-19', 'run-20', 'unknown', null],
  );
  assert.ok(change && change.cost > 1.2 && change.cost < 1.3, String(change?.cost));
  assert.deepEqual(
    trends[0]?.series[0]?.changePoints.map(({ point }) => point),
    [20],
  );
});

test('a history that has grown is gone on with: the same as one put together anew, and only new runs are read', () => {
  const { known, figuresOf, trends } = history([[10], [11], [12], [13], [14]], (day) => ({
    framework: { name: 'Gin', version: `1.${day}` },
    cells: [
      throughputCell([10 + day]),
      ...(day < 2 ? [] : [throughputCell([day + 1], { scenario: 'menus' })]),
    ],
  }));
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-trends-'));
  try {
    const read: string[] = [];
    const reading = (run: KnownRun) => {
      read.push(run.name);
      return figuresOf(run);
    };
    cachedTrends('machine', known.slice(0, 3), reading, new Cache(folder));
    assert.deepEqual(read.splice(0), ['run-0', 'run-1', 'run-2']);
    // Whatever the caller does to what it was given is not remembered.
    cachedTrends('machine', known.slice(0, 3), reading, new Cache(folder))[0]?.series[0]?.changePoints.push({
      point: 1,
      before: 1,
      after: 2,
    });
    assert.deepEqual(cachedTrends('machine', known, reading, new Cache(folder)), trends);
    assert.deepEqual(read.splice(0), ['run-3', 'run-4']);
    // A run that comes in between is no growth.
    const [first, , ...rest] = known;
    assert.ok(first);
    const without = cachedTrends('machine', [first, ...rest], reading, new Cache(folder));
    assert.equal(without[0]?.runs.length, 4);
    assert.deepEqual(read, ['run-0', 'run-2', 'run-3', 'run-4']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
