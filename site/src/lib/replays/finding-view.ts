import type { ReplayFinding } from '@pitwall/bench/model';
import { median } from '@pitwall/bench/stats';
import { factorText } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';

/** An inconsistency in a study's own numbers: a sentence, and the numbers, with their authors' digits, as a table. */
export interface FindingView {
  title: string;
  text: string;
  table: { caption: string; columns: { title: string; number: boolean }[]; rows: string[][] } | null;
}

export function findingView(finding: ReplayFinding, messages: Messages): FindingView {
  const { replays } = messages;
  const text = replays.finding;
  const title = messages.scenarioTitle;
  const { plain, printed, percent } = messages.format;
  const view = (sentence: string, table: FindingView['table'] = null): FindingView => ({
    title: replays.findings[finding.kind],
    text: sentence,
    table,
  });
  switch (finding.kind) {
    case 'winner-by-reduction': {
      const { asPublished, byMedian, scenario } = finding;
      const sentence = text.winner({
        scenario: title(scenario),
        first: asPublished.system,
        firstLead: percent(asPublished.leadRatio - 1),
        second: byMedian.system,
        secondLead: percent(byMedian.leadRatio - 1, 1),
      });
      const columns = text.winnerColumns;
      const number = printed([...asPublished.rounds, ...byMedian.rounds]);
      return view(sentence, {
        caption: text.winnerCaption(title(scenario)),
        columns: numbers([columns.system], [columns.rounds, columns.best, columns.median]),
        rows: [asPublished, byMedian].map(({ system, rounds: values }) => [
          system,
          roundsText(values, number),
          number(Math.max(...values)),
          number(median(values)),
        ]),
      });
    }
    case 'another-day': {
      const [first] = finding.rows;
      const columns = text.anotherColumns;
      const number = printed(finding.rows.flatMap((row) => [...row.published, ...row.other]));
      const ratio = first?.ratio ?? 1;
      const factor = factorText(Math.max(ratio, 1 / ratio));
      return view(
        text.anotherDay(first?.system ?? '', first ? title(first.scenario) : '', factor, ratio > 1),
        {
          caption: text.anotherCaption,
          columns: numbers(
            [columns.system, columns.scenario, columns.date],
            [columns.table, columns.other, columns.factor],
          ),
          rows: finding.rows.map((row) => [
            row.system,
            title(row.scenario),
            row.date,
            roundsText(row.published, number),
            roundsText(row.other, number),
            factorText(row.ratio),
          ]),
        },
      );
    }
    case 'spread-of-rounds': {
      const columns = text.spreadColumns;
      const number = printed(finding.rows.flatMap((row) => row.rounds));
      return view(text.spread(finding.rows.length), {
        caption: text.spreadCaption,
        columns: numbers([columns.system, columns.scenario], [columns.rounds, columns.spread]),
        rows: finding.rows.map((row) => [
          row.system,
          title(row.scenario),
          roundsText(row.rounds, number),
          factorText(row.ratio),
        ]),
      });
    }
    case 'throughput-above-totals': {
      const columns = text.totalsColumns;
      const most = Math.max(...finding.rows.map(({ ratio }) => ratio));
      const number = printed(finding.rows.map((row) => row.printedPerSecond));
      return view(text.totals(percent(most - 1)), {
        caption: text.totalsCaption,
        columns: numbers(
          [columns.system, columns.scenario],
          [columns.connections, columns.printed, columns.totals, columns.factor],
        ),
        rows: finding.rows.map((row) => [
          row.system,
          title(row.scenario),
          String(row.connections),
          number(row.printedPerSecond),
          plain(row.totalsPerSecond),
          percent(row.ratio - 1, 1),
        ]),
      });
    }
    case 'mean-latency-impossible': {
      const columns = text.meanColumns;
      const number = printed(finding.rows.map((row) => row.throughputPerSecond));
      return view(text.mean(finding.rows.length), {
        caption: text.meanCaption,
        columns: numbers(
          [columns.system, columns.scenario],
          [columns.throughput, columns.mean, columns.underWay, columns.connections],
        ),
        rows: finding.rows.map((row) => [
          row.system,
          title(row.scenario),
          `${number(row.throughputPerSecond)} /s`,
          messages.format.figure('seconds', row.meanSeconds),
          plain(Math.round(row.inFlight)),
          plain(row.connections),
        ]),
      });
    }
    case 'slower-than-the-test': {
      const columns = text.slowColumns;
      const time = (value: number | null): string =>
        value === null ? '–' : messages.format.figure('seconds', value);
      return view(text.slow(finding.testSeconds), {
        caption: text.slowCaption,
        columns: numbers([columns.system, columns.scenario], [columns.p50, columns.p99, columns.max]),
        rows: finding.rows.map((row) => [
          row.system,
          title(row.scenario),
          time(row.p50Seconds),
          time(row.p99Seconds),
          time(row.maxSeconds),
        ]),
      });
    }
    case 'errors-in-a-row':
      return view(
        text.errors(
          finding.rows.map((row) =>
            text.errorRow(
              row.system,
              title(row.scenario),
              percent(row.errorRatio, row.errorRatio < 0.001 ? 2 : 1),
            ),
          ),
        ),
      );
    case 'one-round':
      return view(text.oneRound(finding.rows));
    case 'not-all-compared':
      return view(text.notCompared(finding.tables.map(({ scenario }) => title(scenario))));
  }
}

function roundsText(values: readonly number[], number: (value: number) => string): string {
  return values.map(number).join(' · ');
}

function numbers(words: readonly string[], figures: readonly string[]) {
  return [
    ...words.map((name) => ({ title: name, number: false })),
    ...figures.map((name) => ({ title: name, number: true })),
  ];
}
