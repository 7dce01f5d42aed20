/**
 * Measures what years of results cost the site: the time to publish and build a believable history, cold and
 * after one more run, and the size of the site. The history is generated in a temporary folder and is not
 * published.
 *
 *   npm run figure -- site-scale              1,000 runs, 150 of them full: 60 targets, 12 scenarios, 4 load shapes
 *   npm run figure -- site-scale 250 38       fewer: what is linear in runs stays proportional
 *   npm run figure -- site-scale --look       only sizes and clicks, of the site in PITWALL_SCALE_FOLDER
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publishOptions } from '../src/commands/project/publish.ts';
import { publish } from '../src/publish/publish.ts';
import { serveFolder } from '../src/publish/serve.ts';
import { median } from '../src/stats/index.ts';
import { repository } from '../src/util/repository.ts';
import { writeBelievableHistory } from '../test/publish/believable-history.ts';

const [runs = 1_000, full = 150] = process.argv.slice(2).map(Number);
const TARGETS = 60;
const SAMPLE_MILLISECONDS = 100;
const CLICKS = 15;
/** A reader looks before the next click. What follows the paint of one click would otherwise delay the next. */
const LOOK_MILLISECONDS = 500;
const keep = process.env.PITWALL_SCALE_FOLDER;
const root = keep ?? mkdtempSync(join(tmpdir(), 'pitwall-scale-'));
const folders = {
  results: join(root, 'results'),
  data: join(root, 'data'),
  dist: join(root, 'dist'),
  cache: join(root, 'cache'),
};
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

if (process.argv[2] === '--publish') await publishOnce();
else if (process.argv[2] === '--look') await look();
else await measure();

async function measure(): Promise<void> {
  try {
    const options = { runs, fullRatio: full / runs, targets: TARGETS, daysApart: (3 * 365) / runs };
    const history = writeBelievableHistory(folders.results, options);
    console.log(
      `history        ${history.runs} runs, ${full} of them full, ${TARGETS} targets, ${mebibytes(history.bytes)}`,
    );
    await publishAndBuild('cold');
    writeBelievableHistory(folders.results, { ...options, runs: runs + 1, from: runs });
    await publishAndBuild('after one run');
    await look();
  } finally {
    if (keep === undefined) rmSync(root, { recursive: true, force: true });
  }
}

async function look(): Promise<void> {
  sizes();
  await interactions();
}

/** Publishes and builds, each in its own process, and prints time and peak resident memory. */
async function publishAndBuild(name: string): Promise<void> {
  const published = await timed([process.execPath, import.meta.filename, '--publish'], repository.root);
  const built = await timed([join(repository.root, 'node_modules/.bin/astro'), 'build'], repository.site);
  console.log(
    `${name.padEnd(14)} publish ${seconds(published.milliseconds)}, ${mebibytes(published.peakBytes)}; build ${seconds(built.milliseconds)}, ${mebibytes(built.peakBytes)}; together ${seconds(published.milliseconds + built.milliseconds)}`,
  );
}

async function publishOnce(): Promise<void> {
  const report = await publish({
    ...publishOptions(repository),
    resultsFolder: folders.results,
    dataFolder: folders.data,
    cacheFolder: folders.cache,
    replays: [],
  });
  console.log(`               ${report.runs} runs, ${report.parsed} parsed`);
}

function timed(command: string[], cwd: string): Promise<{ milliseconds: number; peakBytes: number }> {
  const [program = '', ...words] = command;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(program, words, {
      cwd,
      env: {
        ...process.env,
        ASTRO_TELEMETRY_DISABLED: '1',
        PITWALL_SCALE_FOLDER: root,
        PITWALL_SITE_DATA: folders.data,
        PITWALL_SITE_DIST: folders.dist,
      },
      stdio: ['ignore', words.includes('--publish') ? 'inherit' : 'ignore', 'inherit'],
    });
    let peakBytes = 0;
    const sample = setInterval(() => {
      peakBytes = Math.max(peakBytes, residentPeak(child.pid));
    }, SAMPLE_MILLISECONDS);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearInterval(sample);
      if (code === 0) resolve({ milliseconds: performance.now() - started, peakBytes });
      else reject(new Error(`${command.join(' ')} exited with ${code}`));
    });
  });
}

function residentPeak(pid: number | undefined): number {
  try {
    const [, kibibytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) * 1_024;
  } catch {
    return 0;
  }
}

function sizes(): void {
  const files = readdirSync(folders.dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const size = (file: string): number => statSync(file).size;
  const pages = files.filter((file) => file.endsWith('.html'));
  const largest = pages.reduce((a, b) => (size(a) > size(b) ? a : b));
  const wire = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folders.dist, name))).length, 0);
  console.log(
    `site           ${mebibytes(files.reduce((sum, file) => sum + size(file), 0))}, ${pages.length} pages`,
  );
  console.log(`largest page   ${kilobytes(size(largest))} (${largest.slice(folders.dist.length)})`);
  const ranking = 'ranking/json/wrk-64/throughput/index.html';
  const scripts = assetsOf(ranking, /\.js$/);
  console.log(
    `ranking page   ${kilobytes(wire([ranking, ...assetsOf(ranking, /\.(css|js|svg)$/)]))} over the wire, ${kilobytes(scripts.reduce((sum, name) => sum + size(join(folders.dist, name)), 0))} of JavaScript`,
  );
  const compare = readdirSync(join(folders.dist, 'data/compare'), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  console.log(
    `compare data   ${kilobytes(Math.max(...compare.map((entry) => gzipSync(readFileSync(join(entry.parentPath, entry.name))).length)))} over the wire, the largest file`,
  );
  const trends = files.filter((file) => file.includes('/data/trends/'));
  const trend = trends.reduce((a, b) => (size(a) > size(b) ? a : b));
  const page = trend
    .slice(join(folders.dist, 'data').length + 1)
    .replace(/^trends\/[^/]+\/([^-]+)-(.+)\/([^/]+)\.json$/, 'trends/$1/$2/$3/index.html');
  console.log(
    `trend page     ${kilobytes(wire([page, ...assetsOf(page, /\.(css|js|svg)$/, true), trend.slice(folders.dist.length + 1)]))} over the wire with Chart.js and its data (${page})`,
  );
}

/**
 * Measures the time from a click to the paint that shows its effect, on the ranking page with the processor
 * slowed down four times.
 */
async function interactions(): Promise<void> {
  const executablePath = process.env.PITWALL_CHROMIUM ?? '/usr/bin/chromium';
  const { chromium } = await import('playwright-core');
  const server = await serveFolder(folders.dist);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${server.origin}/ranking/json/wrk-64/throughput/`, { waitUntil: 'networkidle' });
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (const [name, selector] of [
      ['sort', 'th[data-sort=name] button'],
      ['filter', 'button[data-facet=language]'],
    ] as const) {
      const times: number[] = [];
      for (let click = 0; click < CLICKS; click++) {
        await page.waitForTimeout(LOOK_MILLISECONDS);
        times.push(await page.evaluate<number>(paintAfterClick(selector)));
      }
      console.log(
        `${name.padEnd(14)} ${median(times).toFixed(0)} ms to the next paint, ${TARGETS} rows, 4 times slower (median of ${CLICKS}, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`,
      );
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Runs in the page. A message after a frame's callback arrives once that frame is painted. */
function paintAfterClick(selector: string): string {
  return `new Promise((resolve) => {
    const started = performance.now();
    document.querySelector(${JSON.stringify(selector)}).click();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - started);
      channel.port2.postMessage(null);
    });
  })`;
}

/** Returns the files that a page loads; with `all`, also those that its scripts load in turn. */
function assetsOf(page: string, kind: RegExp, all = false): string[] {
  const html = readFileSync(join(folders.dist, page), 'utf8');
  const base = new URL(`file:///${page}`);
  const named = [...html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)]
    .map(([, link = '']) => new URL(link, base).pathname.slice(1))
    .filter((name) => kind.test(name));
  const found = new Set(named);
  if (all) {
    for (const name of found) {
      if (!name.endsWith('.js')) continue;
      for (const [, other = ''] of readFileSync(join(folders.dist, name), 'utf8').matchAll(
        /["'](?:\.\/|_astro\/)([\w.-]+\.js)["']/g,
      )) {
        found.add(`_astro/${other}`);
      }
    }
  }
  return [...found];
}
