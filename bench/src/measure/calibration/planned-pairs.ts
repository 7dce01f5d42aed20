import {
  type CalibratedComparison,
  COMPARISON_ERROR_RATE,
  type LoadShape,
  type Machine,
  scenarioOf,
} from '../../model/index.ts';
import { median } from '../../stats/index.ts';
import { significant } from '../../util/rounding.ts';
import { type Bench, type Building, whileMeasuring } from '../bench.ts';
import {
  beginComparison,
  DUET_LOAD,
  type PlannedPairCell,
  pairSettings,
  type WarmupChoice,
} from '../duet/comparison-plan.ts';
import { type DuetSide, measureDuet } from '../duet/measure-duet.ts';
import type { SharedBySides } from '../duet/measure-load.ts';
import type { Sides } from '../duet/measure-pairs.ts';
import { describeSide, prepareSide } from '../duet/prepare-side.ts';
import { type CalibrationServer, type CalibrationSideSpec, calibrationSide } from './servers.ts';

const IN_TURN_LOAD: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };

interface CalibrationPlan {
  /** Shares of a request's CPU time to add. */
  slowdowns: readonly number[];
  /** Also throughput, one side at a time. */
  inTurn: boolean;
  seed: number;
  pairs: number;
  /** Default: as a comparison has it. */
  warmup?: WarmupChoice;
}

/**
 * Plans a server against itself, and a server with iterations of a loop in each request against itself with
 * more of them.
 */
export async function planCalibration(
  session: Bench & { machine: Machine },
  { name, iterations, timed }: CalibrationServer,
  { slowdowns, inTurn, seed, pairs, warmup }: CalibrationPlan,
): Promise<{ comparison: CalibratedComparison; sides: Sides[] }> {
  const { repository } = session;
  const plain = await prepareSide(session, calibrationSide(repository, name, null));
  const slowed = iterations === null ? [] : slowdowns;
  const burning = (burn: { iterations: number; addedShare: number }): DuetSide => ({
    bench: session,
    spec: calibrationSide(repository, name, { ...burn, timed }),
    built: plain.built,
  });
  const sides: Sides[] = [{ base: plain, head: plain }];
  if (iterations !== null && slowed.length > 0) {
    const base = burning({ iterations, addedShare: 0 });
    const head = burning({ iterations: 2 * iterations, addedShare: 1 });
    const ofIterations = await whileMeasuring(session, () =>
      shareOfIterations(session, { base, head }, warmup),
    );
    for (const share of slowed) {
      const added = Math.round((share / ofIterations) * iterations);
      const head = burning({
        iterations: iterations + added,
        addedShare: significant((added / iterations) * ofIterations, SHARE_DIGITS),
      });
      sides.push({ base, head });
    }
  }
  const scenario = scenarioOf('json');
  const cell = { scenario: scenario.id, scenarioVersion: scenario.version };
  const cells = sides.map(
    (_, pair): PlannedPairCell => ({
      ...cell,
      pair,
      loadShape: DUET_LOAD,
      metric: 'cpuPerRequestNanoseconds',
      mode: 'together',
    }),
  );
  if (inTurn) {
    cells.push({
      ...cell,
      pair: 0,
      loadShape: IN_TURN_LOAD,
      metric: 'throughputPerSecond',
      mode: 'in-turn',
    });
  }
  const comparison = await beginComparison(session, {
    machine: session.machine.id,
    sides,
    cells,
    seed,
    ...(warmup && { warmup }),
    looks: [{ rounds: pairs, errorRate: COMPARISON_ERROR_RATE }],
  });
  return { comparison: { ...comparison, pairs: sides.map(describeBurning) }, sides };
}

function describeBurning({ base, head }: Sides): CalibratedComparison['pairs'][number] {
  const describe = (side: DuetSide) => {
    const { burn }: CalibrationSideSpec = side.spec;
    return { ...describeSide(side), ...(burn && { burn }) };
  };
  return { base: describe(base), head: describe(head) };
}

const SHARE_DIGITS = 6;
const SHARE_PAIRS = 21;

/**
 * Share of a request's CPU time that the iterations of base take, from pairs whose head has twice as
 * many. The known slowdowns are parts of that difference, so that a duet which distorts what it measures
 * shows in them.
 */
async function shareOfIterations(
  bench: SharedBySides & Pick<Building, 'report'>,
  sides: Sides,
  warmup?: WarmupChoice,
): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < SHARE_PAIRS; pair++) {
    bench.report({
      kind: 'step',
      text: `${sides.base.spec.label}: cost of an iteration, ${pair + 1} of ${SHARE_PAIRS}`,
    });
    const { sides: found } = await measureDuet(bench, {
      sides,
      scenario: scenarioOf('json'),
      shape: DUET_LOAD,
      ...pairSettings({ sides: [sides], cells: [], ...(warmup && { warmup }) }),
      first: pair % 2 === 0 ? 'base' : 'head',
      seed: pair,
    });
    ratios.push(found.head.cpuPerRequestNanoseconds / found.base.cpuPerRequestNanoseconds);
  }
  return median(ratios) - 1;
}
