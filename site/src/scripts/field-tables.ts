import { bestFirst, sortedRows } from '../lib/home/field-order.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import {
  type Filterable,
  facetsOfRow,
  initialState,
  type RankingState,
  readRankingState,
  shownRows,
  withOffered,
  writeFilters,
} from '../lib/ranking/ranking-state.ts';
import type { FieldWords } from '../lib/tables/field-words.ts';
import { carryQuery } from './carry-query.ts';
import { filterChange, keepInAddress, showFilters } from './filters.ts';

interface Row extends Filterable {
  element: HTMLTableRowElement;
  place: number;
  reference: boolean;
  ranked: boolean;
}

/** A table, and its heads by the name that its rows are sorted by. */
interface SortableTable {
  /** The id of its section, of which one is shown. */
  section: string | undefined;
  rows: Row[];
  body: HTMLTableSectionElement;
  heads: Map<string, HTMLTableCellElement>;
}

/**
 * `<field-tables>` sorts and filters the tables inside it. A filter applies to all of them, an order to the one that
 * has the column. All its state is in the address. It fires `shown` after each change of either.
 */
class FieldTables extends HTMLElement {
  #words!: FieldWords;
  #tables: SortableTable[] = [];
  #state: RankingState = initialState();

  connectedCallback(): void {
    this.#words = unpackWords<FieldWords>(this);
    this.#tables = [...this.querySelectorAll('table')].flatMap((table) => this.#read(table) ?? []);
    this.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement) this.#change({ query: target.value }, 'replace');
    });
    this.addEventListener('click', (event) => this.#clicked(event));
    window.addEventListener('popstate', () => this.#readAddress());
    window.addEventListener('hashchange', () => this.#count());
    this.#readAddress();
  }

  #read(table: HTMLTableElement): SortableTable | null {
    const body = table.tBodies[0];
    if (!body) return null;
    const heads = new Map<string, HTMLTableCellElement>();
    for (const head of table.querySelectorAll<HTMLTableCellElement>('th[data-sort]')) {
      const name = table.classList.contains('costs') ? `c-${head.dataset.sort}` : (head.dataset.sort ?? '');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.dataset.sorts = name;
      button.setAttribute('aria-label', this.#words.sortBy(titleOf(head)));
      head.append(' ', button);
      heads.set(name, head);
    }
    return { section: body.closest('section')?.id, body, heads, rows: [...body.rows].map(readRow) };
  }

  #clicked({ target }: Event): void {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    const change = filterChange(button.dataset, this.#state);
    if (change !== null) this.#change(change);
    const { sorts } = button.dataset;
    if (sorts !== undefined) {
      const same = this.#state.sort === sorts;
      this.#change({ sort: sorts, reversed: same && !this.#state.reversed });
      this.#say();
    }
  }

  #readAddress(): void {
    const names = this.#tables.flatMap(({ heads }) => [...heads.keys()]);
    this.#state = readRankingState(location.search, names);
    // An address without an anchor shows the first table: links from before there were tabs have none.
    const sorted = this.#tables.find(({ heads }) => heads.has(this.#state.sort))?.section;
    if (location.hash === '' && sorted && sorted !== this.#tables[0]?.section) location.replace(`#${sorted}`);
    this.#show();
  }

  #change(change: Partial<RankingState>, how: 'push' | 'replace' = 'push'): void {
    this.#state = { ...this.#state, ...change };
    keepInAddress(this.#state, how);
    this.#show();
  }

  #show(): void {
    const offered = withOffered(this.#state, this);
    for (const table of this.#tables) {
      const valueIn = this.#valuesOf(table);
      const shown = new Set(shownRows(bestFirst(table.rows, valueIn), offered));
      for (const row of table.rows) {
        const hidden = !shown.has(row);
        if (row.element.hidden !== hidden) row.element.hidden = hidden;
      }
      this.#sort(table, valueIn);
    }
    showFilters(this, this.#state);
    this.#count();
    this.#carryOn();
    this.dispatchEvent(new Event('shown'));
  }

  /** Keeps the filters in the links of the heads, each of which leads to a ranking. */
  #carryOn(): void {
    const kept = writeFilters(this.#state);
    for (const link of this.querySelectorAll<HTMLAnchorElement>('thead a')) {
      if (link.search !== kept) link.search = kept;
    }
    carryQuery();
  }

  /** Says how many rows of the table in view are shown: that of the section in the address, or else the first. */
  #count(): void {
    const inView = this.#tables.find(({ section }) => location.hash === `#${section}`) ?? this.#tables[0];
    const all = inView?.rows ?? [];
    const shown = all.filter(({ element }) => !element.hidden).length;
    const count = this.querySelector('[data-count]');
    if (count) count.textContent = this.#words.count(String(shown), String(all.length));
    const nothing = this.querySelector<HTMLElement>('[data-nothing]');
    if (nothing) nothing.hidden = shown > 0;
  }

  /** What the rows are sorted by; without a value if it is a column of the other table. */
  #valuesOf({ heads, rows }: SortableTable): (row: Row) => string | undefined {
    const head = heads.get(this.#state.sort);
    if (!head) return () => undefined;
    const values = new Map(rows.map((row) => [row, row.element.cells[head.cellIndex]?.dataset.value]));
    return (row) => values.get(row);
  }

  /** Puts the rows in the order of the chosen column, or as they were rendered. Moves nothing that is in place. */
  #sort({ heads, rows, body }: SortableTable, valueIn: (row: Row) => string | undefined): void {
    const { sort, reversed } = this.#state;
    for (const [name, other] of heads) {
      const falls = other.dataset.falls !== undefined;
      if (name === sort) other.setAttribute('aria-sort', reversed !== falls ? 'descending' : 'ascending');
      else other.removeAttribute('aria-sort');
    }
    const sorted = sortedRows(rows, valueIn, collator, reversed);
    const moved = sorted.some(({ element }, place) => body.rows[place] !== element);
    if (moved) body.append(...sorted.map(({ element }) => element));
  }

  #say(): void {
    const { sort, reversed } = this.#state;
    const head = this.#tables.flatMap(({ heads }) => heads.get(sort) ?? [])[0];
    const title = head ? titleOf(head) : '';
    const live = this.querySelector('[data-live]');
    if (live) live.textContent = reversed ? this.#words.sortedDescending(title) : this.#words.sorted(title);
  }
}

/** A head's title, without the small line below it. */
const titleOf = (head: HTMLElement): string =>
  (head.querySelector('a') ?? head).firstChild?.textContent?.trim() ?? '';

const collator = new Intl.Collator(document.documentElement.lang);

function readRow(element: HTMLTableRowElement, place: number): Row {
  return {
    element,
    place,
    reference: element.classList.contains('reference'),
    text: (element.dataset.search ?? '').toLowerCase(),
    facets: facetsOfRow(element.dataset),
    comparable: true,
    broad: element.dataset.broad !== undefined,
    ranked: !element.classList.contains('reference') && element.dataset.unranked === undefined,
  };
}

customElements.define('field-tables', FieldTables);
