import type { RunningServer } from '../../launch/launcher.ts';
import { QUIET_COMPILING_RATIO, QUIET_SECONDS, timeoutOf } from '../../model/index.ts';
import { CompilerClock } from '../../process/compiler-threads.ts';
import { type Usage, usedBetween } from '../../process/usage.ts';
import { PitwallError } from '../../util/errors.ts';
import type { LoadRequest, PutLoad } from '../slice/load.ts';
import type { SteadyRule, WarmSecond } from './steady-state.ts';

/** Each load has a number that requests may carry. The numbers repeat, but seconds apart. */
const MOST_PARTS = 250;

/** A server to warm up, with the load that does it. */
export interface WarmUpRequest {
  server: Pick<RunningServer, 'usage' | 'pids'>;
  /** The server's own, if it is read before or after the warm-up too. */
  compilers?: CompilerClock;
  load: LoadRequest;
  rule: SteadyRule;
  /** Length of one slice, usually a second. */
  sliceSeconds: number;
  /**
   * Begins with slices of this few connections, until the compiling threads are quiet: on a full processor
   * they wait among all the threads that serve, and compiling takes many times as long. Only for servers
   * whose compiling threads can be distinguished.
   */
  compileWithConnections?: number;
  /**
   * Limit on load, all slices together; a server that answers nothing gets as long as a loader waits for one
   * response.
   */
  maxSeconds: number;
  /** Looks at the server's usage after each slice, and ends the warm-up if it throws. */
  watch?(usage: Usage): void;
  /** Wraps a failure of this server if several are warmed up at once. */
  failed?(error: unknown): unknown;
}

interface WarmUpSecond extends WarmSecond {
  durationSeconds: number;
  latencyMaxSeconds: number | null;
}

export interface WarmedUp {
  /** One entry per slice under the whole load. */
  slices: WarmUpSecond[];
  /** Number of slices with few connections before those. */
  lightSlices: number;
  /** Responses in all slices. */
  responses: number;
  /** Whether the rule says that it is warm. */
  steady: boolean;
  /** Wall time of the loads. */
  seconds: number;
}

/**
 * Loads the server in slices until the rule says that it is warm, or `maxSeconds` is reached. Throws a
 * PitwallError if the server answers nothing for as long as a loader waits for one response.
 */
export async function warmUp(
  putLoad: PutLoad,
  request: WarmUpRequest,
  signal: AbortSignal,
): Promise<WarmedUp> {
  const [warmed] = await warmUpTogether([{ ...request, putLoad }], signal);
  return warmed as WarmedUp;
}

/** Warms up servers under load at once, until all of them are warm. */
export async function warmUpTogether(
  requests: readonly (WarmUpRequest & { putLoad: PutLoad })[],
  signal: AbortSignal,
): Promise<WarmedUp[]> {
  const all = requests.map((request) => new Warming(request.putLoad, request, signal));
  while (!all.every((one) => one.isOver())) await Promise.all(all.map((one) => one.putSlice()));
  return all.map((one) => one.result());
}

class Warming {
  readonly #putLoad: PutLoad;
  readonly #request: WarmUpRequest;
  readonly #signal: AbortSignal;
  readonly #compilers: CompilerClock;
  readonly #slices: WarmUpSecond[] = [];
  /** Slices with few connections, which come first. */
  readonly #light: WarmUpSecond[] = [];
  #responses = 0;
  #seconds = 0;
  #sliceSeconds: number;

  constructor(putLoad: PutLoad, request: WarmUpRequest, signal: AbortSignal) {
    this.#putLoad = putLoad;
    this.#request = request;
    this.#compilers = request.compilers ?? new CompilerClock();
    this.#signal = signal;
    this.#sliceSeconds = request.sliceSeconds;
  }

  isOver(): boolean {
    if (this.#responses === 0) return this.#seconds >= timeoutOf(this.#request.load.shape);
    // A load of one second ends a little late, so the bound counts slices instead of time.
    const loaded = (this.#light.length + this.#slices.length) * this.#request.sliceSeconds;
    return this.#isSteady() || loaded + this.#request.sliceSeconds > this.#request.maxSeconds + 1e-9;
  }

  result(): WarmedUp {
    if (this.#responses === 0) {
      const error = noResponse(this.#request.load, this.#seconds);
      throw this.#request.failed?.(error) ?? error;
    }
    return {
      slices: this.#slices,
      lightSlices: this.#light.length,
      responses: this.#responses,
      steady: this.#isSteady(),
      seconds: this.#seconds,
    };
  }

  async putSlice(): Promise<void> {
    try {
      await this.#putSlice();
    } catch (error) {
      throw this.#request.failed?.(error) ?? error;
    }
  }

  async #putSlice(): Promise<void> {
    const { server, load } = this.#request;
    const compilingSince = this.#compilers.time(server);
    const before = await server.usage();
    const light = this.#isLight();
    const { connections: all } = load.shape;
    const connections = light ? Math.min(all, this.#request.compileWithConnections ?? all) : all;
    const slice = await this.#putLoad(
      {
        ...load,
        shape: { ...load.shape, connections },
        seconds: this.#sliceSeconds,
        part: 1 + ((this.#light.length + this.#slices.length) % MOST_PARTS),
      },
      this.#signal,
    );
    const after = await server.usage();
    this.#request.watch?.(after);
    const used = usedBetween(before, after);
    const compilingRatio = compilingSince(used);
    const { report } = slice;
    this.#seconds += slice.seconds;
    this.#responses += report.requests;
    // Requests that a slice leaves in a full queue delay the next slice: make it last until they are
    // answered.
    if (this.#responses === 0) this.#sliceSeconds *= 2;
    else this.#sliceSeconds = this.#request.sliceSeconds;
    (light ? this.#light : this.#slices).push({
      throughputPerSecond: report.requests / report.durationSeconds,
      durationSeconds: report.durationSeconds,
      cpuPerRequestNanoseconds: used !== null && report.requests > 0 ? used / report.requests : null,
      compilingRatio,
      latencyMaxSeconds: report.latency.maxSeconds,
    });
  }

  #isLight(): boolean {
    const { compileWithConnections } = this.#request;
    if (compileWithConnections === undefined || this.#slices.length > 0) return false;
    const last = this.#light.slice(-QUIET_SECONDS);
    if (last.some(({ compilingRatio }) => compilingRatio === null)) return false;
    const quiet = last.every(({ compilingRatio }) => (compilingRatio ?? 0) < QUIET_COMPILING_RATIO);
    return last.length < QUIET_SECONDS || !quiet;
  }

  #isSteady(): boolean {
    return this.#responses > 0 && this.#request.rule(this.#slices);
  }
}

const SILENCE = 'The server answered no request under load';

/** Returns whether a load failed because nothing was answered. */
export function isSilence(error: unknown): boolean {
  return error instanceof PitwallError && error.what === SILENCE;
}

/**
 * The error of a load without a response: a throughput of 0 and an empty latency would look like
 * measurements.
 */
export function noResponse({ origin, requests }: LoadRequest, seconds: number): PitwallError {
  return new PitwallError({
    what: SILENCE,
    where: `${origin}${requests[0]?.path ?? '/'}`,
    expected: 'responses',
    seen: `none in ${seconds.toFixed(1)} s`,
    next: 'Start the server by hand and load it lightly: it may be waiting for something that never comes',
  });
}
