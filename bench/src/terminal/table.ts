import { displayWidth } from './width.ts';

interface Column {
  title: string;
  align?: 'left' | 'right';
}

/** A plain table with two spaces between columns; Chinese characters count as two wide. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(row[index] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, index) => {
        const cell = cells[index] ?? '';
        const padding = ' '.repeat((widths[index] ?? 0) - displayWidth(cell));
        return column.align === 'right' ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd();
  return [
    line(columns.map((column) => column.title)),
    widths
      .map((width, index) => (columns[index]?.title ? '─' : ' ').repeat(width))
      .join('  ')
      .trimEnd(),
    ...rows.map(line),
  ].join('\n');
}
