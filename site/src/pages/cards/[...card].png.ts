import { execFileSync } from 'node:child_process';
import type { RankingTable } from '@pitwall/bench/model';
import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { shownRuns, siteIndex } from '../../lib/build/data.ts';
import { siteOrigin } from '../../lib/build/folders.ts';
import { cardSvg } from '../../lib/ranking/card.ts';
import { homeTable } from '../../lib/ranking/table-links.ts';
import { type Language, languages, messagesOf, prefixOf } from '../../messages/index.ts';

interface Props {
  name: string | null;
  target: string | null;
  table?: RankingTable | undefined;
  language: Language;
}

/** Social cards: one for the whole site and one per target, in each language; none if no page can name them. */
export async function getStaticPaths() {
  if (siteOrigin() === null) return [];
  const { targets } = await siteIndex();
  const [home] = await shownRuns();
  const table = home && homeTable(home);
  const cards = [
    { file: 'pitwall', name: null, target: null },
    ...targets.map(({ target, name }) => ({ file: target.replace('/', '-'), name, target })),
  ];
  return languages.flatMap((language) =>
    cards.map(({ file, ...card }) => ({
      params: { card: `${prefixOf(language)}/${file}`.slice(1) },
      props: { ...card, table, language } satisfies Props,
    })),
  );
}

export const GET: APIRoute = async ({ props }) => {
  const { name, target, table, language } = props as Props;
  const { language: tag } = messagesOf(language);
  const messages = messagesOf(canWrite(tag) ? language : (languages[0] ?? language));
  const png = await sharp(Buffer.from(cardSvg(name, target, table, messages)))
    .png({ palette: true })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};

const fonts = new Map<string, boolean>();

/** Whether this machine has a font for a language; without one, a card has boxes in place of its words. */
function canWrite(language: string): boolean {
  const [code = 'en'] = language.split('-');
  if (code === 'en') return true;
  const known = fonts.get(code);
  if (known !== undefined) return known;
  let found = false;
  try {
    found = execFileSync('fc-list', [`:lang=${code}`, 'family'], { encoding: 'utf8' }).trim() !== '';
  } catch {
    // Without fontconfig's program nothing is known about fonts.
  }
  fonts.set(code, found);
  return found;
}
