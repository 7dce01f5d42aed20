import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { mean } from '../stats/index.ts';
import type { LoadReport } from './loader.ts';

/** Returns the latencies, in seconds, that oha wrote to a database, in the order in which requests were due. */
export function readLatencies(file: string): number[] | null {
  if (!existsSync(file)) return null;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare('select duration from oha order by start_latency_correction, start').all();
    return rows.map(({ duration }) => Number(duration));
  } finally {
    database.close();
  }
}

/**
 * Returns the latencies of requests that found their connection open. oha opens a connection when it has a
 * request for it, and its idle connections take turns (the receivers of a channel of kanal wait in a queue): of a
 * load at a rate, the first `connections` requests each open one. In two seconds of 1,000 requests/s these are 3 %
 * of all, so that p99 would be what a new connection costs; those of a client that keeps its connections are none.
 * Returns all of them if hardly more requests than connections were answered.
 *
 * @param latencies in the order in which requests were due
 */
export function onOpenConnections(latencies: readonly number[], connections: number): readonly number[] {
  return latencies.length > 2 * connections ? latencies.slice(connections) : latencies;
}

/** Returns the figures that oha reports of latencies, each percentile as oha takes it: the sample at ⌊p·n⌋. */
export function latencyFigures(latencies: readonly number[]): LoadReport['latency'] {
  const sorted = [...latencies].sort((a, b) => a - b);
  const at = (share: number): number | null => sorted[Math.floor(share * sorted.length)] ?? null;
  return {
    meanSeconds: sorted.length === 0 ? null : mean(sorted),
    p50Seconds: at(0.5),
    p90Seconds: at(0.9),
    p99Seconds: at(0.99),
    p999Seconds: at(0.999),
    maxSeconds: sorted.at(-1) ?? null,
  };
}
