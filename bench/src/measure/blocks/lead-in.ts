import { arrivalOf, compilesAsItRuns, inClosedLoop, type LoadShape } from '../../model/index.ts';
import type { Measuring } from '../bench.ts';
import { mix, type PlannedCell } from '../planned-cells.ts';
import { type LoadOutcome, putLoad } from '../slice/load.ts';
import type { Visit } from './cycle-order.ts';
import type { LiveServer } from './live-server.ts';
import { requestsOfAll } from './mixed-load.ts';

/**
 * After a minute without load, JavaScript answers 0.78 of what it does two seconds later, and the JVM 0.97: see
 * after-idle in bench/ACCURACY.md.
 */
const SECONDS = { script: 2, other: 0.5 };
const SCRIPTS: readonly string[] = ['JavaScript', 'TypeScript'];
/** Keeps its seed apart from that of the slice. */
const LEAD_IN = 0x1ead;

/**
 * Returns the seconds of load right before the slices of a visit. In a block a server waits for its next turn while
 * the others are loaded; a runtime that compiles as it runs is slower then at first.
 */
export function leadInSeconds({
  targetVariant,
  shape,
}: Pick<PlannedCell, 'targetVariant' | 'shape'>): number {
  const { language } = targetVariant.target.manifest;
  if (!compilesAsItRuns(language) || hasCount(shape)) return 0;
  return SCRIPTS.includes(language) ? SECONDS.script : SECONDS.other;
}

/** A load of a fixed number of requests has no other length, and is long enough to need no lead-in. */
function hasCount(shape: LoadShape): boolean {
  return arrivalOf(shape) === 'count';
}

/**
 * Loads a server right before the slices of a visit, with what all of them ask, in a closed loop whatever their shape.
 * Its figures do not count, so it may end without a response: a slow one takes longer.
 */
export function leadIn(
  measuring: Measuring,
  { server }: LiveServer,
  visit: Visit,
  seed: number,
  signal: AbortSignal,
): Promise<LoadOutcome> {
  const [cell] = visit;
  return putLoad(
    measuring,
    {
      shape: inClosedLoop(cell.shape),
      origin: server.origin,
      requests: requestsOfAll(
        visit.map(({ scenario }) => scenario),
        measuring.data,
        seed,
      ),
      seconds: leadInSeconds(cell),
      ratePerSecond: null,
      seed: mix(seed, LEAD_IN),
    },
    signal,
  );
}
