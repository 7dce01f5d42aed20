import { displayWidth } from './width.ts';

export interface PlainColumn {
  title: string;
  align?: 'left' | 'right';
}

export type Rows = readonly (readonly string[])[];

const GAP = '  ';

/** A plain table with two spaces between columns; Chinese characters count as two wide. */
export function table(columns: readonly PlainColumn[], rows: Rows): string {
  const widths = widthsOf(columns, rows);
  return [headText(columns, widths), ...rows.map((cells) => rowText(columns, widths, cells))].join('\n');
}

/** The width of each column: that of its longest text. */
export function widthsOf(columns: readonly PlainColumn[], rows: Rows): number[] {
  return columns.map(({ title }, index) =>
    Math.max(...[title, ...rows.map((row) => row[index] ?? '')].flatMap(linesOf).map(displayWidth)),
  );
}

/** The width of a row whose columns have these widths. */
export function rowWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * Math.max(0, widths.length - 1));
}

export function headText(columns: readonly PlainColumn[], widths: readonly number[]): string {
  const titles = columns.map(({ title }) => title);
  const rules = widths.map((width, index) => (titles[index] ? '─' : ' ').repeat(width));
  return `${rowText(columns, widths, titles)}\n${rules.join(GAP).trimEnd()}`;
}

/** A row has as many lines as its longest cell. */
export function rowText(
  columns: readonly PlainColumn[],
  widths: readonly number[],
  cells: readonly string[],
): string {
  const lines = columns.map((_, index) => linesOf(cells[index] ?? ''));
  const height = Math.max(...lines.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ align }, index) => {
        const text = lines[index]?.[line] ?? '';
        const padding = ' '.repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(text)));
        return align === 'right' ? padding + text : text + padding;
      })
      .join(GAP)
      .trimEnd(),
  ).join('\n');
}

function linesOf(cell: string): string[] {
  return cell.split('\n');
}
