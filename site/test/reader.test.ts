import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type FolderServer, serveFolder } from '../../bench/src/publish/serve.ts';
import { Browser } from './browser.ts';
import { type BuiltSite, buildBelievableSite, FLAGGED, findChromium, NO_BROWSER } from './build.ts';

/** What readers do, in a browser. */
const executablePath = findChromium();
const RANKING = '/ranking/json/wrk-64/throughput/';

describe('a reader', {
  skip: executablePath === null && NO_BROWSER,
}, () => {
  let site: BuiltSite;
  let server: FolderServer;
  const browser = new Browser(executablePath ?? '', () => server.origin);

  before(async () => {
    site = await buildBelievableSite([
      {},
      { seed: 13, startedAt: '2026-06-03T02:00:00.000Z', only: ['go-gin.json', 'rust-axum.json'] },
      { seed: 17, startedAt: '2026-06-02T02:00:00.000Z', only: ['go-gin.json'] },
    ]);
    server = await serveFolder(site.dist);
  });

  after(async () => {
    await server?.close();
    await site?.remove();
    await browser.remove();
    assert.deepEqual(browser.problems, []);
  });

  const go = (page: Page, path: string) => page.goto(server.origin + path, { waitUntil: 'networkidle' });
  const names = (page: Page) =>
    page
      .locator('table.ranking tbody tr:not([hidden])')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.name));
  const figures = (page: Page) =>
    page
      .locator('table.ranking tbody tr')
      .evaluateAll((rows) =>
        Object.fromEntries(
          rows.map((row) => [
            row.id,
            [
              row.querySelector('.rank')?.textContent?.trim(),
              row.querySelector('.figure .number')?.textContent?.trim(),
            ],
          ]),
        ),
      );

  test('filters by language: rows go, no figure and no rank changes, and the address says so', () =>
    browser.page(async (page) => {
      await go(page, RANKING);
      const before = await figures(page);
      await page.getByRole('button', { name: 'Go', exact: true }).click();
      await page.getByRole('button', { name: 'Rust', exact: true }).click();
      assert.deepEqual(await names(page), ['axum', 'Gin']);
      assert.deepEqual(await figures(page), before);
      assert.equal(new URL(page.url()).search, '?l=Go,Rust');
      assert.equal(await page.locator('[data-count]').innerText(), '2 of 7 shown');
      await page.goBack();
      assert.deepEqual(await names(page), ['Gin']);
      await page.goBack();
      assert.equal((await names(page)).length, 7);
    }));

  test('shows the best of each language alone, and of those that another filter leaves', () =>
    browser.page(async (page) => {
      await go(page, RANKING);
      const before = await figures(page);
      await page.getByRole('button', { name: 'best of each language' }).click();
      const best = await names(page);
      assert.ok(best.includes('axum') && !best.includes('nginx'), best.join());
      assert.equal(best.filter((name) => name?.startsWith('Koa')).length, 1, best.join());
      assert.deepEqual(await figures(page), before);
      assert.equal(new URL(page.url()).search, '?e=1');
      assert.ok(best.includes('Koa single'), best.join());
      await page.getByRole('searchbox').fill('cluster');
      assert.deepEqual(await names(page), ['Koa cluster']);
    }));

  test('shares a link, which opens with the same rows, order, baseline and scale', () =>
    browser.page(async (page, context) => {
      await go(page, RANKING);
      const starts = page.locator('tr:has(a[href*="javascript/koa"]) .starts').first();
      const onLinear = await starts.getAttribute('d');
      assert.match(onLinear ?? '', /^(M[\d.]+ 15V18){2,}$/, 'a tick for each fresh start');
      await page.getByRole('searchbox').fill('koa');
      await page.getByLabel('Compare with').selectOption({ label: 'Gin' });
      await page.getByRole('button', { name: 'logarithmic' }).click();
      const onLogarithmic = await starts.getAttribute('d');
      assert.equal(onLogarithmic?.split('M').length, onLinear?.split('M').length);
      assert.notEqual(onLogarithmic, onLinear, 'ticks move with the scale');
      await page.getByRole('button', { name: 'Framework' }).click();
      const shared = page.url();
      assert.match(shared, /q=koa/);
      const other = await context.newPage();
      await other.goto(shared, { waitUntil: 'networkidle' });
      assert.deepEqual(await names(other), ['Koa cluster', 'Koa single']);
      assert.equal(await other.locator('th[aria-sort]').innerText(), 'Framework');
      assert.match(await other.locator('th[data-sort=factor]').innerText(), /Times Gin/);
      assert.equal(await other.locator('table.ranking.dots').count(), 1);
      assert.match(await other.locator('tr:not([hidden]) [data-factor]').first().innerText(), /^0\.\d\d×$/);
      const order = (column: string) => other.locator(`th[data-sort=${column}]`).getAttribute('aria-sort');
      await other.locator('th[data-sort=factor] button').click();
      assert.equal(await order('factor'), 'descending', 'times Gin fall, as throughput does');
      await other.locator('th[data-sort=cpu] button').click();
      assert.equal(await order('cpu'), 'ascending', 'the least CPU time comes first');
      await other.locator('th[data-sort=figure] button').click();
      assert.equal(await order('figure'), 'descending', 'the most requests come first');
    }));

  test('sorts by keyboard; rows without a figure stay last', () =>
    browser.page(async (page) => {
      await go(page, RANKING);
      const button = page.getByRole('button', { name: 'Language', exact: true });
      await button.focus();
      await page.keyboard.press('Enter');
      const ascending = await names(page);
      await page.keyboard.press('Enter');
      const descending = await names(page);
      assert.deepEqual(ascending.slice(0, 6).toSorted(), descending.slice(0, 6).toSorted());
      assert.notDeepEqual(ascending, descending);
      for (const order of [ascending, descending]) {
        assert.deepEqual(order.slice(6), ['FastAPI']);
      }
      assert.equal(await page.locator('th[data-sort=language]').getAttribute('aria-sort'), 'descending');
      assert.equal(await page.locator('[data-live]').innerText(), 'Sorted by Language, reversed');
    }));

  test('finds nothing, says so, and shows all again', () =>
    browser.page(async (page) => {
      await go(page, `${RANKING}?q=no-such-framework&unknown=1&s=-&k=&b=nobody`);
      assert.deepEqual(await names(page), []);
      await page.getByRole('button', { name: 'Show all' }).click();
      assert.equal((await names(page)).length, 7);
      assert.equal(new URL(page.url()).search, '?unknown=1');
    }));

  test('sees a flag with its thread, and leaves flagged rows out by “only comparable”', () =>
    browser.page(async (page) => {
      await go(page, `${RANKING}?c=1`);
      const left = await names(page);
      assert.ok(!left.includes('Koa cluster') && left.includes('Koa single'), left.join());
      const flag = page.locator('a.flag');
      assert.equal(await flag.count(), 1);
      assert.equal(await flag.getAttribute('href'), FLAGGED.flag.link);
      assert.equal(await flag.getAttribute('title'), FLAGGED.flag.reason);
      for (const path of ['/', '/choose/', '/field/', '/languages/javascript/']) {
        await go(page, path);
        assert.ok((await page.locator('tbody th a.flag').count()) > 0, path);
      }
    }));

  test('sorts a long table by what is in view at once, and then has its rows in this order', () =>
    browser.page(async (page) => {
      // The script reads the class once, after the document is parsed.
      await page.addInitScript(() =>
        document.addEventListener('readystatechange', () =>
          document.querySelector('table.ranking')?.classList.add('long'),
        ),
      );
      await go(page, RANKING);
      const seen = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            document.querySelector<HTMLElement>('th[data-sort=name] button')?.click();
            requestAnimationFrame(() => {
              const rows = [
                ...document.querySelectorAll<HTMLElement>('table.ranking tbody:first-of-type tr'),
              ];
              const top = (row: HTMLElement): number => row.getBoundingClientRect().top;
              resolve(rows.sort((a, b) => top(a) - top(b)).map((row) => row.dataset.name ?? ''));
            });
          }),
      );
      const sorted = seen.toSorted((a, b) => a.localeCompare(b, 'en'));
      assert.ok(sorted.length > 4);
      assert.deepEqual(seen, sorted);
      // The page is sorted at once, by style; the rows themselves follow when it has time.
      await page.waitForFunction((names) => {
        const all = [...document.querySelectorAll<HTMLElement>('table.ranking tbody:first-of-type tr')];
        const isOrdered = all.every((row, index) => row.dataset.name === names[index]);
        return isOrdered && all.every((row) => row.style.order === '');
      }, sorted);
    }));

  test('takes the choices along to another scenario and into Chinese', () =>
    browser.page(async (page) => {
      await go(page, `${RANKING}?l=Go`);
      await page.getByRole('navigation', { name: 'Scenario' }).locator('summary').click();
      await page.getByRole('link', { name: 'Large JSON' }).click();
      await page.waitForURL('**/ranking/json-large/wrk-64/throughput/?l=Go');
      await page.waitForFunction(
        () => document.querySelectorAll('table.ranking tbody tr:not([hidden])').length === 1,
      );
      await page.getByRole('link', { name: '简体中文' }).click();
      await page.waitForURL('**/zh/ranking/json-large/wrk-64/throughput/?l=Go');
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), '大型 JSON：吞吐量');
    }));

  for (const path of [
    '/?q=a&l=Go,JavaScript&s=-c-memory#costs',
    '/frameworks/javascript/koa/#cluster',
    '/compare/?t=go-gin,rust-axum',
    '/runs/compare/?m=epyc-9354-4c-16g',
    '/choose/?t=3&p=0&c=1&m=1&s=0&i=0&sc=json&l=Go',
    '/field/?y=cpu&x=p99',
    '/warm-up/?t=go-gin',
  ]) {
    test(`finds ${path} in Chinese with all that the address holds`, () =>
      browser.page(async (page) => {
        await go(page, path);
        await page.getByRole('link', { name: '简体中文' }).click();
        await page.waitForURL('**/zh/**');
        const { pathname, search, hash } = new URL(page.url());
        assert.equal(pathname + search + hash, `/zh${path}`);
      }));
  }

  test('compares with a row by the figures that stand there, and says where the order is open', () =>
    browser.page(async (page) => {
      await go(page, `${RANKING}?b=javascript-koa-single`);
      const reported = await page.locator('table.ranking tbody tr').evaluateAll((rows) =>
        rows.map((row) => ({
          name: (row as HTMLElement).dataset.name,
          median: Number((row as HTMLElement).dataset.median),
          factor: row.querySelector('[data-factor]')?.textContent ?? '',
        })),
      );
      const base = reported.find(({ name }) => name === 'Koa single');
      assert.ok(base);
      for (const { name, median, factor } of reported.filter(({ factor }) => factor.endsWith('×')))
        assert.ok(Math.abs(Number.parseFloat(factor.replace('≈ ', '')) - median / base.median) < 0.01, name);
      assert.match(reported.find(({ name }) => name === 'Koa cluster')?.factor ?? '', /^≈ (?:1\.0|0\.9)\d×$/);
      assert.match(reported.find(({ name }) => name === 'Gin')?.factor ?? '', /^2\.\d\d×$/);
      // Its timeouts take away its rank, and with it every factor.
      assert.equal(reported.find(({ name }) => name === 'Spring Boot jvm')?.factor, '–');
    }));

  test('sorts and filters the field on the home page, and shares what it sees', () =>
    browser.page(async (page, context) => {
      await go(page, '/');
      const shown = (of: Page, table: string) =>
        of
          .locator(`${table} tbody tr:not([hidden])`)
          .evaluateAll((rows) => rows.map((row) => row.querySelector('.name')?.textContent));
      const matrix = 'table.matrix:not(.costs)';
      assert.deepEqual((await shown(page, matrix)).slice(0, 2), ['axum', 'Gin']);
      assert.equal(await page.locator('table.costs').isVisible(), false, 'one table at a time');
      await page.getByRole('link', { name: 'CPU, memory, latency' }).locator('visible=true').click();
      assert.equal(await page.locator(matrix).isVisible(), false);
      await page.getByRole('button', { name: 'Sort by Memory' }).click();
      const byMemory = await shown(page, 'table.costs');
      assert.deepEqual([byMemory[0], byMemory.at(-1)], ['axum', 'nginx'], 'a platform stays below');
      await page.getByRole('button', { name: 'Sort by Memory' }).click();
      assert.equal((await shown(page, 'table.costs'))[0], 'Koa', 'Spring Boot cannot be compared');
      assert.match(page.url(), /\?s=-c-memory#costs$/);
      await page.getByRole('button', { name: 'Java', exact: true }).click();
      assert.deepEqual(await shown(page, matrix), ['Spring Boot']);
      const heads = page.locator(`${matrix} thead a`);
      const searches = await heads.evaluateAll((links) =>
        links.map((link) => (link as HTMLAnchorElement).search),
      );
      assert.deepEqual([...new Set(searches)], ['?l=Java'], 'rankings open with the filter alone');
      const other = await context.newPage();
      await other.goto(page.url(), { waitUntil: 'networkidle' });
      assert.deepEqual(await shown(other, matrix), ['Spring Boot']);
      await go(other, '/?s=c-memory');
      await other.locator('table.costs').waitFor({ state: 'visible' });
      await page.getByRole('button', { name: 'Java', exact: true }).click();
      await page.getByRole('button', { name: 'ORM', exact: true }).click();
      assert.deepEqual(await shown(page, matrix), ['Spring Boot']);
      await page.getByRole('searchbox').fill('nobody');
      await page.getByRole('button', { name: 'Show all' }).click();
      assert.equal((await shown(page, matrix)).length, 6);
    }));

  test('reads how many rows are left in the table in view, and that none is', () =>
    browser.page(async (page) => {
      // A framework that does not serve the first scenario. The script reads the rows once, after the document is parsed.
      await page.addInitScript(() =>
        document.addEventListener('readystatechange', () => {
          for (const name of document.querySelectorAll('table.costs tbody .name'))
            if (name.textContent === 'Spring Boot') name.closest('tr')?.remove();
        }),
      );
      await go(page, '/?l=Java');
      const count = page.locator('[data-count]');
      const nothing = page.locator('[data-nothing]');
      const tab = (name: string) => page.getByRole('link', { name }).locator('visible=true').click();
      assert.equal(await count.innerText(), '1 of 6 shown');
      assert.equal(await nothing.isVisible(), false);
      await tab('CPU, memory, latency');
      await nothing.waitFor();
      assert.equal(await count.innerText(), '0 of 5 shown');
      await tab('All scenarios');
      await nothing.waitFor({ state: 'hidden' });
      assert.equal(await count.innerText(), '1 of 6 shown');
    }));

  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ] as const) {
    test(`sees data in the first screen of ${width} × ${height}`, () =>
      browser.page(
        async (page) => {
          for (const prefix of ['', '/zh']) {
            for (const path of ['/', RANKING, '/ranking/menus/oha-64-rate-1000/p99/']) {
              await go(page, prefix + path);
              const rows = await page
                .locator('main table')
                .first()
                .locator('tbody tr')
                .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
              const inView = rows.filter((bottom) => bottom <= height).length;
              assert.ok(inView >= 3, `${prefix}${path}: ${inView} rows, the first ends at ${rows[0]}`);
            }
          }
        },
        { viewport: { width, height } },
      ));
  }

  test('compares two without scripts', () =>
    browser.page(
      async (page) => {
        await go(page, '/compare/');
        await page.locator('table.who a[href$="go-gin/rust-axum/"]').first().click();
        await page.waitForURL('**/compare/go-gin/rust-axum/');
        assert.match(await page.locator('.verdict').innerText(), /axum \d+|axum is better|and axum/);
        const row = page.getByRole('row', { name: /Small JSON.*Throughput/ }).first();
        assert.match(await row.innerText(), /axum is better: 1\.\d\d×–1\.\d\d×/);
      },
      { javaScriptEnabled: false },
    ));

  test('puts three against the first; what was not measured here is named', () =>
    browser.page(async (page) => {
      await go(page, '/compare/?t=go-gin,rust-axum,javascript-koa.single,nobody');
      await page.locator('table.many').getByRole('columnheader', { name: 'Koa single' }).waitFor();
      assert.match(await page.locator('[data-title]').innerText(), /Gin/);
      assert.match(await page.locator('[data-problem]').innerText(), /nobody/);
      assert.match(
        await page
          .getByRole('row', { name: /Small JSON/ })
          .first()
          .innerText(),
        /axum is better[\s\S]*Gin is better/,
      );
      await page.getByLabel('With').first().selectOption({ label: 'Koa cluster' });
      await page.locator('table.many').getByRole('columnheader', { name: 'Koa cluster' }).waitFor();
      assert.match(page.url(), /t=go-gin,javascript-koa\.cluster,javascript-koa\.single$/);
    }));

  test('sees the latencies of several over each other, with their table; without histograms nothing of it', () =>
    browser.page(async (page) => {
      await go(page, '/compare/?t=go-gin,rust-axum,javascript-koa.single');
      const section = page.locator('[data-curves-shown]');
      await section.waitFor();
      const figures = section.locator('figure');
      assert.equal(await figures.count(), 12, 'one a scenario, at the rate that all had');
      const first = figures.first().locator('svg');
      assert.match(
        (await first.getAttribute('aria-label')) ?? '',
        /^Plain text, 1,000 requests\/s\. Gin: p50 /,
      );
      assert.equal(await first.locator('path.s1, path.s2, path.s3').count(), 3);
      assert.deepEqual(
        (await section.locator('[data-lines] li').allInnerTexts()).map((text) => text.trim()),
        ['Gin', 'axum', 'Koa single'],
      );
      await section.locator('summary').click();
      const row = section.getByRole('row', { name: /Plain text, 1,000 requests\/s Gin/ });
      const cells = (await row.getByRole('cell').allInnerTexts()).slice(1).map(Number);
      assert.deepEqual(
        cells.slice(0, 6),
        cells.slice(0, 6).toSorted((a, b) => a - b),
        'rarer is slower',
      );
      await go(page, '/zh/compare/?t=go-gin,rust-axum');
      await section.waitFor();
      assert.equal(await figures.first().locator('figcaption').innerText(), '纯文本，每秒 1,000 个请求');
      await go(page, '/compare/go-gin/rust-axum/');
      await page.getByRole('link', { name: 'Their latency curves overlaid' }).click();
      await section.waitFor();
      assert.equal(await section.locator('[data-lines] li').count(), 2);
    }));

  test('holds the run of a ranking against any other, from the table itself', () =>
    browser.page(async (page) => {
      await go(page, RANKING);
      const source = page.locator('p.facts-line', {
        has: page.getByRole('link', { name: 'Against another run' }),
      });
      const address = await source.locator('a').first().getAttribute('href');
      await source.getByRole('link', { name: 'Against another run' }).click();
      const [before, after] = [page.getByLabel('Before'), page.getByLabel('After')];
      await before.locator('option').nth(1).waitFor({ state: 'attached' });
      const shown = await after.inputValue();
      assert.ok(shown !== '' && address?.includes(shown), `${shown} is the run of the table, ${address}`);
      await before.selectOption({ index: 1 });
      await page.locator('[data-result]').waitFor();
      assert.match(await page.locator('[data-sentence]').innerText(), /\d/);
    }));

  test('holds any two runs of a machine against each other, by a link that can be shared', () =>
    browser.page(async (page, context) => {
      await go(page, '/runs/');
      await page.getByRole('link', { name: 'Two runs against each other' }).click();
      const [before, after] = [page.getByLabel('Before'), page.getByLabel('After')];
      await before.locator('option').nth(1).waitFor({ state: 'attached' });
      const labels = await before.locator('option').allInnerTexts();
      assert.deepEqual(
        labels.slice(1).map((label) => label.replace(/, .*? · /, ' · ')),
        [
          '3 June 2026 · standard · targets: 2',
          '2 June 2026 · standard · targets: 1',
          '1 June 2026 · standard · targets: 8',
        ],
      );
      await before.selectOption({ index: 3 });
      await after.selectOption({ index: 2 });
      const sentence = page.locator('[data-sentence]');
      await page.locator('[data-result]').waitFor();
      const said = await sentence.innerText();
      const [cells, worse, better, open, same] = [...said.matchAll(/\d+/g)].map(Number);
      assert.ok(cells && cells > 50, said);
      assert.equal((worse ?? 0) + (better ?? 0) + (open ?? 0) + (same ?? 0), cells, said);
      const shared = await context.newPage();
      await shared.goto(page.url());
      await shared.locator('[data-result]').waitFor();
      assert.equal(await shared.locator('[data-sentence]').innerText(), said);
      await go(page, `${new URL(page.url()).pathname}?m=epyc-9354-4c-16g&a=nobody`);
      await page.locator('[data-problem]').waitFor();
      assert.match(await page.locator('[data-problem]').innerText(), /no finished run nobody/);
      assert.equal(await page.locator('[data-result]').isVisible(), false);
    }));

  test('reads one variant of a framework at a time, the one in the address or else the plain one, without scripts', () =>
    browser.page(
      async (page) => {
        const shown = () =>
          page
            .locator('.tabbed > section')
            .evaluateAll((sections) =>
              sections
                .filter((section) => (section as HTMLElement).offsetParent !== null)
                .map(({ id }) => id),
            );
        await go(page, '/frameworks/javascript/koa/');
        assert.deepEqual(await shown(), ['single']);
        await page
          .getByRole('navigation', { name: 'Variants' })
          .getByRole('link', { name: 'cluster' })
          .click();
        assert.deepEqual(await shown(), ['cluster']);
        const current = page.locator('.tabs a[aria-current]').locator('visible=true');
        assert.deepEqual(await current.allInnerTexts(), ['cluster']);
        await page.getByRole('link', { name: 'Its source on this site' }).click();
        await page.waitForURL('**/frameworks/javascript/koa/source/');
        assert.match(await page.locator('ol.code').first().innerText(), /\w/);
      },
      { javaScriptEnabled: false },
    ));

  test('sees the field as a picture, and the address keeps its axes', () =>
    browser.page(async (page, context) => {
      await go(page, '/field/');
      await page.locator('scatter-chart[data-drawn]').waitFor();
      assert.equal(await page.locator('[data-unnamed]').isVisible(), false, 'every point has its name');
      await page.locator('select[name=y]').selectOption({ label: 'CPU time per request' });
      await page.locator('select[name=x]').selectOption({ label: 'Latency p99' });
      const other = await context.newPage();
      await other.goto(page.url());
      await other.locator('scatter-chart[data-drawn]').waitFor();
      assert.match(
        (await other.locator('scatter-chart canvas').getAttribute('aria-label')) ?? '',
        /^CPU time per request against Latency p99/,
      );
      const rows = other.locator('table.stacked tbody tr').locator('visible=true');
      const all = await rows.count();
      assert.ok(all > 3);
      await other.getByRole('button', { name: 'Go', exact: true }).click();
      assert.ok((await rows.count()) < all, 'a filter leaves rows out');
      assert.match(other.url(), /y=cpu&x=p99/, 'the axes outlive a filter');
      // Each chart asks the canvas for its context once.
      const canvas = other.locator('scatter-chart canvas');
      await canvas.evaluate((element: HTMLCanvasElement) => {
        const getContext = element.getContext.bind(element) as (kind: '2d') => CanvasRenderingContext2D;
        element.getContext = ((kind: '2d') => {
          element.dataset.charts = String(Number(element.dataset.charts ?? 0) + 1);
          return getContext(kind);
        }) as HTMLCanvasElement['getContext'];
      });
      await other.getByRole('button', { name: 'Sort by CPU time per request' }).click();
      assert.match(other.url(), /s=cpu/);
      assert.equal(await canvas.getAttribute('data-charts'), null, 'an order changes nothing in the picture');
      await other.goBack();
      await other.goBack();
      assert.equal(await rows.count(), all);
      assert.notEqual(await canvas.getAttribute('data-charts'), null, 'without the filter, it is drawn anew');
    }));

  test('finds one answer to what has changed, with its proof, and the same on the page of the framework', () =>
    browser.page(async (page) => {
      const sentence = /^Gin, commit 2222222 against 1111111: small JSON costs \d/;
      for (const path of ['/changes/', '/frameworks/go/gin/']) {
        await go(page, path);
        assert.match(await page.locator('.change-sentences .sentence').first().innerText(), sentence, path);
        await page.locator('.change-sentences').getByRole('link', { name: 'Proof' }).first().click();
        await page.waitForURL('**/verdicts/**');
        assert.match(await page.getByRole('heading', { level: 1 }).innerText(), /^Gin, commit 2222222/);
      }
      for (const view of ['Trends', 'Regressions', 'Verdicts']) {
        await go(page, '/changes/');
        await page
          .getByRole('navigation', { name: 'Changes by kind' })
          .getByRole('link', { name: view })
          .click();
        await page.waitForURL(`**/${view.toLowerCase()}/`);
        assert.equal(await page.locator('.site-head [aria-current]').innerText(), 'Changes');
      }
    }));

  test('steps along a trend with the arrow keys', () =>
    browser.page(async (page) => {
      await go(page, '/trends/go/gin/json/');
      await page.locator('trend-chart[data-drawn]').waitFor();
      await page.locator('trend-chart canvas').focus();
      await page.keyboard.press('End');
      const last = await page.locator('[data-at]').innerText();
      await page.keyboard.press('ArrowLeft');
      const before = await page.locator('[data-at]').innerText();
      assert.match(last, /3 June 2026/);
      assert.match(before, /2 June 2026/);
      const option = page.locator('trend-chart select option').nth(1);
      await page.locator('trend-chart select').selectOption(await option.getAttribute('value'));
      const caption = await page.locator('trend-chart caption').innerText();
      assert.equal(caption, await option.getAttribute('data-caption'));
      assert.equal(await page.locator('trend-chart .scroll').getAttribute('aria-label'), caption);
    }));

  test('weighs what matters, and the address keeps it', () =>
    browser.page(async (page, context) => {
      await go(page, '/choose/');
      await page.getByLabel('Throughput').selectOption('0');
      await page.getByLabel('Latency p99 at a fixed rate').selectOption('0');
      await page.getByLabel('CPU time per request').selectOption('0');
      await page.getByLabel('Peak memory').selectOption('3');
      const first = () => page.locator('table.fit tbody th').first().innerText();
      assert.equal(await first(), 'axum');
      const other = await context.newPage();
      await other.goto(page.url());
      assert.equal(await other.getByLabel('Peak memory').inputValue(), '3');
      assert.equal(await other.getByRole('row', { name: /nginx/ }).count(), 0, 'a platform fits nobody');
      const nothing = other.getByText('No row matches.');
      assert.equal(await nothing.isVisible(), false);
      await other.locator('select[name=l]').selectOption('C');
      await nothing.waitFor();
      await other.locator('select[name=l]').selectOption('');
      await nothing.waitFor({ state: 'hidden' });
      await other.getByLabel('Kind').selectOption('all');
      await other.getByLabel('Menu rows').check();
      assert.match(other.url(), /k=all/);
      assert.match(await other.getByRole('row', { name: /nginx/ }).innerText(), /no figure for memory/);
    }));

  test('reads it in Chinese on a phone: rank, name, figure and what stands beside it, in two lines', () =>
    browser.page(
      async (page) => {
        await go(page, `/zh${RANKING}`);
        assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans');
        const row = page.locator('table.ranking tbody tr').first();
        assert.match(await row.innerText(), /A\s*1[\s\S]*axum[\s\S]*158,000[\s\S]*±3%/);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
      },
      { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true, locale: 'zh-CN' },
    ));

  test('chooses the dark theme, which stays from page to page without a flash', () =>
    browser.page(
      async (page) => {
        await go(page, '/');
        await page.getByRole('button', { name: 'dark', exact: true }).click();
        await go(page, '/glossary/');
        assert.equal(
          await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
          'rgb(15, 19, 23)',
        );
        assert.equal(
          await page.getByRole('button', { name: 'dark', exact: true }).getAttribute('aria-pressed'),
          'true',
        );
      },
      { colorScheme: 'light' },
    ));

  test('prints the table without what cannot be pressed on paper', () =>
    browser.page(async (page) => {
      await go(page, RANKING);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('ranking-controls').isVisible(), false);
      assert.equal(await page.locator('.site-head nav').isVisible(), false);
      assert.equal(await page.locator('table.ranking tbody tr').first().isVisible(), true);
      assert.ok((await page.pdf({ format: 'A4' })).length > 10_000);
    }));

  test('is told why a page from a folder offers no choice of runs', () =>
    browser.page(async (page) => {
      await go(page, '/runs/compare/');
      const shown = async (): Promise<boolean[]> =>
        Promise.all(['.compare-form', '.without-scripts'].map((one) => page.locator(one).isVisible()));
      assert.deepEqual(await shown(), [true, false]);
      // There, scripts run, but no modules.
      await page.evaluate(() => document.documentElement.classList.remove('modules'));
      assert.deepEqual(await shown(), [false, true]);
    }));

  test('switches JavaScript off: everything is there, and nothing that would need it', () =>
    browser.page(
      async (page) => {
        await go(page, RANKING);
        assert.equal((await names(page)).length, 7);
        assert.equal(await page.locator('ranking-controls').isVisible(), false);
        assert.equal(await page.locator('.theme').isVisible(), false);
        await go(page, '/trends/go/gin/json/');
        assert.equal(await page.locator('trend-chart tbody tr').count(), 3);
        await go(page, '/choose/');
        assert.ok((await page.locator('table.fit tbody tr').count()) > 3);
      },
      { javaScriptEnabled: false },
    ));
});
