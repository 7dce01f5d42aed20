import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { cellColumns, type LoadShape, type TargetRun } from '@pitwall/bench/model';
import { publish } from '../../bench/src/publish/publish.ts';
import { PitwallError } from '../../bench/src/util/errors.ts';
import { writeBelievableResults } from '../../bench/test/publish/believable-results.ts';
import { astroBuild } from './build.ts';

/** A version that is a script, a name that is a path, all optional values unknown, one target, one round. */
const VERSION = '<script>alert(1)</script>';
const NAME = '../../../etc/passwd';

describe('odd input', () => {
  let root: string;
  let results: string;
  let file: string;
  const page = (address: string): Promise<string> =>
    readFile(join(root, 'dist', address, 'index.html'), 'utf8');
  const change = async (edit: (result: TargetRun) => void): Promise<void> => {
    const result = JSON.parse(await readFile(file, 'utf8')) as TargetRun;
    edit(result);
    await writeFile(file, JSON.stringify(result));
  };

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'pitwall-odd-'));
    results = join(root, 'results');
    const folder = await writeBelievableResults(results, {
      only: ['go-gin.json'],
      profile: { blocks: 1, coldStarts: 0 },
    });
    file = join(folder, 'go-gin.json');
    await change((result) => {
      Object.assign(result, {
        name: NAME,
        commit: null,
        framework: { name: NAME, version: VERSION },
        runtime: { name: 'go', version: null },
        artifact: null,
        buildSeconds: null,
        linesOfCode: null,
        startCommand: null,
        coldStartSeconds: null,
      });
      // One cell in which every column is null, each with its reason.
      const cell = result.cells[0];
      assert.ok(cell);
      for (const column of Object.keys(cellColumns) as (keyof typeof cellColumns)[]) {
        if (column === 'round' || column === 'startedSeconds') continue;
        cell.rounds[column] = cell.rounds[column].map(() => null) as never;
        cell.missing[column] = 'start-failed';
      }
      cell.failures = [{ round: 0, what: 'It <i>died</i>.' }];
    });
    const runFile = join(folder, 'run.json');
    const run = JSON.parse(await readFile(runFile, 'utf8'));
    await writeFile(runFile, JSON.stringify({ ...run, commit: null, time: null, tools: [], databases: [] }));
    await publish({ resultsFolder: results, siteFolder: root, dataFolder: join(root, 'data') });
    await astroBuild({
      PITWALL_SITE_DATA: join(root, 'data'),
      PITWALL_SITE_DIST: join(root, 'dist'),
      PITWALL_ORIGIN: 'https://example.org',
    });
  });

  after(() => rm(root, { recursive: true, force: true }));

  test('builds, and pages say what is not known', async () => {
    const html = await page('frameworks/go/gin');
    for (const text of [
      'unknown version',
      'not in git',
      'not measured',
      'no longer in the repository',
      'It &lt;i&gt;died',
    ]) {
      assert.ok(html.includes(text), text);
    }
    assert.match(await page('ranking/json/wrk-64/throughput'), /has a rank here|cannot be distinguished/);
    assert.match(await page('ranking/plaintext/wrk-64/throughput'), /Every start failed/);
  });

  test('every text is escaped, in every page and in the feed', async () => {
    const files = (await readdir(join(root, 'dist'), { recursive: true })).filter((name) =>
      /\.(html|xml|svg)$/.test(name),
    );
    assert.ok(files.length > 50);
    for (const name of files) {
      const text = await readFile(join(root, 'dist', name), 'utf8');
      assert.ok(!text.includes(VERSION), name);
      assert.doesNotMatch(text, /<i>died/, name);
    }
  });

  test('a name that looks like a path becomes no link', async () => {
    const html = await page('');
    assert.ok(html.includes(NAME), 'the name shows');
    assert.doesNotMatch(html, /href="[^"]*etc\/passwd/);
  });

  test('pages say that one target cannot be compared, and that one run has no trend', async () => {
    assert.match(await page('trends'), /no history yet/);
    assert.match(await page('regressions'), /No change point waits for confirmation/);
    const compare = await page('compare');
    assert.doesNotMatch(compare, /<target-comparison|No results yet/);
    assert.match(compare, /<p class="notice">Only [^<]+ has a figure\./);
    assert.match(await page('verdicts'), /No comparison is published yet/);
  });

  test('if the site knows its origin, pages name their card, canonical address and translation', async () => {
    const html = await page('zh/frameworks/go/gin');
    assert.match(html, /rel="canonical" href="https:\/\/example\.org\/zh\/frameworks\/go\/gin\/"/);
    assert.match(html, /hreflang="en" href="https:\/\/example\.org\/frameworks\/go\/gin\/"/);
    assert.match(html, /property="og:image" content="https:\/\/example\.org\/cards\/zh\/go-gin\.png"/);
    for (const card of ['go-gin', 'zh/go-gin', 'pitwall', 'zh/pitwall']) {
      const png = await readFile(join(root, `dist/cards/${card}.png`));
      assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')], card);
      // Width and height of the header.
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630], card);
    }
    assert.match(
      await readFile(join(root, 'dist/feed.xml'), 'utf8'),
      /<link href="https:\/\/example\.org\/runs\//,
    );
  });

  test('publish refuses a name of ten thousand characters, and one that reverses the direction of text', async () => {
    const copy = join(root, 'copy');
    await cp(results, copy, { recursive: true });
    const original = file;
    file = join(copy, original.slice(results.length));
    for (const name of ['x'.repeat(10_000), 'go\u202Enig']) {
      await change((result) => {
        result.name = name;
      });
      await assert.rejects(
        publish({ resultsFolder: copy, siteFolder: root, dataFolder: join(root, 'data-2') }),
        (error) => error instanceof PitwallError && /go-gin\.json › name$/.test(error.where),
      );
    }
    file = original;
  });
});

test('a machine with loads at a rate alone has its table on the home page', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pitwall-rates-'));
  try {
    const loadShapes: LoadShape[] = [
      { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 1000 } },
    ];
    const results = join(root, 'results');
    await writeBelievableResults(results, {
      only: ['go-gin.json', 'rust-axum.json'],
      profile: { loadShapes, scenarios: ['json'], coldStarts: 0 },
    });
    await publish({ resultsFolder: results, siteFolder: root, dataFolder: join(root, 'data') });
    await astroBuild({ PITWALL_SITE_DATA: join(root, 'data'), PITWALL_SITE_DIST: join(root, 'dist') });
    const html = await readFile(join(root, 'dist/index.html'), 'utf8');
    assert.doesNotMatch(html, /<field-tables/, 'without throughput, it would have no row');
    for (const row of ['go-gin', 'rust-axum']) assert.match(html, new RegExp(`<tr[^>]* id="${row}"`));
    const field = await readFile(join(root, 'dist/field/index.html'), 'utf8');
    assert.doesNotMatch(field, /No results yet/);
    assert.match(field, /No figure for throughput\./);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
