import { join } from 'node:path';
import { describeEnd } from '../process/process-end.ts';
import type { ToolOutput } from './loader.ts';
import type { ToolEffects } from './tool-effects.ts';
import { excerpt } from './tool-report.ts';
import { type FoundTool, findTool, type MissingTool, missing, onPath, toolOf } from './tools.ts';

interface InstallOptions {
  signal?: AbortSignal;
  /** Build nothing: a build takes minutes. */
  packagesOnly?: boolean;
  /** One line of progress. */
  onLine?: (line: string) => void;
}

/** Waits this long for another apt or dpkg to finish. */
const LOCK_SECONDS = 60;
const APT_SECONDS = 600;
/** oha takes about three minutes on two processors. */
const CARGO_SECONDS = 1_800;
const NPM_SECONDS = 300;

/**
 * Installs a tool unless it is there already: as the system's package if this user may install one, else as a
 * build in the project's own folder. Returns a tool that cannot be installed as missing, with the command to
 * run by hand.
 */
export async function installTool(
  tool: string,
  effects: ToolEffects,
  options: InstallOptions = {},
): Promise<FoundTool | MissingTool> {
  const found = await findTool(tool, effects);
  if (found.state === 'found') return found;
  let seen = found.seen;
  for (const install of options.packagesOnly ? QUICK_INSTALLS : [...QUICK_INSTALLS, buildCrate]) {
    const problem = await install(tool, effects, options);
    if (problem === 'not possible here') continue;
    if (problem === null) {
      const now = await findTool(tool, effects);
      if (now.state === 'found') return now;
      seen = now.seen ?? seen;
    } else {
      seen = problem;
    }
  }
  return missing(tool, effects, seen);
}

/** Returns `null` once the tool is installed, or what went wrong. */
type Install = (tool: string, effects: ToolEffects, options: InstallOptions) => Promise<string | null>;

const installPackage: Install = async (tool, effects, options) =>
  toolOf(tool).packaged ? installPackages([tool], effects, options) : 'not possible here';

/**
 * Installs packages of Debian or Ubuntu, as root or through a sudo that asks for no password. Returns `null` once they
 * are installed, or what went wrong.
 */
export async function installPackages(
  names: readonly string[],
  effects: ToolEffects,
  options: InstallOptions,
): Promise<string | null> {
  if (!onPath('apt-get', effects)) return 'not possible here';
  const asRoot = await rootPrefix(effects);
  if (asRoot === null) return 'not possible here';
  const apt = (...words: string[]) => {
    // Its words are read below, so it must not translate them.
    const environment = ['env', 'LC_ALL=C', 'DEBIAN_FRONTEND=noninteractive'];
    const lock = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`];
    // A user may not end what sudo started, so that has to end by itself.
    const limit = asRoot.length > 0 ? ['timeout', '--kill-after=5', String(APT_SECONDS)] : [];
    return runLoudly(
      [...asRoot, ...limit, ...environment, 'apt-get', ...lock, ...words],
      APT_SECONDS,
      effects,
      options,
    );
  };
  const install = ['install', '-y', '--no-install-recommends', ...names];
  const first = await apt(...install);
  if (first?.exitCode === 0) return null;
  // A fresh image has no package lists, and an old one lists packages that no longer exist.
  if (/Unable to locate package|no installation candidate|404 +Not Found/.test(allWords(first))) {
    const update = await apt('update');
    if (update?.exitCode !== 0) return problemOf('apt-get update', update);
    const second = await apt(...install);
    return second?.exitCode === 0 ? null : problemOf('apt-get install', second);
  }
  return problemOf('apt-get install', first);
}

const buildCrate: Install = async (tool, effects, options) => {
  const { crate } = toolOf(tool);
  if (crate === null || !onPath('cargo', effects)) return 'not possible here';
  options.onLine?.(`building ${crate} in ${join('.cache', 'tools')}: a few minutes`);
  const command = ['cargo', 'install', '--locked', crate, '--root', effects.toolsFolder];
  const built = await runLoudly(command, CARGO_SECONDS, effects, options);
  return built?.exitCode === 0 ? null : problemOf('cargo install', built);
};

/** npm has no lock for a program by itself; the version is pinned, and no script of a package runs. */
const installNpmPackage: Install = async (tool, effects, options) => {
  const { npmPackage } = toolOf(tool);
  if (npmPackage === undefined || !onPath('npm', effects)) return 'not possible here';
  const words = ['--global', '--prefix', effects.toolsFolder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = await runLoudly(['npm', 'install', ...words, npmPackage], NPM_SECONDS, effects, options);
  return installed?.exitCode === 0 ? null : problemOf('npm install', installed);
};

/** Ways that take seconds. */
const QUICK_INSTALLS: readonly Install[] = [installPackage, installNpmPackage];

/**
 * Returns the prefix of commands that need root; `null` if this user cannot become root without a password.
 */
async function rootPrefix(effects: ToolEffects): Promise<string[] | null> {
  if (effects.userId === 0) return [];
  if (!onPath('sudo', effects)) return null;
  const asked = await effects.run(['sudo', '-n', 'true'], { timeoutSeconds: 10 });
  return asked?.exitCode === 0 ? ['sudo', '-n'] : null;
}

function runLoudly(
  command: string[],
  timeoutSeconds: number,
  effects: ToolEffects,
  { signal, onLine }: InstallOptions,
): Promise<ToolOutput | null> {
  return effects.run(command, { timeoutSeconds, ...(signal && { signal }), ...(onLine && { onLine }) });
}

function allWords(output: ToolOutput | null): string {
  return output === null ? '' : `${output.stdout}\n${output.stderr}`;
}

function problemOf(what: string, output: ToolOutput | null): string {
  if (output === null) return `${what}: no such program`;
  if (/Could not get lock|is another process using it/.test(output.stderr)) {
    return `${what}: another package manager has held the lock for ${LOCK_SECONDS} s`;
  }
  const lines = output.stderr.trim().split('\n');
  const telling = lines.findLast((line) => /^(?:E:|error)/.test(line)) ?? lines.at(-1) ?? '';
  return `${what}: ${describeEnd(output)}, ${excerpt(telling)}`;
}
