import { type Comparison, comparisonSchema, MINIMUM_EFFECTS } from '../../../src/model/index.ts';

export const BASE = 'b'.repeat(40);
export const HEAD = 'a'.repeat(40);
/** The name that the first attempt of pr-bench gives to it. */
export const COMPARISON_ARTIFACT = 'comparison-attempt-1';

/** A finished comparison of one target, whose head costs `ratio` times what base does, measured twice if flagged. */
export function comparisonOf(ratio: number, change: Partial<Comparison> = {}): Comparison {
  const noise = [-0.004, 0.003, 0.001, -0.002, 0.004, -0.001, 0.002, -0.003];
  const rounds = [...noise, ...noise];
  const side = (label: string, revision: string) => ({
    label,
    target: 'go/gin',
    variant: 'default',
    revision,
    pinned: null,
    framework: { name: 'Gin', version: '1.12.0' },
    runtime: { name: 'Go', version: '1.26.0' },
    artifact: null,
  });
  const columns = <Value>(value: (index: number) => Value): Value[] => rounds.map((_, index) => value(index));
  return comparisonSchema.parse({
    schemaVersion: 1,
    id: '20261121T101500Z-aaaaaaa',
    machine: 'machine',
    startedAt: '2026-11-21T10:15:00.000Z',
    finishedAt: '2026-11-21T10:25:00.000Z',
    commit: HEAD,
    modified: false,
    launcher: 'compose',
    seed: 1,
    processors: { server: [0], database: [1], loader: [1], pinned: true },
    tools: [{ name: 'wrk', version: '4.2.0' }],
    databases: [],
    method: {
      looks: [{ rounds: noise.length, errorRate: 0.01 }],
      minimumEffects: MINIMUM_EFFECTS,
      measureSeconds: 1,
      warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 0.1 },
    },
    pairs: [{ base: side('go/gin@base', BASE), head: side('go/gin@head', HEAD) }],
    cells: [
      {
        pair: 0,
        scenario: 'json',
        scenarioVersion: 1,
        loadShape: { loader: 'wrk', connections: 16, connection: 'keep-alive' },
        metric: 'cpuPerRequestNanoseconds',
        mode: 'together',
        rounds: {
          round: columns((index) => index),
          startedSeconds: columns((index) => index * 5),
          first: columns((index) => (index % 2 === 0 ? 'base' : 'head')),
          base: columns(() => 20_000),
          head: columns((index) => 20_000 * ratio * (1 + (rounds[index] ?? 0))),
          baseRequests: columns(() => 50_000),
          headRequests: columns(() => 50_000),
          stolenRatio: columns(() => 0),
          again: columns((index) => index >= noise.length),
        },
        failures: [],
      },
    ],
    ...change,
  });
}

/** Leaves only the first pairs of each cell: no others were measured. */
export function cutTo(comparison: Comparison, pairs: number): void {
  for (const { rounds } of comparison.cells)
    for (const values of Object.values(rounds)) values.length = pairs;
}
