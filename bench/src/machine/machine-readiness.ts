import { statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../process/command.ts';
import { OPEN_FILES } from '../process/tree/wrapped-command.ts';
import { type MachineSource, thisMachine } from './machine.ts';
import { readProcessorTimes } from './processor-times.ts';

/** Checks the conditions of a machine that change its figures from hour to hour. */

export interface ReadinessFinding {
  name: string;
  /** `unknown` if the kernel does not report it, as under most hypervisors. */
  state: 'ready' | 'wrong' | 'unknown';
  detail: string;
  /** The command that fixes it. */
  next: string | null;
}

/** The most of the processors that other programs may use without disturbing a measurement. */
const MOST_BUSY_RATIO = 0.05;
const LEAST_FREE_RATIO = 0.25;
/** Clocks that need no system call, or a cheap one. */
const CLOCKS = ['tsc', 'kvm-clock', 'arch_sys_counter', 'hyperv_clocksource_tsc_page', 'xen'];
const SAMPLE_SECONDS = 2;
const WAIT_SECONDS = 60;
/** Below Docker's folder: images of all targets, their layers and caches. */
const LEAST_DISK_BYTES = 20 * 1024 ** 3;
const COMMAND_SECONDS = 20;

interface ReadinessEffects {
  source: MachineSource;
  /** Waits for a number of seconds. */
  sleep(seconds: number): Promise<void>;
  /** Whether a time server keeps the clock; `null` if unknown. Left out for another host. */
  isSynchronised?(): Promise<boolean | null>;
  /** Free space of the file system with Docker's images; `null` without Docker. Left out for another host. */
  freeDisk?(): Promise<{ folder: string; bytes: number } | null>;
}

export const systemReadiness: ReadinessEffects = {
  source: thisMachine,
  sleep: (seconds) => delay(seconds * 1_000),
  isSynchronised: async () => {
    const said = await saidBy('timedatectl', 'show', '--property=NTPSynchronized', '--value');
    return said === null || !/^(?:yes|no)$/.test(said) ? null : said === 'yes';
  },
  freeDisk: async () => {
    const folder = await saidBy('docker', 'info', '--format', '{{.DockerRootDir}}');
    if (!folder) return null;
    try {
      const { bavail, bsize } = statfsSync(folder);
      return { folder, bytes: bavail * bsize };
    } catch {
      // The engine runs elsewhere, or its folder is closed to this user.
      return null;
    }
  },
};

/** What a program of this machine prints; `null` if it is not there or fails. */
async function saidBy(...command: string[]): Promise<string | null> {
  try {
    const { exitCode, stdout } = await runCommand(command, { timeoutSeconds: COMMAND_SECONDS });
    return exitCode === 0 ? stdout.trim() : null;
  } catch {
    return null;
  }
}

export async function machineReadiness(
  effects: ReadinessEffects = systemReadiness,
): Promise<ReadinessFinding[]> {
  const { source } = effects;
  return [
    governor(source),
    turbo(source),
    await load(effects),
    memory(source),
    openFiles(source),
    clock(source),
    await synchronisation(effects),
    await disk(effects),
  ];
}

function governor({ read }: MachineSource): ReadinessFinding {
  const name = read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor')?.trim();
  if (!name) return unknown('governor', 'the kernel reports none');
  return finding('governor', name === 'performance', name, 'cpupower frequency-set -g performance');
}

function turbo({ read }: MachineSource): ReadinessFinding {
  const off = read('/sys/devices/system/cpu/intel_pstate/no_turbo')?.trim();
  const boost = read('/sys/devices/system/cpu/cpufreq/boost')?.trim();
  if (off !== undefined) {
    const next = 'echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo';
    return finding('turbo', off === '1', off === '1' ? 'off' : 'on', next);
  }
  if (boost !== undefined) {
    const next = 'echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost';
    return finding('turbo', boost === '0', boost === '0' ? 'off' : 'on', next);
  }
  return unknown('turbo', 'the kernel does not report it');
}

/** Measures the load by other programs; waits up to a minute for an installation or build to settle. */
async function load({ source, sleep }: ReadinessEffects): Promise<ReadinessFinding> {
  let busy = 1;
  for (let waited = 0; waited < WAIT_SECONDS; waited += SAMPLE_SECONDS) {
    const before = readProcessorTimes(source);
    await sleep(SAMPLE_SECONDS);
    const after = readProcessorTimes(source);
    busy = shareBusy(before.processors, after.processors);
    if (busy <= MOST_BUSY_RATIO) break;
  }
  const percent = `${(busy * 100).toFixed(1)} % of the processors in use`;
  return finding('load', busy <= MOST_BUSY_RATIO, percent, 'End the other programs: top -b -n 1 | head -20');
}

type Times = readonly { busy: number; total: number }[];

function shareBusy(before: Times, after: Times): number {
  const sum = (times: Times, key: 'busy' | 'total'): number => times.reduce((all, one) => all + one[key], 0);
  const total = sum(after, 'total') - sum(before, 'total');
  return total > 0 ? (sum(after, 'busy') - sum(before, 'busy')) / total : 0;
}

function memory({ read }: MachineSource): ReadinessFinding {
  const text = read('/proc/meminfo') ?? '';
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const ratio = kibibytes('MemAvailable') / kibibytes('MemTotal');
  if (!Number.isFinite(ratio)) return unknown('memory', '/proc/meminfo does not report it');
  return finding(
    'memory',
    ratio >= LEAST_FREE_RATIO,
    `${(ratio * 100).toFixed(0)} % free`,
    'End the programs that use it: ps aux --sort=-rss | head',
  );
}

function openFiles({ read }: MachineSource): ReadinessFinding {
  const limit = /^Max open files\s+\S+\s+(\S+)/m.exec(read('/proc/self/limits') ?? '')?.[1];
  if (limit === undefined) return unknown('open files', '/proc/self/limits does not report it');
  const number = limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
  return finding(
    'open files',
    number >= OPEN_FILES,
    `at most ${limit}`,
    `Run ulimit -Hn ${OPEN_FILES} in the shell or the service that starts the runner`,
  );
}

function clock({ read }: MachineSource): ReadinessFinding {
  const name = read('/sys/devices/system/clocksource/clocksource0/current_clocksource')?.trim();
  if (!name) return unknown('clock', 'the kernel reports none');
  return finding(
    'clock',
    CLOCKS.includes(name),
    name,
    `Boot with one of the clocksources ${CLOCKS.slice(0, 3).join(', ')}`,
  );
}

/** Results are ordered by time: one from the future would stay the newest. */
async function synchronisation({ isSynchronised }: ReadinessEffects): Promise<ReadinessFinding> {
  const is = (await isSynchronised?.()) ?? null;
  if (is === null) return unknown('time server', 'timedatectl does not report it');
  const detail = is ? 'the clock is synchronised' : 'the clock is not synchronised';
  return finding('time server', is, detail, 'sudo timedatectl set-ntp true');
}

async function disk({ freeDisk }: ReadinessEffects): Promise<ReadinessFinding> {
  const free = (await freeDisk?.()) ?? null;
  if (free === null) return unknown('disk', 'docker info does not say, or its folder is elsewhere');
  const detail = `${(free.bytes / 1024 ** 3).toFixed(1)} GiB free below ${free.folder}`;
  return finding('disk', free.bytes >= LEAST_DISK_BYTES, detail, 'npm run bench -- ci sweep');
}

function finding(name: string, ready: boolean, detail: string, next: string): ReadinessFinding {
  return { name, state: ready ? 'ready' : 'wrong', detail, next: ready ? null : next };
}

function unknown(name: string, detail: string): ReadinessFinding {
  return { name, state: 'unknown', detail, next: null };
}
