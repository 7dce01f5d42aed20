import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExitCode, exitCodeOf, exitCodes, PitwallError } from '../../util/errors.ts';
import type { CommandContext } from '../command.ts';

/** The port of the site unless another is asked for; always so in a container. */
export const SITE_PORT = 4321;
/** Keeps packages, builds and results from one container to the next. */
const VOLUME = 'pitwall';
const ASK_MILLISECONDS = 20_000;

/**
 * Runs the same command in a container, on a machine that is not Linux. Throws a PitwallError if no engine answers.
 */
export async function startInContainer(
  { terminal, repository }: Pick<CommandContext, 'terminal' | 'repository'>,
  words: readonly string[],
  port = SITE_PORT,
): Promise<ExitCode> {
  // Not by runCommand, which follows processes through the Linux kernel.
  const asked = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], {
    encoding: 'utf8',
    timeout: ASK_MILLISECONDS,
  });
  if (asked.status !== 0) throw noEngine(asked, words);
  const node = readFileSync(join(repository.root, '.nvmrc'), 'utf8').trim();
  const command = containerCommand(repository.root, node, words, port);
  terminal.note('This needs Linux, so it runs in a container: its figures are those of a virtual machine.');
  if (port !== SITE_PORT) terminal.note(`On this machine, the site is at http://127.0.0.1:${port}`);
  return new Promise((resolve, reject) => {
    // A terminal sends Ctrl-C to the container as well, which ends as it would by itself.
    const [program = '', ...rest] = command;
    const child = spawn(program, rest, { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => resolve(exitCodeOf(code)));
  });
}

function noEngine({ error, stderr }: SpawnSyncReturns<string>, words: readonly string[]): PitwallError {
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  const [said = ''] = (stderr ?? '').trim().split('\n');
  return new PitwallError({
    what: 'Measuring needs Linux, or a container where this machine has another system',
    where: 'docker version',
    expected: 'a Docker engine that answers',
    seen: isMissing ? 'no docker on PATH' : said || `no answer within ${ASK_MILLISECONDS / 1_000} s`,
    next: `Start Docker Desktop (or install it), then: ${['npm start', ...(words.length > 0 ? ['--', ...words] : [])].join(' ')}`,
    exitCode: exitCodes.missing,
  });
}

/** Whether an earlier start measured in a container, so that its figures are there and not in the checkout. */
export function hasMeasuredInContainer(): boolean {
  const asked = spawnSync('docker', ['volume', 'inspect', VOLUME], { timeout: ASK_MILLISECONDS });
  return asked.status === 0;
}

/**
 * What belongs to another system: packages and builds. tar takes a pattern without a folder at any depth, and elsewhere
 * than in a target, `build` is a folder of sources.
 */
const FOREIGN = ['node_modules', '.cache', './targets/*/*/build', './targets/*/*/target'];
const EXCLUDED = FOREIGN.map((pattern) => `--exclude='${pattern}'`).join(' ');

/** Copies the checkout into a volume that keeps packages, builds and results for the next time. */
const SCRIPT = [
  `tar -C /source ${EXCLUDED} -cf - . | tar -C /pitwall --no-same-owner -xf -`,
  'cd /pitwall',
  'exec npm start -- --address 0.0.0.0 "$@"',
].join(' && ');

/** @param words further options of `npm start` */
export function containerCommand(
  root: string,
  node: string,
  words: readonly string[],
  port = SITE_PORT,
): string[] {
  return [
    ...['docker', 'run', '--rm', '--init', '--interactive', ...(process.stdout.isTTY ? ['--tty'] : [])],
    ...['--publish', `127.0.0.1:${port}:${SITE_PORT}`],
    ...['--volume', `${root}:/source:ro`, '--volume', `${VOLUME}:/pitwall`],
    ...[`node:${node}-bookworm`, 'sh', '-c', SCRIPT, 'sh', ...words],
  ];
}
