import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publish } from '../../bench/src/publish/index.ts';
import {
  type BelievableOptions,
  writeBelievableResults,
} from '../../bench/test/publish/believable-results.ts';

const siteFolder = fileURLToPath(new URL('..', import.meta.url));
const BUILD_MILLISECONDS = 120_000;

export interface BuiltSite {
  dist: string;
  remove(): Promise<void>;
}

/** Builds the site in a temporary folder from believable results: nothing of the checkout is touched. */
export async function buildBelievableSite(
  runs: readonly BelievableOptions[],
  base = '/',
): Promise<BuiltSite> {
  const root = await mkdtemp(join(tmpdir(), 'pitwall-site-'));
  const folders = { results: join(root, 'results'), data: join(root, 'data'), dist: join(root, 'dist') };
  for (const run of runs) await writeBelievableResults(folders.results, run);
  await publish({ resultsFolder: folders.results, siteFolder: root, dataFolder: folders.data });
  await astroBuild({ PITWALL_SITE_DATA: folders.data, PITWALL_SITE_DIST: folders.dist, PITWALL_BASE: base });
  return { dist: folders.dist, remove: () => rm(root, { recursive: true, force: true }) };
}

async function astroBuild(environment: Record<string, string>): Promise<void> {
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: siteFolder,
    env: { ...process.env, ...environment, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BUILD_MILLISECONDS,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`astro build ended with ${code}\n${output}`);
}

/** Where a Chromium may be; `null` where there is none, and tests of a browser are skipped. */
export function findChromium(): string | null {
  const places = [
    process.env.PITWALL_CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return places.find((place) => place !== undefined && existsSync(place)) ?? null;
}
