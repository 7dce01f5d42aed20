import type { MetricId } from '@pitwall/bench/model';

/** Parts of addresses that pages write and scripts write or read. */

/** Returns the anchor of a variant's figures on one of several machines. */
export function sectionOn(variant: string, machine: string): string {
  return `${variant}-${machine}`;
}

/** Returns the name of a series in the address of its trend. */
export function seriesInAddress(series: { variant: string; metric: MetricId; loadShapeId: string }): string {
  const { variant, metric, loadShapeId } = series;
  return `${variant}.${metric}.${loadShapeId}`;
}
