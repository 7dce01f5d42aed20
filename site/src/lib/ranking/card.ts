import type { RankingRow, RankingTable } from '@pitwall/bench/model';
import { barScaleEnd, inXml, rankText, whisker } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { rowName } from '../page/names.ts';

/**
 * A social card of 1200 × 630 pixels: rows of a ranking with their ranks, bars and intervals. It has colours of its
 * own, because it is shown on other sites, in neither theme.
 */
const ink = '#12171c';
const soft = '#535e69';
const band = '#1f6fa8';
const bar = '#b8c4ce';

const ROWS = 8;
const FIRST_ROW = 232;
const ROW = 44;
/** The longest name that fits into its column, in characters. */
const MOST = 24;
const BARS = { left: 500, width: 420 };

/**
 * @param target the target that the card is about, marked in colour, with its neighbours; `null` for the whole
 * site, whose card shows the top of the table
 */
export function cardSvg(
  name: string | null,
  target: string | null,
  table: RankingTable | undefined,
  messages: Messages,
): string {
  const ranked = (table?.rows ?? []).flatMap((row) =>
    row.outcome.kind === 'ranked' ? [{ row, ...row.outcome }] : [],
  );
  const own = ranked.findIndex(({ row }) => row.target === target);
  const from = Math.max(0, Math.min(own - Math.floor(ROWS / 2), ranked.length - ROWS));
  const shown = ranked.slice(from, from + ROWS);
  const end = barScaleEnd(shown.map(({ estimate }) => estimate));
  const at = (value: number): number =>
    end === 0 ? BARS.left : BARS.left + (BARS.width * Math.min(value, end)) / end;
  const whiskerEnd = (value: number) => ({ at: at(value), isOn: value <= end });
  const format =
    table &&
    messages.format.column(
      table.unit,
      shown.map(({ estimate }) => estimate.median),
    );
  const rows = shown.map(({ row, rank, estimate }, index) => {
    const y = FIRST_ROW + index * ROW;
    const ours = target === null ? rank.best === 1 : row.target === target;
    const { low, high } = estimate;
    const weight = ours ? ' font-weight="700"' : '';
    const text = (x: number, said: string, anchor = 'start', colour = ours ? ink : soft): string =>
      `<text x="${x}" y="${y + 8}" font-size="24" text-anchor="${anchor}" fill="${colour}"${weight}>${inXml(said)}</text>`;
    return [
      text(64, rankText(rank)),
      text(156, cardName(row, shown).slice(0, MOST)),
      `<rect x="${BARS.left}" y="${y - 10}" width="${Math.max(1, at(estimate.median) - BARS.left)}" height="20" fill="${ours ? band : bar}"/>`,
      low === null || high === null
        ? ''
        : `<path d="${whisker(whiskerEnd(low), whiskerEnd(high), y, 7)}" stroke="${ink}" stroke-width="2" fill="none"/>`,
      text(1136, format ? `${format.figure(estimate)} ${format.unit}`.trim() : '', 'end'),
    ].join('');
  });
  const place = ranked[own];
  const figure =
    place &&
    format &&
    [`${format.figure(place.estimate)} ${format.unit}`, format.ends(place.estimate)]
      .filter((part) => part !== null)
      .join(' · ');
  const title = table
    ? messages.ranking.title(messages.scenarioTitle(table.scenario), messages.metricTitles[table.metric])
    : messages.empty.title;
  const said = place
    ? `${messages.card.rank(rankText(place.rank), ranked.length)}${messages.comma}${figure}`
    : messages.card.statement;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Liberation Sans,DejaVu Sans,Noto Sans CJK SC,Noto Sans SC,Noto Sans,sans-serif">
<rect width="1200" height="630" fill="#fff"/>
<g stroke="${ink}" stroke-width="4" fill="none"><path d="M64 62H124M66 44V80M122 44V80"/></g><rect x="84" y="52" width="20" height="20" fill="${band}"/>
<text x="140" y="72" font-size="28" font-weight="700" fill="${ink}">${inXml(messages.siteName)}</text>
<text x="1136" y="72" font-size="24" text-anchor="end" fill="${soft}">${inXml(title)}</text>
<text x="64" y="136" font-size="42" font-weight="700" fill="${ink}">${inXml((name ?? messages.card.title).slice(0, 40))}</text>
<text x="64" y="180" font-size="26" fill="${soft}">${inXml(said)}</text>
${rows.join('\n')}
<text x="64" y="606" font-size="20" fill="${soft}">${inXml(table ? messages.describeShape(table.loadShape) : '')}</text>
</svg>`;
}

/** `Vert.x jvm (Java)` if another row has the same name. */
function cardName(row: RankingRow, shown: readonly { row: RankingRow }[]): string {
  const name = rowName(row);
  const twice = shown.some((other) => other.row !== row && rowName(other.row) === name);
  return twice ? `${name} (${row.language})` : name;
}
