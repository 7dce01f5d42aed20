import { type CompareData, type Mark, type ShownRunData, variantKey } from '@pitwall/bench/model';

type Row = Pick<CompareData['rows'][number], 'scenario' | 'loadShapeId' | 'metric'>;
type Variant = { target: string; variant: string };

/** Marks of a figure of a target variant; none if it has no doubt, or no figure. */
type FigureMarks = (row: Row, of: Variant) => readonly Mark[];

const keyOf = ({ scenario, loadShapeId, metric }: Row, { target, variant }: Variant): string =>
  [scenario, loadShapeId, metric, target, variant].join(' ');

/** Finds the marks of figures that are shown without their table. */
export function figureMarks({ tables }: Pick<ShownRunData, 'tables'>): FigureMarks {
  const known = new Map(
    tables.flatMap((table) =>
      table.rows.flatMap((row) => (row.marks.length > 0 ? [[keyOf(table, row), row.marks] as const] : [])),
    ),
  );
  return (row, of) => known.get(keyOf(row, of)) ?? [];
}

/** Returns all marks of each target variant, by its key: what a page of two of them shows of the tables. */
export function marksByVariant({ tables }: Pick<ShownRunData, 'tables'>): Map<string, unknown[]> {
  const known = new Map<string, unknown[]>();
  for (const table of tables) {
    for (const row of table.rows) {
      if (row.marks.length === 0) continue;
      const key = variantKey(row);
      known.set(key, [...(known.get(key) ?? []), keyOf(table, row), row.marks]);
    }
  }
  return known;
}
