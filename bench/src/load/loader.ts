import type { Arrival, LoadShape, ScenarioRequest } from '../model/index.ts';

/** A program that measures, named by its command: how to find the right one, and how to install it. */
export interface Tool {
  name: string;
  /** wrk shows its version along with its usage and exit code 1. */
  versionArgument: string;
  /**
   * Returns the version from the program's output, or `null` for another program: names are not unique, and
   * wrk2 calls itself wrk.
   */
  identify: (words: string) => string | null;
  /** Lowest version that has every flag in use. */
  least: string;
  /** First major version that is another program; `null` if none is known. */
  below: string | null;
  /** What cannot be measured without it. */
  costs: string;
  /** Whether Debian has a package of the same name. */
  packaged: boolean;
  /** The crate to build if there is no package, at the version that the fixtures were recorded with. */
  crate: string | null;
  /** The npm package to install into the project's own folder, if it is one: no user needs to be root for it. */
  npmPackage?: string;
}

/** Returns an `identify` that gives the pattern's first group. */
export function versionBy(pattern: RegExp): Tool['identify'] {
  return (words) => pattern.exec(words)?.[1] ?? null;
}

/** One load on one server: everything an adapter needs to write a command line. */
export interface LoadPlan<Shape extends LoadShape = LoadShape> {
  shape: Shape;
  /** `http://127.0.0.1:8080`, without a path. */
  origin: string;
  /** Requests to draw from, in an order that the adapter may shuffle with `seed`. */
  requests: readonly ScenarioRequest[];
  /** Length of the load; ignored for the measured load of a shape that counts its requests. */
  seconds: number;
  /** Requests a second over all connections; only for a fixed rate. */
  ratePerSecond: number | null;
  seed: number;
  /**
   * Number of the load among those on one server with the same seed: 0 (or none) is the measured one, its
   * warm-up counts from 1.
   */
  part?: number;
  /** Threads the loader may use. */
  threads: number;
  /** A folder that only this load uses, for scripts and request lists. */
  scratch: string;
}

/** Returns how many requests end the load; `null` if time ends it, as it always does a warm-up. */
export function requestsOf({ shape, part = 0 }: Pick<LoadPlan, 'shape' | 'part'>): number | null {
  return 'requests' in shape && part === 0 ? shape.requests : null;
}

export interface ToolOutput {
  stdout: string;
  stderr: string;
  exitCode: number | null;
  signal: string | null;
}

/** What a loader reports, in base SI units; `null` for what it does not report. */
export interface LoadReport {
  /** Whole responses. */
  requests: number;
  /** Those of them that answered no request, if the loader takes such for responses. */
  unasked?: number;
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
  /** The same latencies one by one, as an HDR histogram; `null` if the loader does not report them. */
  latencyHistogram: string | null;
  errors: { connect: number; read: number; write: number; timeout: number };
  /** Responses by status, if the loader counts them. */
  statuses: Record<string, number> | null;
  /** Responses with a status of 400 or more, which every loader reports. */
  statusAtLeast400: number;
}

export interface PreparedLoad {
  /** Files the command needs, by name inside `plan.scratch`. */
  files: Record<string, string>;
  arguments: string[];
  /** Files that the tool leaves in `plan.scratch` for `parse`, if any. */
  outputs?: readonly string[];
  /** Ends the load with SIGINT after this time, if the tool's own clock cannot. */
  interruptAfterSeconds?: number;
}

/**
 * A program that sends requests, one file each: what it can do, what its figures cover, how to write its
 * command and how to read its report. `prepare` and `parse` touch no process.
 */
export interface Loader<Shape extends LoadShape = LoadShape> extends Tool {
  /** Arrivals that it supports. */
  arrivals: readonly Arrival[];
  /** What `receivedBytes` counts: whole responses, or their bodies alone. */
  bytes: 'wire' | 'body';
  /** All its connections are open from the start of a load to its end, unless the load closes them. */
  holdsConnections: boolean;
  /**
   * Header lines that the program adds to each request by itself, if any: without them, a server could tell its load from
   * a probe.
   */
  headers?(version: string): readonly string[];
  /** Throws a RangeError on a plan that the tool cannot carry out. */
  prepare(plan: LoadPlan<Shape>): PreparedLoad;
  /** Throws a PitwallError on output that is not a whole report. */
  parse(output: ToolOutput, plan: LoadPlan<Shape>): LoadReport;
}
