import type { RankingRow } from '@pitwall/bench/model';

/** Rows that a table leaves out because nothing was tried: folded into one line. */
interface LeftOut {
  /** What is missing on the machine, in the words of the tools themselves: `.NET`, `GraalVM`. */
  needs: string[];
  /** Rows that need one of these. */
  needing: RankingRow[];
  /** Rows that were left out for other reasons. */
  other: RankingRow[];
  /** Rows whose target does not serve the scenario. */
  notServing: RankingRow[];
}

/** `the .NET SDK is not installed: no dotnet on PATH` → `.NET` */
function needOf(reason: string): string | null {
  const [, title] = /^(?:the |an? )?(.+?)(?: SDK)?(?: \(.*\))? is not installed\b/i.exec(reason) ?? [];
  return title ?? null;
}

export function leftOutOf(rows: readonly RankingRow[]): LeftOut {
  const left = { needs: new Set<string>(), needing: [], other: [], notServing: [] } as {
    needs: Set<string>;
    needing: RankingRow[];
    other: RankingRow[];
    notServing: RankingRow[];
  };
  for (const row of rows) {
    const { outcome } = row;
    if (outcome.kind === 'no-cell') left.notServing.push(row);
    if (outcome.kind !== 'left-out' || outcome.step !== 'left-out') continue;
    const need = needOf(outcome.reason);
    if (need === null) left.other.push(row);
    else {
      left.needs.add(need);
      left.needing.push(row);
    }
  }
  return { ...left, needs: [...left.needs] };
}

/** Whether a row is folded away: nothing was tried, so there is nothing to report. */
export function isLeftOut({ outcome }: RankingRow): boolean {
  return outcome.kind === 'no-cell' || (outcome.kind === 'left-out' && outcome.step === 'left-out');
}
