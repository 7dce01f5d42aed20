import { globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import pLimit from 'p-limit';
import { distFolder, FILES_AT_ONCE, siteBase, siteOrigin } from '../lib/build/folders.ts';
import { repositoryUrl } from '../lib/build/repository.ts';
import { digestOf, ledger } from '../lib/build/unchanged-pages.ts';
import { JOINED } from './one-stylesheet.ts';

/**
 * Takes over pages from the last build that would come out the same (`lib/build/unchanged-pages.ts`). The record of
 * what each page was made from lies beside the built site, never in it.
 */
export function keepPages(): AstroIntegration {
  const dist = distFolder();
  const previous = `${dist}.previous`;
  const record = `${dist}.pages.json`;
  return {
    name: 'keep-pages',
    hooks: {
      'astro:config:setup': async ({ command }) => {
        if (command !== 'build') return;
        const book = ledger();
        book.digest = await sourcesDigest();
        await rm(previous, { recursive: true, force: true });
        const before = await readRecord(record);
        // Build and record are useful only together: remove the record until this build has succeeded.
        await rm(record, { force: true });
        if (before === null) return;
        const moved = await rename(dist, previous).then(
          () => true,
          () => false,
        );
        if (!moved) return;
        book.folder = previous;
        book.before = before;
      },
      'astro:build:done': async ({ dir, logger }) => {
        const book = ledger();
        const target = fileURLToPath(dir);
        await pLimit(FILES_AT_ONCE).map(book.kept, async (file) => {
          await mkdir(dirname(join(target, file)), { recursive: true });
          await rename(join(previous, file), join(target, file));
        });
        if (book.kept.length > 0) await keepStyles(previous, target);
        await rm(previous, { recursive: true, force: true });
        await writeFile(record, JSON.stringify(book.now));
        logger.info(`${book.kept.length} pages are those of the last build`);
      },
    },
  };
}

/** Takes over the stylesheets of kept pages: no page of this build may have joined the same ones. */
async function keepStyles(previous: string, target: string): Promise<void> {
  const styles = globSync(`_astro/${JOINED}*.css`, { cwd: previous });
  await Promise.all(styles.map((file) => rename(join(previous, file), join(target, file))));
}

async function readRecord(path: string): Promise<Record<string, string> | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
  } catch {
    return null;
  }
}

/** Digests everything but the data that decides what a page looks like. */
async function sourcesDigest(): Promise<string> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const files = globSync(
    [
      'site/{src,public}/**/*',
      'site/astro.config.ts',
      'bench/src/{model,stats,words}/**/*.ts',
      'package-lock.json',
    ],
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return digestOf([siteBase(), siteOrigin() ?? '', repositoryUrl() ?? '', ...contents]);
}
