import { median } from '../quantile.ts';

/** One figure of a table whose rows and columns each shift it by something of their own. */
export interface TableEntry<Row, Column> {
  row: Row;
  column: Column;
  value: number;
}

interface AdditiveFit<Row, Column> {
  /** What each row lies at where a column shifts nothing. */
  rows: Map<Row, number>;
  /** By how much each column shifts its rows; half of the columns shift up, half of them down. */
  columns: Map<Column, number>;
  /** What rows and columns leave, in the order of the entries. */
  residuals: number[];
}

/** Of the residuals' spread: beyond it, an entry counts the less the further it lies out (Huber 1964). */
const HUBER_LIMIT = 1.5;
/** From the median of absolute deviations to the standard deviation of normal ones. */
const SPREAD_OF_MEDIAN = 1.4826;
const MOST_STEPS = 200;
const CLOSE_ENOUGH = 1e-9;

/**
 * Value = row + column + rest, entries that lie far out counting less. Entries may be missing: rows that share no
 * column are told apart by the columns that a third row shares with both. Rows that nothing joins each keep a level
 * of their own.
 *
 * Weighted means of rows and of columns in turn until they stand still (backfitting), the weights being Huber's; with
 * all entries there and none far out, rows are their means, as least squares has it.
 *
 * @param entries finite values, of logarithms where a row shifts in proportion
 */
export function additiveFit<Row, Column>(
  entries: readonly TableEntry<Row, Column>[],
): AdditiveFit<Row, Column> {
  if (!entries.every(({ value }) => Number.isFinite(value))) throw new RangeError('values are finite');
  if (entries.length === 0) return { rows: new Map(), columns: new Map(), residuals: [] };
  // From medians: a first guess that no single entry spoils.
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
  for (let step = 0; step < MOST_STEPS; step++) {
    const residuals = entries.map((_, place) => rest(place));
    const limit = HUBER_LIMIT * SPREAD_OF_MEDIAN * median(residuals.map(Math.abs));
    const weights = residuals.map((residual) =>
      limit > 0 && Math.abs(residual) > limit ? limit / Math.abs(residual) : 1,
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
  /** Of its entries, in the table. */
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

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  let total = 0;
  values.forEach((value, place) => {
    const weight = weights[place] ?? 1;
    sum += value * weight;
    total += weight;
  });
  return sum / total;
}
