/**
 * Takes the pictures of the README files anew from the built site, in both themes, as WebP.
 *
 *   npm run bench -- publish && npm run figure -- readme-pictures
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Browser } from '../../site/test/browser.ts';
import { findChromium } from '../../site/test/build.ts';
import { serveFolder } from '../src/publish/serve.ts';
import { repository } from '../src/util/repository.ts';

/** Text stays sharp at this quality, and a picture of a page has some 50 kB. */
const QUALITY = 70;
const DESK = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
const THEMES = ['light', 'dark'] as const;
const pictures = [
  { file: '.github/images/home', path: '/', viewport: DESK },
  { file: '.github/images/framework', path: '/frameworks/go/gin/', viewport: DESK },
  { file: '.github/images/pair', path: '/compare/go-gin.raw/rust-axum/', viewport: DESK },
  { file: '.github/images/releases', path: '/releases/go/gin/', viewport: DESK },
  {
    file: 'site/images/ranking',
    path: '/ranking/json/wrk-64/throughput/?l=Go,Rust&x=log',
    viewport: DESK,
    themes: ['light'],
  },
  { file: 'site/images/phone', path: '/zh/', viewport: PHONE, themes: ['dark'] },
] as const;

const executablePath = findChromium();
if (executablePath === null) throw new Error('Chromium not found: set PITWALL_CHROMIUM');
const dist = join(repository.site, 'dist');
if (!existsSync(join(dist, 'index.html')))
  throw new Error(`no built site in ${dist}: npm run bench -- publish`);
const server = await serveFolder(dist);
const browser = new Browser(executablePath, () => server.origin);
try {
  for (const { file, path, viewport, ...rest } of pictures) {
    const themes = 'themes' in rest ? rest.themes : THEMES;
    for (const colorScheme of themes) {
      await browser.page(
        async (page, context) => {
          await page.goto(server.origin + path, { waitUntil: 'networkidle' });
          // Playwright writes no WebP.
          const client = await context.newCDPSession(page);
          const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
          const name = `${file}${themes.length > 1 ? `-${colorScheme}` : ''}.webp`;
          const bytes = Buffer.from(data, 'base64');
          mkdirSync(dirname(join(repository.root, name)), { recursive: true });
          writeFileSync(join(repository.root, name), bytes);
          console.log(`${name}  ${(bytes.length / 1_000).toFixed(0)} kB`);
        },
        { viewport, colorScheme },
      );
    }
  }
} finally {
  await browser.remove();
  await server.close();
}
