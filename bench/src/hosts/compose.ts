import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { type Cgroup, cgroupOf } from '../process/cgroup.ts';
import { runCommand } from '../process/command.ts';
import { readText } from '../process/proc.ts';
import { type ProcessTree, startTree } from '../process/process-tree.ts';
import type { Usage } from '../process/usage.ts';
import { docker, dockerCommand, harnessLabel, sweepContainers } from './docker.ts';
import { engineUsage } from './docker-engine.ts';

interface ServiceOptions {
  /** The checkout whose `compose.yaml` it is. */
  root: string;
  /** One of its services, alone in its profile of the same name. */
  service: string;
  /** Tells two of the same service apart: the port each listens on. */
  port: number;
  /** What `compose.yaml` leaves open: PITWALL_… names. */
  variables: Readonly<Record<string, string>>;
  /** The Docker context whose engine runs it; none, or `null`, is this machine's. */
  context?: string | null;
  signal: AbortSignal;
}

interface ServiceEnd {
  exitCode: number | null;
  signal: string | null;
}

/** One running container. */
export interface Service {
  /** As its engine names it. */
  id: string;
  command: readonly string[];
  /** `null` where nothing tells. */
  usage(): Promise<Usage | null>;
  /** Pids as this machine numbers them; empty where they cannot be seen, as on another host. */
  members(): number[];
  log(): string;
  ended(): ServiceEnd | null;
  exited: Promise<ServiceEnd>;
  /** SIGTERM, after the grace SIGKILL; container and network are gone when it resolves. */
  stop(graceSeconds: number): Promise<{ killed: boolean; seconds: number }>;
}

/** The exit code that a container's main process has after SIGKILL. */
const KILLED_CODE = 137;
/** Projects that run, each with its context. */
const started = new Map<string, string | null>();
const swept = new Set<string | null>();

/** A project of its own for each service and port, so that two servers of a duet never meet. */
function projectName(options: ServiceOptions): string {
  const checkout = createHash('sha256').update(options.root).digest('hex').slice(0, 8);
  return `pitwall-${checkout}-${options.service}-${options.port}`;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { service, root, signal, context = null } = options;
  if (!swept.has(context)) {
    if (swept.size === 0) process.on('exit', removeAllNow);
    swept.add(context);
    await sweepContainers(context);
  }
  const project = projectName(options);
  const compose = ['compose', '-p', project, '-f', `${root}/compose.yaml`, '--profile', service];
  const environment = { ...process.env, ...options.variables, PITWALL_HARNESS: harnessLabel(context) };
  const up = [...compose, 'up', '--detach', '--no-build', '--pull', 'missing', '--quiet-pull', service];

  const down = async (): Promise<void> => {
    await runCommand(dockerCommand(context, ...compose, 'down', '--timeout', '0', '--volumes'), {
      environment,
      timeoutSeconds: 60,
    });
    started.delete(project);
  };
  started.set(project, context);
  let id: string;
  let pid: number;
  try {
    await docker(up, {
      what: `The container ${service} cannot be started`,
      context,
      environment,
      signal,
      timeoutSeconds: 600,
    });
    const listed = await docker([...compose, 'ps', '--all', '--quiet', service], {
      what: `The container ${service} cannot be found`,
      context,
      environment,
    });
    id = listed.stdout.trim();
    pid = Number(await inspect(context, id, '{{.State.Pid}}'));
  } catch (error) {
    await down();
    throw error;
  }

  const cgroup = context === null && isProcessOf(pid, id) ? cgroupOf(pid) : null;
  const logs = startTree({ command: dockerCommand(context, 'logs', '--follow', id), label: 'docker logs' });
  let end: ServiceEnd | null = null;
  const exited = endOf(context, id, logs).then((value) => {
    end = value;
    return value;
  });
  let last: Usage | null = null;
  let stopping: Promise<{ killed: boolean; seconds: number }> | null = null;
  const usage = async (): Promise<Usage | null> =>
    last ?? (context === null ? readUsage(cgroup) : await engineUsage(context, id));

  const stop = async (graceSeconds: number) => {
    // The accounts end with the container; a host that has gone away has none any more.
    last = await usage().catch(() => null);
    const began = performance.now();
    await runCommand(dockerCommand(context, 'stop', '--time', String(graceSeconds), id), {
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
    id,
    command: dockerCommand(context, ...up).map((word) => word.replace(`${root}/`, '')),
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

/** An engine may run on another machine without a context of ours: its pids then name strangers here. */
function isProcessOf(pid: number, container: string): boolean {
  return pid > 0 && (readText(`/proc/${pid}/cgroup`) ?? '').includes(container);
}

/** `docker logs --follow` ends with its container. */
async function endOf(context: string | null, id: string, logs: ProcessTree): Promise<ServiceEnd> {
  await logs.exited;
  const code = Number(await inspect(context, id, '{{.State.ExitCode}}').catch(() => Number.NaN));
  return { exitCode: Number.isNaN(code) ? null : code, signal: null };
}

async function inspect(context: string | null, id: string, format: string): Promise<string> {
  const { stdout } = await docker(['inspect', '--format', format, id], {
    what: 'A container cannot be inspected',
    context,
  });
  return stdout.trim();
}

/** For the exit hook: containers are the engine's children, not ours, and would outlive us. */
function removeAllNow(): void {
  for (const [project, context] of started) {
    const filter = `label=com.docker.compose.project=${project}`;
    const run = (...words: string[]) => {
      const [program, ...rest] = dockerCommand(context, ...words) as [string, ...string[]];
      return spawnSync(program, rest, { encoding: 'utf8', timeout: 20_000 });
    };
    const ids = (run('ps', '-aq', '--filter', filter).stdout ?? '').split('\n').filter(Boolean);
    if (ids.length > 0) run('rm', '-f', ...ids);
  }
  started.clear();
}
