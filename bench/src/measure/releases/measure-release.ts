import { gaveUp } from '../../analysis/gave-up.ts';
import { failuresOf, moreFailuresOf } from '../../analysis/unmeasured.ts';
import type { ComparedCell, Comparison, ReleaseFailure, Scenario } from '../../model/index.ts';
import { COMPARISON_ERROR_RATE, MOST_MESSAGE, runtimeKindOf } from '../../model/index.ts';
import { nowSince } from '../../util/clock.ts';
import { cutToLength } from '../../util/cut.ts';
import { PitwallError } from '../../util/errors.ts';
import { plainText } from '../../util/text.ts';
import type { Bench, Preparing } from '../bench.ts';
import type { Canary } from '../canary.ts';
import { beginComparison, DUET_LOAD, pairSettings, type WarmupChoice } from '../duet/comparison-plan.ts';
import type { DuetSide } from '../duet/measure-duet.ts';
import { measurePairs, type Sides } from '../duet/measure-pairs.ts';
import { resolveSide } from '../duet/side-spec.ts';
import { isRegistryFault, isUnresolvable } from '../packages/registry-fault.ts';
import { buildTarget, verifyVariant } from '../prepare.ts';
import { noAnswer, withoutAddresses } from './registry-client.ts';

/** Why a release has no figure. */
export interface FailedRelease {
  code: ReleaseFailure;
  reason: string;
  /** `base` if what it was compared with failed, and not the release. */
  side?: 'base';
}

/**
 * Resolves, builds and verifies a side with a release. Returns why it cannot be measured; throws a RegistryFault if the
 * registry is to blame, and a PitwallError if this machine is.
 */
export async function prepareRelease(bench: Preparing, label: string): Promise<DuetSide | FailedRelease> {
  const { repository, signal } = bench;
  bench.report({ kind: 'step', text: `resolving ${label}` });
  let spec: Awaited<ReturnType<typeof resolveSide>>;
  try {
    spec = await resolveSide(repository, label, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PitwallError)) throw error;
    const said = `${error.what}: ${error.seen}`;
    if (isRegistryFault(said)) throw noAnswer({ name: label }, error.seen);
    return failed(bench, 'not-resolvable', said);
  }
  bench.report({ kind: 'step', text: `building ${label}` });
  const outcome = await buildTarget(bench, spec.targetVariant.target);
  if ('leftOut' in outcome) {
    const { step, reason, next } = outcome.leftOut;
    if (step === 'left-out') throw notHere(label, reason, next);
    if (isUnresolvable(reason)) return failed(bench, 'not-resolvable', reason);
    if (isRegistryFault(reason)) throw noAnswer({ name: label }, reason);
    return failed(bench, 'does-not-build', reason);
  }
  bench.report({ kind: 'step', text: `verifying ${label}` });
  const { leftOut, error } = await verifyVariant(bench, spec.targetVariant, outcome.built);
  if (error && (await isDatabaseLost(bench))) throw error;
  if (leftOut)
    return failed(bench, leftOut.step === 'verify' ? 'fails-contract' : 'does-not-start', leftOut.reason);
  return { bench, spec, built: outcome.built };
}

/** Whether a database does not answer: then nothing is known of the release. */
async function isDatabaseLost({ databases }: Pick<Bench, 'databases'>): Promise<boolean> {
  const pings = await Promise.allSettled(Object.values(databases).map((database) => database.ping()));
  return pings.some(({ status }) => status === 'rejected');
}

function failed(
  { repository }: Pick<Preparing, 'repository'>,
  code: ReleaseFailure,
  reason: string,
): FailedRelease {
  // Outputs of tools name folders of this machine and its mirrors.
  const plain = withoutAddresses(plainText(reason))
    .replaceAll(repository.cache, '…')
    .replaceAll(repository.root, '…');
  return { code, reason: cutToLength(plain, MOST_MESSAGE) };
}

function notHere(label: string, seen: string, next: string): PitwallError {
  return new PitwallError({
    what: 'This machine cannot build the target',
    where: label,
    expected: 'its toolchains',
    seen,
    next,
  });
}

/**
 * As the histories so far were measured: beside releases that were warmed up briefly, one that is warm would be a step.
 * There are none of virtual machines yet, and seconds after its start such a server runs little but its interpreter.
 */
function warmupOf({ base }: Sides): WarmupChoice {
  const { language } = base.spec.targetVariant.target.manifest;
  return runtimeKindOf(language) === 'virtualMachine' ? 'steady' : 'brief';
}

/**
 * Pairs of a scenario: enough for a half-width of about 1 % where a pair takes a second or two, and of 2 % where it
 * takes ten.
 */
export const RELEASE_PAIRS = { short: 30, long: 10 };

export function pairsPerScenario(sides: Sides): number {
  const { measureSeconds } = pairSettings({ sides: [sides], cells: [], warmup: warmupOf(sides) });
  return measureSeconds < 2 ? RELEASE_PAIRS.short : RELEASE_PAIRS.long;
}

interface ReleaseMeasurement {
  bench: Bench;
  machine: string;
  sides: Sides;
  scenarios: readonly Scenario[];
  pairs: number;
  seed: number;
  canary: Canary | null;
}

/**
 * Measures two releases side by side: a planned number of pairs of each scenario, judged once. No flagged cell is
 * measured again: a history states steps, and each step is. Returns why it failed if half of the pairs of a scenario
 * gave no figure, or if head failed in more pairs than in a comparison that passes.
 */
export async function measureRelease(work: ReleaseMeasurement): Promise<Comparison | FailedRelease> {
  const { comparison, upTo } = await beginRelease(work);
  const failure = await upTo(work.pairs);
  if (failure !== null) return failure;
  comparison.finishedAt = nowSince(comparison.startedAt);
  return comparison;
}

/** Begins to measure two releases side by side. `upTo` adds pairs up to a number, or returns why it cannot. */
export async function beginRelease(
  work: ReleaseMeasurement,
): Promise<{ comparison: Comparison; upTo(pairs: number): Promise<FailedRelease | null> }> {
  const { bench, sides, scenarios } = work;
  const comparison = await beginComparison(bench, {
    machine: work.machine,
    sides: [sides],
    cells: scenarios.map(({ id, version }) => ({
      ...{ pair: 0, scenario: id, scenarioVersion: version, loadShape: DUET_LOAD },
      ...{ metric: 'cpuPerRequestNanoseconds', mode: 'together' },
    })),
    seed: work.seed,
    warmup: warmupOf(sides),
    looks: [{ rounds: work.pairs, errorRate: COMPARISON_ERROR_RATE }],
  });
  const started = performance.now();
  const carried = { bench, comparison, sides: [sides], canary: work.canary, save: () => {} };
  return {
    comparison,
    async upTo(pairs) {
      const elapsed = (): number => (performance.now() - started) / 1_000;
      const { cells } = comparison;
      await measurePairs(carried, { cells, wanted: pairs, stage: 'release' }, elapsed);
      const why = whyNoFigure(cells, pairs);
      return why && { ...why, ...failed(bench, 'not-measured', why.reason) };
    },
  };
}

/** Returns why so many pairs of each cell give no figure of head; `null` if they do. */
export function whyNoFigure(
  cells: readonly ComparedCell[],
  pairs: number,
): Pick<FailedRelease, 'reason' | 'side'> | null {
  for (const cell of cells) {
    const { scenario, rounds, failures } = cell;
    const [ofBase, ofHead] = [failuresOf(cell, 'base'), failuresOf(cell, 'head')];
    if (gaveUp(cell) || rounds.round.length < pairs / 2) {
      const reason = `${scenario}: ${failures.at(-1)?.what ?? 'too few pairs'}`;
      return ofBase.length > ofHead.length ? { reason, side: 'base' } : { reason };
    }
    // Pairs that failed were replaced: a figure of the others alone would forget them.
    const more = moreFailuresOf(cell);
    if (more !== null)
      return { reason: `${scenario}: failed in ${more} pairs more than base: ${ofHead.at(-1)?.what}` };
  }
  return null;
}

/** Whether a value is a failure instead of the result. */
export function isFailed<T extends object>(value: T | FailedRelease): value is FailedRelease {
  return 'code' in value && 'reason' in value;
}
