import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Cell, Run, TargetRun } from '../../model/index.ts';
import { RUN_FILE, RunStore } from '../../results/run-store.ts';

/**
 * A run that takes more than one job is committed after each. Its files then change, but only by growing: every
 * block that was committed stays as it is.
 */

/**
 * Whether the run in the folder `after` is that of the folder `before`, some blocks later or finished.
 *
 * Both folders hold a run's files; `before` may not exist. Throws a PitwallError if a file does not match its schema.
 */
export function continuesRun(before: string, after: string): boolean {
  if (!existsSync(join(before, RUN_FILE)) || !existsSync(join(after, RUN_FILE))) return false;
  const [old, next] = [RunStore.open(before), RunStore.open(after)];
  if (old.run.finishedAt !== null || !isSameRun(old.run, next.run)) return false;
  const blocks = new Set((old.run.blocks ?? []).map(({ block }) => block));
  return old.targets().every((result) => {
    const grown = next.readTarget(result.target, result.variant);
    return grown !== null && keepsBlocks(result, grown, blocks);
  });
}

function isSameRun(old: Run, next: Run): boolean {
  const identity = ({ id, machine, startedAt, seed, commit }: Run) => [id, machine, startedAt, seed, commit];
  const kept = (next.blocks ?? []).slice(0, (old.blocks ?? []).length);
  return isDeepStrictEqual(identity(old), identity(next)) && isDeepStrictEqual(old.blocks ?? [], kept);
}

/** What a killed harness wrote of a block that is not in `blocks` may go: that block is measured again. */
function keepsBlocks(old: TargetRun, next: TargetRun, blocks: ReadonlySet<number>): boolean {
  const warmups = ({ warmups = [] }: TargetRun) => warmups.filter(({ block }) => blocks.has(block));
  if (!isDeepStrictEqual(warmups(old), warmups(next))) return false;
  return old.cells.every((cell) => {
    const known = [...blocks].filter((block) => hasBlock(cell, block));
    if (known.length === 0) return true;
    const grown = next.cells.find(
      ({ scenario, loadShapeId }) => scenario === cell.scenario && loadShapeId === cell.loadShapeId,
    );
    if (grown === undefined) return false;
    // A column that is not there yet holds null for the blocks before it.
    const columns = [...new Set([cell, grown].flatMap(({ rounds }) => Object.keys(rounds)))];
    return known.every((block) =>
      isDeepStrictEqual(ofBlock(cell, block, columns), ofBlock(grown, block, columns)),
    );
  });
}

function hasBlock({ rounds, failures, slices }: Cell, block: number): boolean {
  return (
    rounds.round.includes(block) ||
    failures.some(({ round }) => round === block) ||
    (slices?.block.includes(block) ?? false)
  );
}

/** All that a cell says of one block. A mark's detail is that of the first block that has it. */
function ofBlock({ rounds, marks, failures, slices }: Cell, block: number, columns: readonly string[]) {
  const index = rounds.round.indexOf(block);
  const places = (slices?.block ?? []).flatMap((of, at) => (of === block ? [at] : []));
  return {
    figures: columns.map((name) => rounds[name as keyof Cell['rounds']]?.[index] ?? null),
    marks: marks.flatMap(({ code, rounds: at }) => (at.includes(index) ? [code] : [])).sort(),
    failures: failures.filter(({ round }) => round === block),
    slices: Object.entries(slices ?? {}).flatMap(([name, column]) => {
      const values = places.map((at) => column?.[at] ?? null);
      // A column that a later block brought has nothing for this one.
      return values.every((value) => value === null) ? [] : [[name, values]];
    }),
  };
}
