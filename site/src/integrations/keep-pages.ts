import { globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import pLimit from 'p-limit';
import { distFolder, FILES_AT_ONCE, siteBase, siteOrigin } from '../lib/folders.ts';
import { digestOf, ledger } from '../lib/kept.ts';

/**
 * Takes pages over from the last build where they would come out the same (`lib/kept.ts`). What each was made from is
 * written beside the built site, never into it.
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
        // Without its record a build cannot be trusted to be what it seems; without a build, a record is of nothing.
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
        await rm(previous, { recursive: true, force: true });
        await writeFile(record, JSON.stringify(book.now));
        logger.info(`${book.kept.length} pages are those of the last build`);
      },
    },
  };
}

async function readRecord(path: string): Promise<Record<string, string> | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
  } catch {
    return null;
  }
}

/** Of all that decides how a page looks, whatever the data. */
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
  return digestOf([siteBase(), siteOrigin() ?? '', ...contents]);
}
