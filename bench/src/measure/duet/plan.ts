import {
  COMPARISON_SCHEMA_VERSION,
  type ComparedCell,
  type Comparison,
  LOOKS,
  type LoadShape,
  MINIMUM_EFFECTS,
  type Profile,
} from '../../model/index.ts';
import { runIdOf } from '../../results/run-store.ts';
import type { Bench } from '../bench.ts';
import { benchRecord } from '../bench-record.ts';
import { revisionOf } from '../provenance.ts';
import type { Sides } from './comparison.ts';
import { describeArm } from './prepare.ts';

const MEASURE_SECONDS = 1;
const WARMUP = { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 0.05 };
/** A runtime that compiles as it runs gets slices until its cost stays as it is. */
const COMPILING_WARMUP = { sliceSeconds: 1, minSlices: 3, maxSlices: 8, toleranceRatio: 0.03 };
const COMPILING: readonly string[] = ['Java', 'Kotlin', 'JavaScript', 'C#', 'Ruby'];

/** Enough connections to keep a server busy beside its twin, few enough to leave queues short. */
export const DUET_LOAD: LoadShape = { loader: 'wrk', connections: 16, connection: 'keep-alive' };

/** Of all looks together. */
export const ERROR_RATE = LOOKS.reduce((sum, { errorRate }) => sum + errorRate, 0);

export type PlannedPairCell = Pick<
  ComparedCell,
  'pair' | 'scenario' | 'scenarioVersion' | 'loadShape' | 'metric' | 'mode'
>;

export interface ComparisonPlan {
  machine: string;
  sides: readonly Sides[];
  cells: readonly PlannedPairCell[];
  seed: number;
  looks: readonly { rounds: number; errorRate: number }[];
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
      looks: [...plan.looks],
      minimumEffects: MINIMUM_EFFECTS,
      measureSeconds: MEASURE_SECONDS,
      warmup: warmupFor(plan.sides),
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

/** One for all sides: what one of them needs does the others no harm. */
function warmupFor(sides: readonly Sides[]): Profile['warmup'] {
  const languages = sides.flatMap(({ base, head }) =>
    [base, head].map(({ arm }) => arm.entry.target.manifest.language),
  );
  return languages.some((language) => COMPILING.includes(language)) ? COMPILING_WARMUP : WARMUP;
}
