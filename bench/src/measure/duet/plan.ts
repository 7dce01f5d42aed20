import {
  COMPARISON_SCHEMA_VERSION,
  type ComparedCell,
  type Comparison,
  LOOKS,
  type LoadShape,
  MINIMUM_EFFECTS,
} from '../../model/index.ts';
import { runIdOf } from '../../results/run-store.ts';
import type { Bench } from '../bench.ts';
import { benchRecord } from '../bench-record.ts';
import { revisionOf } from '../provenance.ts';
import type { Sides } from './comparison.ts';
import { describeArm } from './prepare.ts';

/** As `npm run figure -- duet-noise` found: for servers in C and Rust longer rounds cost more than they tell. */
const ROUND = {
  measureSeconds: 0.25,
  warmup: { sliceSeconds: 0.25, minSlices: 1, maxSlices: 1, toleranceRatio: 0.05 },
};
/**
 * A collector that comes a few times a second is a matter of chance in a quarter of one: a pair of go/gin deviates by
 * 4.8 % there, and by 1.6 % in a second. Rounds that take turns need as long: they are those of a run.
 */
const LONGER_ROUND = {
  measureSeconds: 1,
  warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 0.05 },
};
/**
 * A runtime that compiles as it runs gets slices until its cost stays as it is, five at most: both sides of node:http
 * seldom stand still in the same second, and eight slices of which one is measured left a pair at 3.3 % in 10 s.
 */
const COMPILING_ROUND = {
  measureSeconds: 2,
  warmup: { sliceSeconds: 1, minSlices: 3, maxSlices: 5, toleranceRatio: 0.03 },
};
const COMPILING: readonly string[] = ['Java', 'Kotlin', 'JavaScript', 'C#', 'Ruby'];
const COLLECTING: readonly string[] = ['Go', ...COMPILING];

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
  /** Where they are not the usual ones. */
  looks?: readonly { rounds: number; errorRate: number }[];
}

/** A comparison with nothing measured yet. */
export async function beginComparison(bench: Bench, plan: ComparisonPlan): Promise<Comparison> {
  const startedAt = new Date();
  const { commit, modified } = await revisionOf(bench.repository.root, '.');
  return {
    schemaVersion: COMPARISON_SCHEMA_VERSION,
    id: runIdOf(startedAt, commit),
    machine: plan.machine,
    startedAt: startedAt.toISOString(),
    finishedAt: null,
    commit,
    modified,
    seed: plan.seed,
    ...benchRecord(bench),
    method: {
      looks: [...(plan.looks ?? (isLong(plan) ? LOOKS.long : LOOKS.short))],
      minimumEffects: MINIMUM_EFFECTS,
      ...roundOf(plan),
    },
    pairs: plan.sides.map(({ base, head }) => ({ base: describeArm(base), head: describeArm(head) })),
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

/** One for all sides and cells: what one of them needs does the others no harm. */
export function roundOf(
  plan: Pick<ComparisonPlan, 'sides' | 'cells'>,
): Pick<Comparison['method'], 'measureSeconds' | 'warmup'> {
  if (plan.sides.some((sides) => isOf(sides, COMPILING))) return COMPILING_ROUND;
  return isLong(plan) ? LONGER_ROUND : ROUND;
}

function isLong({ sides, cells }: Pick<ComparisonPlan, 'sides' | 'cells'>): boolean {
  return sides.some((pair) => isOf(pair, COLLECTING)) || cells.some(({ mode }) => mode === 'in-turn');
}

function isOf({ base, head }: Sides, languages: readonly string[]): boolean {
  return [base, head].some(({ arm }) => languages.includes(arm.entry.target.manifest.language));
}
