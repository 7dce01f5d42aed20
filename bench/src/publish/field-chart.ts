import { metricOf, type RankingRow, type RankingTable, scenarioOf, variantKey } from '../model/index.ts';
import {
  barScaleEnd,
  english,
  type FigureFormat,
  factorText,
  inSentence,
  inXml,
  type Names,
  namesOf,
  rankText,
  whisker,
} from '../words/index.ts';
import { widthOf } from './svg-text.ts';

/** Most rows of a chart; more would not be read in a README. */
const MOST_ROWS = 24;
/** With more, the first ones stay and the others are those around the row itself. */
const FIRST_ROWS = 8;
const ROW = 18;
const WIDTH = 560;
const HEAD = 26;
const FOOT = 22;
/** Room for the figure and its factor, right of the bars. */
const FIGURE = 120;
/** Longest name, in characters. */
const MOST_NAME = 28;

type Ranked = RankingRow & { outcome: Extract<RankingRow['outcome'], { kind: 'ranked' }> };

/**
 * Draws a chart for a framework's README: one target variant among all others of a table, with intervals. It has
 * the colours of the site's light theme and its own background, so it can be read on a dark page too.
 */
export function fieldChart(table: RankingTable, own: { target: string; variant: string }): string {
  const ranked = rankedOf(table);
  const place = ranked.findIndex(({ target, variant }) => target === own.target && variant === own.variant);
  const rows = shownRows(ranked, place);
  const { unit, direction, title } = metricOf(table.metric);
  const format = english.column(
    unit,
    rows.map(({ row }) => row.outcome.estimate.median),
  );
  const nameOf = shortNames(table);
  const names = rows.map(({ row }) => nameOf(row));
  const left = Math.ceil(Math.max(...names.map(widthOf))) + 58;
  const end = barScaleEnd(rows.map(({ row }) => row.outcome.estimate));
  const at = (value: number): number =>
    left + ((WIDTH - FIGURE - left) * Math.min(Math.max(value, 0), end)) / end;
  const height = HEAD + rows.length * ROW + FOOT;
  const what = `${scenarioOf(table.scenario).title}: ${inSentence(title)}`;
  const label = inXml(`${what}, ${named(ranked[place], nameOf, ranked.length)}`);
  const lines = rows.map(({ row, rank }, index) =>
    line(row, { own: rank === place, y: HEAD + index * ROW, name: names[index] ?? '', at, end, format }),
  );
  const source = `Pitwall, ${english.day(table.startedAt)}, ${table.machine}; line: 95 % interval, ${direction} is better`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">`,
    `<title>${label}</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    '<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" fill="#12171c">',
    `<text x="8" y="17" font-weight="bold">${inXml(what)}</text>`,
    ...lines,
    `<text x="8" y="${height - 8}" font-size="9" fill="#535e69">${inXml(source)}</text></g></svg>`,
    '',
  ].join('\n');
}

/** One chart for each target variant that the table ranks, named like its badge. */
export function fieldCharts(table: RankingTable): { name: string; svg: string }[] {
  return rankedOf(table).map((row) => ({ name: variantKey(row), svg: fieldChart(table, row) }));
}

function rankedOf({ rows }: RankingTable): Ranked[] {
  return rows.flatMap(({ outcome, ...row }) => (outcome.kind === 'ranked' ? [{ ...row, outcome }] : []));
}

/** Returns all rows, or the first ones and those around one of them, with their places from 0. */
function shownRows(ranked: readonly Ranked[], place: number): { row: Ranked; rank: number }[] {
  const all = ranked.map((row, rank) => ({ row, rank }));
  if (all.length <= MOST_ROWS) return all;
  const around = MOST_ROWS - FIRST_ROWS;
  const from = Math.min(Math.max(FIRST_ROWS, place - Math.floor(around / 2)), all.length - around);
  return [...all.slice(0, FIRST_ROWS), ...all.slice(from, from + around)];
}

/** The names that the pages have, as long as a chart has room for them. */
function shortNames({ rows }: RankingTable): Names {
  const names = namesOf(rows);
  return (row) => {
    const whole = names(row);
    return whole.length > MOST_NAME ? `${whole.slice(0, MOST_NAME - 1)}…` : whole;
  };
}

function named(row: Ranked | undefined, nameOf: Names, among: number): string {
  return row === undefined ? '' : `${nameOf(row)} has rank ${rankText(row.outcome.rank)} of ${among}`;
}

interface Line {
  own: boolean;
  y: number;
  name: string;
  at(value: number): number;
  /** The end of the scale. */
  end: number;
  format: FigureFormat;
}

function line({ outcome }: Ranked, { own, y, name, at, end, format }: Line): string {
  const { median, low, high } = outcome.estimate;
  const [from, to] = [at(0), at(median)];
  const middle = y + ROW / 2;
  const x = (value: number): number => Number(value.toFixed(1));
  const ended = (value: number) => ({ at: x(at(value)), isOn: value >= 0 && value <= end });
  const weight = own ? ' font-weight="bold"' : '';
  const factor = outcome.factor === null || outcome.factor === 1 ? '' : ` · ${factorText(outcome.factor)}`;
  return [
    own ? `<rect y="${y}" width="${WIDTH}" height="${ROW}" fill="#eaf2f8"/>` : '',
    `<text x="42" y="${y + 13}" text-anchor="end" fill="#535e69">${rankText(outcome.rank)}</text>`,
    `<text x="50" y="${y + 13}"${weight}>${inXml(name)}</text>`,
    `<rect x="${x(from)}" y="${y + 4}" width="${x(to - from)}" height="10" fill="${own ? '#1f6fa8' : '#7fb2d6'}"/>`,
    low === null || high === null
      ? ''
      : `<path d="${whisker(ended(low), ended(high), middle, 3)}" stroke="#12171c" fill="none"/>`,
    `<text x="${WIDTH - FIGURE + 8}" y="${y + 13}"${weight}>${inXml(`${format.figure(outcome.estimate)} ${format.unit}${factor}`)}</text>`,
  ].join('');
}
