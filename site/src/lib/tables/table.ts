/**
 * A column of a table as data: what it shows of a row, as cells of text, links and components.
 * `DataTable.astro` alone decides what a table looks like.
 */
export interface Column<Row> {
  title: string;
  kind?: CellKind;
  /** Where the head leads. */
  link?: string;
  /** A small line below the title. */
  under?: string | null;
  /** Name by which a script sorts the rows, by the `value` in the data of their cells. */
  sort?: string;
  /** Whether its figures fall as rows are sorted by it, because a higher one is better. */
  falls?: boolean;
  /** This column names the row. If no column says so, the first does. */
  heads?: true;
  cell(row: Row): Part | CellContent;
}

/** CSS classes of a column's cells. */
type CellKind = 'number' | 'picture' | 'rank' | 'mono' | 'words' | 'answer' | 'break';
/** The kinds that apply to the column's head too. */
const KINDS_OF_HEADS: readonly CellKind[] = ['number', 'picture', 'rank'];

/** A text, a link, a command, a text of its own kind, or a component with its props. */
export type Part =
  | string
  | number
  | { text: string; link: string; class?: string }
  | { code: string }
  | { span: string; class: string; title?: string; lang?: string }
  | ComponentPart;

interface ComponentPart {
  component: unknown;
  props: object;
}

interface CellContent {
  parts: readonly (Part | false | null)[];
  /** Small lines below the cell's content. */
  under?: readonly (Part | false | null)[];
  class?: string | false | undefined;
  title?: string | null | undefined;
  /** `data-…` attributes, for scripts. */
  data?: Readonly<Record<string, string | number | null>>;
}

interface TableCell {
  tag: 'th' | 'td';
  attributes: Record<string, string | number | undefined>;
  parts: Part[];
  under: Part[];
}

export interface TableData {
  head: {
    title: string;
    class: string | undefined;
    link?: string;
    sort?: string;
    falls?: true;
    under?: string;
  }[];
  rows: { attributes: Record<string, string | undefined>; cells: TableCell[] }[];
}

/** @param rowAttributes the id or `data-…` attributes of each row */
export function tableOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  rowAttributes: (row: Row) => Record<string, string | undefined> = () => ({}),
): TableData {
  const heading = Math.max(
    0,
    columns.findIndex(({ heads }) => heads),
  );
  return {
    head: columns.map(({ title, kind, link, sort, falls, under }) => ({
      title,
      class: kind && KINDS_OF_HEADS.includes(kind) ? kind : undefined,
      ...(link !== undefined && { link }),
      ...(sort !== undefined && { sort, ...(falls && { falls }) }),
      ...(under && { under }),
    })),
    rows: rows.map((row) => ({
      attributes: rowAttributes(row),
      cells: columns.map(({ kind, cell }, index) => tableCell(cell(row), kind, index === heading)),
    })),
  };
}

function tableCell(said: Part | CellContent, kind: CellKind | undefined, heads: boolean): TableCell {
  const content: CellContent = typeof said === 'object' && 'parts' in said ? said : { parts: [said] };
  const classes = [kind, content.class].filter(Boolean).join(' ');
  return {
    tag: heads ? 'th' : 'td',
    attributes: {
      ...(heads && { scope: 'row' }),
      ...(classes !== '' && { class: classes }),
      ...(content.title && { title: content.title }),
      ...Object.fromEntries(
        Object.entries(content.data ?? {}).map(([name, value]) => [`data-${name}`, value ?? undefined]),
      ),
    },
    parts: content.parts.filter(isThere),
    under: (content.under ?? []).filter(isThere),
  };
}

const isThere = (part: Part | false | null): part is Part => part !== false && part !== null && part !== '';

/** Puts a component into a cell, with its props. */
export function shows<Props extends object>(component: (props: Props) => unknown, props: Props): Part {
  return { component, props };
}
