import { jsonPage, type ListedRelease, listedAs, type RegistryQuestion } from './registry-client.ts';

interface Leaf {
  catalogEntry: { version: string; published?: string; listed?: boolean };
}

/** A page of leaves, or the address of one. */
interface LeafPage {
  '@id': string;
  items?: Leaf[];
}

/**
 * Asks for NuGet's registrations. They come in pages; for a package with many releases, each page is a file of its own.
 */
export async function askNuget(question: RegistryQuestion): Promise<ListedRelease[]> {
  const base = question.environment.PITWALL_NUGET ?? 'https://api.nuget.org/v3/registration5-gz-semver2';
  const index = await jsonPage(question, `${base}/${question.name.toLowerCase()}/index.json`);
  const { items: pages = [] } = index as { items?: LeafPage[] };
  const listed: ListedRelease[] = [];
  for (const { '@id': address, items } of pages) {
    const leaves = items ?? ((await jsonPage(question, address)) as { items: Leaf[] }).items;
    for (const { catalogEntry: entry } of leaves) {
      // NuGet dates a release that is no longer listed to the year 1900.
      const isListed = entry.listed !== false;
      const date = isListed ? entry.published : null;
      // A project names a version without its build metadata.
      const [version = ''] = entry.version.split('+');
      listed.push(listedAs(version, date, isListed ? null : 'unlisted'));
    }
  }
  return listed;
}
