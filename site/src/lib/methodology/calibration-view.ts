import type { CalibrationSummary } from '@pitwall/bench/model';

/** How the intervals of a calibration agree with what is known. */
interface CalibrationMisses {
  /** Rows with a known slowdown. */
  rows: number;
  /** Rows whose interval does not contain the known slowdown. */
  outside: number;
  /** Rows outside that found more than the known slowdown. */
  above: number;
  /** The largest error of a row outside, as a share of its known slowdown. */
  largestError: number;
  /** Whether all intervals of a server against itself contain no difference. */
  sameIsSame: boolean;
}

export function calibrationMisses(rows: CalibrationSummary['rows']): CalibrationMisses {
  const known = rows.filter((row) => row.known !== 0);
  const outside = known.filter((row) => !contains(row, row.known));
  return {
    rows: known.length,
    outside: outside.length,
    above: outside.filter((row) => row.found.share > row.known).length,
    largestError: Math.max(0, ...outside.map((row) => Math.abs(row.found.share / row.known - 1))),
    sameIsSame: rows.filter((row) => row.known === 0).every((row) => contains(row, 0)),
  };
}

function contains({ found }: CalibrationSummary['rows'][number], share: number): boolean {
  return found.low <= share && share <= found.high;
}
