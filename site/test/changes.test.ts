import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownChangePoint, SiteIndex, VerdictData } from '@pitwall/bench/model';
import {
  type ComparedSides,
  cellsSentence,
  comparisonSentences,
  isOfTargets,
  levelSentence,
  sidesTitle,
  versionsText,
} from '../src/lib/changes/change-view.ts';
import { namesOf } from '../src/lib/page/names.ts';
import { movedBy, movedWithin } from '../src/lib/runs/moved.ts';
import { messagesOf } from '../src/messages/index.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const targets = ['go/gin', 'java/vertx', 'kotlin/vertx'].map((target) => ({
  target,
  name: target === 'go/gin' ? 'Gin' : 'Vert.x',
  language: { go: 'Go', java: 'Java', kotlin: 'Kotlin' }[target.split('/')[0] as 'go'],
  kind: 'micro' as const,
  manifest: null,
}));
const names = namesOf(targets);

type Side = VerdictData['pairs'][number]['base'];
const side = (parts: Partial<Side>): Side => ({
  label: 'go/gin:raw',
  target: 'go/gin',
  variant: 'raw',
  revision: null,
  pinned: null,
  framework: { name: 'Gin', version: '1.12.0' },
  runtime: { name: 'Go', version: '1.26.8' },
  artifact: null,
  ...parts,
});
type Cell = ComparedSides['cells'][number];
const cell = (
  scenario: Cell['scenario'],
  state: Cell['state'],
  ratio: number,
  metric?: Cell['metric'],
): Cell => ({
  pair: 0,
  differs: null,
  scenario,
  metric: metric ?? 'cpuPerRequestNanoseconds',
  state,
  minimumEffect: 0.01,
  effect: { ratio, low: ratio, high: ratio, pairs: 10 },
});
const old = side({ framework: { name: 'Gin', version: '1.10.1' } });

test('a comparison is a sentence of what differs and what it costs, with its page as the proof', () => {
  const comparison: ComparedSides = {
    machine: 'machine',
    id: 'run',
    startedAt: '2026-11-22T10:00:00.000Z',
    warmup: { maxSeconds: 180 },
    pairs: [{ base: old, head: side({}) }],
    cells: [cell('json', 'regressed', 1.048), cell('json-large', 'improved', 0.55), cell('error', 'same', 1)],
  };
  const [sentence] = comparisonSentences(comparison, english, names);
  assert.equal(
    sentence?.text,
    'Gin 1.12.0 against 1.10.1: small JSON costs 4.8 % more CPU per request, large JSON 45 % less; typed error is the same within 1 %.',
  );
  assert.deepEqual(
    [sentence?.proof, sentence?.worse, sentence?.targets],
    ['/verdicts/machine/run/', true, ['go/gin']],
  );
  const [translated] = comparisonSentences(comparison, chinese, names);
  assert.match(
    translated?.text ?? '',
    /^Gin 1\.12\.0 对比 1\.10\.1：小型 JSON 的每请求 CPU 时间增加 4\.8%，大型 JSON 减少 45%；.*持平（差异在 1% 以内）。$/,
  );
});

test('sides are named by what differs between them', () => {
  const title = (base: Side, head: Side) => sidesTitle({ base, head }, english, names);
  assert.equal(title(old, side({})), 'Gin 1.12.0 against 1.10.1');
  assert.equal(title(side({}), side({})), 'Gin 1.12.0 against itself');
  assert.equal(sidesTitle({ base: side({}), head: side({}) }, chinese, names), 'Gin 1.12.0 与自身对比');
  assert.equal(
    title(side({ runtime: { name: 'Go', version: '1.25' } }), side({})),
    'Gin 1.12.0 on Go 1.26.8 against Go 1.25',
  );
  assert.equal(
    title(side({ revision: '1'.repeat(40) }), side({ revision: '2'.repeat(40) })),
    'Gin, commit 2222222 against 1111111',
  );
  const commit = side({ revision: '1'.repeat(40) });
  assert.equal(title(commit, side({})), 'Gin, the checkout against commit 1111111');
  assert.equal(title(side({}), commit), 'Gin, commit 1111111 against the checkout');
  const inChinese = (base: Side, head: Side) => sidesTitle({ base, head }, chinese, names);
  assert.equal(inChinese(commit, side({})), 'Gin，当前工作区对比提交 1111111');
  assert.equal(inChinese(side({}), commit), 'Gin，提交 1111111 对比当前工作区');
  const vertx = (target: string) =>
    side({ target, variant: 'jvm', framework: { name: 'Vert.x', version: '5' } });
  assert.equal(
    title(vertx('java/vertx'), vertx('kotlin/vertx')),
    'Vert.x jvm (Kotlin) 5 against Vert.x jvm (Java) 5',
  );
});

test('a comparison is of two targets if no pair of it has one on both sides', () => {
  const echo = side({ target: 'go/echo' });
  assert.equal(isOfTargets({ pairs: [{ base: echo, head: side({}) }] }), true);
  assert.equal(isOfTargets({ pairs: [{ base: old, head: side({}) }] }), false);
  const both = [
    { base: echo, head: side({}) },
    { base: old, head: side({}) },
  ];
  assert.equal(isOfTargets({ pairs: both }), false);
});

test('throughput is written as requests, though its effect is a cost', () => {
  assert.equal(
    cellsSentence([cell('json', 'regressed', 1.25, 'throughputPerSecond')], english),
    'small JSON serves 20 % fewer requests.',
  );
});

test('cells that are not decided are named and not counted as the same', () => {
  assert.equal(
    cellsSentence([cell('json', 'undecided', 1.1), cell('menus', 'undecided', 1)], english),
    'small JSON and menu rows are undecided.',
  );
  const twice = (state: Cell['state']) =>
    cellsSentence([cell('json', state, 1), cell('json', state, 1, 'throughputPerSecond')], english);
  assert.equal(twice('undecided'), 'small JSON is undecided.', 'two figures of one scenario are one');
  assert.equal(twice('same'), 'small JSON is the same within 1 %.');
  const mixed = [cell('json', 'regressed', 1.05), cell('json', 'same', 1, 'throughputPerSecond')];
  assert.equal(
    cellsSentence(mixed, english),
    'small JSON costs 5.0 % more CPU per request; small JSON (Throughput) is the same within 1 %.',
  );
  assert.equal(cellsSentence([], english), 'nothing was judged.');
});

test('a change point says since when, and leads to its proof or else to its chart', () => {
  const at = { run: 'r', startedAt: '2026-06-03T02:00:00.000Z', commit: null, version: '3.2.0' };
  const change = {
    machine: 'machine',
    target: 'go/gin',
    variant: 'default',
    name: 'Gin',
    scenario: 'json',
    metric: 'throughputPerSecond',
    loadShape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
    last: { ...at, version: '3.1.0' },
    first: at,
    before: 100,
    after: 88,
    cost: 1.136,
    p: 0.001,
    cause: 'code',
    confirmation: null,
  } as unknown as ShownChangePoint;
  const index = {
    machines: [{ machine: { id: 'machine' } }],
    trends: [{ target: 'go/gin', scenario: 'json', runs: 3, longest: 3, line: [] }],
    // Names are unique on one machine only.
    verdicts: ['laptop', 'machine'].map((machine) => ({ id: 'v', machine })),
  } as unknown as Pick<SiteIndex, 'machines' | 'trends' | 'verdicts'>;
  const seen = levelSentence(change, english, names, index);
  assert.equal(
    seen.text,
    'Gin, small JSON: throughput has been 12 % worse since 3 June 2026 (3.1.0 → 3.2.0).',
  );
  // The page has several series: the address names the one that changed.
  const proof = '/trends/go/gin/json/?series=default.throughputPerSecond.wrk-64&run=r';
  assert.deepEqual([seen.known, seen.proof], ['history', proof]);
  const halved = {
    ...change,
    metric: 'cpuPerRequestNanoseconds',
    before: 20e3,
    after: 10e3,
    cost: 0.5,
  } as const;
  assert.match(levelSentence(halved, english, names, index).text, /per request has been 50 % better since /);
  const versions = (before: string | null, after: string | null) =>
    versionsText({ last: { ...at, version: before }, first: { ...at, version: after } });
  assert.deepEqual([versions(null, '3.2.0'), versions('3.1.0', null)], ['? → 3.2.0', '3.1.0 → ?']);
  assert.deepEqual([versions('3.2.0', '3.2.0'), versions(null, null)], [null, null]);
  const confirmation = { comparison: 'v', state: 'regressed' as const, ratio: 1.1 };
  const confirmed = levelSentence({ ...change, confirmation }, english, names, index);
  assert.deepEqual([confirmed.known, confirmed.proof], ['confirmed', '/verdicts/machine/v/']);
  const opposite = { ...confirmation, state: 'improved' as const, ratio: 0.9 };
  const against = levelSentence({ ...change, confirmation: opposite }, english, names, index);
  assert.notEqual(against.known, 'confirmed', 'a verdict in the other direction confirms nothing');
});

test('a change is that of the figure itself, within its own interval', () => {
  const cost = { ratio: 1.136, low: 1.1, high: 1.25 };
  const shown = (direction: 'higher' | 'lower') => [
    english.format.change(movedBy(cost.ratio, direction)),
    movedWithin(cost, direction, english.format),
  ];
  assert.deepEqual(shown('higher'), ['−12 %', '−20 % … −9.1 %']);
  assert.deepEqual(shown('lower'), ['+14 %', '+10 % … +25 %']);
  assert.deepEqual(
    [0.5, 2].map((half) => movedBy(half, 'higher')),
    [2, 0.5],
  );
});
