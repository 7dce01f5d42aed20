import type { RankingTable } from '@pitwall/bench/model';
import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { cardSvg } from '../../lib/card.ts';
import { homeTable } from '../../lib/choices.ts';
import { shownRuns, siteIndex } from '../../lib/data.ts';

/** Social cards: one for the whole site and one per target. Drawn only if an origin is known. */
export async function getStaticPaths() {
  const { targets } = await siteIndex();
  const [home] = await shownRuns();
  const table = home && homeTable(home);
  return [
    { params: { card: 'pitwall' }, props: { name: null, target: null, table } },
    ...targets.map(({ target, name }) => ({
      params: { card: target.replace('/', '-') },
      props: { name, target, table },
    })),
  ];
}

export const GET: APIRoute = async ({ props }) => {
  const { name, target, table } = props as {
    name: string | null;
    target: string | null;
    table?: RankingTable;
  };
  const png = await sharp(Buffer.from(cardSvg(name, target, table)))
    .png({ palette: true })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
