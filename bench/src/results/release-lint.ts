import type { Comparison, ReleaseHistory } from '../model/index.ts';
import { isOfFuture } from '../util/clock.ts';
import { byVersion } from '../util/versions.ts';
import type { LintFinding } from './lint.ts';
import type { StoredReleases } from './release-store.ts';

/** Checks what a schema cannot: whether a history and the comparisons in its folder belong together. */
export function lintReleases({ folder, history, comparisons }: StoredReleases, now: number): LintFinding[] {
  const faults = [...faultsOfRows(history, now)];
  const named = new Set<string>();
  const expect = (id: string, base: string, head: string): void => {
    if (named.has(id)) faults.push(`the comparison ${id} is named twice`);
    named.add(id);
    const comparison = comparisons.get(id);
    if (comparison === undefined) faults.push(`the comparison ${id} is missing`);
    else faults.push(...faultsOf(comparison, id, history, { base, head }));
  };
  const frozen = history.releases.find(({ outcome }) => outcome.state === 'frozen')?.version ?? '';
  for (const { version, outcome } of history.releases)
    if (outcome.state === 'measured') expect(outcome.comparison, frozen, version);
  for (const { from, to, comparison } of history.confirmations) expect(comparison, from, to);
  for (const id of comparisons.keys())
    if (!named.has(id)) faults.push(`the comparison ${id} belongs to no release and to no step`);
  return faults.map((what) => ({ level: 'error', where: `${folder}/history.json`, what }));
}

function faultsOfRows({ releases, confirmations, causes = [] }: ReleaseHistory, now: number): string[] {
  const faults: string[] = [];
  const frozen = releases.filter(({ outcome }) => outcome.state === 'frozen').length;
  if (frozen !== 1) faults.push(`${frozen} releases are frozen, where exactly one is`);
  releases.forEach(({ version, releasedAt }, index) => {
    const before = releases[index - 1]?.version;
    if (before !== undefined && byVersion(before, version) >= 0)
      faults.push(`${version} comes after ${before}: the order is that of versions, each once`);
    if (releasedAt !== null && isOfFuture(releasedAt, now)) faults.push(`${version} is of the future`);
  });
  const places = new Map(
    releases.flatMap(({ version, outcome }, index) =>
      outcome.state === 'frozen' || outcome.state === 'measured' ? [[version, index] as const] : [],
    ),
  );
  for (const { from, to } of confirmations) {
    const [first, second] = [places.get(from), places.get(to)];
    if (first === undefined || second === undefined || first >= second)
      faults.push(`the step from ${from} to ${to} is not one between measured releases`);
  }
  causes.forEach(({ to }, index) => {
    if (!confirmations.some((one) => one.to === to))
      faults.push(`the cause named for ${to} is that of no step that was measured again`);
    if (causes.findIndex((one) => one.to === to) < index) faults.push(`two causes are named for ${to}`);
  });
  return faults;
}

function faultsOf(
  comparison: Comparison,
  id: string,
  { machine, target, variant, package: { name }, scenarios }: ReleaseHistory,
  versions: Readonly<Record<'base' | 'head', string>>,
): string[] {
  const faults: string[] = [];
  const fault = (what: string): void => void faults.push(`the comparison ${id} ${what}`);
  if (comparison.id !== id) fault(`calls itself ${comparison.id}`);
  if (comparison.machine !== machine) fault(`is of the machine ${comparison.machine}`);
  if (comparison.finishedAt === null) fault('is not finished');
  if (comparison.pairs.length !== 1) fault(`has ${comparison.pairs.length} pairs of sides, where it has one`);
  for (const place of ['base', 'head'] as const) {
    const side = comparison.pairs[0]?.[place];
    if (side?.target !== target || side.variant !== variant)
      fault(`has ${side?.target}:${side?.variant} as its ${place}, where ${target}:${variant} belongs`);
    if (side?.pinned?.package !== name || side.pinned.version !== versions[place]) {
      const seen = side?.pinned ? `${side.pinned.package} ${side.pinned.version}` : 'no version of a package';
      fault(`has ${seen} as its ${place}, where ${name} ${versions[place]} belongs`);
    }
  }
  const seen = comparison.cells.map(({ scenario }) => scenario);
  if (new Set(seen).size < seen.length) fault('has two cells of one scenario');
  for (const { scenario, metric, mode } of comparison.cells) {
    if (!scenarios.includes(scenario)) fault(`has the scenario ${scenario}, which the history does not name`);
    if (metric !== 'cpuPerRequestNanoseconds' || mode !== 'together')
      fault(`has ${metric} ${mode}, where CPU time of both at once belongs`);
  }
  return faults;
}
