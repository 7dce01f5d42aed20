import { gaveUp } from '../../analysis/gave-up.ts';
import { type Cell, hasBlocks, hasRate, type Profile, type TargetRun } from '../../model/index.ts';
import type { RunStore } from '../../results/run-store.ts';
import { median } from '../../stats/index.ts';
import { type Available, isMeasurable, type PlannedCell, plannedCells } from '../planned-cells.ts';
import { type BlockBench, measureBlock } from './block.ts';
import type { Slice } from './block-cells.ts';
import { howLong, leastBlockSeconds } from './estimated-time.ts';
import { planGroups } from './groups/plan-groups.ts';
import { expectedMemory, mostMemoryOf } from './groups/seen-memory.ts';
import type { Ready } from './live-server.ts';
import { isNotWarm } from './not-warm.ts';
import { cellOfResult, recordBlock } from './record/record-block.ts';
import { seenWarmth } from './seen-warmth.ts';
import { sharpAtLooks } from './sharpness.ts';

/**
 * Measures the missing blocks of a run and writes each to disk when it is complete; returns whether the run has
 * all of them now, or ended because the time left is too short for the next one. Call it again on the same
 * store to resume: an interrupted block is measured anew.
 */
export async function measureBlocks(
  bench: BlockBench,
  store: RunStore,
  ready: readonly Ready[],
  /** Seconds of work on this run so far, including earlier sessions of a resumed run. */
  elapsed: () => number,
  /** Called once, between two blocks, when half of them are done. */
  halfway: () => Promise<void> = async () => {},
  /** Seconds until the command has to end; a block that would take longer is not begun. */
  secondsLeft: () => number = () => Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const { profile } = store.run;
  if (!hasBlocks(profile))
    throw new RangeError('cannot resume a run of rounds: it was measured in another way');
  const results = new Map<string, TargetRun>();
  for (const { targetVariant } of ready) {
    const result = store.readTarget(targetVariant.target.id, targetVariant.variant.id);
    if (result) results.set(targetVariant.name, result);
  }
  const earlier = store.earlierRuns();
  const expected = expectedMemory(
    ready.map(({ targetVariant }) => targetVariant),
    profile.scenarios,
    // What no run here has measured, one elsewhere may have: a guess would give a first block more groups than it needs.
    store.earlierRunsAnywhere(),
  );
  const peakMemoryBytes = (name: string): number | null =>
    mostMemoryOf(results.get(name)) ?? expected.get(name) ?? null;
  const groupsOf = async (cells: readonly PlannedCell[], block: number): Promise<PlannedCell[][]> => {
    const targetVariants = [...new Set(cells.map(({ targetVariant }) => targetVariant))];
    const { seed } = store.run;
    const { groups } = await planGroups(bench, { targetVariants, peakMemoryBytes, seed, block });
    return groups.map((group) => cells.filter(({ targetVariant }) => group.includes(targetVariant)));
  };
  const timing: Timing = { run: store.run, profile, warmth: seenWarmth(earlier, profile.scenarios) };
  const done = new Set((store.run.blocks ?? []).map(({ block }) => block));
  const half = Math.ceil(profile.blocks / 2);
  const first = done.size === 0 ? 0 : Math.max(...done) + 1;
  const planned = cellsOf(bench, store, profile, ready, results, { block: first, first });
  reportHowLong(bench, timing, await groupsOf(planned, first), done.size, elapsed());
  for (let block = 0; block < profile.blocks; block++) {
    bench.signal.throwIfAborted();
    if (block === half && !done.has(block)) await halfway();
    if (done.has(block)) continue;
    const cells = cellsOf(bench, store, profile, ready, results, { block, first });
    if (cells.length === 0) break;
    const groups = await groupsOf(cells, block);
    const needed = blockSeconds(timing, groups, block, elapsed());
    if (secondsLeft() < needed) {
      const minutes = [needed, Math.max(0, secondsLeft())].map((seconds) => Math.ceil(seconds / 60));
      bench.report({
        kind: 'line',
        text: `block ${block + 1} takes about ${minutes[0]} min; ${minutes[1]} min are left`,
      });
      return false;
    }
    const outcome = await measureBlock(bench, {
      block,
      profile,
      seed: store.run.seed,
      ready,
      cells,
      rateOf: (cell, slices) => rateOf(cell, slices, results.get(cell.targetVariant.name)),
      elapsed,
      untilSeconds: untilOf(profile, block, elapsed()),
      runUntilSeconds: elapsed() + secondsUntilEnd(timing, groups, profile.blocks - done.size, elapsed()),
      peakMemoryBytes,
    });
    recordBlock(store, results, outcome, elapsed());
    done.add(block);
    bench.report({ kind: 'block-done', block, blocks: profile.blocks, seconds: outcome.seconds });
  }
  return true;
}

/** What the time of a run's blocks follows from. */
interface Timing {
  run: RunStore['run'];
  profile: Profile;
  /** How many times as long as usual servers take to get warm on this machine. */
  warmth: number;
}

/** Seconds that a block will take: its share of a fixed time, or the least that it takes if that is longer. */
function blockSeconds(
  { run, profile, warmth }: Timing,
  groups: readonly (readonly PlannedCell[])[],
  block: number,
  elapsed: number,
): number {
  const until = untilOf(profile, block, elapsed);
  return Math.max((until ?? 0) - elapsed, leastBlockSeconds(profile, groups, run.blocks, warmth));
}

/** Seconds until the run ends: the rest of a fixed time, or the least that its blocks take if that is longer. */
function secondsUntilEnd(
  { run, profile, warmth }: Timing,
  groups: readonly (readonly PlannedCell[])[],
  blocksLeft: number,
  elapsed: number,
): number {
  const least = blocksLeft * leastBlockSeconds(profile, groups, run.blocks, warmth);
  return Math.max((profile.minutes ?? 0) * 60 - elapsed, least);
}

function reportHowLong(
  bench: Pick<BlockBench, 'report'>,
  timing: Timing,
  groups: readonly (readonly PlannedCell[])[],
  done: number,
  elapsed: number,
): void {
  const { profile } = timing;
  const left = profile.blocks - done;
  const cells = groups.flat();
  if (left === 0 || cells.length === 0) return;
  const targets = new Set(cells.map(({ targetVariant }) => targetVariant)).size;
  const seconds = secondsUntilEnd(timing, groups, left, elapsed);
  const blocks = left === 1 ? 'one block' : `${left} blocks`;
  const asked = [...new Set(cells.map(({ scenario }) => scenario.id))].join(', ');
  const inGroups =
    groups.length === 1 ? '' : `, each in ${groups.length} groups because not all servers have room at once`;
  bench.report({
    kind: 'step',
    text: `measuring ${targets} targets in ${blocks}${inGroups} (${asked}): ${howLong(profile, seconds, elapsed)}`,
  });
}

/**
 * Returns the cells that a block measures: loaders and databases allow them, and they are neither given up
 * nor sharp yet.
 */
function cellsOf(
  available: Available,
  store: RunStore,
  profile: Profile,
  ready: readonly Ready[],
  results: ReadonlyMap<string, TargetRun>,
  { block, first }: { block: number; first: number },
): PlannedCell[] {
  const sharp = sharpAtLooks([...results.values()], { ...store.run, profile }, block);
  const targetVariants = ready.map(({ targetVariant }) => targetVariant);
  return plannedCells(targetVariants, profile, store.run.replay?.cells).filter(
    (cell) =>
      isMeasurable(cell, available) &&
      !sharp.includes(cell.scenario.id) &&
      !hasGivenUp(cellOfResult(results.get(cell.targetVariant.name), cell), profile, first),
  );
}

/** @param first block of this command: what failed before a resume may have been mended since */
function hasGivenUp(cell: Cell | undefined, { warmup }: Profile, first: number): boolean {
  if (!cell) return false;
  // A cell that was not warm in time once will not be next time either, and costs the time again.
  if (warmup.otherwise === 'leave-out' && cell.failures.some(({ what }) => isNotWarm(what))) {
    return true;
  }
  const isNew = (round: number): boolean => round >= first;
  return gaveUp({
    rounds: { round: cell.rounds.round.filter(isNew) },
    failures: cell.failures.filter(({ round }) => isNew(round)),
  });
}

/** Returns when a block should end: the blocks share the remaining time evenly. */
function untilOf({ minutes, blocks }: Profile, block: number, elapsed: number): number | null {
  return minutes === undefined ? null : elapsed + (minutes * 60 - elapsed) / (blocks - block);
}

/** Returns the rate of a fixed-rate cell, the same in all blocks; `null` if the capacity is not known. */
function rateOf(cell: PlannedCell, closed: readonly Slice[], result: TargetRun | undefined): number | null {
  if (!hasRate(cell.shape)) return null;
  const known = cellOfResult(result, cell)?.ratePerSecond;
  if (known) return known;
  if ('perSecond' in cell.shape.rate) return cell.shape.rate.perSecond;
  const throughputs = closed.map(({ figures }) => {
    const { requests, durationSeconds } = figures.observed.outcome.report;
    return requests / durationSeconds;
  });
  if (throughputs.length === 0) return null;
  return Math.max(1, Math.round(median(throughputs) * cell.shape.rate.shareOfCapacity));
}
