import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type LiveSite, serveLive } from '../../bench/src/publish/live/live-site.ts';
import { Browser } from './browser.ts';
import { findChromium, NO_BROWSER, siteFolder } from './build.ts';

/** A page while `npm start` measures, in a browser, under the policy of every page of the site. */
const executablePath = findChromium();
const [, policy = ''] =
  /const policy =\s*"([^"]+)"/.exec(readFileSync(join(siteFolder, 'src/layouts/Page.astro'), 'utf8')) ?? [];

describe('a page that grows', { skip: executablePath === null && NO_BROWSER }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-growing-'));
  const dist = join(folder, 'dist');
  let live: LiveSite;
  const browser = new Browser(executablePath ?? '', () => live.origin);
  const write = (rows: number, language = 'en', path = ''): void => {
    mkdirSync(join(dist, path), { recursive: true });
    writeFileSync(join(dist, 'favicon.ico'), '');
    writeFileSync(
      join(dist, path, 'index.html'),
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
       <meta http-equiv="Content-Security-Policy" content="${policy}"><title>x</title>
       </head>
       <body><main><a href="#there">a link</a><p id="rows">${rows} rows</p></main></body></html>`,
    );
  };

  before(async () => {
    assert.match(policy, /script-src 'self'/);
    live = await serveLive(dist);
  });
  after(async () => {
    await live.close();
    await browser.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const status = (page: Page) => page.getByRole('status');
  const shows = (page: Page, text: string | RegExp) => status(page).filter({ hasText: text }).waitFor();

  test('from the waiting page to the first table and the next, by itself; then what is under way, and the end', async () => {
    await browser.page(async (page) => {
      await page.goto(live.origin);
      await shows(page, 'Measuring the first table');
      live.report({ what: 'javascript/koa:single', secondsLeft: 130 });
      await shows(page, 'Measuring the first table, javascript/koa:single, about 2 minutes left');
      write(3);
      live.grown();
      await page.getByText('3 rows').waitFor();
      live.report({ phase: 'measure', what: '', secondsLeft: 30 });
      await shows(page, 'Measuring the other targets, about a minute left');
      write(9);
      live.grown();
      await page.getByText('9 rows').waitFor();
      live.report({ phase: 'done', secondsLeft: null });
      await shows(page, /^All measured(?!,)/);
    });
    assert.deepEqual(browser.problems, []);
  });

  test('a reader who is at something is asked first, in Chinese on a Chinese page', async () => {
    write(9, 'zh-Hans', 'zh');
    await browser.page(async (page) => {
      await page.goto(`${live.origin}/zh/`);
      await shows(page, '全部测完');
      await page.getByRole('link').focus();
      write(12, 'zh-Hans', 'zh');
      live.grown();
      const more = page.getByRole('button', { name: '有新结果，点击刷新' });
      await more.waitFor();
      assert.equal(await page.getByText('9 rows').count(), 1);
      await more.click();
      await page.getByText('12 rows').waitFor();
    });
  });
});
