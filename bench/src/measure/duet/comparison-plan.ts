import {
  COMPARISON_SCHEMA_VERSION,
  type ComparedCell,
  type Comparison,
  collectsGarbage,
  compilesAsItRuns,
  type LoadShape,
  looksFor,
  MINIMUM_EFFECTS,
  scenarioOf,
} from '../../model/index.ts';
import { revisionOf } from '../../process/git.ts';
import { runIdOf } from '../../results/run-store.ts';
import type { Loading } from '../bench.ts';
import { benchRecord, type Recorded } from '../bench-record.ts';
import type { Sides } from './measure-pairs.ts';
import { describeSide } from './prepare-side.ts';

/**
 * `npm run figure -- duet-noise` shows that longer pairs of servers in C and Rust cost more than they gain.
 */
const SHORT_PAIR = {
  measureSeconds: 0.25,
  warmup: { sliceSeconds: 0.25, minSlices: 1, maxSlices: 1, toleranceRatio: 0.05 },
};
/**
 * Whether a garbage collector that runs a few times a second falls into a quarter of a second is chance:
 * pairs of go/gin deviate by 4.8 % there, and by 1.6 % in a second. Sides measured in turn need as long,
 * because they are slices as in a run; so do long lists, of which a slow server under a twin's load answers none in a
 * quarter of a second.
 */
const LONGER_PAIR = {
  measureSeconds: 1,
  warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 0.05 },
};
/**
 * After a brief warm-up, a runtime that compiles as it runs is measured while it still does: at most five slices, until
 * its cost is about steady. The two sides of node:http are seldom steady in the same second, and eight slices, one of
 * them measured, left pairs that deviate by 3.3 % and take 10 s.
 */
const BRIEF_PAIR = {
  measureSeconds: 2,
  warmup: { sliceSeconds: 1, minSlices: 3, maxSlices: 5, toleranceRatio: 0.03 },
};

/**
 * After a warm-up to the steady state, which takes many times as long as a measurement, a longer one costs little, and
 * holds several collections of garbage. Two servers share the processors, so the bound is twice that of a run.
 */
export const STEADY_PAIR = { measureSeconds: 4, warmup: { maxSeconds: 180, whileQuiet: true } } as const;

/** How sides that compile as they run are warmed up: for seconds, or to their steady state, as in a run. */
export const warmupChoices = ['brief', 'steady'] as const;
export type WarmupChoice = (typeof warmupChoices)[number];

/** Enough connections to keep a server busy beside its twin, few enough to leave queues short. */
export const DUET_LOAD: LoadShape = { loader: 'wrk', connections: 16, connection: 'keep-alive' };

export type PlannedPairCell = Pick<
  ComparedCell,
  'pair' | 'scenario' | 'scenarioVersion' | 'loadShape' | 'metric' | 'mode'
>;

interface ComparisonPlan {
  machine: string;
  sides: readonly Sides[];
  cells: readonly PlannedPairCell[];
  seed: number;
  /** Default: steady. */
  warmup?: WarmupChoice;
  /** Overrides the usual looks. */
  looks?: readonly { rounds: number; errorRate: number }[];
}

/** Returns a comparison with nothing measured yet. */
export async function beginComparison(
  bench: Recorded & Pick<Loading, 'repository' | 'network'>,
  plan: ComparisonPlan,
): Promise<Comparison> {
  const startedAt = new Date();
  const settings = pairSettings(plan);
  const { commit, modified } = await revisionOf(bench.repository.root, '.');
  return {
    schemaVersion: COMPARISON_SCHEMA_VERSION,
    id: runIdOf(startedAt, commit),
    machine: plan.machine,
    startedAt: startedAt.toISOString(),
    finishedAt: null,
    commit,
    modified,
    network: bench.network ? 'sides' : 'host',
    seed: plan.seed,
    ...benchRecord(bench),
    method: {
      looks: [...(plan.looks ?? looksFor(settings))],
      minimumEffects: MINIMUM_EFFECTS,
      ...settings,
    },
    pairs: plan.sides.map(({ base, head }) => ({ base: describeSide(base), head: describeSide(head) })),
    cells: plan.cells.map((cell) => ({
      ...cell,
      rounds: {
        round: [],
        startedSeconds: [],
        first: [],
        base: [],
        head: [],
        baseRequests: [],
        headRequests: [],
        stolenRatio: [],
        again: [],
      },
      failures: [],
    })),
  };
}

/** Returns one setting for all sides and cells: what one of them needs does no harm to the others. */
export function pairSettings(
  plan: Pick<ComparisonPlan, 'sides' | 'cells' | 'warmup'>,
): Pick<Comparison['method'], 'measureSeconds' | 'warmup'> {
  if (compiles(plan)) return plan.warmup === 'brief' ? BRIEF_PAIR : STEADY_PAIR;
  return isLong(plan) ? LONGER_PAIR : SHORT_PAIR;
}

function compiles({ sides }: Pick<ComparisonPlan, 'sides'>): boolean {
  return sides.some((pair) => isOf(pair, compilesAsItRuns));
}

function isLong({ sides, cells }: Pick<ComparisonPlan, 'sides' | 'cells'>): boolean {
  return (
    sides.some((pair) => isOf(pair, collectsGarbage)) ||
    cells.some(({ mode, scenario }) => mode === 'in-turn' || scenarioOf(scenario).large)
  );
}

function isOf({ base, head }: Sides, such: (language: string) => boolean): boolean {
  return [base, head].some(({ spec }) => such(spec.targetVariant.target.manifest.language));
}
