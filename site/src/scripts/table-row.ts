export interface CellContent {
  text: string;
  className?: string;
  /** Target of the cell's link. */
  link?: string | undefined;
}

/** Builds a row whose first cell is its heading. All content is set as text, so names are never markup. */
export function tableRow(cells: readonly CellContent[]): HTMLTableRowElement {
  const row = document.createElement('tr');
  cells.forEach(({ text, className, link }, index) => {
    const cell = document.createElement(index === 0 ? 'th' : 'td');
    if (index === 0) cell.scope = 'row';
    if (className) cell.className = className;
    if (link === undefined) cell.textContent = text;
    else {
      const anchor = cell.appendChild(document.createElement('a'));
      anchor.href = link;
      anchor.textContent = text;
    }
    row.append(cell);
  });
  return row;
}
