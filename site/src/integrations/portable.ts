import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import pLimit from 'p-limit';
import { FILES_AT_ONCE } from '../lib/build/folders.ts';
import { climb } from '../lib/page/links.ts';
import { OneStylesheet } from './one-stylesheet.ts';

/**
 * Makes the built site a folder that works at any path: addresses of styles and scripts, which Astro writes
 * from the root, become relative to their page, and the downloads are copied beside the pages. A page gets one
 * stylesheet.
 */
export function portable({ downloads, base }: { downloads: string; base: string }): AstroIntegration {
  return {
    name: 'portable',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir);
        const styles = new OneStylesheet(join(dist, '_astro'));
        await pLimit(FILES_AT_ONCE).map(await htmlFiles(dist), async (file) => {
          const page = join(dist, file);
          const root = file === '404.html' ? (base === '.' ? '' : base) : climb(file.replace(/[^/]+$/, ''));
          const html = styles.joinIn(await readFile(page, 'utf8'));
          await writeFile(page, html.replaceAll(/(src|href)="\/_astro\//g, `$1="${root}_astro/`));
        });
        await styles.write();
        await cp(downloads, join(dist, 'data'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          logger.warn('There are no downloads: publish writes them.');
        });
      },
    },
  };
}

async function htmlFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith('.html'));
}
