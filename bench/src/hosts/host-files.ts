import { z } from 'zod';
import type { MachineSource } from '../machine/machine.ts';
import { OPEN_FILES } from '../process/process-tree.ts';
import { PitwallError } from '../util/errors.ts';
import { docker, HARNESS_LABEL, harnessLabel } from './docker.ts';

/** Another host's files, as its kernel shows them to a container there. */
export interface HostFiles extends MachineSource {
  /** Version of the host's Docker engine. */
  engine: string;
  /** Reads them anew: what they say of load and memory changes. */
  refresh(): Promise<void>;
}

/** Of the images that the project needs in any case, the one that has a shell and little else. */
const IMAGE = 'debian:bookworm-slim';
const FILES = [
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/proc/stat',
  '/proc/net/sockstat',
  '/proc/self/limits',
  '/proc/self/status',
  '/proc/sys/kernel/osrelease',
  '/proc/sys/kernel/random/boot_id',
  '/proc/sys/net/ipv4/ip_local_port_range',
  '/proc/sys/net/ipv4/tcp_tw_reuse',
  '/sys/class/dmi/id/bios_vendor',
  '/sys/class/dmi/id/product_name',
  '/sys/class/dmi/id/sys_vendor',
  '/sys/devices/system/clocksource/clocksource0/available_clocksource',
  '/sys/devices/system/clocksource/clocksource0/current_clocksource',
  '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor',
  '/sys/devices/system/cpu/cpufreq/boost',
  '/sys/devices/system/cpu/intel_pstate/no_turbo',
  '/sys/hypervisor/type',
];
/** One line a file that can be read: its path, a space, what is in it. */
const SCRIPT = 'for file; do [ -r "$file" ] && printf "%s %s\\n" "$file" "$(base64 -w 0 < "$file")"; done; :';
const PULL_SECONDS = 300;

const ARCHITECTURES: Readonly<Record<string, string>> = { x86_64: 'x64', aarch64: 'arm64' };
const infoSchema = z.object({
  ServerVersion: z.string().min(1),
  OperatingSystem: z.string(),
  Architecture: z.string(),
});

/** Throws a PitwallError where the context's engine does not answer or cannot run a container. */
export async function readHostFiles(context: string, signal?: AbortSignal): Promise<HostFiles> {
  const options = { context, ...(signal && { signal }) };
  const told = await docker(['info', '--format', '{{json .}}'], {
    what: `The engine of the context ${context} does not answer`,
    ...options,
  });
  const info = infoSchema.safeParse(JSON.parse(told.stdout));
  if (!info.success) {
    throw new PitwallError({
      what: `The engine of the context ${context} does not say what it is`,
      where: `docker --context ${context} info`,
      expected: 'version, operating system and architecture of an engine that runs',
      seen: told.stdout.slice(0, 200),
      next: `docker --context ${context} info shows whether the engine is well`,
    });
  }
  const { ServerVersion: engine, OperatingSystem: system, Architecture: architecture } = info.data;
  const files = new Map<string, string>();
  const refresh = async (): Promise<void> => {
    files.clear();
    for (const [path, text] of await look(context, FILES, [], signal)) files.set(path, text);
    // The container has its image's; the engine knows the host's.
    files.set('/etc/os-release', `PRETTY_NAME="${system}"\n`);
  };
  await refresh();
  return {
    engine,
    refresh,
    read: (path) => files.get(path) ?? null,
    architecture: ARCHITECTURES[architecture] ?? architecture,
    environment: process.env,
  };
}

/**
 * The highest memory so far of a container there, from its control group; `null` where the kernel keeps none (before
 * 5.19 with version 2). For engines that do not tell it.
 */
export async function peakMemoryOf(context: string, container: string): Promise<number | null> {
  const groups = [`docker/${container}`, `system.slice/docker-${container}.scope`];
  const paths = groups.flatMap((group) => [
    `/sys/fs/cgroup/${group}/memory.peak`,
    `/sys/fs/cgroup/memory/${group}/memory.max_usage_in_bytes`,
  ]);
  const shown = ['--cgroupns', 'host', '--volume', '/sys/fs/cgroup:/sys/fs/cgroup:ro'];
  const [text] = (await look(context, paths, shown)).values();
  const bytes = Number.parseInt(text ?? '', 10);
  return Number.isFinite(bytes) ? bytes : null;
}

/** Those of the files that can be read, by a container that may do nothing else. */
async function look(
  context: string,
  paths: readonly string[],
  flags: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const { stdout } = await docker(
    [
      ...['run', '--rm', '--network', 'host', '--read-only', '--cap-drop', 'ALL'],
      ...['--security-opt', 'no-new-privileges:true', '--user', '65532:65532', '--pids-limit', '32'],
      // What the shell there may have says nothing of server and loader.
      ...['--ulimit', `nofile=${OPEN_FILES}`, '--label', `${HARNESS_LABEL}=${harnessLabel(context)}`],
      ...[...flags, IMAGE, 'sh', '-c', SCRIPT, 'sh', ...paths],
    ],
    {
      what: `The host of the context ${context} cannot be looked at`,
      context,
      timeoutSeconds: PULL_SECONDS,
      ...(signal && { signal }),
    },
  );
  const files = new Map<string, string>();
  for (const line of stdout.split('\n')) {
    const [path, text] = line.split(' ');
    if (path && text) files.set(path, Buffer.from(text, 'base64').toString('utf8'));
  }
  return files;
}
