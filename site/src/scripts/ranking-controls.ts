import { factorText } from '@pitwall/bench/words';
import { axisLabels, axisOf } from '../lib/charts/axis.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import {
  type Filterable,
  facetsOfRow,
  initialState,
  type RankingState,
  readRankingState,
  shownRows,
  withOffered,
  writeState,
} from '../lib/ranking/ranking-state.ts';
import type { Messages } from '../messages/index.ts';
import { filterChange, keepInAddress, setPressed, showFilters } from './filters.ts';
import { type BarFigure, drawFigure } from './ranking-bar.ts';

/** Sentences that the page has for its script. */
export type RankingControlWords = Pick<
  Messages['ranking'],
  'count' | 'sorted' | 'sortedDescending' | 'times' | 'open'
>;

/** A row of the table, read once: sorting and filtering never depend on what is shown. */
interface Row extends Filterable {
  element: HTMLTableRowElement;
  body: HTMLTableSectionElement;
  id: string;
  name: string;
  place: number;
  ranked: boolean;
  /** `null` if the row has no figure. */
  figure: BarFigure | null;
  /** Whether it competes, or is a platform for reference; `undefined` if its figure cannot be compared. */
  compared: 'ranked' | 'reference' | undefined;
  /** Places of the rows that are proven better. */
  behind: readonly number[];
  /** The factor off the best, as rendered. */
  factor: string;
  /** The sort keys of columns that sort by text or by number. */
  texts: Readonly<Record<string, string | undefined>>;
}

/**
 * `<ranking-controls>` sorts and filters the ranking table of its page. All its state is in the address, so
 * that a link shows the same rows and Back works. It hides and moves rows, and changes no figure or rank.
 */
class RankingControls extends HTMLElement {
  #words!: RankingControlWords;
  /** As rendered: by rank. */
  #rows: Row[] = [];
  /** Rows in their order in the table. */
  #ordered: readonly Row[] = [];
  /** Whether only the rows in view are laid out. */
  #isLong = false;
  #state: RankingState = initialState();
  /** Counts updates, so that deferred work of an earlier one is skipped. */
  #latest = 0;
  /** Headers by the id of their column. */
  #headers = new Map<string, HTMLTableCellElement>();
  #factorTitle = '';
  /** The baseline of the factors now in the table; `null` is the best. */
  #factorsOf: string | null = null;
  /** The scale that the bars now have. */
  #drawn = '';

  get #scale(): string {
    return this.#state.scale ?? this.dataset.scale ?? 'linear';
  }

  connectedCallback(): void {
    const table = document.querySelector<HTMLTableElement>('table.ranking');
    if (!table) return;
    this.#words = unpackWords<RankingControlWords>(this);
    this.#rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')].map(readRow);
    this.#ordered = this.#rows;
    this.#isLong = table.classList.contains('long');
    this.#drawn = this.dataset.scale ?? '';
    for (const header of table.querySelectorAll<HTMLTableCellElement>('th[data-sort]'))
      this.#makeSortable(header);
    this.#factorTitle = this.#headers.get('factor')?.textContent?.trim() ?? '';
    // Without https, a browser lets no page write to the clipboard.
    if (!('clipboard' in navigator)) this.querySelector('[data-does=copy]')?.remove();
    this.addEventListener('input', (event) => this.#typed(event));
    this.addEventListener('click', (event) => this.#clicked(event));
    window.addEventListener('popstate', () => this.#readAddress());
    this.#readAddress();
  }

  #makeSortable(header: HTMLTableCellElement): void {
    const column = header.dataset.sort;
    const label = header.querySelector('[data-label]') ?? header;
    if (!column) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...label.childNodes);
    label.replaceChildren(button);
    button.addEventListener('click', () => {
      const same = this.#state.sort === column;
      this.#change({ sort: column, reversed: same && !this.#state.reversed });
    });
    this.#headers.set(column, header);
  }

  #typed({ target }: Event): void {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    // A typed letter does not get a history entry of its own.
    if (target.type === 'search') this.#change({ query: target.value }, 'replace');
    if (target.name === 'b') this.#change({ baseline: target.value === '' ? null : target.value });
  }

  #clicked({ target }: Event): void {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    const change = filterChange(button.dataset, this.#state);
    if (change !== null) this.#change(change);
    const { does } = button.dataset;
    if (does === 'linear' || does === 'log')
      this.#change({ scale: does === this.dataset.scale ? null : does });
    if (does === 'copy') void this.#copy(button);
  }

  async #copy(button: HTMLButtonElement): Promise<void> {
    // A second click finds what the first one said.
    button.dataset.label ??= button.textContent ?? '';
    const said = button.dataset.label;
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = button.dataset.done ?? said;
      this.#say(button.textContent);
    } catch {
      // Without permission, the reader can copy the address bar.
      getSelection()?.removeAllRanges();
    }
    setTimeout(() => {
      button.textContent = said;
    }, 2_000);
  }

  #readAddress(): void {
    this.#state = readRankingState(location.search, [...this.#headers.keys()]);
    // Ignore a baseline that the table does not have.
    if (!this.#rows.some(({ id, compared }) => id === this.#state.baseline && compared))
      this.#state.baseline = null;
    this.#show();
  }

  #change(change: Partial<RankingState>, how: 'push' | 'replace' = 'push'): void {
    this.#state = { ...this.#state, ...change };
    keepInAddress(this.#state, how);
    this.#show();
    // Without the ends of the scale or the load, which stand beside the title.
    const column = this.#headers.get(this.#state.sort)?.querySelector('button')?.textContent?.trim() ?? '';
    const { sorted, sortedDescending } = this.#words;
    if ('sort' in change) this.#say(this.#state.reversed ? sortedDescending(column) : sorted(column));
  }

  #show(): void {
    const { sort, reversed } = this.#state;
    const order = ++this.#latest;
    const sorted = this.#sorted(sort, reversed);
    const wanted = new Set(shownRows(this.#rows, withOffered(this.#state, this)));
    const shown = sorted.filter((row) => wanted.has(row));
    const first = shown.slice(0, this.#inView());
    const places = new Map(this.#ordered.map((row, place) => [row, place]));
    const moves = shown.some(
      (row, at) =>
        at > 0 &&
        row.body === shown[at - 1]?.body &&
        (places.get(row) ?? 0) < (places.get(shown[at - 1] as Row) ?? 0),
    );
    // The next frame shows what is in view, the one after that the rest. Unchanged rows are not written.
    for (const row of this.#rows) if (!wanted.has(row)) setHidden(row, true);
    for (const row of first) setHidden(row, false);
    // A row that is moved is laid out anew. In a long table, the rows in view therefore come first by their style at
    // once, and all rows are put in this order after the paint. Those below the view would cost half of this frame.
    const late = this.#isLong && moves;
    if (this.#isLong) this.#setOrder(moves ? first : []);
    else if (moves) this.#move(sorted);
    afterPaint(() => {
      if (order !== this.#latest) return;
      for (const row of shown) setHidden(row, false);
      if (late) {
        this.#move(sorted);
        this.#setOrder([]);
      }
      this.#carryOn();
    });
    for (const [column, header] of this.#headers) {
      if (column === sort)
        header.setAttribute('aria-sort', reversed !== this.#falls(column) ? 'descending' : 'ascending');
      else header.removeAttribute('aria-sort');
    }
    this.#showChoices();
    this.#showFactors();
    this.#showScale();
    const count = this.querySelector('[data-count]');
    if (count) count.textContent = this.#words.count(String(shown.length), String(this.#rows.length));
    // A phone has room for the count only where it says something.
    this.toggleAttribute('data-filtered', shown.length < this.#rows.length);
    const nothing = this.querySelector<HTMLElement>('[data-nothing]');
    if (nothing) nothing.hidden = shown.length > 0;
  }

  /** Whether the figures of a column fall from the first row to the last, unless the order is reversed. */
  #falls(column: string): boolean {
    // Times off the best rise with the rank, but times a chosen row fall where the figures do.
    const like = column === 'factor' && this.#state.baseline !== null ? 'figure' : column;
    return this.#headers.get(like)?.dataset.falls !== undefined;
  }

  /**
   * Returns the rows in the requested order; those without a figure have a body of their own, which stays
   * last.
   */
  #sorted(sort: string, reversed: boolean): Row[] {
    const by = this.#headers.get(sort)?.dataset.sortBy;
    const sign = reversed ? -1 : 1;
    const compare = (a: Row, b: Row): number => {
      if (by === 'text') return sign * text(sortText(a, sort), sortText(b, sort));
      if (by === 'number') return byNumber(a.texts[sort], b.texts[sort], sign);
      return sign * (a.place - b.place);
    };
    // By figures, platforms and then what has no rank stay below, whichever way the rest is sorted.
    const part = (row: Row): number => (by === 'text' ? 0 : PARTS.indexOf(row.compared));
    const sorted = this.#rows.toSorted((a, b) => part(a) - part(b) || compare(a, b) || a.place - b.place);
    return [...Map.groupBy(sorted, ({ body }) => body)]
      .sort(([, [a]], [, [b]]) => Number(a?.figure === null) - Number(b?.figure === null))
      .flatMap(([, rows]) => rows);
  }

  /** Returns how many rows fit into the view; all if the reader has scrolled into the table. */
  #inView(): number {
    const top = this.#rows[0]?.body.parentElement?.getBoundingClientRect().top ?? 0;
    if (top < 0) return this.#rows.length;
    return Math.max(FEWEST_AT_ONCE, Math.ceil((innerHeight - top) / LEAST_ROW_PIXELS));
  }

  /** Puts all rows into their bodies in this order. */
  #move(rows: readonly Row[]): void {
    this.#ordered = rows;
    for (const [body, own] of Map.groupBy(rows, (row) => row.body)) {
      body.append(...own.map(({ element }) => element));
    }
  }

  /** Shows these rows in this order before all others, wherever they are; without any, all where they are. */
  #setOrder(rows: readonly Row[]): void {
    const places = new Map(rows.map(({ element }, place) => [element, String(place - rows.length)]));
    for (const { element } of this.#rows) {
      const order = places.get(element) ?? '';
      if (element.style.order !== order) element.style.order = order;
    }
  }

  #showChoices(): void {
    showFilters(this, this.#state);
    for (const button of this.querySelectorAll<HTMLElement>('[data-does=linear], [data-does=log]'))
      setPressed(button, button.dataset.does === this.#scale);
    const baseline = this.querySelector<HTMLSelectElement>('select');
    if (baseline) baseline.value = this.#state.baseline ?? '';
  }

  #showFactors(): void {
    const base = this.#rows.find(({ id }) => id === this.#state.baseline);
    const title = base ? this.#words.times(base.name) : this.#factorTitle;
    const header = this.#headers.get('factor')?.querySelector('button');
    if (header && header.textContent !== title) header.textContent = title;
    if (this.#factorsOf === this.#state.baseline) return;
    this.#factorsOf = this.#state.baseline;
    for (const row of this.#rows) {
      const cell = row.element.querySelector<HTMLElement>('[data-factor]');
      if (!cell) continue;
      const open = base !== undefined && isOpen(row, base);
      cell.textContent = base === undefined ? row.factor : timesOf(row, base);
      cell.classList.toggle('open', open);
      cell.title = open ? this.#words.open : '';
    }
  }

  /** Bars start at zero. A logarithmic scale has no zero, so a dot marks where the bar would end. */
  #showScale(): void {
    const scale = this.#scale;
    const table = document.querySelector<HTMLTableElement>('table.ranking');
    if (!table || scale === this.#drawn) return;
    this.#drawn = scale;
    const compared = this.#rows.filter(({ compared }) => compared);
    const held = compared.length > 0 ? compared : this.#rows;
    const axis = axisOf(
      held.flatMap(({ figure }) => figure ?? []),
      scale === 'log',
    );
    table.classList.toggle('dots', axis.logarithmic);
    const [left, right] = table.querySelectorAll<HTMLElement>('.axis span');
    const format = { size: Number(this.dataset.size), unit: this.dataset.unit ?? '' };
    const [from, to] = axisLabels(axis, format, document.documentElement.lang);
    if (left && right) {
      left.textContent = from;
      right.textContent = to;
    }
    for (const { element, figure } of this.#rows) {
      const svg = element.querySelector<SVGSVGElement>('td.figure svg');
      if (svg && figure) drawFigure(svg, axis, figure);
    }
  }

  /** Keeps the choices in the links to other scenarios, load shapes and metrics. */
  #carryOn(): void {
    const kept = writeState({ ...this.#state, query: '' });
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-carry-choices]')) {
      if (link.search !== kept) link.search = kept;
    }
  }

  #say(text: string): void {
    const live = this.querySelector('[data-live]');
    if (live) live.textContent = text;
  }
}

const PARTS: readonly Row['compared'][] = ['ranked', 'reference', undefined];

/** How many rows are put in place at once, even if the view has no room for them. */
const FEWEST_AT_ONCE = 10;
const LEAST_ROW_PIXELS = 40;

function setHidden({ element }: Row, hidden: boolean): void {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/** Longest that work out of view waits for an idle moment. */
const IDLE_MILLISECONDS = 100;

/**
 * Defers work that is out of view: to move all rows of a long table takes four times the CPU time of the frame
 * that shows the choice. A timer alone would run before what the page does next.
 */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: IDLE_MILLISECONDS });
    else setTimeout(work);
  });
}

const collator = new Intl.Collator(document.documentElement.lang);
const text = (a: string, b: string): number => collator.compare(a, b);

/** What a row shows in a column of text, where that is not what a filter reads. */
const sortText = ({ texts }: Row, column: string): string => texts[`${column}Text`] ?? texts[column] ?? '';

/** Rows without the figure come last in either direction. */
function byNumber(a: string | undefined, b: string | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return sign * (Number(a) - Number(b));
}

/** The ratio of the two figures that the table shows; a figure that cannot be compared has none. */
function timesOf(row: Row, base: Row): string {
  if (!row.compared || !base.compared || !row.figure || !base.figure) return '–';
  const times = factorText(row.figure.median / base.figure.median);
  return isOpen(row, base) ? `≈ ${times}` : times;
}

/** Whether the ranking leaves open which of the two is better. */
function isOpen(row: Row, base: Row): boolean {
  const both = row.compared === 'ranked' && base.compared === 'ranked' && row !== base;
  return both && !row.behind.includes(base.place) && !base.behind.includes(row.place);
}

function readRow(element: HTMLTableRowElement, place: number): Row {
  const texts = { ...element.dataset };
  const { name = '', search = '', median, low, high, values = '', compared, behind = '' } = texts;
  const number = (value: string | undefined): number | null => (value ? Number(value) : null);
  const numbers = (list: string): number[] => list.split(' ').filter(Boolean).map(Number);
  const middle = number(median);
  return {
    element,
    body: element.parentElement as HTMLTableSectionElement,
    id: element.id,
    name,
    place,
    text: search.toLowerCase(),
    facets: facetsOfRow(texts),
    comparable: element.dataset.comparable !== undefined,
    ranked: compared === 'ranked',
    figure:
      middle === null
        ? null
        : { median: middle, low: number(low), high: number(high), values: numbers(values) },
    compared: compared === 'ranked' || compared === 'reference' ? compared : undefined,
    behind: numbers(behind),
    factor: element.querySelector('[data-factor]')?.textContent?.trim() ?? '',
    texts,
  };
}

customElements.define('ranking-controls', RankingControls);
