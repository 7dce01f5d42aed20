import type { LoadShape, ScenarioRequest } from '../model/index.ts';

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

/** One file a tool: arguments and parsing, nothing else. Neither touches a process. */
export interface Loader<Shape extends LoadShape = LoadShape> {
  tool: Shape['loader'];
  /** Throws a RangeError on a plan that the tool cannot carry out. */
  prepare(plan: LoadPlan<Shape>): PreparedLoad;
  /** Throws a PitwallError on output that is not a whole report. */
  parse(output: ToolOutput, plan: LoadPlan<Shape>): LoadReport;
}
