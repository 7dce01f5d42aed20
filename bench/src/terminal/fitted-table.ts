import { headText, type PlainColumn, type Rows, rowText, rowWidth, table, widthsOf } from './table.ts';
import { displayWidth } from './width.ts';
import { wrapped } from './wrap.ts';

/** A table that is no wider than the terminal, whose lines would otherwise break anywhere. */

export interface FittedColumn extends PlainColumn {
  /** What a reader knows the column by, if it is not its title. */
  name?: string;
  narrow?: Narrowing | undefined;
}

/**
 * What a table that is too wide does with a column. Without any of this, the column stays as it is. The columns that
 * have a turn give way one after the other, the lowest first, until the others fit.
 */
export interface Narrowing {
  /** Said once above the table if all rows have the same text. This costs nothing, so it comes before all turns. */
  once?: true;
  /** Its texts may be wrapped, to this many columns at the least. */
  wrap?: number;
  /** Its turn to be left out. */
  leaveOut?: number;
  /** Its turn to move from the row to lines of its own below it. */
  below?: number;
}

interface FittedTable {
  text: string;
  /** Names of the columns that the table does without. */
  leftOut: string[];
  /** Columns of a terminal that has room for all of it. */
  wholeWidth: number;
}

/** Before a text that moved below its row. */
const HANGER = '└ ';

/** @param room columns of the terminal; `null`: as many as the table wants */
export function fittedTable(columns: readonly FittedColumn[], rows: Rows, room: number | null): FittedTable {
  const longest = widthsOf(columns, rows);
  const wholeWidth = rowWidth(longest);
  if (room === null || wholeWidth <= room) return { text: table(columns, rows), leftOut: [], wholeWidth };

  const all = columns.map((column, index) => {
    const most = longest[index] ?? 0;
    const texts = rows.map((row) => row[index] ?? '');
    // A word is never broken.
    const words = [column.title, ...texts.flatMap((text) => text.split(/\s/))].map(displayWidth);
    const wrap = column.narrow?.wrap;
    const least = wrap === undefined ? most : Math.min(most, Math.max(wrap, ...words));
    return { ...column, index, most, least, texts };
  });
  const once = all.filter(({ narrow, texts: [first, ...others] }) => {
    return narrow?.once && first && others.every((text) => text === first);
  });
  const kept = keptOf(
    all.filter((column) => !once.includes(column)),
    room,
  );
  const widths = widened(kept, room);
  const gone = all.filter((column) => !once.includes(column) && !kept.includes(column));
  const below = gone.filter(({ narrow }) => narrow?.below !== undefined);
  const indent = ' '.repeat(hangingFrom(kept, widths));
  const body = rows.map((row) => {
    const cells = kept.map(({ index }, place) => wrapped(row[index] ?? '', widths[place] ?? 0));
    const moved = below
      .filter(({ index }) => row[index])
      .map(({ title, index }) => `${title === '' ? '' : `${title}: `}${row[index]}`);
    const line = rowText(kept, widths, cells);
    const hanging = wrapped(`${HANGER}${moved.join(' · ')}`, room - indent.length, '  ');
    return moved.length > 0 ? `${line}\n${hanging.replaceAll(/^/gm, indent)}` : line;
  });
  return {
    text: [
      ...once.map((column) => wrapped(`${nameOf(column)}: ${column.texts[0]}`, room)),
      headText(kept, widths),
      ...body,
    ].join('\n'),
    leftOut: gone.filter((column) => !below.includes(column)).map(nameOf),
    wholeWidth,
  };
}

/** Where the first column of words begins: it names the row. */
function hangingFrom(columns: readonly PlainColumn[], widths: readonly number[]): number {
  const before = columns.findIndex(({ align }) => align !== 'right');
  return before > 0 ? rowWidth([...widths.slice(0, before), 0]) : 0;
}

interface MeasuredColumn extends FittedColumn {
  /** Width of its longest text, and that to which its texts can be wrapped. */
  most: number;
  least: number;
}

/** The columns that share the row. */
function keptOf<T extends MeasuredColumn>(columns: readonly T[], room: number): T[] {
  const turns = columns
    .filter((column) => turnOf(column) !== undefined)
    .sort((a, b) => (turnOf(a) ?? 0) - (turnOf(b) ?? 0));
  const gone = new Set<T>();
  const kept = (): T[] => columns.filter((column) => !gone.has(column));
  const fits = (): boolean => rowWidth(kept().map(({ least }) => least)) <= room;
  for (const column of turns) {
    if (fits()) break;
    gone.add(column);
  }
  // A wide column that went late may leave room for a narrow one that went before it.
  for (const column of turns.toReversed()) if (gone.delete(column) && !fits()) gone.add(column);
  return kept();
}

function turnOf({ narrow }: FittedColumn): number | undefined {
  return narrow?.leaveOut ?? narrow?.below;
}

/** Gives the room that is left to the columns whose texts would be wrapped, from the first. */
function widened(columns: readonly MeasuredColumn[], room: number): number[] {
  let spare = Math.max(0, room - rowWidth(columns.map(({ least }) => least)));
  return columns.map(({ least, most }) => {
    const width = Math.min(most, least + spare);
    spare -= width - least;
    return width;
  });
}

function nameOf({ name, title }: FittedColumn): string {
  return name ?? title;
}
