import { type Profile, timeoutOf } from '../model/index.ts';
import { PitwallError } from '../util/errors.ts';
import type { Bench } from './bench.ts';
import { type LoadRequest, putLoad } from './load.ts';

export interface Warmup {
  slices: number;
  /** Responses in all slices. */
  responses: number;
  /** True when two slices in a row agreed. */
  steady: boolean;
  /** Requests a second in the last slice: what the measured load must agree with where no two slices did. */
  lastPerSecond: number;
  seconds: number;
}

/**
 * Puts the load on in slices until two in a row agree, or the profile's bound. A runtime that compiles as it
 * runs, a pool that fills and a cache that warms all show as slices that still grow. A server that answers
 * nothing at all gets slices for as long as a loader waits for one response; then a PitwallError is thrown.
 */
export async function warmUp(
  bench: Bench,
  request: LoadRequest,
  settings: Profile['warmup'],
  signal: AbortSignal,
): Promise<Warmup> {
  const throughputs: number[] = [];
  let seconds = 0;
  let responses = 0;
  let answered = false;
  let sliceSeconds = settings.sliceSeconds;
  while (throughputs.length < settings.maxSlices || (!answered && seconds < timeoutOf(request.shape))) {
    const part = throughputs.length + 1;
    const slice = await putLoad(bench, { ...request, seconds: sliceSeconds, part }, signal);
    seconds += slice.seconds;
    responses += slice.report.requests;
    answered ||= responses > 0;
    // What a slice leaves behind in a full queue is ahead of the next one: that must last until it is through.
    if (!answered) sliceSeconds *= 2;
    throughputs.push(slice.report.requests / slice.report.durationSeconds);
    if (answered && throughputs.length >= settings.minSlices && agree(throughputs, settings.toleranceRatio)) {
      return {
        slices: throughputs.length,
        responses,
        steady: true,
        lastPerSecond: throughputs.at(-1) ?? 0,
        seconds,
      };
    }
  }
  if (!answered) throw noResponse(request, seconds);
  return {
    slices: throughputs.length,
    responses,
    steady: false,
    lastPerSecond: throughputs.at(-1) ?? 0,
    seconds,
  };
}

/** No response is no figure: a throughput of 0 and a latency of nothing would look like measurements. */
export function noResponse({ origin, requests }: LoadRequest, seconds: number): PitwallError {
  return new PitwallError({
    what: 'The server answered no request under load',
    where: `${origin}${requests[0]?.path ?? '/'}`,
    expected: 'responses',
    seen: `none in ${seconds.toFixed(1)} s`,
    next: 'Start the server by hand and put a few connections on it: it may wait for something that never comes',
  });
}

function agree(throughputs: readonly number[], tolerance: number): boolean {
  const last = throughputs.at(-1);
  const before = throughputs.at(-2);
  if (last === undefined || before === undefined) return false;
  return agreeWithin(last, before, tolerance);
}

/** Whether two rates differ by no more than a share of the higher one. */
export function agreeWithin(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= tolerance * Math.max(a, b);
}
