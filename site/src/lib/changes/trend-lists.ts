import type { SiteIndex } from '@pitwall/bench/model';

export interface TargetTrends {
  target: string;
  /** Scenarios with a series of two points or more, the number of points of the longest, and its picture. */
  series: Pick<SiteIndex['trends'][number], 'scenario' | 'longest' | 'line'>[];
}

/** A chart needs two points. */
export const LEAST_POINTS = 2;

/** What has a past, by target; one run makes none. */
export function trendsWithPast({ trends }: Pick<SiteIndex, 'trends'>): TargetTrends[] {
  const having = trends.filter(({ longest }) => longest >= LEAST_POINTS);
  return [...Map.groupBy(having, ({ target }) => target)].map(([target, own]) => ({
    target,
    series: own.map(({ scenario, longest, line }) => ({ scenario, longest, line })),
  }));
}
