import type { ShownPart } from '@pitwall/bench/model';

/** Returns the runs of tables beside one, without its own, newest first. */
export function otherRuns<Part extends Pick<ShownPart, 'run' | 'startedAt'>>(
  own: Pick<ShownPart, 'run'>,
  beside: readonly Part[],
): Part[] {
  return [...new Map(beside.map((part) => [part.run, part])).values()]
    .filter(({ run }) => run !== own.run)
    .sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
}
