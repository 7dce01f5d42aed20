import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dockerAvailable } from '../../../src/hosts/docker.ts';
import { which } from '../../../src/process/which.ts';

/** A Docker engine of the test's own beside the machine's, and contexts for both in a configuration of their own. */
export interface SecondEngine {
  /** `docker` with that configuration; gives back what it wrote, throws where it fails. */
  docker(...words: string[]): string;
  stop(): Promise<void>;
}

const START_SECONDS = 30;
const STOP_SECONDS = 20;

/** Why there can be none here; `false` where there can, for `test(…, { skip })`. */
export async function noSecondEngine(images: readonly string[]): Promise<string | false> {
  const engine = await dockerAvailable();
  if (!engine.available) return `no Docker here: ${engine.reason}`;
  if (process.getuid?.() !== 0 || !which('dockerd')) return 'a second engine needs root and dockerd';
  const absent = images.filter((image) => spawnSync('docker', ['image', 'inspect', image]).status !== 0);
  return absent.length > 0 ? `the engine has no image ${absent.join(', ')}: docker pull` : false;
}

/**
 * Starts it with data and sockets below a temporary folder, without a bridge or rules of a firewall: containers have
 * the host's network. `first` is a context of the machine's own engine, `second` and `third` lead to the new one.
 */
export async function startSecondEngine(images: readonly string[]): Promise<SecondEngine> {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-engine-'));
  const socket = `unix://${root}/engine.sock`;
  const config = join(root, 'config');
  mkdirSync(config);
  symlinkSync(
    join(process.env.DOCKER_CONFIG ?? join(homedir(), '.docker'), 'cli-plugins'),
    join(config, 'cli-plugins'),
  );
  const log = openSync(join(root, 'log'), 'w');
  const daemon = spawn(
    'dockerd',
    [
      ...[
        '--data-root',
        join(root, 'data'),
        '--exec-root',
        join(root, 'exec'),
        '--pidfile',
        join(root, 'pid'),
      ],
      ...['--host', socket, '--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false'],
    ],
    { stdio: ['ignore', log, log] },
  );
  let ended = false;
  daemon.once('exit', () => {
    ended = true;
  });
  const docker = (...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync('docker', words, {
      encoding: 'utf8',
      env: { ...process.env, DOCKER_CONFIG: config },
      timeout: 60_000,
    });
    if (status !== 0) throw new Error(`docker ${words.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  const stop = async (): Promise<void> => {
    daemon.kill('SIGTERM');
    for (let waited = 0; !ended && waited < STOP_SECONDS; waited += 0.1) await delay(100);
    if (!ended) daemon.kill('SIGKILL');
    // It leaves the network namespace of its containers mounted, and whatever a kill did not let it unmount.
    for (const path of mountsBelow(root)) spawnSync('umount', ['--lazy', path]);
    rmSync(root, { recursive: true, force: true });
  };
  try {
    const own = docker('context', 'inspect', '--format', '{{.Endpoints.docker.Host}}', 'default');
    docker('context', 'create', 'first', '--docker', `host=${own}`);
    for (const name of ['second', 'third']) docker('context', 'create', name, '--docker', `host=${socket}`);
    for (let waited = 0; spawnSync('docker', ['--host', socket, 'info']).status !== 0; waited += 0.2) {
      if (ended || waited > START_SECONDS)
        throw new Error(`no second engine: ${readFileSync(join(root, 'log'), 'utf8').slice(-2_000)}`);
      await delay(200);
    }
    const moved = spawnSync(
      'sh',
      ['-c', 'docker save "$@" | docker --host "$SOCKET" load -q', 'sh', ...images],
      {
        encoding: 'utf8',
        env: { ...process.env, SOCKET: socket },
      },
    );
    if (moved.status !== 0) throw new Error(`images cannot be copied: ${moved.stderr}`);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.DOCKER_CONFIG = config;
  return { docker, stop };
}

/** Innermost first. */
function mountsBelow(root: string): string[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    .filter((path) => path.startsWith(`${root}/`))
    .sort()
    .reverse();
}
