import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { measuredOf } from '../../../src/analysis/unmeasured.ts';
import { judgedPairs, verdictOf } from '../../../src/analysis/verdict.ts';
import { splitProcessors } from '../../../src/machine/processor-split.ts';
import { requireOwnRequests } from '../../../src/measure/duet/measure-load.ts';
import { carryOutComparison } from '../../../src/measure/duet/measure-pairs.ts';
import { describeSide, prepareSide } from '../../../src/measure/duet/prepare-side.ts';
import { SideError } from '../../../src/measure/duet/side-error.ts';
import { resolveSide } from '../../../src/measure/duet/side-spec.ts';
import {
  type ComparedCell,
  type Comparison,
  type ComparisonWarmup,
  comparisonSchema,
  MINIMUM_EFFECTS,
  type ScenarioId,
} from '../../../src/model/index.ts';
import { benchOf, machine, skipWithoutWrk, type WatchedBench } from '../support/bench.ts';
import { makeRepository } from '../support/repository.ts';

const WARMUP = { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 1 };

/** A comparison of three pairs, each from fresh starts of tiny servers under wrk. */
describe('a duet of small servers', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  let bench: WatchedBench;
  /** Servers that the last comparison started. */
  let starts = 0;

  before(() => {
    for (const behaviour of ['right', 'burns', 'fails', 'exits', 'asked-by-others'])
      made.addTarget(behaviour, behaviour);
    // Machine code is warm after two seconds.
    made.addTarget('ahead', 'right', { language: 'C' });
    made.addTarget('ahead-exits', 'exits', { language: 'C' });
    bench = benchOf(made, { processors: splitProcessors() });
  });
  after(() => made.remove());

  async function compare(
    head: string,
    change: Partial<ComparedCell> = {},
    deadline = Number.POSITIVE_INFINITY,
    plan: { base?: string; scenarios?: readonly ScenarioId[]; warmup?: ComparisonWarmup } = {},
  ): Promise<Comparison> {
    const { base = 'right', scenarios = ['json'], warmup = WARMUP } = plan;
    const specs = {
      base: await resolveSide(bench.repository, `javascript/${base}`, bench.signal),
      head: await resolveSide(bench.repository, `javascript/${head}`, bench.signal),
    };
    const sides = { base: await prepareSide(bench, specs.base), head: await prepareSide(bench, specs.head) };
    const comparison: Comparison = {
      schemaVersion: 1,
      id: 'test',
      machine: machine.id,
      startedAt: new Date().toISOString(),
      finishedAt: null,
      commit: null,
      modified: true,
      launcher: 'process',
      seed: 1,
      processors: { server: [0], database: [0], loader: [0], pinned: false },
      tools: [],
      databases: [],
      method: {
        looks: [{ rounds: 3, errorRate: 0.05 }],
        minimumEffects: MINIMUM_EFFECTS,
        measureSeconds: 1,
        warmup,
      },
      pairs: [{ base: describeSide(sides.base), head: describeSide(sides.head) }],
      cells: scenarios.map((scenario) => ({
        pair: 0,
        scenario,
        scenarioVersion: 1,
        loadShape: { loader: 'wrk', connections: 4, connection: 'keep-alive' },
        metric: 'cpuPerRequestNanoseconds',
        mode: 'together',
        rounds: {
          ...{ round: [], startedSeconds: [], first: [], base: [], head: [] },
          ...{ baseRequests: [], headRequests: [], stolenRatio: [], again: [] },
        },
        failures: [],
        ...change,
      })),
    };
    const { launcher } = bench;
    starts = 0;
    const counting: typeof launcher.start = (...request) => {
      starts++;
      return launcher.start(...request);
    };
    const counted = { ...bench, launcher: Object.create(launcher, { start: { value: counting } }) };
    for (const side of [sides.base, sides.head]) side.bench = counted;
    let saved = 0;
    await carryOutComparison({ bench, comparison, sides: [sides], deadline, save: () => saved++ });
    assert.ok(saved > 1 || deadline <= performance.now(), 'kept after each pair');
    return comparisonSchema.parse(JSON.parse(JSON.stringify(comparison)));
  }

  test('a server that burns time is distinguished from one that does not, and measured again', async () => {
    const comparison = await compare('burns');
    const [{ cell, judgement } = assert.fail()] = verdictOf(comparison).cells;
    // More than three of each if the hypervisor disturbs some: those are measured besides, and not judged.
    assert.ok(judgedPairs(cell, false).length >= 3, JSON.stringify(cell.rounds));
    assert.ok(judgedPairs(cell, true).length >= 3, JSON.stringify(cell.rounds));
    assert.ok(
      cell.rounds.again.indexOf(true) > cell.rounds.again.lastIndexOf(false),
      'again after the first',
    );
    assert.equal(judgement.state, 'regressed', JSON.stringify(judgement));
    assert.ok((judgement.effect?.ratio ?? 0) > 2, JSON.stringify(judgement.effect));
    assert.deepEqual(made.leftAlive('burns'), []);
    assert.deepEqual(made.leftAlive('right'), []);
  });

  test('throughput in turn says the same of it, with its own direction', async () => {
    const comparison = await compare('burns', { metric: 'throughputPerSecond', mode: 'in-turn' });
    const [{ cell, judgement } = assert.fail()] = verdictOf(comparison).cells;
    assert.equal(judgement.state, 'regressed', JSON.stringify(judgement));
    assert.ok(cell.rounds.base.every((base, index) => (base ?? 0) > (cell.rounds.head[index] ?? 0)));
  });

  test('after its deadline it begins no pair and is not finished', async () => {
    const comparison = await compare('burns', {}, performance.now());
    assert.equal(comparison.finishedAt, null);
    assert.deepEqual(comparison.cells[0]?.rounds.round, []);
    assert.deepEqual(
      measuredOf(verdictOf(comparison)).unmeasured.map(({ judged, wanted }) => [judged, wanted]),
      [[0, 3]],
    );
  });

  for (const head of ['fails', 'exits', 'asked-by-others']) {
    test(`a side that gives no figure under load (${head}) is named, and the cell given up`, async () => {
      const comparison = await compare(head);
      const [{ cell, judgement } = assert.fail()] = verdictOf(comparison).cells;
      assert.equal(judgement.state, 'undecided');
      assert.equal(judgement.effect, null);
      assert.deepEqual(
        cell.failures.map(({ side }) => side),
        ['head', 'head'],
        JSON.stringify(cell.failures),
      );
      assert.deepEqual(made.leftAlive(head), []);
      assert.deepEqual(made.leftAlive('right'), []);
    });
  }

  const untilSteady = { scenarios: ['json', 'counter'], warmup: { maxSeconds: 20 } } as const;

  test('sides that are warmed up to their steady state serve several scenarios from one start', async () => {
    const { cells } = await compare('ahead', {}, undefined, { base: 'ahead', ...untilSteady });
    const pairs = cells.map(({ rounds }) => rounds.round.length);
    assert.ok(
      pairs.every((count) => count >= 3),
      `${pairs}`,
    );
    assert.ok(starts / 2 <= Math.max(...pairs) + 2, `${starts} starts for ${pairs} pairs`);
    assert.deepEqual(
      cells.flatMap(({ failures }) => failures),
      [],
    );
    assert.deepEqual(made.leftAlive('ahead'), []);
  });

  test('where a side exits in one scenario, the other is measured from the next start', async () => {
    const { cells } = await compare('ahead-exits', {}, undefined, { base: 'ahead', ...untilSteady });
    for (const { rounds, failures } of cells) {
      assert.deepEqual(rounds.round, []);
      assert.deepEqual(
        failures.map(({ side }) => side),
        ['head', 'head'],
      );
    }
    assert.ok(starts >= 4 * cells.length, `${starts} starts`);
    assert.deepEqual([...made.leftAlive('ahead'), ...made.leftAlive('ahead-exits')], []);
  });

  test('a side that answers with errors gives no throughput in turn, however fast it does so', async () => {
    const comparison = await compare('fails', { metric: 'throughputPerSecond', mode: 'in-turn' });
    const [cell] = comparison.cells;
    assert.deepEqual(cell?.rounds.round, []);
    assert.deepEqual(
      cell?.failures.map(({ side }) => side),
      ['head', 'head'],
      JSON.stringify(cell?.failures),
    );
    for (const { what } of cell?.failures ?? []) assert.match(what, /status-mismatch/);
  });
});

test('a count above what the load sent and left in flight ends the pair, and so does one below', () => {
  const shape = { loader: 'wrk', connections: 16, connection: 'keep-alive' } as const;
  for (const counted of [1_000, 1_016, 1_032]) requireOwnRequests('base', counted, 1_000, shape);
  for (const counted of [0, 999, 1_033, 2_000]) {
    assert.throws(
      () => requireOwnRequests('base', counted, 1_000, shape),
      (error) =>
        error instanceof SideError && error.side === 'base' && error.message.includes(`${counted} requests`),
      String(counted),
    );
  }
});
