import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { publish } from '../../bench/src/publish/publish.ts';
import { type FolderServer, serveFolder } from '../../bench/src/publish/serve.ts';
import { writeBelievableBlocks } from '../../bench/test/publish/believable-blocks.ts';
import { firstCurves, labelledSeconds } from '../src/lib/warm-up/warm-up-view.ts';
import { axeViolations, Browser } from './browser.ts';
import { astroBuild, findChromium, NO_BROWSER } from './build.ts';

/** A site of two parts of a standard run, with warm-ups of the first. */
let root: string;
let server: FolderServer;
const executablePath = findChromium();
const browser = new Browser(executablePath ?? '', () => server.origin);

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'pitwall-warm-up-site-'));
  const [results, data, dist] = ['results', 'data', 'dist'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  writeBelievableBlocks(results);
  writeBelievableBlocks(results, {
    seed: 5,
    startedAt: '2026-06-21T02:00:00.000Z',
    profile: {
      name: 'standard-plain',
      scenarios: ['plaintext'],
      warmup: { maxSeconds: 60, otherwise: 'mark' },
    },
  });
  await publish({ resultsFolder: results, siteFolder: root, dataFolder: data });
  await astroBuild({ PITWALL_SITE_DATA: data, PITWALL_SITE_DIST: dist, PITWALL_BASE: '/' });
  server = await serveFolder(dist);
});
after(async () => {
  await server?.close();
  await browser.remove();
  await rm(root, { recursive: true, force: true });
});

const html = (path: string): Promise<string> => readFile(join(root, 'dist', path, 'index.html'), 'utf8');

test('each table names its run, in both languages', async () => {
  const json = await html('');
  assert.match(json, /20 June 2026, 02:00 UTC/);
  assert.match(json, /profile standard, 6 blocks/);
  assert.match(
    await html('ranking/plaintext/wrk-64/throughput'),
    /21 June 2026[\s\S]*profile standard-plain/,
  );
  assert.match(await html('zh'), /方案 standard，6 个区组/);
});

test('without scripts, the warm-up page has figures, ranks and a curve in each row', async () => {
  for (const path of ['warm-up', 'zh/warm-up']) {
    const page = await html(path);
    assert.equal(page.match(/class="warming"/g)?.length, 13);
    assert.match(page, /Spring Boot[\s\S]*virtual-threads/);
    assert.match(page, /1–5/);
  }
  assert.match(await html('warm-up'), /not warm at the end/);
  const framework = await html('frameworks/java/spring-boot');
  assert.match(framework, /warm-up-curve[\s\S]*second by second/);
  assert.match(await html('methodology'), /warm-up-curve/);
});

test(
  'curves are laid over each other, at most six, and the address says which',
  {
    skip: executablePath === null && NO_BROWSER,
  },
  () =>
    browser.page(
      async (page) => {
        await page.goto(`${server.origin}/warm-up/?t=go-gin.raw,java-vertx.jvm`);
        await page.locator('.chart').scrollIntoViewIfNeeded();
        await page.locator('warm-up-chart[data-drawn]').waitFor();
        const names = await page.locator('[data-lines] li').allInnerTexts();
        assert.deepEqual(
          names.map((name) => name.trim()),
          ['Gin raw', 'Vert.x jvm'],
        );
        const boxes = page.locator('.curve-choice input');
        let most = 0;
        let lines = 0;
        for (let box = 0; box < 8; box++) {
          await boxes.nth(box).click();
          lines = await page.locator('[data-lines] li').count();
          most = Math.max(most, lines);
        }
        assert.equal(most, 6);
        const asked = await page.evaluate(() => new URLSearchParams(location.search).get('t'));
        assert.equal(asked?.split(',').length, lines);
        await page.locator('warm-up-chart select').selectOption('share');
        assert.deepEqual(await axeViolations(page), []);
        assert.deepEqual(browser.problems, []);
      },
      { bypassCSP: true },
    ),
);

test(
  'its table is filtered and sorted, and the address says how',
  {
    skip: executablePath === null && NO_BROWSER,
  },
  () =>
    browser.page(async (page) => {
      await page.goto(`${server.origin}/warm-up/?l=Go`);
      const rows = page.locator('table.warm-up tbody tr');
      const shown = await rows.evaluateAll((all) => all.map((row) => !(row as HTMLElement).hidden));
      assert.ok(shown.includes(true) && shown.includes(false), shown.join());
      assert.match(await page.locator('[data-count]').innerText(), /^\d+ of 13 shown$/);
      await page.goto(`${server.origin}/warm-up/`);
      const head = page.locator('th[data-sort=steady]');
      await head.getByRole('button').click();
      assert.equal(await head.getAttribute('aria-sort'), 'descending');
      assert.match(page.url(), /[?&]s=steady/);
      const place = await head.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex);
      const steady = await rows.evaluateAll(
        (all, at) => all.map((row) => -Number((row as HTMLTableRowElement).cells[at]?.dataset.value)),
        place,
      );
      assert.ok(steady.length === 13 && steady.every((value) => value > 0), steady.join());
      assert.deepEqual(
        steady,
        steady.toSorted((a, b) => b - a),
      );
    }),
);

test('an axis names few seconds, and curves are chosen from quick to slow', () => {
  assert.deepEqual(labelledSeconds(2), [1, 2]);
  assert.deepEqual(labelledSeconds(56), [1, 10, 20, 30, 40, 50]);
  assert.deepEqual(firstCurves([]), []);
});
