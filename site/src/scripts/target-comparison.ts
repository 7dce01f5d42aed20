import type { CompareData, CurvesData, TimesBetter } from '@pitwall/bench/model';
import { formatsOf } from '@pitwall/bench/words';
import {
  type CompareWords,
  place,
  rangePath,
  rowWords,
  scaleOfRatios,
  standingOf,
} from '../lib/compare/compare-view.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import type { Messages } from '../messages/index.ts';
import { fetchJson } from './fetch-json.ts';
import { type ChosenCurves, type CurveWords, drawCurves } from './latency-comparison.ts';

interface Chosen {
  key: string;
  name: string;
}

/** Sentences of the compare page that its script needs. */
export interface ComparisonWords
  extends CompareWords,
    Pick<Messages['compare'], 'manyTitle' | 'unknown' | 'otherMachine' | 'onlyOne' | 'failed'> {
  curves: CurveWords;
  /** Labels of marks by code. */
  marks: Record<string, string>;
  /** Address of the page that explains them, to which `#mark-<code>` is added. */
  marksPage: string;
  tooMany: string;
  /** What stands between two sentences. */
  between: string;
}

/**
 * `<target-comparison>` compares up to six target variants with the first of them, from the first one's file.
 * The address names them: `?t=go-gin.raw,rust-axum`.
 */
class TargetComparison extends HTMLElement {
  #words!: ComparisonWords;
  #elsewhere: Record<string, { name: string; machine: string }> = {};
  #labels: HTMLTableRowElement[] = [];
  #asked = 0;

  connectedCallback(): void {
    this.#words = unpackWords<ComparisonWords>(this);
    this.#elsewhere = JSON.parse(this.dataset.elsewhere ?? '{}');
    this.#labels = [...(this.querySelector('tbody')?.rows ?? [])];
    this.addEventListener('change', () => {
      const keys = this.#selects().flatMap(({ value }) => (value === '' ? [] : [value]));
      history.pushState(null, '', keys.length > 0 ? `?t=${[...new Set(keys)].join(',')}` : location.pathname);
      void this.#show();
    });
    this.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
    window.addEventListener('popstate', () => void this.#show());
    void this.#show();
  }

  #selects(): HTMLSelectElement[] {
    return [...this.querySelectorAll('select')];
  }

  async #show(): Promise<void> {
    const given = (new URLSearchParams(location.search).get('t') ?? '').split(',').filter(Boolean);
    const wanted = [...new Set(given)];
    const most = Number(this.dataset.most);
    const known = new Map([...(this.#selects()[0]?.options ?? [])].map(({ value, text }) => [value, text]));
    const keys = wanted.filter((key) => known.has(key)).slice(0, most);
    this.#selects().forEach((select, index) => {
      select.value = keys[index] ?? '';
    });
    const problems = wanted
      .filter((key) => !known.has(key))
      .map((key) => {
        const other = Object.hasOwn(this.#elsewhere, key) ? this.#elsewhere[key] : undefined;
        return other
          ? this.#words.otherMachine(other.name, other.machine)
          : this.#words.unknown(key.slice(0, 80));
      });
    if (wanted.length > most) problems.push(this.#words.tooMany);
    const [baseline, ...others] = keys;
    const result = this.querySelector<HTMLElement>('[data-result]');
    if (result) result.hidden = wanted.length === 0;
    if (wanted.length > 0 && keys.length < 2) problems.push(this.#words.onlyOne);
    this.#tell(problems);
    const order = ++this.#asked;
    this.#showCurves([]);
    if (baseline === undefined || others.length === 0) {
      this.#fill('', null, [], null);
      return;
    }
    const own = { key: baseline, name: known.get(baseline) ?? baseline };
    const title = this.#words.manyTitle(own.name);
    this.#fill(title, own, [], null);
    try {
      const data = await fetchJson<CompareData>(fileOf(this.dataset.folder, baseline));
      if (order === this.#asked)
        this.#fill(
          title,
          own,
          others.map((key) => ({ key, name: known.get(key) ?? key })),
          data,
        );
      const curves = await this.#readCurves(keys, known);
      if (order === this.#asked) this.#showCurves(curves);
    } catch {
      if (order === this.#asked) this.#tell([...problems, this.#words.failed]);
    }
  }

  #readCurves(keys: readonly string[], names: ReadonlyMap<string, string>): Promise<ChosenCurves[]> {
    const having = new Set(
      [...(this.#selects()[0]?.options ?? [])]
        .filter(({ dataset }) => dataset.curves !== undefined)
        .map(({ value }) => value),
    );
    return Promise.all(
      keys
        .filter((key) => having.has(key))
        .map(async (key) => ({
          name: names.get(key) ?? key,
          data: await fetchJson<CurvesData>(fileOf(this.dataset.curves, key)),
        })),
    );
  }

  #showCurves(chosen: readonly ChosenCurves[]): void {
    const section = this.querySelector<HTMLElement>('[data-curves-shown]');
    const formats = formatsOf(this.dataset.locale ?? 'en');
    if (section) drawCurves(section, chosen, this.#words.curves, formats);
  }

  /** Each option carries its target variant as data attributes. */
  #isOption(key: string, { target, variant }: { target: string; variant: string }): boolean {
    const option = [...(this.#selects()[0]?.options ?? [])].find(({ value }) => value === key);
    return option?.dataset.target === target && option.dataset.variant === variant;
  }

  #tell(problems: readonly string[]): void {
    const place = this.querySelector<HTMLElement>('[data-problem]');
    if (!place) return;
    place.hidden = problems.length === 0;
    place.textContent = problems.join(this.#words.between);
  }

  /** Adds the marks of a figure as links to their explanations. */
  #addMarks(cell: HTMLTableCellElement | undefined, codes: readonly string[] = []): void {
    for (const code of codes) {
      const mark = document.createElement('a');
      mark.className = 'mark';
      mark.dataset.added = '';
      mark.href = `${this.#words.marksPage}#mark-${code}`;
      mark.textContent = this.#words.marks[code] ?? code;
      cell?.append(mark, ' ');
    }
  }

  /** Fills a table with a column per other target; keeps only rows in which one of them has a figure. */
  #fill(title: string, own: Chosen | null, others: readonly Chosen[], data: CompareData | null): void {
    const heading = this.querySelector('[data-title]');
    if (heading) heading.textContent = title;
    const table = this.querySelector('table');
    const head = table?.tHead?.rows[0];
    if (!table || !head) return;
    for (const cell of table.querySelectorAll('[data-added]')) cell.remove();
    const columns = others.map(({ key, name }) => ({
      key,
      name,
      times: data?.others.find((other) => this.#isOption(key, other))?.times ?? [],
    }));
    for (const { name } of columns) {
      const cell = document.createElement('th');
      cell.role = 'columnheader';
      cell.scope = 'col';
      cell.dataset.added = '';
      cell.textContent = name;
      head.append(cell);
    }
    const edge = scaleOfRatios(columns.flatMap(({ times }) => times));
    this.#labels.forEach((row, index) => {
      const of = data?.rows[index];
      row.hidden = of === undefined || columns.every(({ times }) => !times[index]);
      if (row.hidden || of === undefined) return;
      const marks = JSON.parse(row.dataset.marks ?? '{}') as Record<string, string[]>;
      const uncompared = (row.dataset.uncompared ?? '').split(' ');
      if (own) this.#addMarks(row.cells[1], marks[own.key]);
      for (const { key, name, times } of columns) {
        const cell = row.insertCell();
        cell.role = 'cell';
        cell.dataset.added = '';
        cell.dataset.label = name;
        const one = times[index] ?? null;
        const standing = standingOf(one, of.minimumEffect);
        if (one) cell.append(line(one, edge, of.minimumEffect));
        const words = document.createElement('span');
        words.className = 'under';
        words.textContent = rowWords(this.#words, standing, {
          first: own?.name ?? '',
          second: name,
          times: one,
          minimumEffect: of.minimumEffect,
          // The row is shown, so the first has a figure that can be compared.
          having: uncompared.includes(key) ? null : (own?.name ?? ''),
        });
        cell.append(words);
        this.#addMarks(cell, marks[key]);
      }
    });
    table.hidden = data === null;
  }
}

/** @param folder with a slash at its end */
const fileOf = (folder: string | undefined, key: string): string =>
  `${folder}${encodeURIComponent(key)}.json`;

const SVG = 'http://www.w3.org/2000/svg';

function line([ratio, low, high]: TimesBetter, edge: number, minimumEffect: number): SVGSVGElement {
  const at = (value: number): number => place(value, edge);
  const svg = document.createElementNS(SVG, 'svg');
  const add = (name: string, attributes: Record<string, string | number>): void => {
    const element = svg.appendChild(document.createElementNS(SVG, name));
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  };
  svg.setAttribute('class', 'line');
  svg.setAttribute('viewBox', '0 0 1000 24');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const from = at(1 / (1 + minimumEffect));
  add('rect', {
    class: 'no-difference',
    x: from,
    y: 0,
    width: Math.max(1, at(1 + minimumEffect) - from),
    height: 24,
  });
  add('path', { class: 'one', d: 'M500 0V24' });
  if (low !== null && high !== null) add('path', { class: 'range', d: rangePath(low, high, edge, 12) });
  add('path', { class: 'point', d: `M${at(ratio)} 12h.01` });
  return svg;
}

customElements.define('target-comparison', TargetComparison);
