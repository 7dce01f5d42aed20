import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Target } from '@pitwall/bench/model';
import { readReplays } from '../../bench/src/catalog/replays.ts';
import { readTarget, targetFolders } from '../../bench/src/catalog/targets.ts';
import { acquireLock } from '../../bench/src/process/lock.ts';
import { publish } from '../../bench/src/publish/publish.ts';
import { exitCodes, PitwallError } from '../../bench/src/util/errors.ts';
import { repository } from '../../bench/src/util/repository.ts';
import { writeBelievableComparison } from '../../bench/test/publish/believable-comparison.ts';
import { writeBelievableReleases } from '../../bench/test/publish/believable-releases.ts';
import { writeBelievableReplay } from '../../bench/test/publish/believable-replay.ts';
import {
  type BelievableOptions,
  writeBelievableResults,
} from '../../bench/test/publish/believable-results.ts';

/** Replays that the built site has a run of. */
const replayed = [
  '2016-gin-koa-sinatra',
  '2022-springboot-actix-scaled',
  '2023-web-pm-scaled',
  '2024-gin-axum',
];
const REPLAY_MACHINE = 'epyc-9354-4c-16g';
export const siteFolder = fileURLToPath(new URL('..', import.meta.url));
const BUILD_MILLISECONDS = 120_000;

export interface BuiltSite {
  dist: string;
  remove(): Promise<void>;
}

/** Builds the site from believable results in a temporary folder, so that the checkout stays unchanged. */
export async function buildBelievableSite(
  runs: readonly BelievableOptions[],
  base = '/',
): Promise<BuiltSite> {
  const root = await mkdtemp(join(tmpdir(), 'pitwall-site-'));
  const folders = { results: join(root, 'results'), data: join(root, 'data'), dist: join(root, 'dist') };
  for (const run of runs) await writeBelievableResults(folders.results, run);
  const replays = runs.length === 0 ? [] : readReplays(repository);
  // One study stays without a replay.
  for (const replay of replays.filter(({ name }) => replayed.includes(name))) {
    await writeBelievableReplay(folders.results, replay, REPLAY_MACHINE);
  }
  if (runs.length > 0) {
    const { pairs } = await writeBelievableComparison(folders.results, REPLAY_MACHINE);
    // Two targets at once, too.
    for (const { base } of pairs) {
      const axum = { label: 'rust/axum', target: 'rust/axum', framework: { name: 'axum', version: '0.8.6' } };
      const sides = { base: { ...base, ...axum }, head: { ...base, label: 'go/gin' } };
      await writeBelievableComparison(folders.results, REPLAY_MACHINE, { pairs: [sides], day: '02' });
    }
    writeBelievableReleases(folders.results, REPLAY_MACHINE);
  }
  await publish({
    resultsFolder: folders.results,
    siteFolder: root,
    dataFolder: folders.data,
    cacheFolder: join(root, 'cache'),
    replays,
    targets: manifests(),
  });
  await astroBuild({ PITWALL_SITE_DATA: folders.data, PITWALL_SITE_DIST: folders.dist, PITWALL_BASE: base });
  return { dist: folders.dist, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Returns the repository's targets. One gets a flag, because no real target may be disputed. */
export function manifests(): Target[] {
  return targetFolders(repository)
    .map((id) => readTarget(repository, id))
    .map((target) =>
      target.id === FLAGGED.target
        ? { ...target, manifest: { ...target.manifest, flags: [FLAGGED.flag] } }
        : target,
    );
}

/** The flag that pages must show. */
export const FLAGGED = {
  target: 'javascript/koa',
  flag: {
    kind: 'disputed' as const,
    reason: 'The <b>cluster</b> is said to answer from another process.',
    link: 'https://example.org/threads/1',
    variants: ['cluster'],
  },
};

/**
 * Builds the site into the folder that the environment names. Builds of several test files take turns: Astro puts the
 * pages that it is about to render into one folder of the site, which the next build empties.
 */
export async function astroBuild(environment: Record<string, string>): Promise<void> {
  const turn = await takeTurn(join(siteFolder, '.astro', 'test-build.lock'));
  try {
    await build(environment);
  } finally {
    turn.release();
  }
}

async function takeTurn(path: string): ReturnType<typeof acquireLock> {
  for (;;) {
    try {
      return await acquireLock(path);
    } catch (error) {
      if (!(error instanceof PitwallError) || error.exitCode !== exitCodes.locked) throw error;
      await delay(100);
    }
  }
}

async function build(environment: Record<string, string>): Promise<void> {
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

/** Why tests of a browser are skipped, with what would bring one. */
export const NO_BROWSER =
  'no Chromium on this machine: sudo apt-get install chromium (or set PITWALL_CHROMIUM)';

/** Returns the path of a Chromium; `null` if there is none, and tests in a browser are then skipped. */
export function findChromium(): string | null {
  const places = [
    process.env.PITWALL_CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return places.find((place) => place !== undefined && existsSync(place)) ?? null;
}
