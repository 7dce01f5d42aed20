export interface Cell {
  text: string;
  className?: string;
  /** Where it leads. */
  link?: string | undefined;
}

/** A row whose first cell is its heading. Everything is set as text: what a name says is never markup. */
export function tableRow(cells: readonly Cell[]): HTMLTableRowElement {
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
