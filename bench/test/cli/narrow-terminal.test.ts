import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Change } from '../../src/analysis/changes.ts';
import { rankingTable } from '../../src/analysis/ranking.ts';
import { measuredOf } from '../../src/analysis/unmeasured.ts';
import { verdictOf } from '../../src/analysis/verdict.ts';
import { metricOf, type RankingTable } from '../../src/model/index.ts';
import { renderHistory } from '../../src/terminal/history.ts';
import { renderRanking } from '../../src/terminal/ranking.ts';
import { renderVerdict } from '../../src/terminal/verdict.ts';
import { rankingWords, shownRanking, terminalColumns, verdictColumns } from '../../src/words/index.ts';
import { comparisonOf } from '../ci/support/comparison.ts';
import { runOf, targetOf, throughputCell } from '../publish/small-results.ts';
import { assertFits, flat, screenOf } from './support/narrow-screen.ts';

/** What commands print in a narrow terminal: all that a reader must not miss, in lines that do not break. */

const WIDTHS = [80, 100, 120, 200];

/** The longest names, and everything that a row can have. */
function longRanking(withDatabase: boolean): RankingTable {
  const marks = ['loader-bound', 'workers-replaced', 'connections-missing'] as const;
  const marked = { marks: marks.map((code) => ({ code, rounds: [0], detail: '' })) };
  const result = runOf([
    targetOf('java/spring-boot', [throughputCell([101_000, 102_000, 140_000])], {
      variant: 'virtual-threads',
    }),
    targetOf('csharp/aspnet-core', [throughputCell([90_000, 91_000, 92_000], marked)], {
      variant: 'native-aot',
    }),
    targetOf('c/epoll', [throughputCell([200_000, 201_000, 200_500])], { kind: 'platform' }),
    targetOf('go/broken', [], {
      state: { step: 'build', reason: 'a long reason. '.repeat(20), next: 'fix it' },
    }),
  ]);
  const [shape] = result.run.profile.loadShapes;
  const made = shape && rankingTable(result, 'json', shape, metricOf('throughputPerSecond'));
  assert.ok(made);
  const access = { kind: 'query-builder' as const, library: 'mongodb-driver-reactivestreams' };
  return {
    ...made,
    ceiling: { target: 'c/epoll', throughputPerSecond: 200_000 },
    plateau: { targets: ['c/epoll', 'go/gin'], lowPerSecond: 100_000, highPerSecond: 101_000 },
    rows: made.rows.map((row) => ({ ...row, access: withDatabase ? access : null })),
  };
}

describe('a ranking', () => {
  for (const withDatabase of [false, true])
    for (const columns of WIDTHS)
      test(`in ${columns} columns, ${withDatabase ? 'with' : 'without'} a database`, () => {
        const ranking = longRanking(withDatabase);
        const text = renderRanking(ranking, screenOf(columns).terminal);
        assertFits(text, columns);
        const shown = shownRanking(ranking, { ...rankingWords, unranked: '–' });
        for (const row of ranking.rows.filter(({ outcome }) => 'estimate' in outcome)) {
          const [rank, name, figure, interval, marks] = (
            ['rank', 'name', 'figure', 'interval', 'marks'] as const
          ).map((id) => {
            const column = terminalColumns(ranking).find((one) => one.id === id);
            return column?.text?.(row, shown) ?? assert.fail(id);
          });
          const line = text.split('\n').find((each) => each.includes(` ${name} `)) ?? '';
          assert.match(line, new RegExp(`^ *${rank} +${name} `));
          for (const part of [figure, interval]) assert.ok(line.includes(` ${part}`), `${part}: ${line}`);
          for (const mark of marks?.split(', ') ?? []) assert.ok(text.includes(mark), mark);
        }
        assert.ok(flat(text).includes(flat('a long reason. '.repeat(20)).trim()));
        if (columns >= 120) assert.match(text, withDatabase ? / database access / : / off the best/);
      });

  test('in a pipe has every column', () => {
    const ranking = longRanking(true);
    const { terminal, written } = screenOf(null);
    const [, , head = ''] = renderRanking(ranking, terminal).split('\n');
    assert.match(
      head,
      /rank +framework +database access +median, \/s +95 % interval +off the best +of the ceiling/,
    );
    terminal.sayLeftOut('--json');
    assert.equal(written(), '');
  });
});

/** Two scenarios with a long name; `inTurn`: each by two metrics, so that their costs differ. */
function longVerdict(inTurn: boolean) {
  const { cells, ...comparison } = comparisonOf(1.02);
  const [cell] = cells;
  assert.ok(cell);
  const loadShape = { loader: 'autocannon' as const, connections: 256, connection: 'keep-alive' as const };
  const cpu = { ...cell, scenario: 'account-insert' as const, loadShape };
  const noisy = {
    ...cpu,
    scenario: 'json' as const,
    rounds: {
      ...cell.rounds,
      head: cell.rounds.head.map((value, index) => (value ?? 0) * (index % 2 ? 4 : 1)),
    },
  };
  const turned = { ...noisy, metric: 'throughputPerSecond' as const, mode: 'in-turn' as const };
  return verdictOf({ ...comparison, cells: inTurn ? [cpu, noisy, turned] : [cpu, noisy] });
}

describe('a verdict', () => {
  for (const inTurn of [false, true])
    for (const columns of WIDTHS)
      test(`in ${columns} columns, ${inTurn ? 'of several metrics' : 'of one metric'}`, () => {
        const verdict = longVerdict(inTurn);
        const { terminal, written } = screenOf(columns);
        const text = renderVerdict(verdict, terminal);
        assertFits(text, columns);
        const style = { state: (state: string) => state, text: (each: string) => each };
        for (const judged of measuredOf(verdict).cells) {
          const textOf = (wanted: string): string =>
            verdictColumns.find(({ title }) => title === wanted)?.cell(judged, style) ?? assert.fail(wanted);
          const lines = text.split('\n');
          const line = lines.find((each) => each.includes(textOf('95 % interval'))) ?? '';
          for (const title of ['scenario', 'change', 'verdict'])
            assert.ok(line.includes(textOf(title)), `${title}: ${line}`);
          assert.ok(flat(text).includes(textOf('')), textOf(''));
          for (const word of textOf('cost').split(' ')) assert.ok(text.includes(word), word);
        }
        terminal.sayLeftOut('--json');
        // Only where the metric has to be in every row is there no room for these.
        assert.equal(/pairs, detectable/.test(written()), inTurn && columns === 80);
      });
});

function longChange(): Change {
  const point = (day: number, commit: string) => ({
    run: `run-${day}`,
    startedAt: `2026-06-0${day}T00:00:00.000Z`,
    commit: commit.repeat(40),
    frameworkVersion: null,
    median: 1,
    low: null,
    high: null,
    values: [1],
    canary: null,
  });
  const [last, first] = [point(1, 'a'), point(2, 'b')];
  return {
    series: {
      machine: 'machine',
      target: 'java/spring-boot',
      variant: 'virtual-threads',
      scenario: 'account-insert',
      scenarioVersion: 1,
      loadShapeId: 'wrk-256-close',
      metric: 'cpuPerRequestNanoseconds',
      measureSeconds: 1,
      inBlocks: true,
      launcher: 'process',
      points: [last, first],
    },
    last,
    first,
    before: 123_456,
    after: 345_678,
    cost: 2.8,
    p: 0.001,
    cause: 'machine',
    confirmation: { comparison: 'one', state: 'regressed', ratio: 2.8 },
  };
}

describe('a history', () => {
  for (const columns of [...WIDTHS, null])
    test(columns === null ? 'in a pipe' : `in ${columns} columns`, () => {
      const change = longChange();
      const limits = { segmentPoints: 5 };
      const text = renderHistory([change.series], [change], limits, screenOf(columns).terminal);
      if (columns !== null) assertFits(text, columns);
      for (const part of [
        ...['java/spring-boot:virtual-threads', 'account-insert wrk-256-close', 'CPU time per request'],
        ...['123 µs → 346 µs', '+180 %', '2026-06-01 … 2026-06-02', 'aaaaaaa..bbbbbbb'],
        ...['the canary: the machine', 'regressed when compared'],
      ])
        assert.ok(flat(text).includes(part), part);
    });
});
