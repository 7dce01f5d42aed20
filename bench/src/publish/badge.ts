import {
  databaseName,
  type MarkCode,
  type Rank,
  type RankingTable,
  scenarioOf,
  variantKey,
} from '../model/index.ts';
import { inXml } from '../words/index.ts';
import { widthOf } from './svg-text.ts';

/** Longest name in a badge, in characters. */
const MOST = 40;

/**
 * Draws a badge for a framework's README: the rank interval of one target variant in a table. The colours are
 * those of the site's light theme; the badge has its own background, so its text stays readable on a dark
 * page too. A doubt about the figure goes with the rank.
 */
export function badge(
  rank: Rank,
  ranked: number,
  { scenario, database }: Pick<RankingTable, 'scenario' | 'database'>,
  marks: readonly MarkCode[] = [],
): string {
  const place = rank.best === rank.worst ? String(rank.best) : `${rank.best}–${rank.worst}`;
  const what = `Pitwall ${scenarioOf(scenario).title}${database ? `, ${databaseName(database)}` : ''}`.slice(
    0,
    MOST,
  );
  const [first] = marks;
  const others = marks.length > 1 ? ` +${marks.length - 1}` : '';
  const doubt = first === undefined ? '' : `, ${first.replaceAll('-', ' ')}${others}`;
  const value = `rank ${place} of ${ranked}${doubt}`;
  const [left, right] = [what, value].map((text) => Math.ceil(widthOf(text)) + 12) as [number, number];
  const width = left + right;
  // Draw the interval as the site does: all ranks as a line, the possible ones as a band.
  const band = {
    from: ((rank.best - 1) / ranked) * right,
    length: ((rank.worst - rank.best + 1) / ranked) * right,
  };
  const label = inXml(`${what}: ${value}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<rect width="${left}" height="20" fill="#12171c"/><rect x="${left}" width="${right}" height="20" fill="#f4f6f8"/>`,
    `<rect x="${left}" y="17" width="${right}" height="1" fill="#c3ccd4"/>`,
    `<rect x="${(left + band.from).toFixed(1)}" y="16" width="${Math.max(2, band.length).toFixed(1)}" height="3" fill="#1f6fa8"/>`,
    '<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">',
    `<text x="${left / 2}" y="14" fill="#fff">${inXml(what)}</text>`,
    `<text x="${left + right / 2}" y="13" fill="#12171c">${inXml(value)}</text></g></svg>`,
    '',
  ].join('\n');
}

/** One badge for each target variant that the table ranks, named like `go-gin.raw`. */
export function badges(table: RankingTable): { name: string; svg: string }[] {
  const ranked = table.rows.flatMap((row) =>
    row.outcome.kind === 'ranked' ? [{ row, rank: row.outcome.rank }] : [],
  );
  return ranked.map(({ row, rank }) => ({
    name: variantKey(row),
    svg: badge(rank, ranked.length, table, [...new Set(row.marks.map(({ code }) => code))]),
  }));
}
