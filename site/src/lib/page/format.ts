const axisEnds = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10];

/** Returns the end of a bar chart's axis: a round number of at least `largest`. */
export function axisEnd(largest: number): number {
  if (!(largest > 0)) return 1;
  const step = 10 ** Math.floor(Math.log10(largest));
  return axisEnds.map((part) => part * step).find((end) => end >= largest) ?? largest;
}

/** Joins a command as typed in a shell, with quotes only where the shell needs them. */
export function shellCommand(command: readonly string[]): string {
  return command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

/** Begins a sentence with what may stand within one. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
