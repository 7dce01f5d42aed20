import {
  hasBlocks,
  hasRate,
  loadShapeId,
  type Run,
  runtimeKindOf,
  type ScenarioId,
  type TargetRun,
} from '../../model/index.ts';
import { SETTLED } from '../same-as-before.ts';
import { mostWarmSeconds, warmSeconds } from './estimated-time.ts';

interface EarlierRun {
  run: Pick<Run, 'profile' | 'settled'>;
  targets(): TargetRun[];
}

/** Fewer starts say more about their targets than about the machine. */
const LEAST_STARTS = 8;

/**
 * Returns how many times as long as expected servers took to get warm in the newest earlier run of this machine with the
 * same scenarios; 1 without one. Machines of one kind differ by half, and scenarios by as much. Only runtimes that compile
 * as they run count, since others are warm at once.
 *
 * @param runs oldest first
 */
export function seenWarmth(runs: readonly EarlierRun[], scenarios: readonly ScenarioId[]): number {
  const asked = scenarios.toSorted().join();
  for (const earlier of runs.toReversed()) {
    const { run } = earlier;
    if (run.settled !== SETTLED || !hasBlocks(run.profile)) continue;
    if (run.profile.scenarios.toSorted().join() !== asked) continue;
    const atRates = new Set(run.profile.loadShapes.filter(hasRate).map(loadShapeId));
    let [starts, seen, expected] = [0, 0, 0];
    for (const { language, cells, warmups = [] } of earlier.targets()) {
      const kind = runtimeKindOf(language);
      if (kind !== 'virtualMachine' && kind !== 'asItRuns') continue;
      // What a load at a rate confirms was warmed in a closed loop before.
      const warming = warmups.filter((warmup) => !warmup.settling && !atRates.has(warmup.loadShapeId));
      // A target that joins two groups starts twice in a block.
      const own = warming.filter(({ place }) => place === 0).length;
      const ids = new Set(cells.map(({ scenario }) => scenario));
      starts += own;
      // A run that gives up early saw only the beginning of a warm-up.
      expected += own * Math.min(warmSeconds(run.profile, ids, kind), mostWarmSeconds(run.profile, ids));
      for (const { lightSeconds, durationSeconds } of warming)
        seen += durationSeconds.reduce((total, seconds) => total + seconds, lightSeconds);
    }
    if (starts >= LEAST_STARTS && expected > 0) return seen / expected;
  }
  return 1;
}
