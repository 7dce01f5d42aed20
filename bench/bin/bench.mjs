#!/usr/bin/env node
// The one entry point of every npm script, for any Node from 20 on. It installs what the lock file pins if
// that is missing, and hands over to the pinned Node, which runs the harness's TypeScript as it is.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './is-installed.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const stamp = join(root, 'node_modules', '.pitwall-lock');
/** The oldest Node that runs TypeScript without a flag. */
const OLDEST_MAJOR = 24;

function fail(what, where, expected, seen, next) {
  console.error(
    `✗ ${what}\n  where     ${where}\n  expected  ${expected}\n  seen      ${seen}\n  next      ${next}`,
  );
  process.exit(3);
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (!isInstalled(root)) installAll();
  try {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, lock);
  } catch {
    // Packages that belong to somebody else do as well: they are compared again next time.
  }
}

function installAll() {
  console.error('Installing npm packages from the lock file (once) …');
  // npm says where it is to the scripts that it runs; on Windows it is no program that could be started by name.
  const own = process.env.npm_execpath;
  const npm = own?.endsWith('npm-cli.js') ? [process.execPath, own] : ['npm'];
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(npm[0], [...npm.slice(1), ...words], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    fail(
      'npm could not install the packages',
      root,
      'npm ci to end with 0',
      result.error
        ? String(result.error)
        : `exit code ${result.status}: ${result.stderr.trim().split('\n').slice(0, 4).join(' | ')}`,
      'Check the network and run: npm ci --ignore-scripts',
    );
  }
}

/** The Node that the lock file pins; on a platform without one, this Node if it is new enough. */
function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath;
  return fail(
    'This platform needs a newer Node',
    `${process.platform}-${process.arch}`,
    `Node ${OLDEST_MAJOR} or newer (.nvmrc)`,
    `Node ${process.versions.node}`,
    `nvm install ${OLDEST_MAJOR} && nvm use`,
  );
}

const startedAt = Date.now();
install();
const preload = ['--import', new URL('./compile-cache.mjs', import.meta.url).href];
const cli = join(root, 'bench', 'src', 'cli.ts');
const child = spawn(pinnedNode(), [...preload, cli, ...process.argv.slice(2)], {
  // The channel closes when this process ends, however it does, and the command then ends as well.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    // What the command may take includes the installation, as a newcomer's clock does.
    PITWALL_STARTED_AT: String(startedAt),
  },
});
// A terminal sends Ctrl-C to both processes, so this one only waits. It passes other signals on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : (code ?? 1)));
