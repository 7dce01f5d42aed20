import { byMetric, type Metric, type metricDirections } from '../model/index.ts';
import { inSentence } from './english.ts';

/** Titles of the metrics by id, from their rows in the model. */
export const metricTitles = byMetric(({ title }) => title);
/** What the figures of each metric say. */
export const metricExplanations = byMetric(({ explanation }) => explanation);

/** A clause about one scenario: by which share its figure is worse or better. */
export type ChangeClause = (scenario: string, share: string, worse: boolean) => string;

const changeWords = (words: Metric['change'], worse: boolean): string => (worse ? words.worse : words.better);

/** The first clause about a metric: `Small JSON costs 5 % more CPU per request`. */
export const changeClauses = byMetric(
  ({ change }): ChangeClause =>
    (scenario, share, worse) =>
      `${scenario} ${changeWords(change, worse).replace('{share}', share)}`,
);

/** The clauses that follow it: `large JSON 3 % less`. */
export const furtherClauses = byMetric(
  ({ changeAfter }): ChangeClause =>
    (scenario, share, worse) =>
      `${scenario} ${share} ${changeWords(changeAfter, worse)}`,
);

export const directionWords: Record<(typeof metricDirections)[number], string> = {
  higher: 'higher is better',
  lower: 'lower is better',
};

/** Title of a ranking: `Small JSON: throughput`. */
export function rankingTitle(scenario: string, metric: string): string {
  return `${scenario}: ${inSentence(metric)}`;
}
