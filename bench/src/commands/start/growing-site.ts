import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../../process/command.ts';
import { isAlive, readStat } from '../../process/proc.ts';
import { publish } from '../../publish/publish.ts';
import type { Repository } from '../../util/repository.ts';
import type { CommandContext } from '../command.ts';
import {
  buildSite,
  publishOptions,
  type SiteFolders,
  type SitePages,
  siteFolders,
} from '../project/publish.ts';

const COPY_SECONDS = 120;

/** Builds pages into a folder; a test has a quicker way. */
type BuildPages = (folders: SiteFolders, signal: AbortSignal, pages: SitePages) => Promise<unknown>;

/**
 * The site of a checkout, built again and again while something serves it: each time beside the one that is served,
 * which it then replaces at once. Whenever it is interrupted, a whole site is there, or none yet.
 */
export class GrowingSite {
  readonly folders: SiteFolders;
  readonly #repository: Repository;
  readonly #build: BuildPages;
  #hasMore = false;
  #lacksDetails = false;

  constructor(
    context: CommandContext,
    build: BuildPages = (folders, signal, pages) => buildSite({ ...context, signal }, '/', folders, pages),
  ) {
    this.#repository = context.repository;
    this.#build = build;
    this.folders = siteFolders(context.repository, context.environment);
  }

  /** Whether there are no pages yet. */
  get isMissing(): boolean {
    return !existsSync(join(this.folders.dist, 'index.html'));
  }

  /** Whether there are no pages, or not all of them, or results that they do not show. */
  get isBehind(): boolean {
    return this.#hasMore || this.#lacksDetails || this.isMissing;
  }

  /** Whether only the main pages have been built so far. */
  get lacksDetails(): boolean {
    return this.#lacksDetails;
  }

  /** Notes that there are results that the pages do not show. */
  noteResults(): void {
    this.#hasMore = true;
  }

  /** Publishes all results and replaces the pages. Throws, and leaves the pages as they are, if that fails. */
  async grow(signal: AbortSignal, pages: SitePages = 'all'): Promise<void> {
    const repository = this.#repository;
    const { data, dist } = this.folders;
    // Pages are built without a lock, so another start may be at it in this checkout.
    const own = join(repository.cache, `site-${process.pid}`);
    const next = join(own, 'next');
    await rm(own, { recursive: true, force: true });
    await mkdir(own, { recursive: true });
    try {
      await removeLeftovers(repository.cache);
      await publish({ ...publishOptions(repository), dataFolder: data });
      signal.throwIfAborted();
      await copyAsLinks(dist, next);
      await this.#build({ data, dist: next }, signal, pages);
      const old = `${next}.old`;
      // What the builder remembers of its pages is true of these pages only.
      await rm(recordOf(dist), { force: true });
      if (existsSync(dist)) await renameOr(dist, old, () => rm(dist, { recursive: true }));
      await mkdir(dirname(dist), { recursive: true });
      await put(next, dist);
      if (existsSync(recordOf(next))) await put(recordOf(next), recordOf(dist));
      this.#hasMore = false;
      this.#lacksDetails = pages === 'main';
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }
}

/** Moves a folder or file, or copies it to another file system. */
function put(from: string, to: string): Promise<void> {
  return renameOr(from, to, () => cp(from, to, { recursive: true }));
}

/** Renames, or does something else between two file systems: the cache or the pages may be a volume of their own. */
async function renameOr(from: string, to: string, elsewhere: () => Promise<void>): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await elsewhere();
  }
}

/** Removes what killed builds left behind. */
async function removeLeftovers(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const pid = Number(/^site-(\d+)$/.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(readStat(pid))) await rm(join(cache, name), { recursive: true, force: true });
  }
}

/** Where the site's builder keeps what each page was made from: beside the pages. */
function recordOf(dist: string): string {
  return `${dist}.pages.json`;
}

/**
 * Gives the builder the pages that it may keep. Links take no time and no room, and it replaces a page by a new
 * file instead of writing into the old one. Without them, it builds every page.
 */
async function copyAsLinks(from: string, to: string): Promise<void> {
  if (!existsSync(recordOf(from)) || !existsSync(from)) return;
  const command = ['cp', '--recursive', '--link', from, to];
  const { exitCode } = await runCommand(command, { timeoutSeconds: COPY_SECONDS });
  if (exitCode === 0)
    await runCommand(['cp', recordOf(from), recordOf(to)], { timeoutSeconds: COPY_SECONDS });
  else await rm(to, { recursive: true, force: true });
}
