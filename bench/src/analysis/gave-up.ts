import { FAILURES_IN_A_ROW } from '../model/index.ts';

/** A cell of a run or of a comparison: which of its blocks or pairs gave a figure, and which failed. */
interface Tried {
  rounds: { round: readonly number[] };
  failures: readonly { round: number }[];
}

/** Returns whether the last attempts at a cell failed so often in a row that it is given up. */
export function gaveUp({ rounds, failures }: Tried): boolean {
  const tried = [
    ...rounds.round.map((round) => ({ round, failed: false })),
    ...failures.map(({ round }) => ({ round, failed: true })),
  ].sort((a, b) => a.round - b.round);
  const last = tried.slice(-FAILURES_IN_A_ROW);
  return last.length === FAILURES_IN_A_ROW && last.every(({ failed }) => failed);
}
