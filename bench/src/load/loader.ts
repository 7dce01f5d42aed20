import type { Arrival, LoadShape, ScenarioRequest } from '../model/index.ts';

/** A program that measures, by the name of its command: what it takes to find the right one, and to install it. */
export interface Tool {
  name: string;
  /** wrk shows its version along with its usage and exit code 1. */
  versionArgument: string;
  /** Other programs have the same names, and wrk2 calls itself wrk: the words must be right, too. */
  identify: (words: string) => string | null;
  /** Lowest version that has every flag in use. */
  least: string;
  /** First major version that is something else; `null` where none is known. */
  below: string | null;
  /** What cannot be measured without it. */
  costs: string;
  /** Debian's package of the same name, where it has one. */
  packaged: boolean;
  /** The crate to build where no package can be had, at the version that the fixtures were recorded with. */
  crate: string | null;
}

/** For `identify`: the pattern's first group. */
export function versionBy(pattern: RegExp): Tool['identify'] {
  return (words) => pattern.exec(words)?.[1] ?? null;
}

/** One load on one server: everything an adapter needs to write a command line. */
export interface LoadPlan<Shape extends LoadShape = LoadShape> {
  shape: Shape;
  /** `http://127.0.0.1:8080`, without a path. */
  origin: string;
  /** What the load draws from, in an order that the adapter may shuffle with `seed`. */
  requests: readonly ScenarioRequest[];
  /** How long; without meaning for the measured load of a shape that counts its requests. */
  seconds: number;
  /** Requests a second over all connections; only for a fixed rate. */
  ratePerSecond: number | null;
  seed: number;
  /** Which of the loads on one server with the same seed: 0 (or none) is the measured one, its warm-up counts from 1. */
  part?: number;
  /** Threads the loader may use. */
  threads: number;
  /** A folder of this load alone, for scripts and request lists. */
  scratch: string;
}

/** How many requests end the load; `null` where its time does. A warm-up always ends by time. */
export function requestsOf({ shape, part = 0 }: Pick<LoadPlan, 'shape' | 'part'>): number | null {
  return 'requests' in shape && part === 0 ? shape.requests : null;
}

export interface ToolOutput {
  stdout: string;
  stderr: string;
  exitCode: number | null;
  signal: string | null;
}

/** What a loader saw. Base SI units; `null` is what this loader does not tell. */
export interface LoadReport {
  requests: number;
  durationSeconds: number;
  receivedBytes: number | null;
  latency: {
    meanSeconds: number | null;
    p50Seconds: number | null;
    p90Seconds: number | null;
    p99Seconds: number | null;
    p999Seconds: number | null;
    maxSeconds: number | null;
  };
  /** The same latencies one by one, as an HDR histogram; `null` where the loader does not give them. */
  latencyHistogram: string | null;
  errors: { connect: number; read: number; write: number; timeout: number };
  /** Responses by status, where the loader counts them. */
  statuses: Record<string, number> | null;
  /** Responses with a status of 400 or more: told by every loader. */
  statusAtLeast400: number;
}

export interface PreparedLoad {
  /** Files the command needs, by name inside `plan.scratch`. */
  files: Record<string, string>;
  arguments: string[];
  /** Files that the tool leaves in `plan.scratch` for `parse`, where it does. */
  outputs?: readonly string[];
  /** SIGINT ends the load then, where the tool's own clock cannot. */
  interruptAfterSeconds?: number;
}

/**
 * What sends requests, one file each: what it can do, what its figures are of, how its command is written and its
 * report read. The last two touch no process.
 */
export interface Loader<Shape extends LoadShape = LoadShape> extends Tool {
  /** Which loads it can put on. */
  arrivals: readonly Arrival[];
  /** What `receivedBytes` counts: whole responses, or their bodies alone. */
  bytes: 'wire' | 'body';
  /** All its connections are open from the start of a load to its end, unless the load closes them. */
  holdsConnections: boolean;
  /** Throws a RangeError on a plan that the tool cannot carry out. */
  prepare(plan: LoadPlan<Shape>): PreparedLoad;
  /** Throws a PitwallError on output that is not a whole report. */
  parse(output: ToolOutput, plan: LoadPlan<Shape>): LoadReport;
}
