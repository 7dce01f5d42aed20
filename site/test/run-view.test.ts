import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DiffData, Run, RunData, SiteIndex } from '@pitwall/bench/model';
import { roundsProfile, runOf } from '../../bench/test/publish/small-results.ts';
import { namesOf } from '../src/lib/page/names.ts';
import { hasDiffPage, NEWEST_RUNS, runYears, shownNames } from '../src/lib/runs/run-lists.ts';
import {
  canBeCompared,
  changedName,
  diffSentence,
  glanceView,
  isMeasured,
  measuringFacts,
  namedFacts,
  runSummary,
  thresholdsText,
} from '../src/lib/runs/run-view.ts';
import { languages, messagesOf } from '../src/messages/index.ts';
import { estimateAround } from './small-tables.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const { facts } = english.run;
const runWith = (parts: Partial<Run> = {}): Run => runOf([], parts).run;
const block = (at: number) => ({ block: at, startedSeconds: 0, seconds: 60, groups: 1 });
const blocks = [block(0), block(1)];
const time = { wallSeconds: 3_900, loadSeconds: 600, measuredSeconds: 125 };

describe('the facts of a run', () => {
  const factsOf = (parts: Partial<Run>, messages = english) =>
    new Map(namedFacts({ run: runWith(parts) } as RunData, messages).map(({ name, value }) => [name, value]));

  test('say what is not known', () => {
    const known = factsOf({});
    assert.equal(known.get(facts.commit), english.framework.identity.unknownCommit);
    assert.equal(known.get(facts.time), 'unknown: the run did not finish');
    assert.equal(known.get(facts.processors), 'server 0, database none, loader 1; pinned');
    for (const name of [facts.coldStarts, facts.builds, facts.tools, facts.databases])
      assert.equal(known.get(name), facts.none, name);
  });

  test('name the checkout, tools, databases and where the time went', () => {
    const known = factsOf({
      commit: 'abc',
      modified: true,
      tools: [
        { name: 'wrk', version: '4.2.0' },
        { name: 'oha', version: null },
      ],
      databases: [{ kind: 'mysql', provider: 'path', product: 'MariaDB', version: '11.8.3' }],
      processors: { server: [0, 2], database: [3], loader: [1], pinned: false },
      time,
    });
    assert.equal(known.get(facts.commit), `abc, ${english.framework.identity.modified}`);
    assert.equal(known.get(facts.launcher), 'process');
    assert.equal(factsOf({}, chinese).get(chinese.run.facts.launcher), '本机进程（process）');
    assert.equal(known.get(facts.tools), 'wrk 4.2.0, oha (not installed)');
    assert.match(known.get(facts.databases) ?? '', /^MariaDB 11\.8\.3 .*, installed on this machine$/);
    assert.match(known.get(facts.processors) ?? '', /^server 0 and 2, database 3, loader 1; not pinned/);
    assert.equal(known.get(facts.time), '1 h 05 min, of which 10 min under load and 2 min 05 s measured');
    assert.match(factsOf({ time }, chinese).get(chinese.run.facts.time) ?? '', /1 小时 05 分/);
  });

  test('give the command that makes the run again', () => {
    const command = (parts: Partial<Run>) => factsOf(parts).get(facts.command);
    assert.equal(command({}), 'npm run bench -- run --profile quick --blocks 3 --scenario json --seed 1');
    assert.match(command({ launcher: 'compose' }) ?? '', / --launcher compose --seed 1$/);
    const replay = { name: '2024-gin-axum' } as NonNullable<Run['replay']>;
    assert.equal(command({ replay }), 'npm run bench -- replay 2024-gin-axum');
  });
});

describe('how a run measured', () => {
  const said = (parts: Partial<Run>, messages = english) =>
    measuringFacts(runWith(parts), messages).map(({ value }) => value);

  test('in blocks: how many of those planned, with slices and warm-up', () => {
    assert.deepEqual(said({ blocks }), [
      '2 of 3: in each, all targets are started afresh',
      '1 s, one per target and cycle, 1 cycle per block',
      'until the steady state, at most 20 s per scenario; targets that are not warm by then are marked and not ranked',
    ]);
    const { profile } = runWith();
    const timed = { ...profile, minutes: 90, rateSliceSeconds: 2, cycles: 4 } as Run['profile'];
    const [, slices, planned] = said({ profile: timed, blocks });
    assert.match(slices ?? '', /\(2 s at a fixed rate\).* at least 4 cycles per block$/);
    assert.equal(planned, '1 h 30 min');
    assert.match(said({ blocks: [...blocks, block(2)] })[0] ?? '', /^3: in each/);
    assert.match(said({})[0] ?? '', /^0 of 3: /, 'a run that ended in its first block');
    const shortened = { plannedBlocks: 5, afterBlocks: 3 };
    assert.match(said({ blocks: [...blocks, block(2)], shortened })[0] ?? '', /^3 of 5: /, 'it was cut');
  });

  test('a table names the blocks of its run, and those that were planned if it has fewer', () => {
    const named = [english, chinese].map(({ ranking: { fromProfile } }) => [
      fromProfile('field', 1, null),
      fromProfile('field', 2, 4),
      fromProfile('quick', null, null),
    ]);
    assert.deepEqual(named, [
      ['profile field, 1 block', 'profile field, 2 of 4 planned blocks', 'profile quick'],
      ['方案 field，1 个区组', '方案 field，计划 4 个区组，完成 2 个', '方案 quick'],
    ]);
  });

  test('names the scenarios that were warmed together, of those that the run has', () => {
    const { profile } = runWith();
    const warmup = { maxSeconds: 20, otherwise: 'mark', together: ['json', 'error', 'users'] };
    const together = (scenarios: string[]) =>
      said({ profile: { ...profile, scenarios, warmup } as unknown as Run['profile'] })[3];
    assert.equal(together(['users', 'json']), 'Small JSON and User documents');
    assert.equal(together(['json']), undefined);
  });

  test('says how long slices are where responses take long', () => {
    const { profile } = runWith();
    const longer = { ...profile, sliceSeconds: 0.25, longerSlices: { users: 0.5, menus: 1 } };
    assert.match(said({ profile: longer as Run['profile'] })[1] ?? '', /^0.25 s, up to 1 s where/);
  });

  test('says no length that no load had: a replay has those of its study in its load shapes', () => {
    const loads = [
      { loader: 'wrk', connections: 64, connection: 'keep-alive', seconds: 5 },
      { loader: 'oha', connections: 8, connection: 'close', requests: 80_000 },
    ] as const;
    const { profile } = runWith();
    const named = (parts: object) =>
      measuringFacts(runWith({ profile: { ...profile, ...parts } as Run['profile'] }), english).map(
        ({ name }) => name,
      );
    assert.deepEqual(named({ loadShapes: loads, sliceSeconds: 180 }), [facts.blocks, facts.warmup]);
    const mixed = [...loads, ...profile.loadShapes];
    assert.ok(named({ loadShapes: mixed }).includes(facts.slices), 'one load has the length of the profile');
    const inRounds = runWith({ profile: { ...roundsProfile, loadShapes: [...loads] } });
    assert.deepEqual(
      measuringFacts(inRounds, english).map(({ name }) => name),
      [facts.rounds, facts.warmup],
    );
  });

  test('in rounds: how many, and how long', () => {
    const inRounds = runWith({ profile: roundsProfile });
    const values = measuringFacts(inRounds, english);
    assert.deepEqual(
      values.map(({ name }) => name),
      [facts.rounds, facts.measure, facts.warmup],
    );
    assert.deepEqual(
      [english, chinese].map((messages) => measuringFacts(inRounds, messages)[1]?.value),
      ['1 s', '1 秒'],
    );
    assert.match(values[2]?.value ?? '', /until two in a row differ by at most \d+ %$/);
  });

  test('is summed up by what the run did, not by what was planned', () => {
    const target = (step: string | null) => ({ state: step === null ? null : { step } });
    const targets = [target('measured'), target('build'), target(null), target('measured')];
    assert.deepEqual(
      targets.map((one) => isMeasured(one as never)),
      [true, false, false, true],
    );
    const summary = (parts: Partial<Run>, messages = english) =>
      runSummary({ run: runWith(parts), targets } as unknown as RunData, messages);
    assert.equal(
      summary({ blocks, time }),
      '2 fresh starts of each of 2 target variants in 1 scenario, in 1 h 05 min.',
    );
    const starts = { ...runWith().profile, blocks: 0, coldStarts: 10 } as Run['profile'];
    assert.equal(summary({ profile: starts }), '10 cold starts of each of 2 target variants, and no load.');
    assert.equal(summary({ profile: starts }, chinese), '2 个目标变体，各冷启动 10 次，没有压测。');
    assert.deepEqual(said({ profile: starts }), [], 'no block and no slice to describe');
    assert.equal(summary({}), '0 fresh starts of each of 2 target variants in 1 scenario.');
    assert.notEqual(summary({}, chinese), summary({}));
  });
});

test('a run can be compared with others if it is finished, measured something and is no replay', () => {
  const can = (parts: Partial<Run>, step = 'measured') =>
    canBeCompared({ run: runWith(parts), targets: [{ state: { step } }] } as unknown as RunData);
  assert.equal(can({}), true);
  assert.equal(can({ finishedAt: null }), false);
  assert.equal(can({ replay: { name: '2024-gin-axum' } as NonNullable<Run['replay']> }), false);
  assert.equal(can({}, 'build'), false);
});

test('a run at a glance has one format, and names that tell targets apart', () => {
  const rows = [
    { target: 'java/vertx', variant: 'default', name: 'Vert.x', estimates: [estimateAround(50_000), null] },
    { target: 'kotlin/vertx', variant: 'jvm', name: 'Vert.x', estimates: [null, estimateAround(900)] },
  ];
  const glance = { metric: 'throughputPerSecond', scenarios: ['json', 'menus'], rows };
  const named = rows.map((row) => ({ ...row, language: row.target.startsWith('java') ? 'Java' : 'Kotlin' }));
  const view = glanceView({ glance } as unknown as RunData, english, namesOf(named));
  assert.deepEqual(
    view?.rows.map(({ title }) => title),
    ['Vert.x (Java)', 'Vert.x jvm (Kotlin)'],
  );
  assert.equal(view?.format.number(50_000), '50,000');
  assert.equal(glanceView({ glance: null } as RunData, english, namesOf([])), null);
});

describe('what changed since the run before', () => {
  const diff = {
    before: { run: 'a', startedAt: '2026-06-01T02:00:00.000Z' },
    after: { run: 'b', startedAt: '2026-06-02T02:00:00.000Z' },
    counts: { worse: 2, better: 1, unresolved: 0 },
    cells: 40,
    changed: [
      { kind: 'commit', of: null, before: 'a', after: 'b' },
      { kind: 'tool', of: 'wrk', before: '4.1', after: '4.2' },
      { kind: 'version', of: 'go/gin', before: '1', after: '2' },
    ],
    thresholds: { throughputPerSecond: 0.05, latencyP99Seconds: 0.1 },
  } as unknown as DiffData;

  test('is said in two sentences', () => {
    assert.deepEqual(diffSentence(diff, 'standard', english), {
      figures:
        '2 June 2026, 02:00 UTC against 1 June 2026, 02:00 UTC (standard): 2 worse and 1 better of 40 figures.',
      meanwhile: 'Changed meanwhile: commit, tool wrk and version of go/gin.',
    });
    const twice = [diff.changed[0], diff.changed[0]] as DiffData['changed'];
    assert.match(diffSentence({ ...diff, changed: twice }, 'standard', english).meanwhile, /: commit\.$/);
  });

  test('may be nothing', () => {
    const counts = { worse: 0, better: 0, unresolved: 3 };
    for (const language of languages) {
      const messages = messagesOf(language);
      const said = diffSentence({ ...diff, counts, changed: [] }, 'standard', messages);
      assert.equal(said.meanwhile, messages.changes.nothingMeanwhile, language);
    }
    const { figures } = diffSentence({ ...diff, counts, cells: 1 }, 'standard', english);
    assert.match(figures, /: no difference proven beyond its threshold in 1 figure\.$/);
  });

  test('has names and thresholds in each language', () => {
    const [commit, tool] = diff.changed;
    assert.ok(commit && tool);
    assert.deepEqual([changedName(commit, english), changedName(tool, english)], ['Commit', 'Tool wrk']);
    assert.equal(changedName(tool, chinese), chinese.run.diff.tool('wrk'));
    assert.equal(thresholdsText(diff, english), 'Throughput 5 % and Latency p99 10 %');
    assert.match(thresholdsText(diff, chinese), /5%.*10%/);
  });
});

describe('the list of runs', () => {
  const run = (name: string, machine: string, startedAt: string, before: string | null = 'older') => ({
    ...{ name, machine, startedAt, before },
  });
  const index = (runs: ReturnType<typeof run>[]) => ({ runs }) as unknown as SiteIndex;

  test('has a page of differences for new runs with one before them', () => {
    const many = Array.from({ length: NEWEST_RUNS + 1 }, (_, at) => run(`r${at}`, 'machine', '2026-01-01'));
    const has = (name: string, machine = 'machine') => hasDiffPage(index(many), machine, name);
    assert.deepEqual([has('r0'), has(`r${NEWEST_RUNS - 1}`), has(`r${NEWEST_RUNS}`)], [true, true, false]);
    assert.equal(has('r0', 'laptop'), false);
    assert.equal(hasDiffPage(index([run('r0', 'machine', '2026-01-01', null)]), 'machine', 'r0'), false);
  });

  test('has a page per machine and year, and knows the shown runs', () => {
    const runs = [
      run('d', 'machine', '2026-02-01'),
      run('c', 'laptop', '2026-01-01'),
      run('b', 'machine', '2026-01-01'),
      run('a', 'machine', '2025-12-31'),
    ];
    assert.deepEqual(runYears(index(runs)), [
      { machine: 'machine', year: '2026' },
      { machine: 'laptop', year: '2026' },
      { machine: 'machine', year: '2025' },
    ]);
    const machines = [
      { machine: { id: 'machine' }, shownRuns: ['d', 'b'] },
      { machine: { id: 'laptop' }, shownRuns: [] },
    ];
    assert.deepEqual(shownNames({ machines } as unknown as SiteIndex), ['machine/d', 'machine/b']);
  });
});
