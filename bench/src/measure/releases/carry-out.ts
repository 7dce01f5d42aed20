import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAnotherDay, judgeReleases, type ReleaseStep } from '../../analysis/releases/judge-releases.ts';
import type { Comparison, Release, ReleaseHistory, Scenario } from '../../model/index.ts';
import {
  readReleases,
  releasesFolder,
  type StoredReleases,
  writeHistory,
  writeReleaseComparison,
} from '../../results/release-store.ts';
import { sizeOfRatio } from '../../stats/index.ts';
import type { PlannedRelease } from './choose.ts';
import { type FailedRelease, isFailed } from './measure-release.ts';

/** The effects of measuring a history outside of its files; tests provide their own. */
interface ReleaseEffects<Side extends object> {
  /** Builds and verifies the target with a release. */
  prepare(version: string): Promise<Side | FailedRelease>;
  measure(base: Side, head: Side, scenarios: readonly Scenario[]): Promise<Comparison | FailedRelease>;
  /** Called before each release and each step. */
  report(what: string): void;
  now(): Date;
  /** Whether the time is up; what has begun is finished. */
  isOver(): boolean;
}

export interface HistoryWork<Side extends object> {
  results: string;
  /** The history without its releases. */
  head: Omit<ReleaseHistory, 'releases' | 'confirmations' | 'schemaVersion'>;
  /** Releases in order of version, those without an outcome to be measured. */
  planned: PlannedRelease[];
  confirmations: ReleaseHistory['confirmations'];
  scenarios: readonly Scenario[];
  /**
   * Whether to measure the oldest release first, so that whatever is left after an interruption is newer than all that
   * the history has: that is how `newReleases` finds it again.
   */
  oldestFirst?: boolean;
  effects: ReleaseEffects<Side>;
}

/** Whether everything planned was tried; `false` if the time was used up first. */
type IsWhole = boolean;

/**
 * Measures every planned release beside the frozen one, the newest first unless told otherwise, and then each step that
 * the figures suggest. Writes after each, so that an interruption costs only the release being measured.
 *
 * @throws FrozenReleaseError if the frozen release itself cannot be measured, and RegistryFault if a registry does not
 *   answer
 */
export async function carryOutHistory<Side extends object>(work: HistoryWork<Side>): Promise<IsWhole> {
  const { planned, effects } = work;
  const frozen = planned.find(({ outcome }) => outcome?.state === 'frozen')?.version ?? '';
  const sides = new Map<string, Side | FailedRelease>();
  const prepared = async (version: string): Promise<Side | FailedRelease> => {
    const known = sides.get(version) ?? (await effects.prepare(version));
    sides.set(version, known);
    return known;
  };
  for (const release of inOrder(work)) {
    if (effects.isOver()) return false;
    effects.report(`${release.version} beside ${frozen}`);
    const base = await prepared(frozen);
    if (isFailed(base)) throw new FrozenReleaseError(frozen, base);
    const head = await prepared(release.version);
    const made = isFailed(head) ? head : await effects.measure(base, head, work.scenarios);
    if (isFailed(made) && made.side === 'base') throw new FrozenReleaseError(frozen, made);
    release.outcome = outcomeOf(made, release, effects);
    store(work, isFailed(made) ? null : made);
  }
  store(work, null);
  return confirmSteps(work, prepared);
}

/** Returns the releases to measure, in the order in which to do so. */
function inOrder<Side extends object>({ planned, oldestFirst = false }: HistoryWork<Side>): PlannedRelease[] {
  const missing = planned.filter(({ outcome }) => outcome === null);
  if (!oldestFirst) return missing.toReversed();
  const dateOf = ({ releasedAt }: PlannedRelease): number =>
    releasedAt === null ? 0 : Date.parse(releasedAt);
  return missing.toSorted((a, b) => dateOf(a) - dateOf(b));
}

/** A release that cannot be built anew keeps its earlier figure, and is tried again next time. */
function outcomeOf<Side extends object>(
  made: Comparison | FailedRelease,
  { version, former }: PlannedRelease,
  { report, now }: ReleaseEffects<Side>,
): Release['outcome'] {
  if (!isFailed(made)) return { state: 'measured', comparison: made.id };
  if (former?.state === 'measured') {
    report(`${version} keeps its earlier figure: ${made.code}: ${made.reason.split('\n')[0]}`);
    return former;
  }
  const { code, reason } = made;
  return { state: 'failed', code, reason, triedAt: now().toISOString() };
}

/** The base of all comparisons fails, so nothing can be measured. */
export class FrozenReleaseError extends Error {
  readonly version: string;
  readonly failure: FailedRelease;

  constructor(version: string, failure: FailedRelease) {
    super(`${version}: ${failure.reason}`);
    this.version = version;
    this.failure = failure;
  }
}

/** Measures each suspected step again, from one release to the next, side by side. */
async function confirmSteps<Side extends object>(
  work: HistoryWork<Side>,
  prepared: (version: string) => Promise<Side | FailedRelease>,
): Promise<IsWhole> {
  const { effects } = work;
  const stored = readStored(work);
  if (stored === null) return true;
  const suspected = judgeReleases(stored).steps.filter(({ state }) => state === 'suspected');
  for (const group of byEnds(suspected)) {
    const [{ from, to }] = group;
    if (effects.isOver()) return false;
    effects.report(`${to} beside ${from}, where ${group.length > 1 ? 'steps are' : 'a step is'} suspected`);
    await measureSteps(work, prepared, group);
  }
  return true;
}

/** Measures steps between the same two releases side by side. A side that fails adds nothing to the history. */
async function measureSteps<Side extends object>(
  work: HistoryWork<Side>,
  prepared: (version: string) => Promise<Side | FailedRelease>,
  [step, ...others]: StepsOfTwo,
): Promise<void> {
  const { from, to } = step;
  const [base, head] = [await prepared(from), await prepared(to)];
  if (isFailed(base) || isFailed(head)) return;
  const ids = new Set([step, ...others].map(({ scenario }) => scenario));
  const chosen = work.scenarios.filter(({ id }) => ids.has(id));
  const made = await work.effects.measure(base, head, chosen);
  if (isFailed(made)) return;
  work.confirmations.push({ from, to, comparison: made.id });
  store(work, made);
}

/** Steps between the same two releases, each in another scenario. */
type StepsOfTwo = [ReleaseStep, ...ReleaseStep[]];

function byEnds(steps: readonly ReleaseStep[]): StepsOfTwo[] {
  const groups = Map.groupBy(steps, ({ from, to }) => `${from} ${to}`);
  return [...groups.values()] as StepsOfTwo[];
}

/**
 * Returns the confirmed steps that no other day has found again yet, the largest first, in case time runs out. It leaves
 * out those that were measured today: one that was interrupted continues, and another day is one that comes.
 */
export function stepsToRepeat(stored: StoredReleases, now: Date): ReleaseStep[] {
  const { comparisons } = stored;
  const isOfToday = (startedAt: string): boolean => !isAnotherDay(startedAt, now.toISOString());
  const left = judgeReleases(stored).steps.filter(({ state, isOfTwoDays, comparison, repeats }) => {
    const ids = [comparison, ...repeats.map((one) => one.comparison)];
    const starts = ids.flatMap((id) => comparisons.get(id ?? '')?.startedAt ?? []);
    return state === 'confirmed' && !isOfTwoDays && !starts.some(isOfToday);
  });
  return left.toSorted((a, b) => sizeOfRatio(b.ratio) - sizeOfRatio(a.ratio));
}

/** Measures steps once more, whose figures then stand beside the first: those of another day. */
export async function repeatSteps<Side extends object>(
  work: HistoryWork<Side>,
  steps: readonly ReleaseStep[],
): Promise<IsWhole> {
  const { effects } = work;
  for (const group of byEnds(steps)) {
    const [{ from, to }] = group;
    if (effects.isOver()) return false;
    effects.report(`${to} beside ${from}, once more`);
    await measureSteps(work, (version) => effects.prepare(version), group);
  }
  return true;
}

/** Writes the comparison, then the history that names it. A release without any outcome is not in it yet. */
function store<Side extends object>(work: HistoryWork<Side>, comparison: Comparison | null): void {
  const { results, head, planned, confirmations } = work;
  const folder = releasesFolder(head);
  if (comparison !== null) writeReleaseComparison(results, folder, comparison);
  const releases = planned.flatMap(({ former, outcome, ...release }): Release[] => {
    const known = outcome ?? former;
    return known === undefined ? [] : [{ ...release, outcome: known }];
  });
  writeHistory(results, { schemaVersion: 1, ...head, releases, confirmations });
  removeUnnamed(work);
}

/** Removes comparisons that a newer measurement of the same release has replaced. */
function removeUnnamed<Side extends object>(work: HistoryWork<Side>): void {
  const stored = readStored(work);
  if (stored === null) return;
  const { history, comparisons, folder } = stored;
  const named = new Set([
    ...history.confirmations.map(({ comparison }) => comparison),
    ...history.releases.flatMap(({ outcome }) => (outcome.state === 'measured' ? [outcome.comparison] : [])),
  ]);
  for (const id of comparisons.keys()) if (!named.has(id)) rmSync(join(work.results, folder, `${id}.json`));
}

function readStored<Side extends object>({ results, head }: HistoryWork<Side>): StoredReleases | null {
  return readReleases(results, releasesFolder(head));
}
