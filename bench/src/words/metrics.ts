import { type MetricId, type metricDirections, metrics } from '../model/index.ts';
import { inSentence } from './english.ts';

/** What a metric is called, by id; its row in the model has the title. */
export const metricTitles = Object.fromEntries(metrics.map(({ id, title }) => [id, title])) as Record<
  MetricId,
  string
>;

export const directionWords: Record<(typeof metricDirections)[number], string> = {
  higher: 'higher is better',
  lower: 'lower is better',
};

/** What a ranking is of: `Small JSON: throughput`. */
export function rankingTitle(scenario: string, metric: string): string {
  return `${scenario}: ${inSentence(metric)}`;
}
