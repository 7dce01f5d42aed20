import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { type Cgroup, cgroupOf } from './cgroup.ts';
import { runCommand } from './command.ts';
import { docker, sweepContainers } from './docker.ts';
import { harnessName } from './proc.ts';
import { type ProcessTree, startTree } from './process-tree.ts';
import type { Usage } from './usage.ts';

export interface ServiceOptions {
  /** The checkout whose `compose.yaml` it is. */
  root: string;
  /** One of its services, alone in its profile of the same name. */
  service: string;
  /** Tells two of the same service apart: the port each listens on. */
  port: number;
  /** What `compose.yaml` leaves open: PITWALL_… names. */
  variables: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

export interface ServiceEnd {
  exitCode: number | null;
  signal: string | null;
}

/** One running container. */
export interface Service {
  command: readonly string[];
  usage(): Usage | null;
  /** Pids as the host numbers them; empty where they cannot be seen. */
  members(): number[];
  log(): string;
  ended(): ServiceEnd | null;
  exited: Promise<ServiceEnd>;
  /** SIGTERM, after the grace SIGKILL; container and network are gone when it resolves. */
  stop(graceSeconds: number): Promise<{ killed: boolean; seconds: number }>;
}

/** The exit code that a container's main process has after SIGKILL. */
const KILLED_CODE = 137;
const started = new Set<string>();
let guarded = false;

/** A project of its own for each service and port, so that two servers of a duet never meet. */
function projectName(options: ServiceOptions): string {
  const checkout = createHash('sha256').update(options.root).digest('hex').slice(0, 8);
  return `pitwall-${checkout}-${options.service}-${options.port}`;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  if (!guarded) {
    guarded = true;
    process.on('exit', removeAllNow);
    await sweepContainers();
  }
  const { service, root, signal } = options;
  const project = projectName(options);
  const compose = ['compose', '-p', project, '-f', `${root}/compose.yaml`, '--profile', service];
  const environment = { ...process.env, ...options.variables, PITWALL_HARNESS: harnessName() };
  const up = [...compose, 'up', '--detach', '--no-build', '--pull', 'missing', '--quiet-pull', service];

  const down = async (): Promise<void> => {
    await runCommand(['docker', ...compose, 'down', '--timeout', '0', '--volumes'], {
      environment,
      timeoutSeconds: 60,
    });
    started.delete(project);
  };
  started.add(project);
  let id: string;
  let pid: number;
  try {
    await docker(up, {
      what: `The container ${service} cannot be started`,
      environment,
      signal,
      timeoutSeconds: 600,
    });
    const listed = await docker([...compose, 'ps', '--all', '--quiet', service], {
      what: `The container ${service} cannot be found`,
      environment,
    });
    id = listed.stdout.trim();
    pid = Number(await inspect(id, '{{.State.Pid}}'));
  } catch (error) {
    await down();
    throw error;
  }

  const cgroup = pid > 0 ? cgroupOf(pid) : null;
  const logs = startTree({ command: ['docker', 'logs', '--follow', id], label: 'docker logs' });
  let end: ServiceEnd | null = null;
  const exited = endOf(id, logs).then((value) => {
    end = value;
    return value;
  });
  let last: Usage | null = null;
  let stopping: Promise<{ killed: boolean; seconds: number }> | null = null;
  const usage = (): Usage | null => last ?? readUsage(cgroup);

  const stop = async (graceSeconds: number) => {
    const began = performance.now();
    last = usage();
    await runCommand(['docker', 'stop', '--time', String(graceSeconds), id], {
      timeoutSeconds: graceSeconds + 60,
    });
    const seconds = (performance.now() - began) / 1_000;
    const { exitCode } = await exited;
    await logs.stop(0);
    await down();
    // A program may exit with 137 by itself, but hardly after exactly the grace it was given.
    return { killed: exitCode === KILLED_CODE && seconds >= graceSeconds, seconds };
  };
  return {
    command: ['docker', ...up].map((word) => word.replace(`${root}/`, '')),
    usage,
    members: () => cgroup?.members() ?? [],
    log: () => logs.log(),
    ended: () => end,
    exited,
    stop(graceSeconds) {
      stopping ??= stop(graceSeconds);
      return stopping;
    },
  };
}

/** The group of a container is gone with it: then there is nothing to read. */
function readUsage(cgroup: Cgroup | null): Usage | null {
  return cgroup?.usage() ?? null;
}

/** `docker logs --follow` ends with its container. */
async function endOf(id: string, logs: ProcessTree): Promise<ServiceEnd> {
  await logs.exited;
  const code = Number(await inspect(id, '{{.State.ExitCode}}').catch(() => Number.NaN));
  return { exitCode: Number.isNaN(code) ? null : code, signal: null };
}

async function inspect(id: string, format: string): Promise<string> {
  const { stdout } = await docker(['inspect', '--format', format, id], {
    what: 'A container cannot be inspected',
  });
  return stdout.trim();
}

/** For the exit hook: containers are the engine's children, not ours, and would outlive us. */
function removeAllNow(): void {
  for (const project of started) {
    const filter = `label=com.docker.compose.project=${project}`;
    const { stdout } = spawnSync('docker', ['ps', '-aq', '--filter', filter], {
      encoding: 'utf8',
      timeout: 10_000,
    });
    const ids = (stdout ?? '').split('\n').filter(Boolean);
    if (ids.length > 0) spawnSync('docker', ['rm', '-f', ...ids], { stdio: 'ignore', timeout: 20_000 });
  }
  started.clear();
}
