import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findingsOf } from '../../src/analysis/replay-findings.ts';
import type { PublishedStudy, ReplayFinding } from '../../src/model/index.ts';
import { lintStudy, readStudies } from '../../src/results/published.ts';
import { repository } from '../../src/util/repository.ts';
import { smallStudy } from '../publish/small-replay.ts';

const studies = new Map(readStudies(repository.results).map(({ id, study }) => [id, study]));

function found<Kind extends ReplayFinding['kind']>(
  id: string,
  kind: Kind,
  testSeconds: number | null = null,
): Extract<ReplayFinding, { kind: Kind }>[] {
  const findings = findingsOf(studies.get(id) as PublishedStudy, testSeconds);
  return findings.filter((finding) => finding.kind === kind) as Extract<ReplayFinding, { kind: Kind }>[];
}

describe('what the numbers of the studies give away', () => {
  test('2023: the best of three puts rust first on assets, the median of the same rounds quarkus', () => {
    const winners = found('2023-web-pm', 'winner-by-reduction');
    assert.equal(winners.length, 1);
    assert.deepEqual(winners[0], {
      kind: 'winner-by-reduction',
      scenario: 'asset',
      asPublished: {
        system: 'rust',
        perSecond: 110_346.9,
        leadRatio: 1.1534,
        rounds: [94_399.5, 110_346.9, 94_551.3],
      },
      byMedian: {
        system: 'quarkus',
        perSecond: 95_469.5,
        leadRatio: 1.0097,
        rounds: [95_669.2, 95_469.5, 94_974.8],
      },
    });
  });

  test('2023: inserts with quarkus were three times as fast in another run of the same author', () => {
    const [another] = found('2023-web-pm', 'another-day');
    const inserts = another?.rows.find(
      ({ system, scenario }) => system === 'quarkus' && scenario === 'account-insert',
    );
    assert.equal(inserts?.ratio, 3.1803);
    assert.deepEqual(inserts?.other, [27_536.4, 27_603.8, 27_444.3]);
  });

  test('2023: responses that took longer than the whole test', () => {
    const [slow] = found('2023-web-pm', 'slower-than-the-test', 180);
    assert.deepEqual(
      slow?.rows.map(({ system, maxSeconds }) => [system, maxSeconds]),
      [
        ['gin', 180.911],
        ['rust', 222.087],
      ],
    );
  });

  test('2022: the printed throughput exceeds requests over duration by a quarter', () => {
    const [above] = found('2022-springboot-actix', 'throughput-above-totals');
    assert.equal(above?.rows.length, 8, 'one row above shows how all were worked out');
    assert.deepEqual(above?.rows[0], {
      system: 'actix-web',
      scenario: 'json',
      connections: 16,
      printedPerSecond: 4609.79,
      totalsPerSecond: 3610.8,
      ratio: 1.2767,
    });
    assert.ok((above?.rows ?? []).every(({ ratio }) => ratio > 1));
  });

  test('2016 and 2020: mean latencies that a hundred or a thousand connections cannot have', () => {
    const [gin] = found('2016-gin-koa-sinatra', 'mean-latency-impossible')[0]?.rows ?? [];
    assert.deepEqual([gin?.system, gin?.scenario, gin?.inFlight], ['gin', 'json', 308.59]);
    assert.equal(found('2020-elton-gin', 'mean-latency-impossible')[0]?.rows.length, 4);
    assert.deepEqual(found('2023-web-pm', 'mean-latency-impossible'), []);
  });

  test('2020: one table of three has both systems', () => {
    assert.deepEqual(
      found('2020-elton-gin', 'not-all-compared')[0]?.tables.map(({ scenario }) => scenario),
      ['plaintext', 'error'],
    );
  });

  test('2024 gives nothing away by itself', () => {
    assert.deepEqual(findingsOf(studies.get('2024-gin-axum') as PublishedStudy, 3), []);
  });
});

describe('a study without fault', () => {
  const rows = (rounds: number[][]) =>
    ['one', 'two', 'three'].map((system, index) => ({
      system,
      scenario: 'json',
      connections: 64,
      throughputPerSecond: Math.max(...(rounds[index] ?? [])),
      throughputRoundsPerSecond: rounds[index],
    }));

  test('has no finding, up to a spread of a tenth', () => {
    assert.deepEqual(
      findingsOf(
        smallStudy({
          rows: rows([
            [100, 109, 104],
            [90, 91, 92],
            [80, 81, 82],
          ]),
        }),
        10,
      ),
      [],
    );
  });

  test('one spread round, and it has one', () => {
    const [finding, ...others] = findingsOf(
      smallStudy({
        rows: rows([
          [100, 111, 104],
          [90, 91, 92],
          [80, 81, 82],
        ]),
      }),
      10,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(finding, {
      kind: 'spread-of-rounds',
      rows: [{ system: 'one', scenario: 'json', rounds: [100, 111, 104], ratio: 1.11 }],
    });
  });

  test('rounds of some rows only decide no winner', () => {
    const [one, two, three] = rows([
      [100, 101, 102],
      [103, 90, 90],
      [80, 81, 82],
    ]);
    const partly = [one, { ...two, throughputRoundsPerSecond: undefined }, three];
    assert.deepEqual(findingsOf(smallStudy({ rows: partly }), 10), []);
  });
});

describe('copies of published figures', () => {
  test('the committed ones hold together', () => {
    assert.equal(studies.size, 5);
    assert.deepEqual(
      [...studies].flatMap(([id, study]) => lintStudy({ id, study })),
      [],
    );
  });

  test('a slip of the pen is found', () => {
    const slips: [object, RegExp][] = [
      [{ latencyP50Seconds: 0.9, latencyP90Seconds: 0.5 }, /latencyP50Seconds is above latencyP90Seconds/],
      [{ latencyMeanSeconds: 2, latencyMaxSeconds: 1 }, /latencyMeanSeconds is above/],
      [{ throughputRoundsPerSecond: [1, 2] }, /2 rounds where the study had 3/],
      [{ throughputRoundsPerSecond: [1, 2, 299] }, /not the best of its rounds/],
      [{ requests: 10, durationSeconds: 2, throughputFromTotalsPerSecond: 6 }, /not requests over duration/],
    ];
    for (const [change, pattern] of slips) {
      const [row, ...rest] = smallStudy().rows;
      const study = smallStudy({ rows: [{ ...row, ...change }, ...rest] });
      assert.match(lintStudy({ id: 'x', study })[0]?.what ?? 'nothing found', pattern);
    }
  });

  test('a system that the study does not name, a row twice and an unknown key are no study', () => {
    const [row] = smallStudy().rows;
    const refused: [rows: object[], why: RegExp][] = [
      [[{ ...row, system: 'four' }], /four is not among the systems/],
      [[{ ...row }, { ...row }], /a second row of/],
      [[{ ...row, latencySeconds: 1 }], /latencySeconds/],
    ];
    for (const [rows, why] of refused) assert.throws(() => smallStudy({ rows }), why);
  });
});
