import { badgeTable, type RankingRow, type ShownRunData, variantKey } from '@pitwall/bench/model';

/** How many targets a reader can compare; the first is the baseline. */
export const MOST_COMPARED = 6;

export interface ComparedVariant extends Pick<RankingRow, 'target' | 'variant' | 'name' | 'language'> {
  /** `go-gin.raw` */
  key: string;
}

/** Returns every target variant of a run with a figure in any of its tables, in alphabetical order. */
export function comparedVariants({ tables }: ShownRunData): ComparedVariant[] {
  const known = new Map<string, ComparedVariant>();
  for (const { rows } of tables) {
    for (const { target, variant, name, language, outcome } of rows) {
      const key = variantKey({ target, variant });
      if ('estimate' in outcome) known.set(key, { target, variant, name, language, key });
    }
  }
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.key < b.key ? -1 : 1));
}

/** A pair has one page, in whichever order it is named. */
export function pairOrder(a: string, b: string): [string, string] {
  return a < b ? [a, b] : [b, a];
}

export function allPairs(variants: readonly ComparedVariant[]): [ComparedVariant, ComparedVariant][] {
  const inOrder = [...variants].sort((a, b) => (a.key < b.key ? -1 : 1));
  return inOrder.flatMap((first, index) =>
    inOrder.slice(index + 1).map((second): [ComparedVariant, ComparedVariant] => [first, second]),
  );
}

/** Publish draws a badge and a chart for each variant that the table of the badges ranks. */
export function hasBadge(
  run: ShownRunData | undefined,
  { target, variant }: Pick<ComparedVariant, 'target' | 'variant'>,
): boolean {
  const rows = badgeTable(run?.tables ?? [])?.rows ?? [];
  return rows.some(
    (row) => row.target === target && row.variant === variant && row.outcome.kind === 'ranked',
  );
}
