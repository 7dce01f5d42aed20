import { type MetricId, type metricDirections, metrics } from '../model/index.ts';
import { inSentence } from './english.ts';

/** Titles of the metrics by id, from their rows in the model. */
export const metricTitles = Object.fromEntries(metrics.map(({ id, title }) => [id, title])) as Record<
  MetricId,
  string
>;

export const directionWords: Record<(typeof metricDirections)[number], string> = {
  higher: 'higher is better',
  lower: 'lower is better',
};

/** Title of a ranking: `Small JSON: throughput`. */
export function rankingTitle(scenario: string, metric: string): string {
  return `${scenario}: ${inSentence(metric)}`;
}
