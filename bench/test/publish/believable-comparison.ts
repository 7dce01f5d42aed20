import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ComparedCell, type Comparison, MINIMUM_EFFECTS } from '../../src/model/index.ts';
import { seededRandom } from '../../src/util/random.ts';
import { significant } from '../../src/util/rounding.ts';

/**
 * A comparison of base and head that could have been measured, but was not: one cell of each state. Every figure
 * follows from the seed.
 *
 * @param other its sides, instead of two revisions of Gin, and when it was made
 */
export async function writeBelievableComparison(
  folder: string,
  machine: string,
  other: { pairs?: Comparison['pairs']; day?: string } = {},
): Promise<Comparison> {
  const random = seededRandom(5);
  const day = other.day ?? '03';
  const startedAt = `2026-06-${day}T02:00:00.000Z`;
  const id = `202606${day}T020000Z-6c9f8ca`;
  const side = (revision: string) => ({
    label: `go/gin@${revision.slice(0, 7)}`,
    target: 'go/gin',
    variant: 'default',
    revision,
    pinned: null,
    framework: { name: 'Gin', version: '1.11.0' },
    runtime: { name: 'go', version: '1.25.4' },
    artifact: null,
  });
  /** @param effect head ÷ base @param noise spread of a pair @param again pairs of a confirmation */
  const cell = (
    scenario: ComparedCell['scenario'],
    effect: number,
    noise: number,
    again = 0,
  ): ComparedCell => {
    const pairs = 10 + again;
    const each = <T>(make: (pair: number) => T): T[] =>
      Array.from({ length: pairs }, (_, pair) => make(pair));
    const base = each(() => significant(12_000 * (1 + (random.next() - 0.5) * 0.1)));
    return {
      pair: 0,
      scenario,
      scenarioVersion: 1,
      loadShape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
      metric: 'cpuPerRequestNanoseconds',
      mode: 'together',
      rounds: {
        round: each((pair) => pair),
        startedSeconds: each((pair) => pair * 10),
        first: each((pair) => (pair % 2 === 0 ? ('base' as const) : ('head' as const))),
        base,
        head: base.map((value) => significant(value * effect * (1 + (random.next() - 0.5) * noise))),
        baseRequests: each(() => 40_000),
        headRequests: each(() => 40_000),
        stolenRatio: each(() => null),
        again: each((pair) => pair >= 10),
      },
      failures: [],
    };
  };
  const comparison: Comparison = {
    schemaVersion: 1,
    id,
    machine,
    startedAt,
    finishedAt: '2026-06-03T02:20:00.000Z',
    commit: '6c9f8ca0d1e2f3a4b5c6d7e8f90123456789abcd',
    modified: false,
    launcher: 'process',
    seed: 5,
    processors: { server: [0, 1], database: [2], loader: [3], pinned: true },
    tools: [{ name: 'wrk', version: '4.2.0' }],
    databases: [],
    method: {
      looks: [{ rounds: 10, errorRate: 0.01 }],
      minimumEffects: MINIMUM_EFFECTS,
      measureSeconds: 1,
      warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 2, toleranceRatio: 0.05 },
    },
    pairs: other.pairs ?? [{ base: side('1'.repeat(40)), head: side('2'.repeat(40)) }],
    cells: [
      cell('json', 1.06, 0.01, 10),
      cell('plaintext', 0.94, 0.01, 10),
      cell('menus', 1, 0.004),
      cell('counter', 1.01, 0.2),
    ],
  };
  const file = join(folder, 'comparisons', machine, '2026', `${id}.json`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(comparison, null, 1)}\n`);
  return comparison;
}
