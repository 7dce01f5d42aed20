import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseWarmUps } from '../../src/analysis/shown-run.ts';
import { type Profile, reachedLevel, type Warmup, warmUpDataSchema } from '../../src/model/index.ts';
import { warmUpData, warmUpTables } from '../../src/publish/data/warm-up-data.ts';
import { headOf } from '../../src/publish/incremental/reduced-run.ts';
import { publish } from '../../src/publish/publish.ts';
import { writeBelievableBlocks } from './believable-blocks.ts';
import { runInBlocks } from './in-blocks.ts';
import { targetOf, throughputCell } from './small-results.ts';

const warmup = (block: number, perSecond: number[], parts: Partial<Warmup> = {}): Warmup => ({
  block,
  scenario: 'json',
  loadShapeId: 'wrk-64',
  place: 0,
  steady: true,
  lightSeconds: 0,
  throughputPerSecond: perSecond,
  durationSeconds: perSecond.map(() => 1),
  cpuPerRequestNanoseconds: perSecond.map(() => null),
  compilingRatio: perSecond.map(() => null),
  latencyMaxSeconds: perSecond.map((_, second) => (second === 10 ? 9 : 0.1 / (second + 1))),
  ...parts,
});

const target = (name: string, warmups: Warmup[]) => targetOf(name, [throughputCell([1])], { warmups });
const slow = [10, 20, 40, 80, 95, 100, 100, 100, 100, 100];
const starts = (perSecond: number[], count = 5, parts: Partial<Warmup> = {}): Warmup[] =>
  Array.from({ length: count }, (_, block) => warmup(block, perSecond, parts));

test('the steady level is reached where three seconds in a row are on average at 90 % of it', () => {
  assert.deepEqual(reachedLevel(slow), { steadyPerSecond: 100, second: 3 });
  assert.deepEqual(reachedLevel([100, 98]), { steadyPerSecond: 99, second: 0 });
  assert.deepEqual(reachedLevel([7]), { steadyPerSecond: 7, second: 0 });
  assert.equal(reachedLevel([50, 200, 50, 60, 100, 100, 100, 100, 100])?.second, 0, 'a peak is a mean too');
  assert.equal(reachedLevel([1, 95, 1, 1, 100, 100, 100, 100, 100])?.second, 4, 'one second alone is none');
  assert.equal(reachedLevel([]), null);
  assert.equal(reachedLevel([0, 0]), null);
});

test('seconds, requests and the worst wait of a start, and ranks from five of them on', () => {
  const run = runInBlocks(1, 'standard', [
    target('go/fast', starts([100, 100])),
    target('java/slow', starts(slow)),
    target('java/few', starts(slow, 4)),
    target('java/never', [...starts(slow, 4), warmup(4, slow, { steady: false })]),
    target('go/none', []),
  ]);
  const [table] = warmUpData('machine', [run]).tables;
  const reported = table?.rows.map(({ target: name, starts: all, notWarm, figures }) => [
    name,
    all,
    notWarm,
    figures.warmupSeconds.estimate.median,
    figures.warmupRequests.estimate.median,
    figures.warmupSeconds.rank,
  ]);
  assert.deepEqual(reported, [
    ['go/fast', 5, 0, 1, 1, { best: 1, worst: 1 }],
    ['java/slow', 5, 0, 4, 71, { best: 2, worst: 2 }],
    ['java/few', 4, 0, 4, 71, null],
    ['java/never', 5, 1, 4, 71, null],
  ]);
  const worst = table?.rows[1]?.figures.warmupWorstLatencySeconds;
  assert.equal(worst?.estimate.median, 0.1, 'of the first ten seconds only');
  assert.equal(table?.scenario, 'json');
});

test('ranks share their error rate with what was seen before starts were added', () => {
  const waits = (logs: number[]) =>
    logs.map((log, block) => warmup(block, [100, 100], { latencyMaxSeconds: [0.1 * Math.exp(log), 0.01] }));
  const ranksAfter = (extendedAfter?: number[]) => {
    const run = runInBlocks(1, 'standard', [
      target('go/one', waits([0, 0, 0, 0, 0])),
      // t = 3 with four degrees of freedom: p is 0.04.
      target('go/other', waits([0.0121, 0.1121, 0.2121, 0.3121, 0.4121])),
    ]);
    const [table] = warmUpData('machine', [{ ...run, run: { ...run.run, extendedAfter } }]).tables;
    return table?.rows.map(({ figures }) => figures.warmupWorstLatencySeconds?.rank);
  };
  assert.deepEqual(ranksAfter(), [
    { best: 1, worst: 1 },
    { best: 2, worst: 2 },
  ]);
  assert.deepEqual(ranksAfter([3]), [
    { best: 1, worst: 2 },
    { best: 1, worst: 2 },
  ]);
});

test('starts that agree to the second have no interval, and those whose longest wait agrees have its bucket', () => {
  const run = runInBlocks(1, 'standard', [target('java/slow', starts(slow))]);
  const { warmupSeconds, warmupRequests, warmupWorstLatencySeconds } =
    warmUpData('machine', [run]).tables[0]?.rows[0]?.figures ?? assert.fail();
  for (const { estimate } of [warmupSeconds, warmupRequests])
    assert.deepEqual([estimate.low, estimate.high], [null, null]);
  const { low, median, high } = warmupWorstLatencySeconds?.estimate ?? assert.fail();
  assert.ok(low !== null && high !== null && low < median && high > median, `${low} ${high}`);
});

test('only the first scenario of a start, from its first request on, is a figure', () => {
  const others = [
    warmup(0, slow, { place: 1 }),
    warmup(0, slow, { scenario: 'menus' }),
    warmup(0, slow, { lightSeconds: 2 }),
  ];
  const run = runInBlocks(1, 'standard', [target('go/gin', [...others, warmup(0, [9, 9]), warmup(0, slow)])]);
  const [row] = warmUpData('machine', [run]).tables[0]?.rows ?? [];
  assert.deepEqual([row?.starts, row?.steadyPerSecond], [1, 9], 'one a block');
  assert.deepEqual(warmUpTables(run), [{ scenario: 'json', loadShapeId: 'wrk-64', variants: 1 }]);
  const { warmup: rule, ...profile } = run.run.profile;
  const { curve: _, ...without } = rule as { curve?: string };
  const drawn = {
    ...run,
    run: { ...run.run, profile: { ...profile, warmup: without } as typeof run.run.profile },
  };
  assert.deepEqual(warmUpTables(drawn), [], 'where the order is drawn nothing is first');
});

test('a start that never stayed at its level has no figure, and is one that was not warm', () => {
  const erratic = [100, 10, 100, 100, 10];
  assert.equal(reachedLevel(erratic), null);
  const run = runInBlocks(1, 'standard', [
    target('go/fast', starts([100, 100], 6)),
    target('java/erratic', [...starts([100, 100]), warmup(5, erratic, { steady: false })]),
  ]);
  const rows = warmUpData('machine', [run]).tables[0]?.rows;
  assert.deepEqual(
    rows?.map(({ target: name, starts: all, notWarm, figures: { warmupSeconds } }) => [
      name,
      all,
      notWarm,
      warmupSeconds.estimate.count,
      warmupSeconds.rank === null,
    ]),
    [
      ['go/fast', 6, 0, 6, false],
      ['java/erratic', 6, 1, 5, true],
    ],
  );
});

test('a second in which nothing was answered was waited for', () => {
  const silent = starts([0, 0, 90, 100, 100, 100], 5, {
    durationSeconds: [1, 2, 1, 1, 1, 1],
    latencyMaxSeconds: [null, null, 0.02, 0.01, 0.01, 0.01],
  });
  const unknown = starts([100, 100], 5, { latencyMaxSeconds: [null, 0.01] });
  const run = runInBlocks(1, 'standard', [target('java/silent', silent), target('go/unknown', unknown)]);
  const worst = new Map(
    warmUpData('machine', [run]).tables[0]?.rows.map(({ target: name, figures }) => [
      name,
      figures.warmupWorstLatencySeconds?.estimate.median,
    ]),
  );
  assert.equal(worst.get('java/silent'), 2);
  assert.equal(worst.get('go/unknown'), 0.01, 'it answered, and the loader did not say how soon');
});

test('a curve goes on for as long as half of the starts do', () => {
  const run = runInBlocks(1, 'standard', [
    target('java/slow', [warmup(0, [1, 2]), warmup(1, [3, 4, 5, 6]), warmup(2, [5, 6, 7])]),
  ]);
  const curve = warmUpData('machine', [run]).tables[0]?.rows[0]?.curve;
  assert.deepEqual(curve?.median, [3, 4, 6]);
  assert.deepEqual(curve?.low, [1, 2, 5]);
  assert.deepEqual(curve?.high, [5, 6, 7]);
});

test('warm-ups come from the newest run that has most targets', () => {
  const of = (day: number, profile: string, count: number, blocks = 3) => {
    const targets = Array.from({ length: count }, (_, at) => target(`go/t${at}`, starts([5, 5])));
    const result = runInBlocks(day, profile, targets);
    const run = { ...result.run, profile: { ...result.run.profile, blocks } as Profile };
    return { name: result.name, ...headOf({ ...result, run }) };
  };
  const runs = [of(1, 'standard', 4), of(2, 'standard', 4), of(3, 'standard', 1), of(4, 'quick', 4)];
  assert.deepEqual(
    chooseWarmUps(runs).map(({ name }) => name),
    ['standard-2'],
  );
  assert.deepEqual(chooseWarmUps([]), []);
  const ranked = of(1, 'warm-up', 4, 5);
  assert.deepEqual(
    chooseWarmUps([ranked, ...runs]).map(({ name }) => name),
    ['warm-up-1'],
    'only five starts give a rank',
  );
});

test('publish writes a file a machine that its schema holds', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-warm-up-'));
  try {
    const resultsFolder = join(root, 'results');
    const machine = 'epyc-9354-4c-16g';
    writeBelievableBlocks(resultsFolder);
    await publish({ resultsFolder, siteFolder: root });
    const text = readFileSync(join(root, 'data/public/warm-up', `${machine}.json`), 'utf8');
    const [table] = warmUpDataSchema.parse(JSON.parse(text)).tables;
    const seconds = new Map(
      table?.rows.map(({ target: name, variant, figures }) => [`${name} ${variant}`, figures.warmupSeconds]),
    );
    assert.equal(table?.rows.length, 13);
    assert.equal(seconds.get('rust/axum raw')?.estimate.median, 1);
    const [gin, spring] = ['go/gin raw', 'java/spring-boot jvm'].map((name) => seconds.get(name)?.rank);
    assert.ok(gin && spring && gin.worst < spring.best, 'Go is there before Java');
    assert.equal(seconds.get('java/spring-boot virtual-threads')?.rank, null, 'it was still compiling');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
