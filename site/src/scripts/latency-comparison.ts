import type { CurvesData } from '@pitwall/bench/model';
import type { Formats } from '@pitwall/bench/words';
import { namedShares, percentileCurve, secondsAt, shareName } from '../lib/charts/percentile-curve.ts';
import type { Messages } from '../messages/index.ts';
import { tableRow } from './table-row.ts';

export interface CurveWords extends Pick<Messages, 'comma' | 'semicolon' | 'colon' | 'stop'> {
  figure: Messages['compare']['curvesFigure'];
  /** Titles of scenarios by id. */
  scenarios: Record<string, string>;
}

export interface ChosenCurves {
  name: string;
  data: CurvesData;
}

/** A cell for which two or more of the chosen targets have curves at the same rate. */
interface SharedCell {
  title: string;
  curves: { name: string; place: number; seconds: readonly number[] }[];
}

/**
 * Overlays the curves of several target variants, one picture per scenario and rate, and writes the table
 * beside them. Shows nothing if no two of them were loaded at the same rate.
 */
export function drawCurves(
  section: HTMLElement,
  chosen: readonly ChosenCurves[],
  words: CurveWords,
  formats: Formats,
): void {
  const cells = sharedCells(chosen, words, formats);
  const shares = chosen[0]?.data.shares ?? [];
  section.hidden = cells.length === 0;
  section.querySelector('[data-lines]')?.replaceChildren(
    ...chosen.map(({ name }, place) => {
      const item = document.createElement('li');
      const sample = picture('0 0 32 8', 'sample');
      sample.append(path(lineClass(place), 'M0 4H32'));
      item.append(sample, ` ${name}`);
      return item;
    }),
  );
  section.querySelector('[data-figures]')?.replaceChildren(
    ...cells.flatMap(({ title, curves }) => {
      const drawn = percentileCurve(curves, shares, { ...words, format: formats });
      if (drawn === null) return [];
      const svg = picture('0 0 260 120', 'curve');
      svg.setAttribute('role', 'img');
      svg.setAttribute('aria-label', title + words.stop + drawn.said);
      for (const { at, text } of drawn.ys)
        svg.append(path('grid', `M34 ${at}H256`), label(30, at + 3, 'end', text));
      for (const { at, text } of drawn.xs) svg.append(label(at, 116, 'middle', text));
      drawn.lines.forEach((line, index) => {
        svg.append(path(lineClass(curves[index]?.place ?? 0), line));
      });
      const figure = document.createElement('figure');
      const caption = document.createElement('figcaption');
      caption.textContent = title;
      figure.append(svg, caption);
      return [figure];
    }),
  );
  writeTable(section, cells, shares, words, formats);
}

function sharedCells(
  chosen: readonly ChosenCurves[],
  { figure, scenarios }: CurveWords,
  formats: Formats,
): SharedCell[] {
  const cells = new Map<string, SharedCell>();
  chosen.forEach(({ name, data }, place) => {
    for (const { scenario, scenarioVersion, ratePerSecond, seconds } of data.curves) {
      const key = `${scenario} ${scenarioVersion} ${ratePerSecond}`;
      const title = figure(scenarios[scenario] ?? scenario, formats.plain(ratePerSecond));
      const cell = cells.get(key) ?? { title, curves: [] };
      cell.curves.push({ name, place, seconds });
      cells.set(key, cell);
    }
  });
  return [...cells.values()].filter(({ curves }) => curves.length > 1);
}

function writeTable(
  section: HTMLElement,
  cells: readonly SharedCell[],
  shares: readonly number[],
  { comma }: CurveWords,
  formats: Formats,
): void {
  const rows = cells.flatMap(({ title, curves }) => curves.map((curve) => ({ title, ...curve })));
  const { size, unit } = formats.column(
    'seconds',
    rows.flatMap(({ seconds }) => namedShares.flatMap((share) => secondsAt(seconds, share, shares) ?? [])),
  );
  const head = section.querySelector('thead tr');
  for (const cell of head?.querySelectorAll('[data-added]') ?? []) cell.remove();
  for (const share of namedShares) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.className = 'number';
    cell.dataset.added = '';
    cell.textContent = shareName(share) + comma + unit;
    head?.append(cell);
  }
  section.querySelector('tbody')?.replaceChildren(
    ...rows.map(({ title, name, seconds }) => {
      const values = namedShares.map((share) => secondsAt(seconds, share, shares));
      return tableRow([
        { text: title },
        { text: name },
        ...values.map((value) => ({
          text: value === null ? '–' : formats.twoDigits(value / size),
          className: 'number',
        })),
      ]);
    }),
  );
}

const lineClass = (place: number): string => `s${(place % 6) + 1}`;
const SVG = 'http://www.w3.org/2000/svg';

function picture(viewBox: string, className: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('class', className);
  return svg;
}

function path(className: string, d: string): SVGPathElement {
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('class', className);
  line.setAttribute('d', d);
  return line;
}

function label(x: number, y: number, anchor: string, text: string): SVGTextElement {
  const element = document.createElementNS(SVG, 'text');
  element.setAttribute('x', String(x));
  element.setAttribute('y', String(y));
  element.setAttribute('text-anchor', anchor);
  element.textContent = text;
  return element;
}
