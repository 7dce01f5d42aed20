import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { type Cgroup, cgroupOf } from '../process/cgroup.ts';
import { runCommand } from '../process/command.ts';
import { readText } from '../process/proc.ts';
import type { ProcessEnd } from '../process/process-end.ts';
import { type ProcessTree, startTree } from '../process/tree/process-tree.ts';
import type { Usage } from '../process/usage.ts';
import { docker, dockerCommand, harnessLabel, sweepContainers } from './docker.ts';
import { engineUsage } from './docker-engine.ts';
import type { SideNetwork } from './side-network.ts';

interface ServiceOptions {
  /** The checkout with the `compose.yaml`. */
  root: string;
  /** The name of the service, and of the profile that contains only it. */
  service: string;
  /** The port that it listens on, which distinguishes instances of the same service. */
  port: number;
  /** Values for the PITWALL_… variables of `compose.yaml`. */
  variables: Readonly<Record<string, string>>;
  /**
   * The network that it joins; the host's own if left out. The harness reaches it on the same port in both.
   */
  network?: Pick<SideNetwork, 'name' | 'expose'>;
  /** The Docker context whose engine runs it; `null` (the default) for this machine's. */
  context?: string | null;
  signal: AbortSignal;
}

/** One running container. */
export interface Service {
  /** The engine's id of the container. */
  id: string;
  command: readonly string[];
  /** Returns `null` if unknown. */
  usage(): Promise<Usage | null>;
  /** Returns this machine's pids of its processes; empty if they are not visible, as on another host. */
  members(): number[];
  log(): string;
  /** How many lines of its output have arrived here. */
  linesWritten(): number;
  ended(): ProcessEnd | null;
  exited: Promise<ProcessEnd>;
  /** Stops its processes where they are, until `resume` or `stop`. Throws a PitwallError if the engine cannot. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Sends SIGTERM, then after the grace SIGKILL. Container and network are gone when it resolves. */
  stop(graceSeconds: number): Promise<{ killed: boolean; seconds: number }>;
}

/** The exit code of a container's main process after SIGKILL. */
const KILLED_CODE = 137;
/** Running projects, each with its context. */
const started = new Map<string, string | null>();
let hooked = false;
const swept = new Set<string | null>();

/** Returns a project name per service and port, so that the two servers of a duet do not collide. */
function projectName(options: ServiceOptions): string {
  const checkout = createHash('sha256').update(options.root).digest('hex').slice(0, 8);
  return `pitwall-${checkout}-${options.service}-${options.port}`;
}

/**
 * Starts a service as a project of its own. The first one on an engine also sweeps what earlier harnesses left there.
 * Resolves when its container runs, before it may serve. Throws a PitwallError if it does not start.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { service, root, signal, network, context = null } = options;
  hookExit();
  if (!swept.has(context)) {
    swept.add(context);
    await sweepContainers(context);
  }
  const project = projectName(options);
  const compose = ['compose', '-p', project, '-f', `${root}/compose.yaml`, '--profile', service];
  const environment = {
    ...process.env,
    ...options.variables,
    PITWALL_NETWORK: network === undefined ? 'host' : `container:${network.name}`,
    PITWALL_HARNESS: harnessLabel(context),
  };
  const up = [...compose, 'up', '--detach', '--no-build', '--pull', 'missing', '--quiet-pull', service];

  let hide: (() => void) | undefined;
  const down = async (): Promise<void> => {
    hide?.();
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
    hide = await network?.expose(options.port);
    await docker(up, {
      what: `Cannot start the container ${service}`,
      context,
      environment,
      signal,
      timeoutSeconds: 600,
    });
    const listed = await docker([...compose, 'ps', '--all', '--quiet', service], {
      what: `Cannot find the container ${service}`,
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
  let end: ProcessEnd | null = null;
  const exited = endOf(context, id, logs).then((value) => {
    end = value;
    return value;
  });
  let last: Usage | null = null;
  let stopping: Promise<{ killed: boolean; seconds: number }> | null = null;
  const usage = async (): Promise<Usage | null> =>
    last ?? (context === null ? readUsage(cgroup) : await engineUsage(context, id));

  let isPaused = false;
  const pause = async (): Promise<void> => {
    if (isPaused) return;
    // Before it is done: a command that fails late may have paused it all the same.
    isPaused = true;
    await docker(['pause', id], { what: 'Cannot pause a container', context });
  };
  const resume = async (): Promise<void> => {
    if (!isPaused) return;
    await docker(['unpause', id], { what: 'Cannot resume a paused container', context });
    isPaused = false;
  };

  const stop = async (graceSeconds: number) => {
    // A paused container takes no signal. One that has ended is none any more.
    await resume().catch(() => {});
    // Read the usage before it ends with the container; an unreachable host reports none.
    last = await usage().catch(() => null);
    const began = performance.now();
    await runCommand(dockerCommand(context, 'stop', '--time', String(graceSeconds), id), {
      timeoutSeconds: graceSeconds + 60,
    });
    const seconds = (performance.now() - began) / 1_000;
    const { exitCode } = await exited;
    await logs.stop(0);
    await down();
    // A program may exit with 137 by itself, but hardly after the full grace period.
    return { killed: exitCode === KILLED_CODE && seconds >= graceSeconds, seconds };
  };
  return {
    id,
    command: dockerCommand(context, ...up).map((word) => word.replace(`${root}/`, '')),
    usage,
    members: () => cgroup?.members() ?? [],
    log: () => logs.log(),
    linesWritten: () => logs.linesWritten(),
    ended: () => end,
    exited,
    pause,
    resume,
    stop(graceSeconds) {
      stopping ??= stop(graceSeconds);
      return stopping;
    },
  };
}

/** Reads the CPU time, or returns `null` if the group has ended with its container. */
function readUsage(cgroup: Cgroup | null): Usage | null {
  const usage = cgroup?.usage();
  return usage ? { ...usage, peakMemoryBytes: null } : null;
}

/** Whether a pid belongs to the container. An engine on another machine has pids of its own. */
function isProcessOf(pid: number, container: string): boolean {
  return pid > 0 && (readText(`/proc/${pid}/cgroup`) ?? '').includes(container);
}

/**
 * Waits for the end of a container. `docker logs --follow` ends with it, but an engine that rotates logs may end that
 * early, so that `docker wait` has the last word.
 */
async function endOf(context: string | null, id: string, logs: ProcessTree): Promise<ProcessEnd> {
  await logs.exited;
  const said = await runCommand(dockerCommand(context, 'wait', id)).catch(() => null);
  const code = said?.exitCode === 0 ? Number.parseInt(said.stdout, 10) : Number.NaN;
  return { exitCode: Number.isNaN(code) ? null : code, signal: null };
}

async function inspect(context: string | null, id: string, format: string): Promise<string> {
  const { stdout } = await docker(['inspect', '--format', format, id], {
    what: 'Cannot inspect a container',
    context,
  });
  return stdout.trim();
}

/** Removes all containers in the exit hook: they are the engine's children and would outlive the harness. */
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

function hookExit(): void {
  if (!hooked) process.on('exit', removeAllNow);
  hooked = true;
}
