import {
  compilesAsItRuns,
  coolsWhileIdle,
  hasBlocks,
  type Run,
  runtimeKindOf,
  type TargetRun,
} from '../model/index.ts';

/**
 * Marks the cells that were measured before their server had settled, in runs from before servers were settled as they
 * are today. The mark is added when a run is read, since its files stay as they were measured.
 */
export function withUnsettled(
  run: Pick<Run, 'profile' | 'settled' | 'waiting'>,
  result: TargetRun,
): TargetRun {
  const detail = hasBlocks(run.profile) ? whyUnsettled(run, result) : null;
  if (detail === null) return result;
  return {
    ...result,
    cells: result.cells.map((cell) => {
      const rounds = cell.rounds.round.map((_, index) => index);
      if (rounds.length === 0) return cell;
      return { ...cell, marks: [...cell.marks, { code: 'unsettled', rounds, detail }] };
    }),
  };
}

/** Returns why a server of a run in blocks may not have settled; `null` if it had. */
function whyUnsettled(
  { settled, waiting }: Pick<Run, 'settled' | 'waiting'>,
  { language, runtime }: Pick<TargetRun, 'language' | 'runtime'>,
): string | null {
  if (settled === undefined && compilesAsItRuns(language))
    return 'the first slices came before it had settled';
  // The JVM meets the probes for the first time then, and Spring Boot compiles for longer than the time that it had.
  if (settled === 'with-probes' && runtimeKindOf(language) === 'virtualMachine')
    return 'it had 20 s to settle, and did not show that it had';
  if (waiting !== 'all-kept-warm' && coolsWhileIdle(runtime.name))
    return waiting === undefined
      ? 'it idled between its visits, and gave memory back that it needs under load'
      : 'it took its pauses between visits for idleness, and threw compiled code away';
  return null;
}
