import { compilesAsItRuns, hasBlocks, type Run, type TargetRun } from '../model/index.ts';

/**
 * Marks the cells that were measured before their server had settled: runs did not know yet that it must. The mark
 * is added when a run is read, since its files stay as they were measured.
 */
export function withUnsettled(run: Pick<Run, 'profile' | 'settled'>, result: TargetRun): TargetRun {
  if (!hasBlocks(run.profile) || run.settled !== undefined || !compilesAsItRuns(result.language))
    return result;
  return {
    ...result,
    cells: result.cells.map((cell) => {
      const rounds = cell.rounds.round.map((_, index) => index);
      if (rounds.length === 0) return cell;
      const detail = 'the first slices came before it had settled';
      return { ...cell, marks: [...cell.marks, { code: 'unsettled', rounds, detail }] };
    }),
  };
}
