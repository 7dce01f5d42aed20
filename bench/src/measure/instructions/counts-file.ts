/** callgrind writes `totals`, cachegrind `summary` (callgrind's `summary` is 0 if it counted from a mark). */
const SUM = /^(?:totals|summary): ([1-9]\d*)$/m;
const FUNCTION = /^fn=(.*)$/;
/** Source line, instructions. */
const LINE = /^\d+ (\d+)$/;

/**
 * Returns the instructions in a file that callgrind or cachegrind wrote for one process, or 0 if it counted
 * none. Leaves out those that functions matching `leavesOut` executed themselves. That needs cachegrind's
 * format, in which a line belongs to the function above it and does not include what it calls.
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
