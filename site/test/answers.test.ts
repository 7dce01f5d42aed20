import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outcome, RankingRow, RankingTable } from '@pitwall/bench/model';
import { axisOf, placeOn, ticksPath, whiskerPath } from '../src/lib/charts/axis.ts';
import { bareFactor, matrixOf, shadeOf } from '../src/lib/home/matrix.ts';
import { answerOf } from '../src/lib/ranking/answer.ts';
import { isLeftOut, leftOutOf } from '../src/lib/ranking/left-out.ts';
import { alternatives } from '../src/lib/ranking/table-links.ts';
import { languages, messagesOf } from '../src/messages/index.ts';

const english = messagesOf('en');

function row(target: string, outcome: Outcome, parts: Partial<RankingRow> = {}): RankingRow {
  const name = target.split('/')[1] ?? target;
  return {
    target,
    variant: 'default',
    name,
    language: 'Go',
    kind: 'micro',
    access: null,
    outcome,
    values: [],
    marks: [],
    ...parts,
  };
}

/** @param behind places of the rows that are proven better */
function ranked(factor: number, behind: number[], worst: number, count = 5): Outcome {
  const rank = { best: behind.length + 1, worst };
  const estimate = { median: 100 / factor, low: 99 / factor, high: 101 / factor, count };
  return { kind: 'ranked', rank, tier: 1, behind, estimate, factor };
}

describe('the answer of a table', () => {
  const rows = [
    row('rust/axum', ranked(1, [], 2)),
    row('rust/actix-web', ranked(1.01, [], 2)),
    row('java/spring-boot', ranked(1.8, [0, 1], 4)),
    row('go/gin', ranked(2.25, [0, 1], 4)),
    row('c/epoll', {
      kind: 'reference',
      estimate: { median: 150, low: 149, high: 151, count: 5 },
      factor: 0.7,
    }),
  ];

  test('says who leads, how far a well-known one is behind, and how much is proven', () => {
    assert.equal(
      answerOf({ rows }, english),
      'axum and actix-web may each lead; gin is 2.25× off the best. The order of 4 of 6 pairs is proven.',
    );
    for (const language of languages) {
      const said = answerOf({ rows }, messagesOf(language));
      assert.match(said, /axum/, language);
      assert.doesNotMatch(said, /epoll/, 'a platform leads nobody');
    }
  });

  test('counts leaders that are too many to name', () => {
    const many = Array.from({ length: 7 }, (_, place) => row(`go/t${place}`, ranked(1 + place / 10, [], 7)));
    assert.equal(
      answerOf({ rows: many }, english),
      't0, t1, t2 and 4 more may each lead. The order of 0 of 21 pairs is proven.',
    );
  });

  test('names a variant only where another of the same target does not lead', () => {
    const variants = [
      row('go/gin', ranked(1, [], 2), { variant: 'raw' }),
      row('go/elton', ranked(1.02, [], 2), { variant: 'only' }),
      row('go/gin', ranked(2, [0, 1], 3), { variant: 'gorm' }),
    ];
    assert.match(answerOf({ rows: variants }, english), /^gin raw and elton may each lead; gin gorm is/);
  });

  test('tells targets of one name apart by their languages', () => {
    const named = { name: 'Vert.x', variant: 'jvm' };
    const java = { ...named, language: 'Java' };
    const kotlin = { ...named, language: 'Kotlin' };
    const both = [
      row('java/vertx', ranked(1, [], 2), java),
      row('kotlin/vertx', ranked(1.01, [], 2), kotlin),
      row('go/gin', ranked(2, [0, 1], 3)),
    ];
    assert.match(
      answerOf({ rows: both }, english),
      /^Vert\.x \(Java\) and Vert\.x \(Kotlin\) may each lead; gin is/,
    );
    assert.match(
      answerOf({ rows: both }, messagesOf('zh')),
      /^Vert\.x \(Java\)、Vert\.x \(Kotlin\) 都可能领先；/,
    );
    const noCell: Outcome = { kind: 'no-cell', runFinished: true };
    const one = [
      row('go/gin', ranked(1, [], 1)),
      row('kotlin/vertx', ranked(3, [0], 2), kotlin),
      row('java/vertx', noCell, java),
    ];
    assert.match(answerOf({ rows: one }, english), /^gin leads; Vert\.x \(Kotlin\) is 3\.00×/);
    const alone = [row('java/vertx', ranked(1, [], 1), java), row('kotlin/vertx', noCell, kotlin)];
    assert.equal(answerOf({ rows: alone }, english), english.ranking.leadsAlone('Vert.x jvm (Java)'));
  });

  test('claims nothing where nothing can be said', () => {
    assert.equal(answerOf({ rows: [] }, english), english.ranking.nobody);
    assert.equal(answerOf({ rows: rows.slice(0, 1) }, english), english.ranking.leadsAlone('axum'));
    const once = [row('go/a', ranked(1, [], 2, 1)), row('go/b', ranked(2, [], 2, 1))];
    assert.equal(answerOf({ rows: once }, english), english.ranking.fewBlocks);
  });
});

test('what was left out is one line, in the words of a reader', () => {
  const leftOut = (reason: string): Outcome => ({ kind: 'left-out', step: 'left-out', reason, next: '' });
  const rows = [
    row('csharp/a', leftOut('the .NET SDK is not installed: no dotnet on PATH')),
    row('csharp/b', leftOut('the .NET SDK is not installed: no dotnet on PATH')),
    row('kotlin/a', leftOut('GraalVM (native-image) is not installed: no native-image on PATH')),
    row('c/nginx', { kind: 'no-cell', runFinished: true }),
    row('go/broken', { kind: 'left-out', step: 'build', reason: 'no such header', next: '' }),
  ];
  const { needs, needing, other, notServing } = leftOutOf(rows);
  assert.deepEqual([needs, needing.length, other.length, notServing.length], [['.NET', 'GraalVM'], 3, 0, 1]);
  assert.equal(
    english.ranking.leftOut({ needs, needing: 3, other: 0, notServing: 1 }),
    'Not measured here: 3 variants that need .NET or GraalVM. 1 variant does not serve this scenario.',
  );
  assert.deepEqual(
    rows.map((one) => isLeftOut(one)),
    [true, true, true, true, false],
    'what failed keeps its row',
  );
});

test('tabs lead to tables that are there', () => {
  const table = (scenario: string, loadShapeId: string, metric: string) =>
    ({ scenario, loadShapeId, metric }) as RankingTable;
  const tables = [
    table('json', 'wrk-64', 'throughputPerSecond'),
    table('json', 'oha-64-rate-1000', 'latencyP99Seconds'),
    table('users', 'wrk-64', 'throughputPerSecond'),
    table('users', 'oha-64-rate-250', 'latencyP99Seconds'),
  ];
  const [json] = tables;
  assert.ok(json);
  const of = (part: Parameters<typeof alternatives>[2]) =>
    alternatives(tables, json, part).map((choice) => choice.table[part]);
  assert.deepEqual(of('loadShapeId'), ['wrk-64', 'oha-64-rate-1000']);
  assert.deepEqual(of('metric'), ['throughputPerSecond']);
  assert.deepEqual(of('scenario'), ['json', 'users']);
});

test('an axis holds every median, and one wide interval does not press the others together', () => {
  const figures = [
    { median: 0.0004, low: 0.00035, high: 0.0005 },
    { median: 0.00145, low: 0.0000001, high: 8.4 },
  ];
  const axis = axisOf(figures, true);
  assert.ok(axis.from > 0.00001 && axis.to < 0.1, `${axis.from} to ${axis.to}`);
  assert.ok(figures.every(({ median }) => placeOn(axis, median) > 0 && placeOn(axis, median) < 1_000));
  // An end within the axis has a cap, one beyond it none.
  assert.equal(whiskerPath(axis, 0.0004, 8.4).match(/5V13/g)?.length, 1);
  const linear = axisOf([{ median: 100, low: 90, high: 1_000 }], false);
  assert.deepEqual([linear.from, linear.to], [0, 140]);
  assert.deepEqual(axisOf([], true), { logarithmic: false, from: 0, to: 1 });
});

test('each start on the axis has a tick; one beyond it has none', () => {
  const axis = { logarithmic: false, from: 0, to: 200 };
  assert.equal(ticksPath(axis, [50, 100, 250]), 'M250 15V18M500 15V18');
  assert.equal(ticksPath({ logarithmic: true, from: 1, to: 100 }, [10, 0.5, 0]), 'M500 15V18');
});

test('shades of the matrix go from the best to ten times off', () => {
  assert.deepEqual([0.7, 1, 1.1, 1.2, 9, 11].map(shadeOf), [
    'shade-0',
    'shade-0',
    'shade-0',
    'shade-1',
    'shade-5',
    'shade-6',
  ]);
  assert.deepEqual([1.724, 12.44, 116.2].map(bareFactor), ['1.72', '12.4', '116']);
});

test('scenarios that most of the field was measured in come first in the matrix', () => {
  const four = ['rust/axum', 'go/gin', 'go/echo', 'ruby/sinatra'].map((target, index) =>
    row(target, ranked(index + 1, [], 4)),
  );
  const tables = (['plaintext', 'json', 'json-large', 'menus'] as const).map(
    (scenario) =>
      ({
        scenario,
        metric: 'throughputPerSecond',
        unit: 'perSecond',
        rows: scenario === 'plaintext' || scenario === 'json-large' ? four.slice(0, 1) : four,
      }) as unknown as RankingTable,
  );
  const { scenarios, rows } = matrixOf({ tables }, 'json', english);
  assert.deepEqual(
    scenarios.map(({ id }) => id),
    ['json', 'menus', 'plaintext', 'json-large'],
  );
  assert.deepEqual(
    rows.map(({ target }) => target),
    four.map(({ target }) => target),
  );
});
