import type { TargetVariant } from '../catalog/targets.ts';
import { type DatabaseKind, hasRate, type Run, scenarioOf, variantName } from '../model/index.ts';
import { revisionOf } from '../process/git.ts';
import type { RunStore } from '../results/run-store.ts';
import { usageError } from '../util/usage-errors.ts';
import type { Bench, Serving } from './bench.ts';
import { benchRecord, type Recorded, toolsOf } from './bench-record.ts';
import type { BuildOutcome } from './prepare.ts';
import { isSameBuild } from './provenance.ts';

/** What must be as it was when a run began, so that no cell mixes blocks which were measured in two ways. */

/** How a new run warms servers up and settles them, how they wait, and which requests its latencies at a rate are of. */
export const SETTLED = 'warmed-with-probes';
export const WAITING = 'all-kept-warm';
export const LATENCIES = 'on-open-connections';

/** Throws a PitwallError if a resumed run would be measured in another way than its first blocks. */
export function requireSameSurroundings(bench: Recorded, store: RunStore): void {
  requireSameTools(store, toolsOf(bench));
  if ((store.run.blocks ?? []).length === 0) return;
  requireSameMethod(store);
  requireSameProcessors(store, benchRecord(bench).processors);
  requireSameDatabases(store, benchRecord(bench).databases);
  requireSameScenarios(store);
}

/** A tool may be added before a run is resumed, but none may change. */
function requireSameTools({ run, folder }: RunStore, now: Run['tools']): void {
  for (const { name, version } of run.tools) {
    const other = now.find((tool) => tool.name === name && tool.version !== version);
    if (!other) continue;
    throw usageError({
      what: 'A tool has changed since the run began',
      where: `${folder}/run.json › tools`,
      expected: `${name} ${version}`,
      seen: `${name} ${other.version}`,
      next: 'Start a new run with: npm run bench -- run',
    });
  }
}

function requireSameMethod({ run, folder }: RunStore): void {
  const fields = [
    {
      field: 'settled',
      what: 'Servers that compile as they run',
      expected: SETTLED,
      seen: run.settled ?? 'nothing: the probes were new to them, and they had waited',
    },
    {
      field: 'waiting',
      what: 'Waiting servers',
      expected: WAITING,
      seen: run.waiting ?? 'nothing: they idled between their visits',
    },
    {
      field: 'latencies',
      what: 'Latencies at a rate',
      expected: LATENCIES,
      seen: run.latencies ?? 'nothing: they include requests that opened a connection',
    },
  ];
  const asked = run.profile.loadShapes.some(hasRate)
    ? fields
    : fields.filter(({ field }) => field !== 'latencies');
  for (const { field, what, expected, seen } of asked) {
    if (seen === expected) continue;
    throw usageError({
      what: `${what} are measured in another way since the run began`,
      where: `${folder}/run.json › ${field}`,
      expected,
      seen,
      next: 'Start a new run with: npm run bench -- run',
    });
  }
}

/** Another cpuset, or another split of the machine, gives a server more or less of it. */
function requireSameProcessors({ run, folder }: RunStore, now: Run['processors']): void {
  for (const role of ['server', 'database', 'loader'] as const) {
    if (String(run.processors[role]) === String(now[role])) continue;
    throw usageError({
      what: `The ${role} has other processors than when the run began`,
      where: `${folder}/run.json › processors.${role}`,
      expected: run.processors[role].join(', '),
      seen: now[role].join(', '),
      next: 'Resume it with the processors that it had, or start a new run: npm run bench -- run',
    });
  }
}

/** A database may be missing now: what needs it is left out. */
function requireSameDatabases({ run, folder }: RunStore, now: Run['databases']): void {
  for (const [index, before] of run.databases.entries()) {
    const found = now.find(({ kind }) => kind === before.kind);
    if (!found) continue;
    const [expected, seen] = [before, found].map(
      ({ kind, provider, product = kind, version }) => `${product} ${version} (${provider})`,
    ) as [string, string];
    if (expected === seen) continue;
    throw usageError({
      what: 'A database has changed since the run began',
      where: `${folder}/run.json › databases.${index}`,
      expected,
      seen,
      next: 'Resume it with the same database, or start a new run: npm run bench -- run',
    });
  }
}

/**
 * The databases that a run continues with. One that came after its first block is none of them: no target was verified
 * with it, and the run does not name it, so that a later session could bring another product in its place.
 */
export function databasesOf(
  { blocks = [], databases }: Pick<Run, 'blocks' | 'databases'>,
  now: Serving['databases'],
): Serving['databases'] {
  if (blocks.length === 0) return now;
  const known = databases.map(({ kind }) => kind);
  return Object.fromEntries(Object.entries(now).filter(([kind]) => known.includes(kind as DatabaseKind)));
}

/** Returns the bench without the databases that a run does not continue with, and reports each of these. */
export function withDatabasesOf(run: Run, bench: Bench): Bench {
  const databases = databasesOf(run, bench.databases);
  for (const { kind, product } of Object.values(bench.databases)) {
    if (databases[kind]) continue;
    bench.report({
      kind: 'left-out',
      target: product,
      reason: 'It was not there at the first block of this run, so no target was verified with it',
      next: 'Measure what needs it in a new run: npm run bench -- run',
    });
  }
  return { ...bench, databases };
}

/** What a scenario asks for may change from one of its versions to the next. */
function requireSameScenarios(store: RunStore): void {
  for (const { target, variant, cells } of store.targets()) {
    const changed = cells.find(
      ({ scenario, scenarioVersion }) => scenarioOf(scenario).version !== scenarioVersion,
    );
    if (!changed) continue;
    throw usageError({
      what: `The scenario ${changed.scenario} has changed since the run began`,
      where: store.folder,
      expected: `version ${changed.scenarioVersion}, which ${variantName(target, variant)} was measured in`,
      seen: `version ${scenarioOf(changed.scenario).version}`,
      next: 'Start a new run with: npm run bench -- run',
    });
  }
}

/** Prevents one cell from mixing figures of two builds. */
export async function requireUnchanged(
  repository: Bench['repository'],
  store: RunStore,
  { name, target, variant }: TargetVariant,
  outcome: BuildOutcome | undefined,
): Promise<void> {
  const known = store.readTarget(target.id, variant.id);
  if (known?.state.step !== 'measured' || known.artifact === null) return;
  if (!outcome || 'leftOut' in outcome) return;
  const { artifact } = outcome.built;
  const now = () => revisionOf(repository.root, `targets/${target.id}`);
  if (await isSameBuild(known, outcome.built, now)) return;
  throw usageError({
    what: `${name} has changed since the run began`,
    where: `targets/${target.id}`,
    expected: `an artifact of ${known.artifact.digest}`,
    seen: artifact.digest,
    next: 'Revert the change to resume, or start a new run: npm run bench -- run',
  });
}
