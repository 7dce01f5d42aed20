import { siteOrigin } from '../build/folders.ts';
import { addresses, publicAddress } from '../page/links.ts';

/** Stands for the site's own address where it does not know it. */
const UNKNOWN_SITE = 'https://SITE';

function absolute(address: string): string {
  return publicAddress(address, siteOrigin() ?? UNKNOWN_SITE);
}

/** Markdown for a README: the badge, and the chart, each with a link to the page of the variant. */
export function embedSnippets({
  target,
  variant,
  key,
  name,
}: {
  target: string;
  variant: string;
  key: string;
  name: string;
}): { badge: string; chart: string } {
  const page = absolute(addresses.framework(target, variant));
  const text = `Pitwall: ${name.replaceAll(/[[\]\\]/g, '\\$&')}`;
  const picture = (path: string): string => `[![${text}](${absolute(addresses.download(path))})](${page})`;
  return { badge: picture(`badges/${key}.svg`), chart: picture(`charts/${key}.svg`) };
}

export function knowsItsAddress(): boolean {
  return siteOrigin() !== null;
}
