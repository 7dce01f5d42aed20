import { fileURLToPath } from 'node:url';
import { defineConfig } from 'astro/config';
import { keepPages } from './src/integrations/keep-pages.ts';
import { portable } from './src/integrations/portable.ts';
import { dataFolder, distFolder, siteBase } from './src/lib/build/folders.ts';

export default defineConfig({
  output: 'static',
  srcDir: fileURLToPath(new URL('./src', import.meta.url)),
  outDir: distFolder(),
  trailingSlash: 'always',
  // Whitespace between inline elements is part of sentences here.
  compressHTML: true,
  // Half of a build is spent waiting for files; building several pages at once uses that time.
  build: { format: 'directory', inlineStylesheets: 'never', concurrency: 8 },
  // The content security policy allows files only, nothing inline.
  vite: { build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
  // In this order: kept pages are portable already.
  integrations: [portable({ downloads: `${dataFolder()}/public`, base: siteBase() }), keepPages()],
});
