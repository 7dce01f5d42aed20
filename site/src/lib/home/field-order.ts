/** A row of a table of the home page, as far as its order depends on it. */
interface Ordered {
  /** Its place as rendered. */
  place: number;
  /** A platform: it stays below the frameworks, however they are sorted. */
  reference: boolean;
}

/** The value of a row in the column that is sorted by: a number, or a text; none without a figure to compare. */
type ValueOf<Row> = (row: Row) => string | undefined;

/** Puts rows in the order of a column. A row without a value comes last in either direction. */
export function sortedRows<Row extends Ordered>(
  rows: readonly Row[],
  valueIn: ValueOf<Row>,
  collator: Pick<Intl.Collator, 'compare'>,
  reversed: boolean,
): Row[] {
  const sign = reversed ? -1 : 1;
  const compare = (a: string | undefined, b: string | undefined): number => {
    if (!a || !b) return Number(!a) - Number(!b);
    return sign * (isText(a) || isText(b) ? collator.compare(a, b) : Number(a) - Number(b));
  };
  return rows.toSorted(
    (a, b) =>
      Number(a.reference) - Number(b.reference) || compare(valueIn(a), valueIn(b)) || a.place - b.place,
  );
}

/**
 * Puts rows in the order in which the best of them is sought: that of the figures that are sorted by, in whichever
 * direction. A text says nothing about who is better: then rows stay as they were rendered.
 */
export function bestFirst<Row extends Ordered>(rows: readonly Row[], valueIn: ValueOf<Row>): Row[] {
  const figureOf = (row: Row): string | undefined => {
    const value = valueIn(row);
    return value === undefined || isText(value) ? undefined : value;
  };
  return sortedRows(rows, figureOf, new Intl.Collator(), false);
}

const isText = (value: string): boolean => Number.isNaN(Number(value));
