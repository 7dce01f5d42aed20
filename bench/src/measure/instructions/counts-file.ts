/** callgrind writes totals, cachegrind a summary (callgrind one of 0, where it counted from a mark). */
const SUM = /^(?:totals|summary): ([1-9]\d*)$/m;
const FUNCTION = /^fn=(.*)$/;
/** Line of the source, instructions. */
const LINE = /^\d+ (\d+)$/;

/**
 * The instructions in what callgrind or cachegrind wrote of one process, 0 where it counted none; without those that
 * the functions named by `leavesOut` executed themselves, which takes cachegrind's file (there a line belongs to the
 * function above it, and what it calls is not in it).
 */
export function instructionsIn(text: string, leavesOut: RegExp | null): number {
  const sum = Number(SUM.exec(text)?.[1] ?? 0);
  if (leavesOut === null) return sum;
  let left = 0;
  let out = false;
  for (const line of text.split('\n')) {
    const name = FUNCTION.exec(line)?.[1];
    if (name !== undefined) out = leavesOut.test(name);
    else if (out) left += Number(LINE.exec(line)?.[1] ?? 0);
  }
  return sum - left;
}
