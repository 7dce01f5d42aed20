const axisEnds = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10];

/** `0` to a round number that is at least `largest`: the axis of a bar chart. */
export function axisEnd(largest: number): number {
  if (!(largest > 0)) return 1;
  const step = 10 ** Math.floor(Math.log10(largest));
  return axisEnds.map((part) => part * step).find((end) => end >= largest) ?? largest;
}

/** A command as one would type it: quoted only where a shell needs it. */
export function shellCommand(command: readonly string[]): string {
  return command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
