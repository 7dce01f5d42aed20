import { type RankingTable, scenarioOf } from '@pitwall/bench/model';
import { rankText } from '@pitwall/bench/words';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The longest name that fits on its line, in characters. */
const MOST = 26;
const ROWS = 9;

/**
 * Draws a social card of 1200 × 630 pixels: the rank intervals of the home table, one line per target
 * variant, with the card's own target in colour. `null` draws the card of the whole site.
 */
export function cardSvg(name: string | null, target: string | null, table: RankingTable | undefined): string {
  const ranked = (table?.rows ?? []).flatMap((row) =>
    row.outcome.kind === 'ranked' ? [{ row, rank: row.outcome.rank }] : [],
  );
  const own = Math.max(
    0,
    ranked.findIndex(({ row }) => row.target === target),
  );
  const from = Math.max(0, Math.min(own - 4, ranked.length - ROWS));
  const width = 560;
  const at = (rank: number): number => 560 + (width * rank) / Math.max(1, ranked.length);
  const lines = ranked.slice(from, from + ROWS).map(({ row, rank }, index) => {
    const y = 120 + index * 48;
    const ours = target === null ? rank.best === 1 : row.target === target;
    const label = row.variant === 'default' ? row.name : `${row.name} ${row.variant}`;
    return [
      `<text x="540" y="${y + 7}" text-anchor="end" font-size="22" fill="${ours ? '#12171c' : '#535e69'}"${ours ? ' font-weight="700"' : ''}>${escaped(label.slice(0, MOST))}</text>`,
      `<rect x="560" y="${y}" width="${width}" height="2" fill="#d9dfe4"/>`,
      `<rect x="${at(rank.best - 1)}" y="${y - 7}" width="${(width * (rank.worst - rank.best + 1)) / ranked.length}" height="16" fill="${ours ? '#1f6fa8' : '#b8c4ce'}"/>`,
    ].join('');
  });
  const place = ranked[own];
  const what = table ? `${scenarioOf(table.scenario).title}, ${ranked.length} ranked` : 'No results yet';
  const said =
    target === null || place === undefined || place.row.target !== target
      ? 'Every figure with its uncertainty'
      : `Rank ${rankText(place.rank)} of ${ranked.length}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Liberation Sans,DejaVu Sans,Noto Sans,sans-serif">
<rect width="1200" height="630" fill="#fff"/>
<g stroke="#12171c" stroke-width="5" fill="none"><path d="M64 96H148M66 72V120M146 72V120"/></g><rect x="92" y="82" width="28" height="28" fill="#1f6fa8"/>
<text x="64" y="190" font-size="40" font-weight="700" fill="#12171c">Pitwall</text>
<text x="64" y="300" font-size="44" font-weight="700" fill="#12171c">${escaped((name ?? 'Web frameworks').slice(0, 18))}</text>
<text x="64" y="350" font-size="30" fill="#10598c">${escaped(said)}</text>
<text x="64" y="560" font-size="24" fill="#535e69">${escaped(what)}</text>
${lines.join('\n')}
</svg>`;
}
