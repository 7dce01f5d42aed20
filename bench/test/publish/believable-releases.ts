import {
  type ComparedCell,
  type Comparison,
  MINIMUM_EFFECTS,
  RELEASES_SCHEMA_VERSION,
  type ReleaseHistory,
  type ScenarioId,
} from '../../src/model/index.ts';
import { releasesFolder, writeHistory, writeReleaseComparison } from '../../src/results/release-store.ts';
import { seededRandom } from '../../src/util/random.ts';
import { significant } from '../../src/util/rounding.ts';

const PACKAGE = 'github.com/gin-gonic/gin';
export const SCENARIOS: readonly ScenarioId[] = ['json', 'json-large'];

/** Cost of a request with each release, beside 1.9.1, in both scenarios alike unless it is a pair. */
const COSTS: readonly (readonly [version: string, day: string, json: number, large: number])[] = [
  ['1.9.0', '2023-02-21', 1.004, 1.0],
  ['1.9.1', '2023-06-01', 1, 1],
  ['1.10.0', '2024-05-07', 1.002, 1.003],
  ['1.10.1', '2025-05-20', 1.08, 1.001],
  ['1.11.0', '2025-09-20', 1.079, 0.7],
];
const FROZEN = '1.9.1';

interface Made {
  history: ReleaseHistory;
  comparisons: Map<string, Comparison>;
}

/**
 * A history that could have been measured, but was not: one release of each outcome, one step that is confirmed, one
 * that is not proven, and one that was not measured again. Every figure follows from the seed.
 */
export function believableReleases(machine: string, seed = 3): Made {
  const random = seededRandom(seed);
  const comparisons = new Map<string, Comparison>();
  let minute = 0;
  const compare = (from: string, to: string, effects: readonly (readonly [ScenarioId, number])[]): string => {
    const comparison = releaseComparison(machine, minute++, from, to, effects, () => random.next());
    comparisons.set(comparison.id, comparison);
    return comparison.id;
  };
  const releases = COSTS.map(([version, day, json, large]): ReleaseHistory['releases'][number] => ({
    version,
    releasedAt: `${day}T10:00:00.000Z`,
    changelog: `https://github.com/gin-gonic/gin/releases/tag/v${version}`,
    outcome:
      version === FROZEN
        ? { state: 'frozen' }
        : {
            state: 'measured',
            comparison: compare(FROZEN, version, [
              ['json', json],
              ['json-large', large],
            ]),
          },
  }));
  releases.splice(2, 0, {
    version: '1.10.0-rc.1',
    releasedAt: '2024-04-20T10:00:00.000Z',
    changelog: null,
    outcome: { state: 'left-out', code: 'pre-release', reason: 'its version says that it is not finished' },
  });
  releases.push({
    version: '1.12.0',
    releasedAt: '2026-02-28T10:00:00.000Z',
    changelog: null,
    outcome: {
      state: 'failed',
      code: 'does-not-build',
      reason: 'exit code 1; last lines: undefined: sonic.ConfigStd',
      triedAt: '2026-06-03T02:00:00.000Z',
    },
  });
  const history: ReleaseHistory = {
    schemaVersion: RELEASES_SCHEMA_VERSION,
    ...{ machine, target: 'go/gin', variant: 'raw' },
    package: { ecosystem: 'go', name: PACKAGE, role: 'framework', title: 'Gin' },
    scenarios: [...SCENARIOS],
    askedAt: '2026-06-03T02:00:00.000Z',
    releases,
    confirmations: [
      { from: '1.10.0', to: '1.10.1', comparison: compare('1.10.0', '1.10.1', [['json', 1.08]]) },
      { from: '1.10.1', to: '1.11.0', comparison: compare('1.10.1', '1.11.0', [['json-large', 1.001]]) },
    ],
    causes: [{ to: '1.10.1', text: 'Each body is copied once more.', link: 'https://example.org/pull/7' }],
  };
  return { history, comparisons };
}

/** A comparison of two releases, whose head costs as much more as is said. */
export function releaseComparison(
  machine: string,
  minute: number,
  from: string,
  to: string,
  effects: readonly (readonly [ScenarioId, number])[],
  next: () => number = seededOf(minute),
): Comparison {
  const cells = effects.map(([scenario, effect]) => cellOf(scenario, effect, next));
  return comparisonAt(machine, minute, from, to, cells);
}

function seededOf(minute: number): () => number {
  const random = seededRandom(minute + 1);
  return () => random.next();
}

/** Returns the folder, below the results folder. */
export function writeBelievableReleases(results: string, machine: string): string {
  const { history, comparisons } = believableReleases(machine);
  const folder = releasesFolder(history);
  for (const comparison of comparisons.values()) writeReleaseComparison(results, folder, comparison);
  writeHistory(results, history);
  return folder;
}

function cellOf(scenario: ScenarioId, effect: number, next: () => number): ComparedCell {
  const pairs = 30;
  const each = <T>(make: (pair: number) => T): T[] => Array.from({ length: pairs }, (_, pair) => make(pair));
  const base = each(() => significant(12_000 * (1 + (next() - 0.5) * 0.1)));
  return {
    ...{ pair: 0, scenario, scenarioVersion: 1, metric: 'cpuPerRequestNanoseconds', mode: 'together' },
    loadShape: { loader: 'wrk', connections: 16, connection: 'keep-alive' },
    rounds: {
      round: each((pair) => pair),
      startedSeconds: each((pair) => pair * 2.5),
      first: each((pair) => (pair % 2 === 0 ? ('base' as const) : ('head' as const))),
      base,
      head: base.map((value) => significant(value * effect * (1 + (next() - 0.5) * 0.03))),
      baseRequests: each(() => 40_000),
      headRequests: each(() => 40_000),
      stolenRatio: each(() => 0),
      again: each(() => false),
    },
    failures: [],
  };
}

function comparisonAt(
  machine: string,
  minute: number,
  from: string,
  to: string,
  cells: ComparedCell[],
): Comparison {
  const time = String(minute).padStart(2, '0');
  const side = (version: string) => ({
    label: `go/gin:raw@${PACKAGE}=${version}`,
    ...{ target: 'go/gin', variant: 'raw', revision: null },
    pinned: { package: PACKAGE, version },
    framework: { name: 'Gin', version },
    runtime: { name: 'Go', version: '1.26.1' },
    artifact: null,
  });
  return {
    schemaVersion: 1,
    id: `20260603T02${time}00Z-6c9f8ca`,
    machine,
    startedAt: `2026-06-03T02:${time}:00.000Z`,
    finishedAt: `2026-06-03T02:${time}:59.000Z`,
    commit: '6c9f8ca0d1e2f3a4b5c6d7e8f90123456789abcd',
    ...{ modified: false, launcher: 'process', network: 'host', seed: 5 },
    processors: { server: [0, 1], database: [2], loader: [3], pinned: true },
    tools: [{ name: 'wrk', version: '4.2.0' }],
    databases: [],
    method: {
      looks: [{ rounds: 30, errorRate: 0.01 }],
      minimumEffects: MINIMUM_EFFECTS,
      measureSeconds: 1,
      warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 0.05 },
    },
    pairs: [{ base: side(from), head: side(to) }],
    cells,
  };
}
