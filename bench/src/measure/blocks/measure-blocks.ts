import { gaveUp } from '../../analysis/gave-up.ts';
import { type Cell, hasBlocks, hasRate, type Profile, type TargetRun } from '../../model/index.ts';
import type { RunStore } from '../../results/run-store.ts';
import { median } from '../../stats/index.ts';
import { isMeasurable, type PlannedCell, plannedCells } from '../planned-cells.ts';
import { type BlockBench, measureBlock } from './block.ts';
import type { Slice } from './block-cells.ts';
import { howLong, leastBlockSeconds } from './estimated-time.ts';
import { type GroupPlan, planGroups } from './groups/plan-groups.ts';
import { expectedMemory, mostMemoryOf } from './groups/seen-memory.ts';
import type { Ready } from './live-server.ts';
import { isNotWarm } from './not-warm.ts';
import { cellOfResult, recordBlock } from './record/record-block.ts';
import { seenWarmth } from './seen-warmth.ts';
import { sharpAtLooks } from './sharpness.ts';

/** How time passes for a run, and what is due in it. */
interface Pace {
  /** Seconds of work on this run so far, including earlier sessions of a resumed run. */
  elapsed(): number;
  /** Called once, between two blocks, when half of them are done. */
  halfway(): Promise<void>;
  /** Seconds until the command has to end; a block that would take longer is not begun. */
  secondsLeft?(): number;
}

/**
 * Measures the missing blocks of a run and writes each to disk when it is complete; returns whether the run has
 * all of them now, or ended because the time left is too short for the next one. Call it again on the same
 * store to resume: an interrupted block is measured anew.
 */
export async function measureBlocks(
  bench: BlockBench,
  store: RunStore,
  ready: readonly Ready[],
  pace: Pace,
): Promise<boolean> {
  return new MissingBlocks(bench, store, ready, pace).measure();
}

/** The cells of a block, and its targets in groups. */
interface PlannedBlock {
  cells: readonly PlannedCell[];
  plan: GroupPlan;
  /** The cells of each group. */
  groups: readonly (readonly PlannedCell[])[];
}

class MissingBlocks {
  readonly #bench: BlockBench;
  readonly #store: RunStore;
  readonly #ready: readonly Ready[];
  readonly #pace: Pace;
  readonly #profile: Profile;
  /** What the run has measured so far, by name of the target variant. */
  readonly #results = new Map<string, TargetRun>();
  /** Peak memory in earlier runs, by name of the target variant. */
  readonly #expectedMemory: ReadonlyMap<string, number>;
  /** How many times as long as usual servers take to get warm on this machine. */
  readonly #warmth: number;
  readonly #missing: readonly number[];
  /** First block of this command: what failed before a resume may have been mended since. */
  readonly #first: number;

  constructor(bench: BlockBench, store: RunStore, ready: readonly Ready[], pace: Pace) {
    const { profile, blocks = [] } = store.run;
    if (!hasBlocks(profile))
      throw new RangeError('cannot resume a run of rounds: it was measured in another way');
    this.#bench = bench;
    this.#store = store;
    this.#ready = ready;
    this.#pace = pace;
    this.#profile = profile;
    for (const { targetVariant } of ready) {
      const result = store.readTarget(targetVariant.target.id, targetVariant.variant.id);
      if (result) this.#results.set(targetVariant.name, result);
    }
    this.#expectedMemory = expectedMemory(
      ready.map(({ targetVariant }) => targetVariant),
      profile.scenarios,
      // What no run here has measured, one elsewhere may have: a guess would give a first block more groups than it needs.
      store.earlierRunsAnywhere(),
    );
    // The blocks that a resumed run has are of this very machine and these very servers.
    this.#warmth = seenWarmth([...store.earlierRuns(), store], profile.scenarios);
    const done = new Set(blocks.map(({ block }) => block));
    this.#missing = Array.from({ length: profile.blocks }, (_, block) => block).filter(
      (block) => !done.has(block),
    );
    this.#first = done.size === 0 ? 0 : Math.max(...done) + 1;
  }

  async measure(): Promise<boolean> {
    const half = Math.ceil(this.#profile.blocks / 2);
    for (const [index, block] of this.#missing.entries()) {
      this.#bench.signal.throwIfAborted();
      if (block === half) await this.#pace.halfway();
      const planned = await this.#planBlock(block);
      if (planned.cells.length === 0) break;
      const blocksLeft = this.#missing.length - index;
      if (index === 0) this.#reportHowLong(planned, blocksLeft);
      if (!this.#hasTimeFor(planned, block)) return false;
      await this.#measureBlock(planned, block, blocksLeft);
    }
    return true;
  }

  async #planBlock(block: number): Promise<PlannedBlock> {
    const cells = this.#cellsOf(block);
    const targetVariants = this.#ready
      .map(({ targetVariant }) => targetVariant)
      .filter((targetVariant) => cells.some((cell) => cell.targetVariant === targetVariant));
    const plan = await planGroups(this.#bench, {
      targetVariants,
      peakMemoryBytes: (name) =>
        mostMemoryOf(this.#results.get(name)) ?? this.#expectedMemory.get(name) ?? null,
      seed: this.#store.run.seed,
      block,
    });
    const groups = plan.groups.map((group) =>
      cells.filter(({ targetVariant }) => group.includes(targetVariant)),
    );
    return { cells, plan, groups };
  }

  /**
   * Returns the cells that a block measures: loaders and databases allow them, and they are neither given up
   * nor sharp yet.
   */
  #cellsOf(block: number): PlannedCell[] {
    const { run } = this.#store;
    const profile = this.#profile;
    const sharp = sharpAtLooks([...this.#results.values()], { ...run, profile }, block);
    const targetVariants = this.#ready.map(({ targetVariant }) => targetVariant);
    return plannedCells(targetVariants, profile, run.replay?.cells).filter(
      (cell) =>
        isMeasurable(cell, this.#bench) &&
        !sharp.includes(cell.scenario.id) &&
        !hasGivenUp(cellOfResult(this.#results.get(cell.targetVariant.name), cell), profile, this.#first),
    );
  }

  async #measureBlock(
    { cells, plan, groups }: PlannedBlock,
    block: number,
    blocksLeft: number,
  ): Promise<void> {
    const profile = this.#profile;
    const { elapsed } = this.#pace;
    const outcome = await measureBlock(this.#bench, {
      block,
      profile,
      seed: this.#store.run.seed,
      ready: this.#ready,
      cells,
      plan,
      rateOf: (cell, slices) => rateOf(cell, slices, this.#results.get(cell.targetVariant.name)),
      elapsed,
      untilSeconds: untilOf(profile, block, elapsed()),
      runUntilSeconds: elapsed() + this.#secondsUntilEnd(groups, blocksLeft),
    });
    recordBlock(this.#store, this.#results, outcome, elapsed());
    this.#bench.report({ kind: 'block-done', block, blocks: profile.blocks, seconds: outcome.seconds });
  }

  /** Whether the time of the command suffices for a block: its share of a fixed time, or the least that it takes. */
  #hasTimeFor({ groups }: PlannedBlock, block: number): boolean {
    const elapsed = this.#pace.elapsed();
    const share = (untilOf(this.#profile, block, elapsed) ?? 0) - elapsed;
    const needed = Math.max(share, this.#leastSeconds(groups));
    const left = this.#pace.secondsLeft?.() ?? Number.POSITIVE_INFINITY;
    if (left >= needed) return true;
    const minutes = [needed, Math.max(0, left)].map((seconds) => Math.ceil(seconds / 60));
    this.#bench.report({
      kind: 'line',
      text: `block ${block + 1} takes about ${minutes[0]} min; ${minutes[1]} min are left`,
    });
    return false;
  }

  #leastSeconds(groups: PlannedBlock['groups']): number {
    return leastBlockSeconds(this.#profile, groups, this.#store.run.blocks, this.#warmth);
  }

  /** Seconds until the run ends: the rest of a fixed time, or the least that its blocks take if that is longer. */
  #secondsUntilEnd(groups: PlannedBlock['groups'], blocksLeft: number): number {
    const rest = (this.#profile.minutes ?? 0) * 60 - this.#pace.elapsed();
    return Math.max(rest, blocksLeft * this.#leastSeconds(groups));
  }

  #reportHowLong({ cells, groups }: PlannedBlock, blocksLeft: number): void {
    const targets = new Set(cells.map(({ targetVariant }) => targetVariant)).size;
    const seconds = this.#secondsUntilEnd(groups, blocksLeft);
    const blocks = blocksLeft === 1 ? 'one block' : `${blocksLeft} blocks`;
    const asked = [...new Set(cells.map(({ scenario }) => scenario.id))].join(', ');
    const inGroups =
      groups.length === 1
        ? ''
        : `, each in ${groups.length} groups because not all servers have room at once`;
    this.#bench.report({
      kind: 'step',
      text: `measuring ${targets} targets in ${blocks}${inGroups} (${asked}): ${howLong(this.#profile, seconds, this.#pace.elapsed())}`,
    });
  }
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
