import {
  type Comparison,
  RELEASES_SCHEMA_VERSION,
  type Release,
  type ReleaseHistory,
} from '../../src/model/index.ts';
import { releasesFolder, type StoredReleases } from '../../src/results/release-store.ts';
import { releaseComparison, SCENARIOS } from './believable-releases.ts';

/** Size of the steps of a history, in turn: large ones, and some that no figure tells from none. */
const SHARES = [1.12, 0.9, 1, 1.3, 0.8, 1.001];

/**
 * Histories of so many frameworks and releases, made up: every release has figures of two scenarios, and each step that
 * matters was measured side by side. Each framework has its own steps, so that none is as large as another.
 */
export function manyReleases(machine: string, histories: number, releases: number): StoredReleases[] {
  return Array.from({ length: histories }, (_, place) => oneOfMany(machine, place, releases));
}

function oneOfMany(machine: string, place: number, count: number): StoredReleases {
  const comparisons = new Map<string, Comparison>();
  const compare = (from: string, to: string, effect: number): string => {
    const made = releaseComparison(
      machine,
      comparisons.size,
      from,
      to,
      SCENARIOS.map((scenario, index) => [scenario, effect ** (index + 1)] as const),
    );
    comparisons.set(made.id, made);
    return made.id;
  };
  const version = (index: number): string => `1.${index}.0`;
  const confirmations: ReleaseHistory['confirmations'] = [];
  let cost = 1;
  const list = Array.from({ length: count }, (_, index): Release => {
    const step =
      index === 0 ? 1 : 1 + ((SHARES[(index + place) % SHARES.length] ?? 1) - 1) * (1 + place / 50);
    cost *= step;
    if (Math.abs(step - 1) > 0.05)
      confirmations.push({
        from: version(index - 1),
        to: version(index),
        comparison: compare(version(index - 1), version(index), step),
      });
    return {
      version: version(index),
      releasedAt: new Date(Date.UTC(2025, index, 1 + place)).toISOString(),
      changelog: `https://example.org/framework-${place}/${version(index)}`,
      outcome:
        index === 0
          ? { state: 'frozen' }
          : { state: 'measured', comparison: compare(version(0), version(index), cost) },
    };
  });
  const history: ReleaseHistory = {
    schemaVersion: RELEASES_SCHEMA_VERSION,
    ...{ machine, target: `go/framework-${place}`, variant: 'default' },
    package: {
      ecosystem: 'go',
      name: `example.org/framework-${place}`,
      role: 'framework',
      title: `Framework ${place}`,
    },
    scenarios: [...SCENARIOS],
    askedAt: '2026-06-03T02:00:00.000Z',
    releases: list,
    confirmations,
  };
  return { folder: releasesFolder(history), history, comparisons };
}
