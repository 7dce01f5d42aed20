import { jsonPage, type ListedRelease, listedAs, type RegistryQuestion } from './registry-client.ts';

interface Leaf {
  catalogEntry: { version: string; published?: string; listed?: boolean };
}

/** A page of leaves, or the address of one. */
interface LeafPage {
  '@id': string;
  items?: Leaf[];
}

/** Asks NuGet's registrations, which come in pages: those of a package with many releases are files of their own. */
export async function askNuget(question: RegistryQuestion): Promise<ListedRelease[]> {
  const base = question.environment.PITWALL_NUGET ?? 'https://api.nuget.org/v3/registration5-gz-semver2';
  const index = await jsonPage(question, `${base}/${question.name.toLowerCase()}/index.json`);
  const { items: pages = [] } = index as { items?: LeafPage[] };
  const listed: ListedRelease[] = [];
  for (const { '@id': address, items } of pages) {
    const leaves = items ?? ((await jsonPage(question, address)) as { items: Leaf[] }).items;
    for (const { catalogEntry: entry } of leaves) {
      // What is not listed any more has the year 1900 as its date.
      const isListed = entry.listed !== false;
      const date = isListed ? entry.published : null;
      // Metadata of a build is no part of the version that a project names.
      const [version = ''] = entry.version.split('+');
      listed.push(listedAs(version, date, isListed ? null : 'unlisted'));
    }
  }
  return listed;
}
