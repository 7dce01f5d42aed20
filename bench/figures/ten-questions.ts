/**
 * Asks the built site ten questions that people come with, in every language, on a desk and on a phone. A browser
 * follows the clicks and finds each answer in words, or this fails. Prints clicks, pages, the screen on which the
 * answer begins, and the time from the first request to the answer in view.
 *
 *   npm run bench -- publish && npm run figure -- ten-questions
 */
import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Browser } from '../../site/test/browser.ts';
import { findChromium } from '../../site/test/build.ts';
import { follow, lacking, questionsOf } from '../../site/test/questions.ts';
import { serveFolder } from '../src/publish/serve.ts';
import { table } from '../src/terminal/table.ts';
import { repository } from '../src/util/repository.ts';

/** The folders of the site's messages. */
const languages = globSync('src/messages/*/index.ts', { cwd: repository.site })
  .map((file) => basename(dirname(file)))
  .sort();
const SCREENS = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
const questions = questionsOf({
  leader: 'Actix Web',
  ofGo: /^(?:chi|Echo|Elton|Fiber|Gin|go-zero|Hertz|Iris)\b/,
  framework: { name: 'Gin', target: 'go/gin' },
  variants: {
    name: 'Spring Boot',
    target: 'java/spring-boot',
    of: ['Spring Boot jvm', 'Spring Boot virtual-threads'],
  },
  pair: { keys: ['go-gin.raw', 'rust-axum'], names: ['Gin raw', 'axum'] },
  study: '2023-web-pm',
});

const dist = join(repository.site, 'dist');
const executablePath = findChromium();
if (executablePath === null) throw new Error('Chromium not found: set PITWALL_CHROMIUM');
if (!existsSync(join(dist, 'index.html')))
  throw new Error(`no built site in ${dist}: npm run bench -- publish`);
const server = await serveFolder(dist);
const browser = new Browser(executablePath, () => server.origin);
try {
  const rows: string[][] = [];
  for (const question of questions) {
    const row = [question.asks];
    for (const language of languages) {
      for (const [name, viewport] of Object.entries(SCREENS)) {
        const found = await browser.page(
          (page) => follow(question, page, `${server.origin}/${language === 'en' ? '' : `${language}/`}`),
          { viewport },
        );
        const missing = lacking(found.text, question);
        if (missing.length > 0)
          throw new Error(
            `${language}, ${name}: ${question.asks}: ${missing.join()} is not in “${found.text}”`,
          );
        if (row.length === 1) row.push(String(found.clicks), String(found.pages));
        row.push(`${found.screen}`, `${(found.milliseconds / 1_000).toFixed(1)} s`);
      }
    }
    rows.push(row);
  }
  const heads = languages.flatMap((language) =>
    Object.keys(SCREENS).flatMap((name) => [`${language} ${name}: screen`, 'after']),
  );
  const columns = ['clicks', 'pages', ...heads].map((title) => ({ title, align: 'right' as const }));
  console.log(table([{ title: 'question' }, ...columns], rows));
} finally {
  await browser.remove();
  await server.close();
}
