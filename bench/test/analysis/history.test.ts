import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findChanges } from '../../src/analysis/changes.ts';
import { type HistoryRun, seriesOf } from '../../src/analysis/history.ts';
import { requireKnown } from '../../src/commands/comparing/history.ts';
import {
  type Comparison,
  hasBlocks,
  type Mark,
  type MetricId,
  type Run,
  type RunCanary,
  type TargetRun,
} from '../../src/model/index.ts';
import { confirmCommand, renderHistory } from '../../src/terminal/history.ts';
import { createTerminal } from '../../src/terminal/terminal.ts';
import { seededRandom } from '../../src/util/random.ts';
import { cutTo } from '../ci/support/comparison.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { cellWith, runOf, targetOf, throughputCell } from '../publish/small-results.ts';

const random = seededRandom(3);
const jitter = (): number => 1 + 0.01 * (random.next() - 0.5);
const commitOf = (index: number): string => index.toString(16).padStart(40, '0');

function canary(throughput: number): RunCanary {
  const hash = `sha256:${'0'.repeat(64)}`;
  return {
    target: 'c/epoll',
    sources: hash,
    artifact: hash,
    at: ['start', 'middle', 'end'],
    startedSeconds: [0, 100, 200],
    throughputPerSecond: [throughput, throughput * 1.001, throughput * 0.999],
    cpuPerRequestNanoseconds: [3_000, 3_010, 2_990],
    stolenRatio: [0, 0, 0],
  };
}

interface Parts {
  run?: Partial<Run>;
  target?: Partial<TargetRun>;
  marks?: Mark[];
  canary?: number;
}

function runAt(
  index: number,
  perSecond: number,
  { run, target, marks, canary: canaryRate }: Parts = {},
): HistoryRun {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
  const cell = throughputCell([perSecond * jitter(), perSecond * jitter(), perSecond * jitter()], {
    ...(marks ? { marks } : {}),
  });
  const made = runOf([targetOf('go/gin', [cell], target)], {
    id: `run-${index}`,
    startedAt,
    finishedAt: startedAt,
    commit: commitOf(index),
    ...(canaryRate === undefined ? {} : { canary: canary(canaryRate * jitter()) }),
    ...run,
  });
  return made;
}

const throughput = (runs: readonly HistoryRun[]) =>
  seriesOf(runs).filter(({ metric }) => metric === 'throughputPerSecond');

describe('series', () => {
  test('are in order of time, one point a run, with the rounds it is made of', () => {
    const [series, ...others] = throughput([runAt(2, 300), runAt(0, 100), runAt(1, 200)]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      series?.points.map(({ run }) => run),
      ['run-0', 'run-1', 'run-2'],
    );
    assert.equal(series?.points[0]?.values.length, 3);
    assert.equal(series?.points[0]?.commit, commitOf(0));
  });

  test('blocks that agree are known as well as the metric is told: latencies in buckets, others in five digits', () => {
    const cell = cellWith({ loader: 'oha', rounds: { latencyP99Seconds: [0.503, 0.503, 0.503] } });
    const cells = [throughputCell([500, 500, 500]), cell];
    const points = new Map(
      seriesOf([runOf([targetOf('go/gin', cells)], { latencies: 'on-open-connections' })]).map(
        ({ metric, points: [point] }) => [metric, point],
      ),
    );
    const width = (metric: MetricId): number => {
      const { low, high } = points.get(metric) ?? assert.fail(metric);
      return low === null || high === null ? 0 : high / low - 1;
    };
    const [throughputs, latencies] = [width('throughputPerSecond'), width('latencyP99Seconds')];
    assert.ok(throughputs > 5e-5 && throughputs < 5e-4, `${throughputs}`);
    assert.ok(latencies > 5e-3 && latencies < 5e-2, `${latencies}`);
  });

  test('another machine, variant, scenario version or length of load is another series', () => {
    const { profile } = runAt(0, 100).run;
    assert.ok(hasBlocks(profile));
    const others: Parts[] = [
      {},
      { run: { machine: 'another' } },
      { target: { variant: 'cluster' } },
      { run: { profile: { ...profile, sliceSeconds: profile.sliceSeconds + 1 } } },
    ];
    assert.equal(throughput(others.map((parts, index) => runAt(index, 100, parts))).length, 4);
    const version = runAt(5, 100);
    const [cell] = version.targets[0]?.result.cells ?? [];
    if (cell) cell.scenarioVersion = 2;
    assert.equal(throughput([runAt(0, 100), version]).length, 2);
  });

  test('replays, unfinished runs and cells that are not ranked are no part of them', () => {
    const replay = { study: '2024-gin-axum', name: '2024-gin-axum', cells: [] } as unknown as Run['replay'];
    assert.deepEqual(
      throughput([
        runAt(0, 100, { run: { finishedAt: null } }),
        runAt(1, 100, { run: { replay } as Partial<Run> }),
        runAt(2, 100, { marks: [{ code: 'errors', rounds: [0], detail: 'all' }] }),
      ]),
      [],
    );
  });
});

describe('changes', () => {
  const stepped = (parts: (index: number) => Parts = () => ({})) =>
    Array.from({ length: 24 }, (_, index) => runAt(index, index < 14 ? 1_000 : 900, parts(index)));

  test('a step lies between two runs, with their commits and the cost turned so that more is worse', () => {
    const [change, ...others] = findChanges(throughput(stepped()), []);
    assert.deepEqual(others, []);
    assert.equal(change?.last.run, 'run-13');
    assert.equal(change?.first.run, 'run-14');
    assert.ok(Math.abs((change?.cost ?? 0) - 1_000 / 900) < 0.01, String(change?.cost));
    assert.equal(change?.cause, 'unknown', 'no run has a canary');
    assert.equal(change?.confirmation, null);
    if (change) {
      assert.equal(
        confirmCommand(change),
        `npm run bench -- duet go/gin@${commitOf(13).slice(0, 12)} go/gin@${commitOf(14).slice(0, 12)} --scenario json --in-turn`,
      );
    }
  });

  test('a step that the canary shares is the machine’s, one that it does not share is the code’s', () => {
    const [shared] = findChanges(
      throughput(stepped((index) => ({ canary: index < 14 ? 50_000 : 45_500 }))),
      [],
    );
    assert.equal(shared?.cause, 'machine');
    const [own] = findChanges(throughput(stepped(() => ({ canary: 50_000 }))), []);
    assert.equal(own?.cause, 'code');
    const [other] = findChanges(
      throughput(stepped((index) => ({ canary: index < 14 ? 45_500 : 50_000 }))),
      [],
    );
    assert.equal(other?.cause, 'code', 'the canary went the other way');
    const [later] = findChanges(
      throughput(stepped((index) => ({ canary: index < 19 ? 50_000 : 45_500 }))),
      [],
    );
    assert.equal(later?.cause, 'code', 'the canary stepped five runs later');
    const twice = Array.from({ length: 40 }, (_, index) =>
      runAt(index, index < 10 ? 1_000 : 940, { canary: index < 10 ? 50_000 : index < 22 ? 47_500 : 40_000 }),
    );
    const [smaller] = findChanges(throughput(twice), []);
    assert.equal(smaller?.cause, 'machine', 'the canary stepped there too, and further elsewhere');
  });

  test('latency that rises as the canary’s throughput falls is the machine’s', () => {
    const runs = (canaryBefore: number, canaryAfter: number) =>
      Array.from({ length: 40 }, (_, index) =>
        runAt(index, index < 20 ? 1_000 : 900, { canary: index < 20 ? canaryBefore : canaryAfter }),
      );
    const latencies = (canaryBefore: number, canaryAfter: number) =>
      throughput(runs(canaryBefore, canaryAfter)).map((one) => ({
        ...one,
        metric: 'latencyP99Seconds' as const,
        points: one.points.map((point) => ({ ...point, median: 1 / point.median })),
      }));
    assert.equal(findChanges(latencies(50_000, 45_500), [])[0]?.cause, 'machine');
    assert.equal(findChanges(latencies(45_500, 50_000), [])[0]?.cause, 'code', 'the machine became faster');
  });

  test('a comparison of the commits on both sides confirms it, or says that it is not so', () => {
    const side = (revision: string) => ({
      label: 'go/gin',
      target: 'go/gin',
      variant: 'default',
      revision,
      pinned: null,
    });
    const comparison = {
      id: 'proof',
      machine: runAt(0, 1).run.machine,
      method: { looks: [{ rounds: 10, errorRate: 0.01 }], minimumEffects: { throughputPerSecond: 0.01 } },
      pairs: [{ base: side(commitOf(13)), head: side(commitOf(14)) }],
      cells: [
        {
          pair: 0,
          scenario: 'json',
          scenarioVersion: 1,
          metric: 'throughputPerSecond',
          failures: [],
          rounds: {
            round: Array.from({ length: 20 }, (_, index) => index),
            base: Array.from({ length: 20 }, () => 1_000 * jitter()),
            head: Array.from({ length: 20 }, () => 900 * jitter()),
            stolenRatio: Array.from({ length: 20 }, () => 0),
            again: Array.from({ length: 20 }, (_, index) => index >= 10),
          },
        },
      ],
    } as unknown as Comparison;
    const [confirmed] = findChanges(throughput(stepped()), [comparison]);
    assert.equal(confirmed?.confirmation?.comparison, 'proof');
    assert.equal(confirmed?.confirmation?.state, 'regressed');
    const elsewhere = { ...comparison, machine: 'another' };
    const pinned = structuredClone(comparison);
    for (const { head } of pinned.pairs) head.pinned = { package: 'go', version: '1.26.0' };
    const cutOff = structuredClone(comparison);
    cutTo(cutOff, 9);
    for (const [other, why] of [
      [elsewhere, 'another machine'],
      [pinned, 'another version of a package as well'],
      [cutOff, 'not measured to its end'],
    ] as const)
      assert.equal(findChanges(throughput(stepped()), [other])[0]?.confirmation, null, why);
    const [still] = findChanges(throughput(stepped()), [comparison, cutOff]);
    assert.equal(still?.confirmation?.state, 'regressed', 'an older one that was measured to its end');
  });

  test('no run, one run and runs that never change have none', () => {
    assert.deepEqual(findChanges([], []), []);
    assert.deepEqual(findChanges(throughput([runAt(0, 100)]), []), []);
    const flat = Array.from({ length: 40 }, (_, index) => runAt(index, 1_000));
    assert.deepEqual(findChanges(throughput(flat), []), []);
  });
});

test('where options leave no series, that is no word about runs', () => {
  const stream = { write: () => true };
  const said = renderHistory([], [], { segmentPoints: 5 }, createTerminal(stream, stream, {}));
  assert.match(said, /^No finished run has such a figure yet\.$/m);
});

test('a name that no run has is refused with those that there are', async () => {
  const series = [
    { target: 'go/gin', variant: 'raw' },
    { target: 'c/epoll', variant: 'default' },
    { target: 'c/epoll', variant: 'default' },
  ];
  assert.doesNotThrow(() => requireKnown(['go/gin', 'go/gin:raw', 'c/epoll'], series));
  const { expected } = await refusalOf(() => requireKnown(['go/gni'], series));
  assert.equal(expected, 'a target of a finished run: go/gin:raw, c/epoll');
});
