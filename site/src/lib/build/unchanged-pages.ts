import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inEveryLanguage, languages, prefixOf } from '../../messages/index.ts';
import { siteIndex } from './data.ts';
import { dataFolder, withoutDetails } from './folders.ts';

/**
 * Records which pages of the last build would come out the same: there are thousands, and a new run changes a
 * few. The integration that moves them and the pages that ask live in two module graphs of one process, so
 * they share this on the global object.
 */
interface Ledger {
  /** Where the last build is now; `null` if there is no build to keep pages from. */
  folder: string | null;
  /** Digest of all that the pages have in common: sources, base, origin, repository. */
  digest: string;
  /** By file, a digest of what each page of the last build was made from. */
  before: Record<string, string>;
  now: Record<string, string>;
  /** Files that this build takes over unchanged. */
  kept: string[];
}

const key = Symbol.for('pitwall.kept-pages');
type Shared = { [key]?: Ledger };

export function ledger(): Ledger {
  const shared = globalThis as Shared;
  shared[key] ??= { folder: null, digest: '', before: {}, now: {}, kept: [] };
  return shared[key];
}

interface DatedPath<Params extends object, Props extends object> {
  params: Params;
  props: Props;
  /** Address of the page, from the root and without a language. */
  address: string;
  /** Documents that the page is made from, as paths in the data folder. */
  from: readonly string[];
  /** Anything else that it shows. */
  also?: unknown;
  /** True for one of the many pages of details, which a build may leave out. */
  isDetail?: boolean;
}

/** Like `inEveryLanguage`, without the pages that are the same as in the last build or that this build leaves out. */
export async function inEveryLanguageIfChanged<Params extends object, Props extends object>(
  all: readonly DatedPath<Params, Props>[],
) {
  const paths = withoutDetails() ? all.filter(({ isDetail }) => !isDetail) : all;
  const book = ledger();
  const { targets, releases } = await siteIndex();
  // Machines are not among it: each new run changes one, and most pages show nothing of that.
  const common = digestOf([book.digest, JSON.stringify(targets), String(releases.length > 0)]);
  return inEveryLanguage(paths).filter((_, index) => {
    // `inEveryLanguage` goes through all languages once for each path.
    const path = paths[Math.floor(index / languages.length)] as DatedPath<Params, Props>;
    const language = languages[index % languages.length];
    if (language === undefined) throw new RangeError('more pages than languages times paths');
    const file = `${(prefixOf(language) + path.address).slice(1)}index.html`;
    const made = digestOf([common, JSON.stringify(path.also ?? null), ...path.from.map(documentDigest)]);
    book.now[file] = made;
    const same = book.folder !== null && book.before[file] === made && existsSync(join(book.folder, file));
    if (same) book.kept.push(file);
    return !same;
  });
}

const digests = new Map<string, string>();

function documentDigest(path: string): string {
  const known = digests.get(path) ?? digestOf([readFileSync(join(dataFolder(), path))]);
  digests.set(path, known);
  return known;
}

export function digestOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
