import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { mean, median } from '../stats/index.ts';
import type { LoadReport } from './loader.ts';

/** An answered request, in seconds. */
interface AnsweredRequest {
  /** When it was due, from the start of the load. */
  due: number;
  latency: number;
}

/** Returns the requests that oha wrote to a database, in the order in which they were due. */
export function readRequests(file: string): AnsweredRequest[] | null {
  if (!existsSync(file)) return null;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database
      .prepare('select start_latency_correction as due, duration from oha order by due, start')
      .all();
    return rows.map(({ due, duration }) => ({ due: Number(due), latency: Number(duration) }));
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

/**
 * Returns how long each request had been due when the load ended without an answer to it. oha leaves these out; if many
 * connections hang, what remains are the survivors' latencies. Request i is due i ÷ rate seconds after the start and
 * sent when a timer fires, never before: each answer goes to the last such time that is free.
 *
 * The first times that remain say nothing: if every request is sent late by a little more than the time between two,
 * each answer goes to the time after its own, and the request that was not sent before the end seems to be the first. Nor
 * does a request still wait that failed; oha tells how many failed, but not which.
 *
 * @param answered in the order in which requests were due
 */
export function unansweredFor(
  answered: readonly AnsweredRequest[],
  { ratePerSecond, seconds, failed }: { ratePerSecond: number; seconds: number; failed: number },
): number[] {
  const free = Array.from({ length: Math.ceil(seconds * ratePerSecond) }, () => true);
  const open: number[] = [];
  let next = 0;
  for (const { due } of answered) {
    for (; next < free.length && next / ratePerSecond <= due + CLOCK_SECONDS; next++) open.push(next);
    const request = open.pop();
    if (request !== undefined) free[request] = false;
  }
  const waited = free.flatMap((isFree, request) => (isFree ? [seconds - request / ratePerSecond] : []));
  return waited.slice(failed + Math.floor(ratePerSecond * LATE_SECONDS));
}

/** How late every request of a load may be: a step of oha's timer, and the time to wake. */
const LATE_SECONDS = 0.0012;
/** Rounding of instants that were once nanoseconds. */
const CLOCK_SECONDS = 1e-6;

/**
 * Adds the requests that nobody answered, each with the time that it had waited by the end: the least that its latency
 * can be. One that waited for less than most answers took says nothing, and is left out.
 */
export function withUnanswered(latencies: readonly number[], waited: readonly number[]): readonly number[] {
  const usual = latencies.length === 0 ? 0 : median(latencies);
  return [...latencies, ...waited.filter((seconds) => seconds > usual)];
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
