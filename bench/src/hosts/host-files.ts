import { z } from 'zod';
import type { MachineSource } from '../machine/machine.ts';
import { OPEN_FILES } from '../process/tree/wrapped-command.ts';
import { PitwallError } from '../util/errors.ts';
import { docker, HARNESS_LABEL, harnessLabel } from './docker.ts';

/** The files of another host, as its kernel shows them to a container. */
export interface HostFiles extends MachineSource {
  /** Version of the host's Docker engine. */
  engine: string;
  /** Reads the files again, because load and memory change. */
  refresh(): Promise<void>;
}

/** The smallest image with a shell among those that the project needs anyway. */
export const SHELL_IMAGE = 'debian:bookworm-slim';
const FILES = [
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/proc/stat',
  '/proc/net/sockstat',
  '/proc/pressure/irq',
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
/** Prints one line for each readable file: its path, a space, its content in Base64. */
const SCRIPT = 'for file; do [ -r "$file" ] && printf "%s %s\\n" "$file" "$(base64 -w 0 < "$file")"; done; :';
const PULL_SECONDS = 300;

const ARCHITECTURES: Readonly<Record<string, string>> = { x86_64: 'x64', aarch64: 'arm64' };
const infoSchema = z.object({
  ServerVersion: z.string().min(1),
  OperatingSystem: z.string(),
  Architecture: z.string(),
});

/** Reads a host's files; throws a PitwallError if its engine does not answer or cannot run a container. */
export async function readHostFiles(context: string, signal?: AbortSignal): Promise<HostFiles> {
  const options = { context, ...(signal && { signal }) };
  const answer = await docker(['info', '--format', '{{json .}}'], {
    what: `The engine of the context ${context} does not answer`,
    ...options,
  });
  const info = infoSchema.safeParse(JSON.parse(answer.stdout));
  if (!info.success) {
    throw new PitwallError({
      what: `The engine of the context ${context} does not describe itself`,
      where: `docker --context ${context} info`,
      expected: 'version, operating system and architecture of a running engine',
      seen: answer.stdout.slice(0, 200),
      next: `Check the engine with: docker --context ${context} info`,
    });
  }
  const { ServerVersion: engine, OperatingSystem: system, Architecture: architecture } = info.data;
  const files = new Map<string, string>();
  const refresh = async (): Promise<void> => {
    files.clear();
    for (const [path, text] of await look(context, FILES, [], signal)) files.set(path, text);
    // The container has its image's os-release; the engine knows the host's system.
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
 * Returns the peak memory in bytes of a container on another host, from its control group; `null` if the
 * kernel does not record it (before 5.19 with version 2). Use it for engines that do not report the peak.
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

/** Reads the files that are readable, in a container without any other rights. */
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
      // Give the shell the same limit as server and loader; the engine's default does not apply to them.
      ...['--ulimit', `nofile=${OPEN_FILES}`, '--label', `${HARNESS_LABEL}=${harnessLabel(context)}`],
      ...[...flags, SHELL_IMAGE, 'sh', '-c', SCRIPT, 'sh', ...paths],
    ],
    {
      what: `Cannot inspect the host of the context ${context}`,
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
