import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { type FolderServer, serveFolder } from '../../bench/src/publish/serve.ts';
import { languages, prefixOf } from '../src/messages/index.ts';
import { axeViolations, Browser } from './browser.ts';
import { type BuiltSite, buildBelievableSite, findChromium, manifests, NO_BROWSER } from './build.ts';
import { chineseTexts, englishIn, lacksSpace, namesIn, spacesPunctuation, withoutInline } from './chinese.ts';
import { everyKind, kinds, MACHINE, RUN } from './kinds.ts';

const HOSTILE = '<img src=x onerror=alert(1)>=1+1, "x"';
const pages = [
  '/404.html',
  ...languages.flatMap((language) => kinds.map((page) => prefixOf(language) + page)),
];

let site: BuiltSite;
let server: FolderServer;

before(async () => {
  site = await buildBelievableSite(
    // The longest name that the schema allows, without a place to break.
    everyKind({ 'python/fastapi': HOSTILE, 'java/spring-boot': 'W'.repeat(200) }),
  );
  server = await serveFolder(site.dist);
});

after(async () => {
  await server?.close();
  await site?.remove();
});

async function htmlOf(path: string): Promise<string> {
  return (await fetch(server.origin + path)).text();
}

test('every link, file and anchor that a page names exists', async () => {
  const broken: string[] = [];
  const ids = new Map<string, Set<string>>();
  const idsOf = async (address: string) => {
    const known =
      ids.get(address) ??
      new Set([...(await htmlOf(address)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''));
    ids.set(address, known);
    return known;
  };
  const files = (await readdir(site.dist, { recursive: true })).filter((file) => file.endsWith('.html'));
  assert.ok(files.length > 100, `${files.length} pages`);
  const checked = new Map<string, number>();
  for (const file of files) {
    const page = `${server.origin}/${file.replace(/index\.html$/, '')}`;
    const html = await readFile(join(site.dist, file), 'utf8');
    for (const [tag, link = ''] of html.matchAll(/<[^>]* (?:href|src)="([^"]*)"[^>]*>/g)) {
      const url = new URL(link.replaceAll('&#38;', '&').replaceAll('&amp;', '&'), page);
      // A reader follows these links; a page never loads them.
      if (/^<a [^>]*rel="external noreferrer"/.test(tag)) continue;
      assert.equal(url.origin, server.origin, `${file} links to ${link}`);
      const status =
        checked.get(url.pathname) ?? (await fetch(url, { method: 'HEAD', redirect: 'manual' })).status;
      checked.set(url.pathname, status);
      if (status !== 200) broken.push(`${file} → ${link} (${status})`);
      else if (url.hash !== '' && !(await idsOf(url.pathname)).has(decodeURIComponent(url.hash.slice(1)))) {
        broken.push(`${file} → ${link} (no such anchor)`);
      }
    }
  }
  assert.deepEqual(broken, []);
});

test('no page waits for more than one stylesheet, which has the rules of all its parts', async () => {
  for (const path of pages) {
    const html = await htmlOf(path);
    const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, link = '']) => link);
    assert.equal(links.length, 1, `${path}: ${links}`);
  }
  const address = '/languages/javascript/';
  const [, link = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(await htmlOf(address)) ?? [];
  const rules = await (await fetch(new URL(link, server.origin + address))).text();
  for (const part of ['.site-head', '.shade-0', '.stacked', '.differences'])
    assert.ok(rules.includes(part), part);
});

test('the page of a language tells what its frameworks share and what each adds to its platform', async () => {
  const said = {
    en: {
      page: await htmlOf('/languages/javascript/'),
      adds: /Koa single adds [\d.]+ % \([\d.]+ % to [\d.]+ %\) to the CPU time of a request of node:http/,
      shared: /<dt>Runtime<\/dt>\s*<dd>node 24\.11\.0<\/dd>/,
      none: /No framework of this language has a figure/,
    },
    zh: {
      page: await htmlOf('/zh/languages/javascript/'),
      adds: /小型 JSON：Koa single 每请求 CPU 时间比 node:http 多 [\d.]+%（[\d.]+% 至 [\d.]+%）。/,
      shared: /<dt>运行时<\/dt>\s*<dd>node 24\.11\.0<\/dd>/,
      none: /该语言的框架在首页所用的机器上没有数据/,
    },
  };
  for (const [language, { page, adds, shared, none }] of Object.entries(said)) {
    assert.match(page, adds, language);
    assert.match(page, shared, language);
    const prefix = language === 'en' ? '' : `/${language}`;
    assert.match(await htmlOf(`${prefix}/languages/python/`), none, 'FastAPI failed its contract');
    // Go has no platform among these results.
    const go = await htmlOf(`${prefix}/languages/go/`);
    assert.doesNotMatch(go, /%\)? to the CPU time|每请求 CPU 时间比/);
    // A sentence stands on the framework's own page too, with a link to its proof.
    assert.match(await htmlOf(`${prefix}/frameworks/javascript/koa/`), adds, language);
    assert.ok(page.includes('compare/javascript-koa.single/javascript-node-http/'), language);
  }
});

test('the page of a pair says at first what its counts leave out, and where that was measured', async () => {
  const said = {
    '': [
      /Of \d+ figures in the rankings, .*; .* cannot be distinguished\. <a href="#at-once">Not counted: 1 comparison at once/,
      /Gin 1\.11\.0 against axum 0\.8\.6: [^<]*<\/a>/,
    ],
    '/zh': [
      /排名中共有 \d+ 项数据.*<a href="#at-once">另有 1 次同时压测的对比/,
      /Gin 1\.11\.0 对比 axum 0\.8\.6：/,
    ],
  };
  for (const [prefix, sentences] of Object.entries(said)) {
    const page = await htmlOf(`${prefix}/compare/go-gin/rust-axum/`);
    for (const sentence of sentences) assert.match(page, sentence);
    const [list = ''] = page.slice(page.indexOf('id="at-once"')).match(/<ul>.*?<\/ul>/s) ?? [];
    assert.equal(list.match(/<li>/g)?.length, 1);
    assert.ok(list.includes(`machines/${MACHINE}/`), list);
    assert.doesNotMatch(await htmlOf(`${prefix}/compare/go-gin/javascript-koa.single/`), /at-once/);
  }
});

test('what one target costs more than another is called no regression', async () => {
  const said = {
    '': {
      title: 'One target against another',
      more: 'Costs more',
      regressed: 'Regressed',
      count: /regressed;/,
    },
    '/zh': { title: '两个目标之间的对比', more: '开销更高', regressed: '回退', count: /个性能回退/ },
  };
  const atOnce = `verdicts/${MACHINE}/20260602T020000Z-6c9f8ca/`;
  for (const [prefix, { title, more, regressed, count }] of Object.entries(said)) {
    const list = await htmlOf(`${prefix}/verdicts/`);
    const [own = ''] = list.slice(list.indexOf(title)).match(/<table.*?<\/table>/s) ?? [];
    assert.ok(own.includes(atOnce), prefix);
    assert.doesNotMatch(own, count, prefix);
    const page = await htmlOf(`${prefix}/${atOnce}`);
    const titles = [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading);
    assert.deepEqual([titles.includes(more), titles.includes(regressed)], [true, false], prefix);
    assert.doesNotMatch(page, count, prefix);
    const ofOne = await htmlOf(`${prefix}/verdicts/${MACHINE}/20260603T020000Z-6c9f8ca/`);
    assert.match(ofOne, count, prefix);
  }
});

test('a verdict says what dots of a second measurement mean, and how it was reached', async () => {
  const list = await htmlOf('/verdicts/');
  const links = [...list.matchAll(/href="[./]*(verdicts\/[^/"]+\/[^/"]+\/)"/g)].map(([, link]) => link);
  const seen = new Set<boolean>();
  for (const link of links) {
    const page = await htmlOf(`/${link}`);
    const isAgain = page.includes('class="pair again"');
    seen.add(isAgain);
    assert.equal(page.includes('Orange dots are a second measurement'), isAgain, link);
    assert.match(page, /href="[./]*methodology\/#verdict"/, link);
  }
  assert.ok(seen.has(true), 'a verdict with such dots');
});

test('tables that a phone shows as blocks say that they are tables', async () => {
  for (const path of pages) {
    const html = await htmlOf(path);
    for (const [table] of html.matchAll(/<table[^>]*class="[^"]*stacked.*?<\/table>/gs)) {
      const without = [...table.matchAll(/<(?:table|thead|tbody|tr|th|td)\b[^>]*>/g)].filter(
        ([tag]) => !/ role="/.test(tag),
      );
      assert.deepEqual(without.map(String), [], path);
    }
  }
});

test('whoever looks for a database finds it beside the scenarios that ask it', async () => {
  for (const path of [
    '/frameworks/go/gin/',
    '/compare/',
    '/compare/go-gin/rust-axum/',
    '/choose/',
    '/ranking/json/wrk-64/throughput/',
  ]) {
    const texts = (await htmlOf(path)).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    assert.match(texts, /Menu rows PostgreSQL/, path);
    assert.doesNotMatch(texts, /Small JSON PostgreSQL/, path);
  }
});

test('every list of figures names their run', async () => {
  const run = `runs/${MACHINE}/${RUN}/`;
  const ranking = '/ranking/json/wrk-64/throughput/';
  const others = ['/frameworks/', '/field/', '/field/menus/', '/choose/', '/zh/choose/', '/compare/'];
  for (const path of ['/', ...others, ranking]) assert.ok((await htmlOf(path)).includes(`${run}"`), path);
});

test('a framework names machine and run below its first figures', async () => {
  for (const prefix of ['', '/zh']) {
    const page = await htmlOf(`${prefix}/frameworks/go/gin/`);
    const [lead, run, next] = ['class="lead-figures"', `runs/${MACHINE}/${RUN}/"`, '<h3'].map((text) =>
      page.indexOf(text),
    );
    assert.ok(lead && run && next && 0 < lead && lead < run && run < next, `${lead} ${run} ${next}`);
  }
});

test('a run and a ranking say how to cite them', async () => {
  const run = `runs/${MACHINE}/${RUN}/`;
  const cited = `Run ${RUN} of 2026-06-01 on ${MACHINE}.`;
  for (const path of [`/${run}`, '/ranking/json/wrk-64/throughput/', '/data/'])
    for (const prefix of ['', '/zh']) assert.ok((await htmlOf(prefix + path)).includes(cited), prefix + path);
});

test('the page of a run shows its figures with the intervals of the ranking', async () => {
  const page = await htmlOf(`/runs/${MACHINE}/${RUN}/`);
  const [table = ''] = page.match(/<table.*?<\/table>/s) ?? [];
  assert.match(table, /<caption[^>]*>[^<]*with their 95 % intervals/);
  const ranking = await htmlOf('/ranking/json/wrk-64/throughput/');
  const figure = /axum.*?157,800.*?(± [\d.]+ %)/s;
  const [, interval = ''] = figure.exec(ranking.slice(ranking.indexOf('<tbody'))) ?? [];
  assert.equal(figure.exec(table)?.[1], interval);
  const figures = [...table.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].filter(([, cell = '']) => /\d/.test(cell));
  assert.ok(figures.length > 20, `${figures.length} figures`);
  for (const [, cell = ''] of figures) assert.match(cell, /class="under"/);
});

test('the page of a run names the versions that it measured', async () => {
  const page = await htmlOf(`/runs/${MACHINE}/${RUN}/`);
  const rows = [...page.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => row);
  const gin = rows.find((row) => />\s*go\/gin\s*</.test(row)) ?? '';
  assert.match(gin, /Gin 1\.11\.0[\s\S]*go 1\.25\.4/);
});

test('releases: a proven step is stated, linked to its measurement, in the feed, and beside the framework', async () => {
  const said = {
    '': /Gin 1\.10\.1 costs [\d.]+ % \([\d.]+ % to [\d.]+ %\) more CPU time than 1\.10\.0 in Small JSON\./,
    '/zh': /小型 JSON：Gin 1\.10\.1 每请求 CPU 时间比 1\.10\.0 多 [\d.]+%（[\d.]+% 至 [\d.]+%）。/,
  };
  for (const [prefix, sentence] of Object.entries(said)) {
    for (const page of ['/releases/go/gin/', '/frameworks/go/gin/', '/feed.xml']) {
      assert.match(await htmlOf(prefix + page), sentence, prefix + page);
    }
    const whole = await htmlOf(`${prefix}/releases/go/gin/`);
    assert.match(whole, /undefined: sonic\.ConfigStd/, 'a release that failed keeps its row');
    assert.match(whole, /1\.10\.0-rc\.1/, 'what was left out is named');
    assert.match(
      whole,
      /href="https:\/\/github\.com\/gin-gonic\/gin\/releases\/tag\/v1\.10\.1" rel="external/,
    );
    const [, proof = ''] = /href="[./]*(data\/releases\/[^"]+\.json)"/.exec(whole) ?? [];
    assert.equal((await fetch(`${server.origin}/${proof}`)).status, 200, proof);
    const list = await htmlOf(`${prefix}/releases/`);
    for (const page of [whole, list]) {
      assert.match(page, /lang="en"[^>]*>Each body is copied once more\.</);
      assert.match(page, /href="https:\/\/example\.org\/pull\/7"/);
    }
    assert.match(list, /releases\/go\/gin\/"[^>]*>Gin<\/a>\s*<span class="mono">1\.10\.1<\/span>/);
    assert.doesNotMatch(list, /1\.11\.0<\/span>/, 'a step that was not proven is none');
  }
});

test('memory that control groups counted says so, and no other', async () => {
  const table = 'ranking/json/wrk-64/peak-memory/';
  const said = { '/': /first server that read it/, '/zh/': /计入最先读取它的服务器的内存/ };
  for (const [prefix, sentence] of Object.entries(said)) {
    assert.match(await htmlOf(`${prefix}machines/laptop-8c/${table}`), sentence);
    assert.doesNotMatch(await htmlOf(prefix + table), sentence);
  }
});

test('names from results are shown as text', async () => {
  for (const path of ['/', '/frameworks/', '/frameworks/python/fastapi/', `/runs/${MACHINE}/${RUN}/`]) {
    // Inside a quoted attribute, < is an ordinary character.
    const html = (await htmlOf(path)).replaceAll(/="[^"]*"/g, '=""');
    assert.doesNotMatch(html, /<img/, path);
  }
  assert.match(await htmlOf('/frameworks/python/fastapi/'), /&lt;img src=x onerror=alert\(1\)&gt;=1\+1/);
});

test('a target that moved to another machine says since when; a machine names the hosts of its roles', async () => {
  for (const page of ['/frameworks/go/gin/', '/trends/go/gin/json/']) {
    assert.match(
      await htmlOf(page),
      /Measured on the machine epyc-9354-4c-16g since [^<]+, and before that on laptop-8c\./,
      page,
    );
    assert.match(await htmlOf(`/zh${page}`), /起在机器 epyc-9354-4c-16g 上测量，此前在 laptop-8c 上/, page);
  }
  const machine = await htmlOf('/machines/laptop-8c/');
  assert.match(machine, /Host of server</);
  assert.match(machine, /Host of database, loader<[\s\S]{0,200}16 processors/);
  assert.doesNotMatch(await htmlOf(`/machines/${MACHINE}/`), /Host of/);
});

test('the HTML of a ranking is complete', async () => {
  const html = await htmlOf('/ranking/json/wrk-64/throughput/');
  for (const text of [
    'class="tier"',
    'class="starts"',
    'axum',
    '157,800',
    '± 2 %',
    '1.72×',
    'loader-bound',
    'Failed the contract',
    'This machine has no Ruby.',
    'no rank',
    'platform',
    '<span class="under">1,000 requests/s</span>',
    '<span class="under">± ',
  ]) {
    assert.ok(html.includes(text), text);
  }
});

test('the home page answers: a sentence, the whole field by scenarios, and four metrics in one row', async () => {
  const html = await htmlOf('/');
  assert.match(
    html,
    /Small JSON<\/a>:\s*axum leads; Gin is 1\.72× off the best\. The order of \d+ of 6 pairs is proven\./,
  );
  const [matrix = '', costs = ''] = html.match(/<table class="matrix.*?<\/table>/gs) ?? [];
  const rows = [...matrix.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => row);
  assert.equal(rows.length, 8, 'a head, four frameworks, one without a rank, two platforms');
  assert.match(rows[0] ?? '', /href="ranking\/menus\/wrk-64\/throughput\/"/);
  assert.match(rows[1] ?? '', /axum.*shade-0/s);
  assert.match(rows.at(-2) ?? '', /class="reference".*nginx/s);
  assert.match(rows.at(-1) ?? '', /class="reference".*node:http/s);
  for (const text of ['Throughput', 'CPU / request', 'Memory', 'p99', '157,800 /s', '± 2 %'])
    assert.ok(costs.includes(text), text);
  assert.match(matrix, /<td class="number blank">\s*<\/td>/, 'nginx does not count');
  assert.match(html, /Not measured here: 1 variant that this machine could not run\./);
  assert.match(await htmlOf('/zh/'), /axum 领先；Gin 与最优的差距为 1\.72×。6 对中已证实 \d+ 对的先后。/);
});

describe('replays', () => {
  const cellsOf = (row: string): string[] =>
    [...row.matchAll(/<t[hd]([^>]*)>(.*?)<\/t[hd]>/gs)].map(
      ([, attributes = '', text = '']) =>
        `${/class="[^"]*\bnow\b/.test(attributes) ? '| ' : ''}${text
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()}`,
    );
  const rowsOf = (html: string, id: string): string[][] => {
    const [table = ''] = html.slice(html.indexOf(`id="${id}"`)).match(/<tbody.*?<\/tbody>/s) ?? [];
    return [...table.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => cellsOf(row));
  };

  test('the list says what was replayed, and what was scaled only', async () => {
    const html = await htmlOf('/replays/');
    const rows = [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => cellsOf(row).join('; '));
    assert.match(rows[2] ?? '', /^Elton: Performances; 2020; elton and gin; 4; not yet; –; –; –$/);
    assert.match(
      rows[4] ?? '',
      /Performance test report \(web-pm\); 9 January 2023; .*; 32; on 1 machine, scaled only; \d+; \d+; \d+$/,
    );
    assert.match(rows[5] ?? '', /^Gin vs Axum; 2024; gin and axum; 16; on 1 machine; \d+; \d+; \d+$/);
  });

  test('a study opens with what it claimed and whether it holds', async () => {
    const text = async (path: string): Promise<string> =>
      (await htmlOf(path)).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    const opening =
      /It claimed that (?:rust|gin|axum|[a-z-]+) is first in .+? (?:It (?:holds|does not hold)|The data do not decide whether it holds)/;
    for (const study of ['2016-gin-koa-sinatra', '2022-springboot-actix', '2023-web-pm', '2024-gin-axum'])
      assert.match(await text(`/replays/${study}/`), opening, study);
    assert.match(await text('/replays/2020-elton-gin/'), /Whether it holds is not known/);
    assert.match(await text('/zh/replays/2024-gin-axum/'), /其结论：.+?居首.*?(?:成立|无法判断)/);
  });

  test('titles are in the language of the page, sources are links, and no backtick shows', async () => {
    const english = await htmlOf('/replays/2023-web-pm/');
    assert.match(english, /<h1>Performance test report \(web-pm\)<\/h1>/);
    assert.match(english, /<dd lang="zh-Hans">性能测试报告 \(web-pm\)<\/dd>/);
    assert.match(
      english,
      /<a href="https:\/\/github\.com\/zhaochuninhefei\/[^"]+" rel="external noreferrer"/,
    );
    assert.match(await htmlOf('/zh/replays/2024-gin-axum/'), /<h1>Gin 与 Axum 对比<\/h1>/);
    for (const path of ['', '/zh'])
      assert.doesNotMatch(await htmlOf(`${path}/replays/2016-gin-koa-sinatra/`), /`/, path);
  });

  test('published figures are left of ours in every row, never mixed with them', async () => {
    const rows = rowsOf(await htmlOf('/replays/2023-web-pm/'), 'asset-5000');
    assert.equal(rows.length, 9, 'eight systems and a substitute');
    assert.deepEqual(rows[0]?.slice(0, 4), ['rust', '1', '110,346.9', '1.00']);
    for (const cells of rows) {
      const ours = cells.findIndex((cell) => cell.startsWith('| '));
      assert.ok(cells.length > 3 && ours === (cells[0]?.includes('substitute') ? 2 : 4), cells.join(';'));
    }
    assert.deepEqual(rows[1], [
      'quarkus',
      '2',
      '95,669.2',
      '0.87',
      '| quarkus 3.4.2 native',
      'Left out: This machine has no native-image.',
    ]);
    assert.deepEqual(rows[2]?.slice(0, 3), ['quarkus substitute', '–', '| quarkus 9.4.2 jvm']);
    assert.ok(rows[2]?.includes('not in the order'));
  });

  test('a page names what was wrong, with the numbers that show it', async () => {
    const reported: [string, string[]][] = [
      [
        '/replays/2023-web-pm/',
        [
          'rust is first by 15 %. By the median of the same rounds, quarkus is first by 1.0 %',
          '27,536.4 · 27,603.8 · 27,444.3',
          '3.18×',
          '2023-web-pm-scaled',
          'responses within 120 s, MariaDB 10.11.19 (in place of MySQL)',
        ],
      ],
      ['/replays/2022-springboot-actix/', ['up to 28 % above requests over duration', '3,610.8', '27.7 %']],
      ['/replays/2016-gin-koa-sinatra/', ['Impossible mean latencies', '309', 'One round']],
      ['/replays/2024-gin-axum/', ['Status 200 for missing resources', 'A counter with a race']],
      ['/replays/2020-elton-gin/', ['npm run bench -- replay 2020-elton-gin']],
    ];
    for (const [path, texts] of reported) {
      const html = await htmlOf(path);
      for (const text of texts) assert.ok(html.includes(text), `${path}: ${text}`);
    }
  });

  test('differences and shortcomings are in Chinese on Chinese pages', async () => {
    for (const study of [
      '2016-gin-koa-sinatra',
      '2020-elton-gin',
      '2022-springboot-actix',
      '2023-web-pm',
      '2024-gin-axum',
    ]) {
      const html = await htmlOf(`/zh/replays/${study}/`);
      assert.match(html, /<li lang="zh-Hans">[^<]*每一轮都重新启动服务器/, study);
      assert.doesNotMatch(html, /Each round is a fresh start|Client(?:, server| and server)/, study);
      assert.match(await htmlOf(`/replays/${study}/`), /Each round is a fresh start/, study);
    }
  });

  test('a row without a cell has its reason', async () => {
    const rows = rowsOf(await htmlOf('/replays/2016-gin-koa-sinatra/'), 'users-100');
    assert.equal(rows.length, 4);
    for (const cells of rows) assert.equal(cells.at(-1), 'The run had no such database.');
  });

  test('the home page links to the replays', async () => {
    assert.match(await htmlOf('/'), /href="replays\/">Published benchmarks, measured again/);
  });
});

test('the same pages work below any base path', async () => {
  for (const page of ['ranking/json/wrk-64/throughput', 'zh/ranking/json/wrk-64/throughput', 'zh']) {
    const html = await readFile(join(site.dist, page, 'index.html'), 'utf8');
    assert.doesNotMatch(html, /(?:href|src)="\//);
  }
});

test('nothing on a Chinese page is left in English, and Latin script has its spaces', async () => {
  const wrong: string[] = [];
  const names = namesIn(manifests());
  for (const page of kinds) {
    const html = await htmlOf(`/zh${page}`);
    for (const text of chineseTexts(html)) {
      if (englishIn(text, names)) wrong.push(`${page}: English: ${text}`);
      if (lacksSpace(text)) wrong.push(`${page}: no space: ${text}`);
    }
    for (const text of chineseTexts(withoutInline(html))) {
      if (spacesPunctuation(text)) wrong.push(`${page}: a space beside punctuation: ${text}`);
    }
  }
  assert.deepEqual(wrong, []);
});

const executablePath = findChromium();
describe('in a browser', {
  skip: executablePath === null && NO_BROWSER,
}, () => {
  const browser = new Browser(executablePath ?? '', () => server.origin);
  const { problems } = browser;
  const open: Browser['open'] = (options) => browser.open(options);
  let context: BrowserContext;

  before(async () => {
    context = await open();
  });

  after(async () => {
    await context?.close();
    await browser.remove();
  });

  test('every kind of page opens without an error or a request to another origin, and none is wider than a phone', async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 780 });
    const wide: string[] = [];
    for (const path of pages) {
      await page.goto(server.origin + path, { waitUntil: 'load' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 360) wide.push(`${path} is ${width} wide`);
    }
    await page.close();
    assert.deepEqual(problems, []);
    assert.deepEqual(wide, []);
  });

  test('the menu of a phone shows the entry of the page, wherever it is in the menu', async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 780 });
    for (const path of ['/', '/changes/', '/data/', '/zh/data/']) {
      await page.goto(server.origin + path, { waitUntil: 'load' });
      const box = await page.locator('.site-head [aria-current]').boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 344, `${path}: ${JSON.stringify(box)}`);
    }
    await page.close();
  });

  test('the keyboard stops at what scrolls and at no other table, and without scripts at all of them', async () => {
    const page = await context.newPage();
    const seen = { stops: 0, others: 0 };
    for (const path of ['/', '/frameworks/javascript/koa/source/', '/frameworks/go/gin/', '/methodology/']) {
      await page.goto(server.origin + path);
      for (const width of [1280, 360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        // What is in a closed part has no size before it is open.
        await page.evaluate(() => {
          for (const part of document.querySelectorAll('details')) part.open = !part.open;
        });
        const isRight = () =>
          [...document.querySelectorAll('.scroll')]
            .filter((region) => region.checkVisibility())
            .every((region) => region.scrollWidth > region.clientWidth === region.hasAttribute('tabindex'));
        await page.waitForFunction(isRight, null, { timeout: 5_000 });
        seen.stops += await page.locator('.scroll[tabindex="0"]:visible').count();
        seen.others += await page.locator('.scroll:not([tabindex]):visible').count();
      }
    }
    await page.close();
    assert.ok(seen.stops > 5 && seen.others > 5, JSON.stringify(seen));
    const without = await open({ javaScriptEnabled: false });
    const plain = await without.newPage();
    await plain.goto(`${server.origin}/methodology/`);
    assert.ok((await plain.locator('.scroll').count()) > 3);
    assert.equal(await plain.locator('.scroll:not([tabindex="0"])').count(), 0);
    await without.close();
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`a ranking is read and another chosen, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async () => {
      const own = await open({ javaScriptEnabled });
      const page = await own.newPage();
      await page.goto(server.origin);
      await page.getByRole('table').first().getByRole('link', { name: 'Small JSON' }).click();
      await page.waitForURL('**/ranking/json/wrk-64/throughput/');
      const rows = page.locator('table.ranking tbody tr');
      assert.equal(await rows.count(), 8);
      assert.match(await rows.first().innerText(), /A\s*1[\s\S]*axum[\s\S]*157,800/);
      const choose = async (what: string, name: string | RegExp) => {
        const choice = page.getByRole('navigation', { name: what });
        await choice.locator('summary').click();
        await choice.getByRole('link', { name }).click();
      };
      await choose('Scenario', 'Large JSON');
      await page.waitForURL('**/ranking/json-large/wrk-64/throughput/');
      await choose('Load shape', /^1,000/);
      await page.waitForURL('**/ranking/json-large/oha-64-rate-1000/p99/');
      await choose('Metric', 'Peak memory');
      await page.waitForURL('**/ranking/json-large/oha-64-rate-1000/peak-memory/');
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Large JSON: peak memory');
      await page.getByRole('row', { name: /Gin/ }).getByRole('link', { name: 'Gin', exact: true }).click();
      await page.waitForURL('**/frameworks/go/gin/#default');
      await own.close();
    });
  }

  test('the latency chart is drawn from the table beside it, and only when it is near', async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 500 });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(`${server.origin}/frameworks/go/gin/`, { waitUntil: 'networkidle' });
    const early = scripts.length;
    await page.locator('latency-chart').first().scrollIntoViewIfNeeded();
    await page.locator('latency-chart[data-drawn]').first().waitFor();
    assert.ok(scripts.length > early, `the library came before it was needed: ${scripts.join(' ')}`);
    const colours = await page
      .locator('latency-chart canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        };
        const seen = new Set<string>();
        for (let at = 0; at < data.length; at += 4) {
          if (data[at + 3] === 255) seen.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
        }
        return [...seen];
      });
    assert.ok(colours.includes('31,111,168') && colours.includes('192,104,10'), 'both series are there');
    assert.equal(await page.locator('latency-chart tbody tr').first().isVisible(), true);
    await page.close();
  });

  test('axe finds nothing, in light and in dark', async () => {
    // The content security policy of the pages would block axe.
    const own = await open({ bypassCSP: true });
    const page = await own.newPage();
    const found: string[] = [];
    for (const path of pages) {
      // The two languages together show each kind of page in every pair of theme and width. What does not depend on
      // colours is looked for in light alone.
      for (const colorScheme of ['light', 'dark'] as const) {
        const wide = path.startsWith('/zh/') === (colorScheme === 'dark');
        const width = wide ? 1280 : 360;
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        if (colorScheme === 'light') await page.goto(server.origin + path);
        const violations = await axeViolations(page, colorScheme === 'light' ? 'all' : 'of colours');
        found.push(...violations.map((violation) => `${path} at ${width}, ${colorScheme}: ${violation}`));
      }
    }
    // A pair of colours that is hard to read in dark alone is found, so the theme has changed.
    await page.addStyleTag({
      content:
        'main p { color: light-dark(#000, #222) !important; background: light-dark(#fff, #000) !important }',
    });
    const unreadable = await axeViolations(page, 'of colours');
    await own.close();
    assert.deepEqual(found, []);
    assert.match(unreadable.join(), /color-contrast/);
  });
});
