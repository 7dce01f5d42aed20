import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  LoadShape,
  MetricId,
  RankingTable,
  ReplayFinding,
  ScenarioId,
  ShownRunData,
  TargetCell,
  TargetData,
  VerdictData,
} from '@pitwall/bench/model';
import {
  cellEdge,
  isComparedWithItself,
  sideRows,
  verdictCellTitle,
  verdictCellWords,
} from '../src/lib/changes/verdict-view.ts';
import { initialChoices } from '../src/lib/choose/choose.ts';
import { chooseRows, chooseScenarios } from '../src/lib/choose/choose-view.ts';
import { chooseWords, reasonFor } from '../src/lib/choose/choose-words.ts';
import { compareGrid } from '../src/lib/compare/compare-grid.ts';
import { fieldRows, fieldSentence } from '../src/lib/field/field-view.ts';
import { curvesOf } from '../src/lib/frameworks/curve-view.ts';
import { constantTexts } from '../src/lib/methodology/constants.ts';
import { findingView } from '../src/lib/replays/finding-view.ts';
import { languages, messagesOf } from '../src/messages/index.ts';

/** What pages show, as plain data: no browser and no build. */

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const closed: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
const atRate: LoadShape = {
  loader: 'oha',
  connections: 64,
  connection: 'keep-alive',
  rate: { perSecond: 1_000 },
};

/** A table whose targets are ranked by their medians, the first of them the best. */
function tableOf(medians: Record<string, number>, parts: Partial<RankingTable> = {}): RankingTable {
  const best = Math.max(...Object.values(medians));
  const rows = Object.entries(medians).map(([target, median], place) => ({
    ...{ target, variant: 'default', name: target, language: 'Go', kind: 'micro', access: null, marks: [] },
    outcome: {
      ...{ kind: 'ranked', rank: { best: place + 1, worst: place + 1 }, tier: 1, behind: [] },
      estimate: { median, low: median * 0.9, high: median * 1.1, count: 3 },
      factor: best / median,
    },
  }));
  return {
    ...{ scenario: 'json', loadShape: closed, loadShapeId: 'wrk-64', direction: 'higher', rows },
    metric: 'throughputPerSecond',
    ...parts,
  } as RankingTable;
}

describe('the place of a target in the field', () => {
  const tables = [
    tableOf({ 'go/gin': 1_000, 'go/echo': 500, 'go/chi': 250 }),
    tableOf({ 'go/echo': 900, 'go/gin': 450 }, { scenario: 'menus' }),
    // Tables of other metrics and of a share of the capacity have no line.
    tableOf({ 'go/gin': 5 }, { metric: 'peakMemoryBytes' }),
  ];

  test('is on a logarithmic line from the best to the slowest of each table', () => {
    const rows = fieldRows(tables, 'go/echo', 'default');
    assert.deepEqual(
      rows.map(({ table, rank, factor, at, mayLead, among }) => [
        table.scenario,
        rank,
        factor,
        at,
        mayLead,
        among,
      ]),
      [
        ['json', '2', 2, 500, false, 3],
        ['menus', '1', 1, 0, true, 2],
      ],
    );
    assert.deepEqual(rows[0]?.ticks, [0, 500, 1_000]);
    const { from = 0, to = 0 } = rows[0]?.band ?? {};
    assert.ok(from < 500 && 500 < to, 'the band is the interval');
    assert.deepEqual(fieldRows(tables, 'go/fiber', 'default'), []);
  });

  test('is summed up by the median of its tables, and by how often it may lead', () => {
    const rows = fieldRows(tables, 'go/echo', 'default');
    assert.match(
      fieldSentence(rows, english),
      /2 tables it is 1\.50× off the best; it may be first in 1 of them/,
    );
  });
});

describe('the choice by weights', () => {
  const run = {
    machine: { id: 'machine' },
    tables: [tableOf({ 'go/gin': 1_000, 'go/echo': 500 }), tableOf({ 'go/gin': 100 }, { scenario: 'menus' })],
  } as unknown as ShownRunData;
  const rows = chooseRows(run, []);

  test('knows each target by how far it is from the best, scenario by scenario', () => {
    assert.deepEqual(
      rows.map(({ target, fitness }) => [target, fitness.byScenario.throughput, fitness.databases]),
      [
        ['go/echo', { json: 2 }, []],
        ['go/gin', { json: 1, menus: 1 }, ['postgresql']],
      ],
    );
    assert.deepEqual(chooseScenarios(run), ['json', 'menus']);
  });

  test('has no factor where only a platform has a figure: it does not compete', () => {
    const measured = (target: string, variant: object) => ({
      target,
      appearances: [{ machine: 'machine', variants: [{ variant: 'default', coldStart: null, ...variant }] }],
    });
    const json = tableOf({ 'go/gin': 1_000, 'c/nginx': 9_000 });
    const tables = [
      {
        ...json,
        rows: json.rows.map((row) => ({ ...row, kind: row.target === 'c/nginx' ? 'platform' : 'micro' })),
      },
    ];
    const imageOf = (gin: object | null) =>
      chooseRows(
        { ...run, tables } as unknown as ShownRunData,
        [
          measured('go/gin', { containerImage: gin }),
          measured('c/nginx', { containerImage: { sizeBytes: 10 } }),
        ] as unknown as TargetData[],
      ).map(({ target, fitness }) => [target, fitness.single.image]);
    assert.deepEqual(imageOf({ sizeBytes: 20 }), [
      ['c/nginx', 0.5],
      ['go/gin', 1],
    ]);
    assert.deepEqual(imageOf(null), [
      ['c/nginx', undefined],
      ['go/gin', undefined],
    ]);
  });

  test('says why, in every language, and gives no score where a figure is missing', () => {
    const [echo] = rows;
    assert.ok(echo);
    const weights = { ...initialChoices.weights, throughput: 1, p99: 0, cpu: 0, memory: 0 };
    for (const language of languages) {
      const messages = messagesOf(language);
      const words = chooseWords(messages);
      const json = reasonFor(words, echo.fitness, { ...initialChoices, weights });
      assert.equal(json.score, 2);
      assert.equal(json.why, messages.choose.strength(words.short.throughput, '2.00×'), language);
      const both = { ...initialChoices, weights, scenarios: ['json', 'menus'] };
      const missing = messages.choose.missing(words.short.throughput);
      assert.deepEqual(reasonFor(words, echo.fitness, both), { score: null, why: missing }, language);
    }
  });
});

test('a grid counts in how many figures each target is better', () => {
  const rowsOf = [
    {
      scenario: 'json',
      metric: 'throughputPerSecond',
      minimumEffect: 0.01,
      run: 'run',
      estimate: { median: 1 },
    },
    {
      scenario: 'menus',
      metric: 'throughputPerSecond',
      minimumEffect: 0.01,
      run: 'run',
      estimate: { median: 1 },
    },
  ];
  const documentOf = (target: string, other: string, times: (readonly [number, number, number])[]) => ({
    ...{ target, variant: 'default', rows: rowsOf, others: [{ target: other, variant: 'default', times }] },
  });
  const variants = ['go-a', 'go-b'].map((key) => ({
    ...{ key, target: key.replace('-', '/'), variant: 'default', name: key, language: 'Go' },
  }));
  const documents = new Map([
    [
      'go-a',
      documentOf('go/a', 'go/b', [
        [0.5, 0.4, 0.6],
        [1, 0.995, 1.005],
      ]),
    ],
    [
      'go-b',
      documentOf('go/b', 'go/a', [
        [2, 1.7, 2.5],
        [1, 0.995, 1.005],
      ]),
    ],
  ]);
  const grid = compareGrid(variants, documents as never);
  assert.deepEqual(
    grid.map(({ cells }) => cells.map((cell) => cell && [cell.better, cell.worse])),
    [
      [null, [1, 0]],
      [[0, 1], null],
    ],
  );
});

describe('latency curves', () => {
  const cellAt = (perSecond: number, p50: number, p99: number): TargetCell =>
    ({
      ...{ scenario: 'json', loadShape: atRate, loadShapeId: `oha-64-rate-${perSecond}` },
      ...{ ratePerSecond: perSecond, latencyCurve: null },
      figures: Object.entries({ latencyP50Seconds: p50, latencyP99Seconds: p99 }).map(([metric, median]) => ({
        metric: metric as MetricId,
        estimate: { median, low: null, high: null, count: 1 },
      })),
    }) as unknown as TargetCell;

  test('need two rates; one line shows p50 and one p99, the slower rate first', () => {
    assert.deepEqual(curvesOf([cellAt(1_000, 0.001, 0.01)], english), []);
    const curves = curvesOf([cellAt(2_000, 0.002, 0.02), cellAt(1_000, 0.001, 0.01)], english);
    const [byRate] = curves;
    assert.deepEqual(
      [curves.map(({ by }) => by), byRate?.lines.length, byRate?.xs.map(({ text }) => text)],
      [['rate', 'share'], 2, ['1,000/s', '2,000/s']],
    );
    assert.deepEqual(
      curves.map(({ scenario }) => scenario),
      ['json', 'json'],
      'two pictures of one scenario',
    );
    assert.match(
      byRate?.label ?? '',
      /p50: 1,000\/s 1\.00 ms, 2,000\/s 2\.00 ms; p99: 1,000\/s 10\.0 ms, 2,000\/s 20\.0 ms$/,
    );
  });

  test('name each line, in the key and in words, also where all requests are known', () => {
    const cells = [cellAt(1_000, 0.001, 0.01), cellAt(2_000, 0.002, 0.02)];
    const named = (own: readonly TargetCell[]) => curvesOf(own, english).map(({ names }) => names);
    assert.deepEqual(named(cells), [
      ['p50', 'p99'],
      ['1,000/s', '2,000/s'],
    ]);
    const [, byShare] = curvesOf(cells, chinese);
    assert.match(byShare?.label ?? '', /1,000\/s：p50 1\.00 ms，.*；2,000\/s：p50 2\.00 ms，/);
    const [slow, fast] = cells;
    assert.ok(slow && fast);
    const latencyCurve = { requests: 1_000, blocks: 1, seconds: [0.001, 0.002] };
    assert.deepEqual(named([slow, { ...fast, latencyCurve }]).at(-1), ['2,000/s'], 'only what is drawn');
    const failed = { ...slow, figures: [] };
    assert.deepEqual(named([failed, fast]).at(-1), ['2,000/s']);
  });
});

describe('flaws of a study', () => {
  const named = (scenario: ScenarioId) => english.scenarioTitle(scenario);

  test('another winner by the median is shown with the rounds of both', () => {
    const finding: ReplayFinding = {
      kind: 'winner-by-reduction',
      scenario: 'json',
      asPublished: { system: 'A', perSecond: 300, leadRatio: 1.2, rounds: [300, 100, 110] },
      byMedian: { system: 'B', perSecond: 200, leadRatio: 1.8, rounds: [200, 250, 190] },
    };
    const { table, text } = findingView(finding, english);
    assert.deepEqual(table?.rows, [
      ['A', '300 · 100 · 110', '300', '110'],
      ['B', '200 · 250 · 190', '250', '200'],
    ]);
    assert.deepEqual(
      table?.columns.map(({ number }) => number),
      [false, true, true, true],
    );
    assert.match(text, /A.*20 %.*B.*80/);
    const exact = { ...finding, byMedian: { ...finding.byMedian, rounds: [200, 250.25, 190] } };
    assert.equal(findingView(exact, english).table?.rows[1]?.[1], '200.00 · 250.25 · 190.00');
  });

  test('each kind has a title and a sentence in every language', () => {
    const row = { system: 'A', scenario: 'json' as const };
    const findings: ReplayFinding[] = [
      { kind: 'another-day', rows: [{ ...row, date: '2023', published: [100], other: [50], ratio: 0.5 }] },
      { kind: 'spread-of-rounds', rows: [{ ...row, rounds: [100, 200], ratio: 2 }] },
      { kind: 'errors-in-a-row', rows: [{ ...row, errorRatio: 0.02 }] },
      { kind: 'one-round', rows: 12 },
      { kind: 'not-all-compared', tables: [{ scenario: 'json', systems: ['A'] }], systems: 2 },
    ];
    for (const language of languages) {
      const messages = messagesOf(language);
      for (const finding of findings) {
        const { title, text } = findingView(finding, messages);
        assert.equal(title, messages.replays.findings[finding.kind]);
        assert.ok(text.length > 10 && !text.includes('undefined'), `${language}: ${finding.kind}: ${text}`);
      }
    }
    assert.ok(
      findingView(findings[2] as ReplayFinding, english).text.includes(`A on ${named('json')}: 2.0 %`),
    );
    assert.match(findingView(findings[2] as ReplayFinding, chinese).text, /^A 的“小型 JSON”：2\.0%。/);
  });
});

test('a sentence about one thing does not speak of several', () => {
  const one = { compared: 1, kept: 1, reversed: 0, undecided: 0 };
  const missed = { rows: 3, outside: 1, above: 1, largest: '9 %', sameIsSame: false };
  assert.match(english.methodology.calibrationOutside(missed), / lies outside the interval: it is found/);
  assert.match(english.replays.finding.errors(['A']), /the table ranks this row with/);
  assert.match(english.ranking.measuredIn(1, true), /^Median of 1 block on freshly started servers/);
  assert.match(english.ranking.measuredIn(2, true), /^Median of 2 blocks, each on freshly started servers/);
  const none = { regressed: 0, improved: 0, same: 1, undecided: 0 };
  for (const said of [
    chinese.methodology.calibrationOutside(missed),
    chinese.replays.finding.errors(['A']),
    chinese.replays.finding.oneRound(1),
    chinese.replays.standing.holds(one),
    chinese.replays.standing.unknown({ ...one, kept: 0, undecided: 1 }),
    chinese.replays.table.holds(1, 1),
    chinese.replays.table.holds(0, 1),
    chinese.releases.allReleases(1),
    chinese.verdicts.sentence(none, 1),
  ]) {
    assert.doesNotMatch(said, /都|均|全部|这些/, said);
  }
});

test('how long a test lasted is said in the words of each language', () => {
  const row = { system: 'A', scenario: 'json', p50Seconds: 0.2, p99Seconds: null, maxSeconds: 180 } as const;
  const finding: ReplayFinding = { kind: 'slower-than-the-test', testSeconds: 180, rows: [row] };
  const [english = '', chinese = ''] = languages.map(
    (language) => findingView(finding, messagesOf(language)).text,
  );
  assert.match(english, /^The test lasted 180 s\. /);
  assert.match(chinese, /^测试持续 180 秒。/);
});

describe('a verdict', () => {
  const cell = (ratio: number, pair = 0): VerdictData['cells'][number] =>
    ({
      ...{ pair, scenario: 'json', minimumEffect: 0.01 },
      effect: { ratio, low: ratio * 0.99, high: ratio * 1.01 },
    }) as unknown as VerdictData['cells'][number];
  const data = (...labels: string[]): VerdictData =>
    ({ pairs: labels.map((label) => ({ base: { label }, head: { label } })) }) as unknown as VerdictData;

  test('has one scale for cells of one state, wider for larger effects', () => {
    assert.ok(cellEdge([cell(1.5)]) > cellEdge([cell(1.02)]));
    assert.equal(cellEdge([cell(1.5), cell(1.02)]), cellEdge([cell(1.5)]));
    assert.ok(cellEdge([]) > 1, 'a scale without cells is still one');
  });

  test('names the pair of servers only where there are several', () => {
    const title = english.scenarioTitle('json');
    assert.equal(verdictCellTitle(data('go/gin'), cell(1), english), title);
    assert.equal(verdictCellTitle(data('go/gin', 'go/echo'), cell(1, 1), english), `go/echo: ${title}`);
    assert.equal(verdictCellTitle(data('go/gin', 'go/echo'), cell(1, 1), chinese), 'go/echo：小型 JSON');
  });

  test('says of a cell that was not measured to its end what is missing, in every language', () => {
    const failure = { side: 'head', what: 'it ended' };
    const unmeasured = { judged: 3, wanted: 10, again: false, moreFailures: null, failure };
    const unfinished = { ...cell(1), state: 'undecided', flagged: 'worse', failure: 'it ended', unmeasured };
    const words = languages.map((language) =>
      verdictCellWords(unfinished as unknown as Parameters<typeof verdictCellWords>[0], messagesOf(language)),
    );
    assert.equal(
      words[languages.indexOf('en')],
      'not measured to the end: 3 of 10 pairs can be judged; last failure of head: it ended',
    );
    for (const said of words) assert.match(said, /\b10\b.*\b3\b|\b3\b.*\b10\b/);
  });

  test('says of what ran in turn that it did, and that noise does not cancel there, in every language', () => {
    const together = { mode: 'together', metric: 'cpuPerRequestNanoseconds' } as const;
    const inTurn = { mode: 'in-turn', metric: 'throughputPerSecond' } as const;
    for (const language of languages) {
      const { cost, mode, canaryCancels } = messagesOf(language).verdicts;
      const leads = [[together], [inTurn], [together, inTurn]].map((cells) => cost(cells) + mode(cells));
      assert.equal(new Set(leads).size, 3, language);
      assert.match(leads[2] ?? '', new RegExp(messagesOf(language).metricTitles.throughputPerSecond, 'i'));
      assert.notEqual(canaryCancels.together, canaryCancels['in-turn']);
    }
  });

  test('is with itself only where every pair has one program on both sides', () => {
    const same = { base: 'go/gin', head: 'go/gin' };
    assert.ok(isComparedWithItself({ pairs: [same] }));
    assert.ok(!isComparedWithItself({ pairs: [same, { base: 'go/gin', head: 'go/echo' }] }));
  });
});

test('the sides of a verdict are named with versions, pinned packages and commits', () => {
  const side = (version: string | null, revision: string | null, pinned: object | null = null) => ({
    ...{ label: 'go/gin', framework: { name: 'Gin', version }, runtime: { name: 'Go', version: null } },
    ...{ revision, pinned },
  });
  const base = side('1.10.1', null, { package: 'gin-gonic/gin', version: 'v1.10.1' });
  const pairs = [{ base, head: side(null, '0123456789abcdef') }];
  for (const language of languages) {
    const { colon, inBrackets, verdicts } = messagesOf(language);
    const { sides } = verdicts;
    const pinned = inBrackets(`${sides.pinned}${colon}gin-gonic/gin v1.10.1`);
    const rows = sideRows({ pairs } as unknown as VerdictData, messagesOf(language));
    assert.deepEqual(
      rows.map(({ side: name, framework, runtime, revision }) => [name, framework, runtime, revision]),
      [
        [sides.base, `Gin 1.10.1${pinned}`, 'Go', sides.checkout],
        [sides.head, 'Gin', 'Go', '0123456789ab'],
      ],
      language,
    );
  }
});

test('a constant has its unit, and one that is not there is an error in the text', () => {
  const index = {
    constants: [
      { id: 'confidence', value: 95, unit: '%' },
      { id: 'healthy-within', value: 60, unit: 's' },
    ],
  };
  const constant = constantTexts(index as never, english);
  assert.deepEqual([constant('confidence'), constant('healthy-within')], ['95 %', '60 s']);
  assert.throws(() => constant('healthy'), RangeError);
  assert.equal(
    constantTexts({ constants: [] } as never, english)('confidence'),
    '–',
    'nothing is published yet',
  );
});

test('the methodology page names only constants that publish writes', async () => {
  const { constants } = await import('../../bench/src/publish/constants.ts');
  const known = new Set(constants().map(({ id }) => id));
  for (const language of languages) {
    messagesOf(language).methodology.sections((id) => {
      assert.ok(known.has(id), `${language}: ${id}`);
      return id;
    });
  }
});
