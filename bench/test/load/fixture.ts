import { readFileSync } from 'node:fs';
import type { LoadPlan, ToolOutput } from '../../src/load/loader.ts';
import { hasRate, type LoadShape } from '../../src/model/index.ts';
import { PitwallError } from '../../src/util/errors.ts';

/** What a report without latencies has. */
export const NO_LATENCY = {
  meanSeconds: null,
  p50Seconds: null,
  p90Seconds: null,
  p99Seconds: null,
  p999Seconds: null,
  maxSeconds: null,
};

/** What a tool really printed, recorded by record.ts. */
export interface RecordedOutput extends ToolOutput {
  tool: string;
  version: string;
  arguments: string[];
  /** How it came about, and for one that was not recorded as it stands: from which it was derived, how. */
  note: string;
  /** For hyperfine: the text of its export, `null` if it wrote none. */
  exported?: string | null;
}

export function fixtureFile(name: string): URL {
  return new URL(`./fixtures/${name}.json`, import.meta.url);
}

export function readFixture(name: string): RecordedOutput {
  return JSON.parse(readFileSync(fixtureFile(name), 'utf8')) as RecordedOutput;
}

/** The plan that fixtures are recorded and parsed with, but for what a test names. */
export function planFor<Shape extends LoadShape>(
  shape: Shape,
  changes: Partial<LoadPlan<Shape>> = {},
): LoadPlan<Shape> {
  return {
    shape,
    origin: 'http://127.0.0.1:8080',
    requests: [{ method: 'GET', path: '/plaintext' }],
    seconds: 1,
    ratePerSecond: hasRate(shape) ? 200 : null,
    seed: 1,
    threads: 1,
    scratch: '/scratch',
    ...changes,
  };
}

export const wrkLoop = { loader: 'wrk', connections: 4, connection: 'keep-alive' } as const;
export const fixedRate = {
  loader: 'oha',
  connections: 4,
  connection: 'keep-alive',
  rate: { perSecond: 200 },
} as const;

export const fixedCount = { loader: 'oha', connections: 4, connection: 'close', requests: 1_000 } as const;

/** The five parts of what `action` throws. */
export function partsOf(action: () => unknown) {
  try {
    action();
  } catch (error) {
    if (!(error instanceof PitwallError)) throw error;
    const { what, where, expected, seen, next } = error;
    return { what, where, expected, seen, next };
  }
  throw new Error('nothing was thrown');
}
