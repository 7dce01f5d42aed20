import { type Cell, hasBlocks, type TargetRun } from '../../../model/index.ts';
import type { RunStore } from '../../../results/run-store.ts';

/**
 * Removes a block that is in some files only, because the harness was killed while it wrote it. It is measured anew, by
 * the targets that are ready then: in the file of any other, it would be paired with a block that it was no part of.
 */
export function dropUnfinished(store: RunStore): void {
  store.removeParts();
  const { profile, blocks = [] } = store.run;
  // Rounds were listed nowhere.
  if (!hasBlocks(profile)) return;
  const done = new Set(blocks.map(({ block }) => block));
  for (const result of store.targets()) if (keepBlocks(result, done)) store.writeTarget(result);
}

/** Removes what belongs to other blocks. Returns whether there was anything. */
export function keepBlocks(result: Pick<TargetRun, 'cells' | 'warmups'>, done: ReadonlySet<number>): boolean {
  let changed = false;
  for (const cell of result.cells) {
    for (const block of cell.rounds.round.filter((number) => !done.has(number))) {
      removeBlock(cell, block);
      changed = true;
    }
    const failures = cell.failures.filter(({ round: block }) => done.has(block));
    changed ||= failures.length < cell.failures.length;
    cell.failures = failures;
    // A cell that failed has slices, too.
    changed = dropSlices(cell, done) || changed;
  }
  const warmups = result.warmups?.filter(({ block }) => done.has(block));
  if (warmups && warmups.length < (result.warmups?.length ?? 0)) {
    result.warmups = warmups;
    changed = true;
  }
  result.cells = result.cells.filter(({ rounds, failures }) => rounds.round.length + failures.length > 0);
  return changed;
}

function removeBlock(cell: Cell, block: number): void {
  const index = cell.rounds.round.indexOf(block);
  for (const column of Object.values(cell.rounds)) column?.splice(index, 1);
  cell.marks = cell.marks.flatMap((mark) => {
    const indices = mark.rounds.filter((at) => at !== index).map((at) => (at > index ? at - 1 : at));
    return indices.length === 0 ? [] : [{ ...mark, rounds: indices }];
  });
  // Nothing can be taken out of a merged histogram.
  if (cell.latencyHistogram?.rounds.includes(block)) delete cell.latencyHistogram;
}

function dropSlices({ slices }: Cell, done: ReadonlySet<number>): boolean {
  if (!slices) return false;
  const kept = slices.block.map((block) => done.has(block));
  for (const [name, column] of Object.entries(slices)) {
    Object.assign(slices, { [name]: (column as unknown[]).filter((_, at) => kept[at]) });
  }
  return kept.includes(false);
}
