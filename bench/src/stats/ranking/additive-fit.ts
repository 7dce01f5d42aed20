import { median } from '../quantile.ts';
import { huberWeights, weightedMean } from './huber.ts';

/** One value of a table in which each row and each column has its own shift. */
export interface TableEntry<Row, Column> {
  row: Row;
  column: Column;
  value: number;
}

interface AdditiveFit<Row, Column> {
  /** Level of each row in a column without a shift. */
  rows: Map<Row, number>;
  /** Shift of each column; half of the columns shift up, half of them down. */
  columns: Map<Column, number>;
  /** Residuals, in the order of the entries. */
  residuals: number[];
}

const MOST_STEPS = 200;
const CLOSE_ENOUGH = 1e-9;

/**
 * Fits value = row + column + residual, with less weight for outliers. Entries may be missing: rows that
 * share no column are compared through the columns that a third row shares with both. Rows without any such
 * connection keep levels of their own.
 *
 * Alternates weighted means of rows and of columns until they converge (backfitting), with Huber's weights.
 * With all entries present and no outliers, rows are their means, as in least squares.
 *
 * @param entries finite values; use logarithms if rows shift in proportion
 * @param isSmall whether to allow for the fit when outliers are told: of few entries, it leaves residuals that are smaller
 * than the deviations, and too many of them would count as outliers. Fits of slices, which are many,
 * do not: levels that runs have recorded came from them.
 */
export function additiveFit<Row, Column>(
  entries: readonly TableEntry<Row, Column>[],
  { isSmall = false } = {},
): AdditiveFit<Row, Column> {
  if (!entries.every(({ value }) => Number.isFinite(value))) throw new RangeError('values are finite');
  if (entries.length === 0) return { rows: new Map(), columns: new Map(), residuals: [] };
  // Start from medians, which no single entry can spoil.
  const rows = groupedBy(entries, ({ row }) => row).map(([row, own]) => new Effect(row, own));
  const columns = groupedBy(entries, ({ column }) => column).map(([column, own]) => new Effect(column, own));
  const ofRow = new Map(rows.flatMap((effect) => effect.places.map((place) => [place, effect] as const)));
  const ofColumn = new Map(
    columns.flatMap((effect) => effect.places.map((place) => [place, effect] as const)),
  );
  const value = (place: number): number => (entries[place] as TableEntry<Row, Column>).value;
  const rest = (place: number): number =>
    value(place) - (ofRow.get(place)?.level ?? 0) - (ofColumn.get(place)?.level ?? 0);
  for (const effect of rows) effect.level = median(effect.places.map(value));
  for (const effect of columns) effect.level = median(effect.places.map(rest));
  const degrees = entries.length - rows.length - columns.length + 1;
  const shrunk = isSmall ? Math.sqrt(Math.max(degrees, 1) / entries.length) : 1;
  for (let step = 0; step < MOST_STEPS; step++) {
    const weights = huberWeights(
      entries.map((_, place) => rest(place)),
      shrunk,
    );
    let moved = 0;
    for (const effect of [...rows, ...columns]) {
      const shift = weightedMean(
        effect.places.map(rest),
        effect.places.map((place) => weights[place] ?? 1),
      );
      effect.level += shift;
      moved = Math.max(moved, Math.abs(shift));
    }
    if (moved < CLOSE_ENOUGH) break;
  }
  const middle = median(columns.map(({ level }) => level));
  return {
    rows: new Map(rows.map(({ of, level }) => [of, level + middle])),
    columns: new Map(columns.map(({ of, level }) => [of, level - middle])),
    residuals: entries.map((_, place) => rest(place)),
  };
}

class Effect<Of> {
  readonly of: Of;
  /** Indices of its entries in the table. */
  readonly places: readonly number[];
  level = 0;

  constructor(of: Of, places: readonly number[]) {
    this.of = of;
    this.places = places;
  }
}

function groupedBy<Entry, Key>(entries: readonly Entry[], keyOf: (entry: Entry) => Key): [Key, number[]][] {
  const groups = new Map<Key, number[]>();
  entries.forEach((entry, place) => {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  });
  return [...groups];
}
