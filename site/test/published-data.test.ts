import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Comparison, ComparisonSide } from '../../bench/src/model/index.ts';
import { publish } from '../../bench/src/publish/publish.ts';
import { writeBelievableComparison } from '../../bench/test/publish/believable-comparison.ts';
import { writeBelievableResults } from '../../bench/test/publish/believable-results.ts';
import {
  allReplays,
  homeWarmUp,
  readCompareData,
  readRunData,
  readTargetData,
  shownRun,
  shownRuns,
  siteIndex,
} from '../src/lib/build/data.ts';
import { digestOf, inEveryLanguageIfChanged, ledger } from '../src/lib/build/unchanged-pages.ts';
import {
  changeSentences,
  changesOf,
  comparisonsWithSentences,
  sentencesOfPair,
} from '../src/lib/changes/changes.ts';
import { variantsWithCurves } from '../src/lib/compare/curve-variants.ts';
import { comparedVariants } from '../src/lib/compare/pairs.ts';
import { familiesOf, familyData, familyRows } from '../src/lib/languages/family.ts';
import { frameworkCosts } from '../src/lib/languages/framework-cost.ts';
import { addresses } from '../src/lib/page/links.ts';
import { rankingPaths } from '../src/lib/ranking/ranking-paths.ts';
import { languages, messagesOf } from '../src/messages/index.ts';
import { manifests } from './build.ts';
import { everyKind, MACHINE, RUN } from './kinds.ts';

/** Published data of a few targets, as pages read them: no build. */

const gin = ([sides]: Comparison['pairs']): ComparisonSide => {
  assert.ok(sides);
  return sides.base;
};
const AT_ONCE = '20260602T020000Z-6c9f8ca';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
let root: string;
const given = process.env.PITWALL_SITE_DATA;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'pitwall-site-data-'));
  const resultsFolder = join(root, 'results');
  const koa = ['javascript-koa.single.json', 'javascript-koa.cluster.json', 'javascript-node-http.json'];
  // The first has the platform of Koa.
  await writeBelievableResults(resultsFolder, {
    ...everyKind()[0],
    only: ['go-gin.json', 'rust-axum.json', ...koa],
  });
  const { pairs } = await writeBelievableComparison(resultsFolder, MACHINE);
  const sideOf = (target: string, variant: string) => ({ ...gin(pairs), label: target, target, variant });
  const ofTwo = [
    { day: '02', base: sideOf('rust/axum', 'default'), head: sideOf('go/gin', 'default') },
    { day: '01', base: sideOf('javascript/node-http', 'default'), head: sideOf('javascript/koa', 'single') },
  ];
  for (const { day, ...sides } of ofTwo)
    await writeBelievableComparison(resultsFolder, MACHINE, {
      // The other pair is of neither.
      pairs: [sides, { base: gin(pairs), head: gin(pairs) }],
      day,
    });
  for (const file of globSync('runs/**/rust-axum.json', { cwd: resultsFolder })) {
    const path = join(resultsFolder, file);
    const result = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...result, server: 'an older server' }));
  }
  const dataFolder = join(root, 'data');
  await publish({ resultsFolder, siteFolder: root, dataFolder, targets: manifests() });
  // Read when the first document is.
  process.env.PITWALL_SITE_DATA = dataFolder;
});
after(async () => {
  if (given === undefined) delete process.env.PITWALL_SITE_DATA;
  else process.env.PITWALL_SITE_DATA = given;
  await rm(root, { recursive: true, force: true });
});

describe('documents', () => {
  test('are found by machine, run and target', async () => {
    const [home] = await shownRuns();
    assert.equal(home?.machine.id, MACHINE);
    assert.equal(await shownRun(MACHINE), home, 'each is read once');
    assert.equal(await shownRun('nowhere'), null);
    assert.equal((await readRunData(MACHINE, RUN)).name, RUN);
    assert.equal((await readTargetData('go/gin')).target, 'go/gin');
    const compared = await readCompareData(MACHINE, 'go-gin');
    assert.deepEqual(compared.others.map(({ target }) => target).includes('rust/axum'), true);
  });

  test('that are missing say so, and what to do', async () => {
    await assert.rejects(readTargetData('go/gone'), /targets\/go\/gone\.json .* publish again$/);
    await assert.rejects(readCompareData(MACHINE, 'go-gone'), /go-gone\.json/);
  });

  test('may be none: a study without a replay, a run without warm-ups', async () => {
    assert.deepEqual(await allReplays(), []);
    assert.equal(await homeWarmUp(), null);
  });
});

describe('every known change', () => {
  test('is a sentence with the page that proves it', async () => {
    const { together, history } = await changeSentences(english);
    const [index, [sentence]] = [await siteIndex(), together];
    const [verdict] = index.verdicts;
    assert.ok(sentence && verdict);
    assert.equal(together.length, verdict.pairs.length);
    assert.equal(sentence.proof, addresses.verdict(MACHINE, verdict.id));
    assert.match(sentence.text, /^Gin.*: /);
    assert.deepEqual(history, [], 'one run has no past');
    const texts = await comparisonsWithSentences(chinese);
    const [own] = texts.get(`${MACHINE}/${verdict.id}`)?.texts ?? [];
    assert.match(own ?? '', /^Gin.*：/);
    assert.equal(texts.size, index.verdicts.length);
  });

  test('is of one target: a comparison of two is on the page of their pair', async () => {
    const [ofGin, axum] = [
      { target: 'go/gin', variant: 'default' },
      { target: 'rust/axum', variant: 'default' },
    ];
    const ofPair = await sentencesOfPair(ofGin, axum, english);
    assert.deepEqual(
      ofPair.map(({ proof }) => proof),
      [addresses.verdict(MACHINE, AT_ONCE)],
    );
    assert.match(ofPair[0]?.text ?? '', /^Gin .* against /);
    assert.deepEqual(await sentencesOfPair(axum, ofGin, english), ofPair);
    assert.deepEqual(await sentencesOfPair({ ...ofGin, variant: 'gorm' }, axum, english), []);
  });

  test('of two servers that compile as they run is on no page of a pair: they were not warm', async () => {
    const koa = { target: 'javascript/koa', variant: 'single' };
    const nodeHttp = { target: 'javascript/node-http', variant: 'default' };
    assert.deepEqual(await sentencesOfPair(koa, nodeHttp, english), []);
  });

  test('is listed with the target that it is about, and with no other', async () => {
    assert.equal((await changesOf('go/gin', english)).length, 1);
    assert.deepEqual(await changesOf('rust/axum', english), []);
  });
});

describe('target variants', () => {
  test('have curves where their runs kept histograms', async () => {
    const [home] = await shownRuns();
    assert.ok(home);
    const having = await variantsWithCurves(home);
    assert.equal(having.has('go-gin'), true);
    const all = new Set(comparedVariants(home).map(({ key }) => key));
    assert.deepEqual(
      [...having].filter((key) => !all.has(key)),
      [],
    );
  });

  test('of a language are listed with what their manifests and runs say', async () => {
    const index = await siteIndex();
    const family = familiesOf(index.targets).find(({ folder }) => folder === 'javascript');
    assert.ok(family);
    const rows = familyRows(family, await familyData(family), index, chinese);
    assert.deepEqual(
      rows.map(({ key, name, version }) => [key, name, version !== null]),
      [
        ['javascript-koa.cluster', 'Koa cluster', true],
        ['javascript-koa.single', 'Koa single', true],
        ['javascript-node-http', 'node:http', true],
      ],
    );
    assert.match(rows[0]?.runtime ?? '', /^node \d/);
    assert.ok(rows.every(({ access }) => Object.values(access).every((text) => text.length > 0)));
  });

  test('name the server that was measured, and the one of the manifest where the result does not say', async () => {
    const { targets } = await siteIndex();
    const serverOf = (id: string) =>
      targets.find(({ target }) => target === id)?.manifest?.variants[0]?.server;
    assert.equal(serverOf('rust/axum'), 'an older server');
    assert.equal(serverOf('javascript/koa'), 'node:http');
  });

  test('have a cost of their own where their platform was measured beside them', async () => {
    const costs = await frameworkCosts();
    assert.deepEqual([...costs.keys()].toSorted(), ['javascript-koa.cluster', 'javascript-koa.single']);
    const jsonOf = (key: string) => costs.get(key)?.added.find(({ scenario }) => scenario === 'json');
    assert.equal(costs.get('javascript-koa.single')?.platform.key, 'javascript-node-http');
    const json = jsonOf('javascript-koa.single');
    assert.ok(json && json.low < json.ratio && json.ratio < json.high);
    assert.equal(
      json.comparison,
      null,
      'a comparison at once does not count where a runtime compiles as it runs',
    );
  });
});

describe('pages that would come out the same', () => {
  const pathOf = (address: string, also?: unknown) => ({
    ...{ params: {}, props: { address }, address, from: ['index.json'] },
    ...(also !== undefined && { also }),
  });
  const filesOf = (address: string) =>
    languages.map((language) => `${language === 'en' ? '' : `${language}/`}${address.slice(1)}index.html`);

  test('are built once, and kept as long as what they show and their file stay', async () => {
    const book = ledger();
    assert.equal(ledger(), book, 'all modules share one');
    const paths = [pathOf('/same/'), pathOf('/other/', 1)];
    assert.equal((await inEveryLanguageIfChanged(paths)).length, 2 * languages.length);
    assert.deepEqual(book.kept, []);

    const folder = join(root, 'previous');
    const files = [...filesOf('/same/'), ...filesOf('/other/')];
    for (const file of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), '');
    }
    Object.assign(book, { folder, before: { ...book.now }, kept: [] });
    assert.deepEqual(await inEveryLanguageIfChanged(paths), []);
    assert.deepEqual(book.kept.toSorted(), files.toSorted());

    const changed = await inEveryLanguageIfChanged([pathOf('/same/'), pathOf('/other/', 2)]);
    assert.deepEqual(
      changed.map(({ props }) => props.address),
      languages.map(() => '/other/'),
    );

    await rm(join(folder, filesOf('/same/')[0] as string));
    const lost = await inEveryLanguageIfChanged([pathOf('/same/')]);
    assert.deepEqual(
      lost.map(({ params }) => params),
      [{ language: undefined }],
      'only the English page has no file',
    );

    book.digest = 'other sources';
    assert.equal((await inEveryLanguageIfChanged([pathOf('/same/')])).length, languages.length);
  });

  test('leave out the details where only the main ones are asked for', async (t) => {
    Object.assign(ledger(), { folder: null, before: {}, now: {}, kept: [] });
    const paths = [pathOf('/main/'), { ...pathOf('/detail/'), isDetail: true }];
    t.after(() => {
      delete process.env.PITWALL_SITE_PAGES;
    });
    process.env.PITWALL_SITE_PAGES = 'main';
    const main = await inEveryLanguageIfChanged(paths);
    assert.deepEqual(
      main.map(({ props }) => props.address),
      languages.map(() => '/main/'),
    );
    process.env.PITWALL_SITE_PAGES = 'all';
    assert.equal((await inEveryLanguageIfChanged(paths)).length, 2 * languages.length);
  });

  test('are those of every table of a run, under its machine or at the short address', async () => {
    Object.assign(ledger(), { folder: null, before: {}, now: {}, kept: [] });
    const runs = await shownRuns();
    const [run] = runs;
    assert.ok(run);
    const home = await rankingPaths(run, runs);
    assert.equal(home.length, run.tables.length * languages.length);
    const [first] = home;
    assert.equal(first?.props.table, run.tables[0]);
    assert.deepEqual(Object.keys(first?.params ?? {}).toSorted(), [
      'language',
      'loadShape',
      'machine',
      'metric',
      'scenario',
    ]);
    const json = 'ranking/json/wrk-64/throughput/index.html';
    assert.ok(json in ledger().now, json);
    const tables = run.tables.map((table) => ({ ...table, machine: 'other' }));
    await rankingPaths({ ...run, machine: { ...run.machine, id: 'other' }, tables }, runs);
    assert.ok(`zh/machines/other/${json}` in ledger().now);
  });

  test('are told apart by each part of what they are made from', () => {
    assert.equal(digestOf(['a', 'b']), digestOf(['a', Buffer.from('b')]));
    assert.notEqual(digestOf(['a', 'b']), digestOf(['ab']));
    assert.notEqual(digestOf(['a', 'b']), digestOf(['b', 'a']));
  });
});
