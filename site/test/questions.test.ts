import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type FolderServer, serveFolder } from '../../bench/src/publish/serve.ts';
import { languages, prefixOf } from '../src/messages/index.ts';
import { Browser } from './browser.ts';
import { type BuiltSite, buildBelievableSite, findChromium, NO_BROWSER } from './build.ts';
import { follow, lacking, questionsOf } from './questions.ts';

const executablePath = findChromium();
const questions = questionsOf({
  leader: 'axum',
  ofGo: /^Gin\b/,
  framework: { name: 'Gin', target: 'go/gin' },
  variants: { name: 'Koa', target: 'javascript/koa', of: ['Koa single', 'Koa cluster'] },
  pair: { keys: ['go-gin', 'rust-axum'], names: ['Gin', 'axum'] },
  study: '2024-gin-axum',
});

describe('ten questions', {
  skip: executablePath === null && NO_BROWSER,
}, () => {
  let site: BuiltSite;
  let server: FolderServer;
  const browser = new Browser(executablePath ?? '', () => server.origin);

  before(async () => {
    site = await buildBelievableSite([{}]);
    server = await serveFolder(site.dist);
  });

  after(async () => {
    await server?.close();
    await site?.remove();
    await browser.remove();
    assert.deepEqual(browser.problems, []);
  });

  test('are ten', () => {
    assert.equal(questions.length, 10);
    assert.deepEqual(lacking('Gin is first', { says: ['axum', /\d/, 'Gin'] }), ['axum', /\d/]);
  });

  for (const language of languages) {
    for (const question of questions) {
      test(`${language}: ${question.asks}`, () =>
        browser.page(async (page) => {
          const home = `${server.origin}${prefixOf(language)}/`;
          const { text, clicks, pages } = await follow(question, page, home);
          assert.deepEqual(lacking(text, question), [], text);
          assert.ok(clicks <= 2 && pages <= 2, `${clicks} clicks, ${pages} pages`);
        }));
    }
  }
});
