import { arch } from 'node:os';
import { readText } from '../process/proc.ts';

/** The machine's files and environment, injected so that tests can provide machines of their own. */
export interface MachineSource {
  read(path: string): string | null;
  architecture: string;
  environment: Readonly<Record<string, string | undefined>>;
}

export const thisMachine: MachineSource = { read: readText, architecture: arch(), environment: process.env };

const GIB = 1024 ** 3;

/**
 * Returns the fingerprint that `model/machine.ts` describes. Its type is inferred, because this folder must
 * not import the model.
 *
 * @param further additional parts of the id
 */
export function fingerprint(source: MachineSource = thisMachine, further: readonly string[] = []) {
  const cpuinfo = source.read('/proc/cpuinfo') ?? '';
  const logicalProcessors = Math.max(1, [...cpuinfo.matchAll(/^processor\s*:/gm)].length);
  const memoryBytes = Number(/^MemTotal:\s+(\d+)/m.exec(source.read('/proc/meminfo') ?? '')?.[1] ?? 0) * 1024;
  const processor = processorName(cpuinfo, source.architecture);
  const kernel = source.read('/proc/sys/kernel/osrelease')?.trim() || 'unknown';
  const virtualisation = virtualisationOf(source, cpuinfo);
  const model = { processor, logicalProcessors, memoryBytes, virtualisation, kernel };
  return {
    schemaVersion: 1 as const,
    id: idOf(processor, [
      ...modelParts(model),
      ...further,
      // The name distinguishes several machines of the same model.
      ...(source.environment.PITWALL_MACHINE ? [source.environment.PITWALL_MACHINE] : []),
    ]),
    processor,
    architecture: source.architecture,
    logicalProcessors,
    memoryBytes,
    operatingSystem:
      /^PRETTY_NAME="?([^"\n]+)"?/m.exec(source.read('/etc/os-release') ?? '')?.[1] ?? 'unknown Linux',
    kernel,
    governor: source.read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor')?.trim() || null,
    virtualisation,
    shared: source.environment.PITWALL_DEDICATED !== '1',
  };
}

/** What the first part of a machine's id is made from. */
interface MachineModel {
  processor: string;
  logicalProcessors: number;
  memoryBytes: number;
  virtualisation: string | null;
  kernel: string;
}

/** The parts of an id after the processor's name. */
function modelParts(model: Omit<MachineModel, 'processor'>): string[] {
  const { logicalProcessors, memoryBytes, virtualisation, kernel } = model;
  return [
    `${logicalProcessors} core${logicalProcessors === 1 ? '' : 's'}`,
    `${Math.round(memoryBytes / GIB)} gib`,
    virtualisation ?? 'bare metal',
    kernel.match(/^\d+\.\d+/)?.[0] ?? kernel,
  ];
}

/** Returns the form that a name of PITWALL_MACHINE has at the end of an id. */
export function machineSuffix(name: string): string {
  return slug([name]);
}

/**
 * Returns the name that a recorded machine was given with PITWALL_MACHINE, as its id has it; empty without one.
 * The end of the id alone is ambiguous: `…-6-1` may be a kernel, and `pinned-1` ends like `1`.
 */
export function givenName(
  machine: MachineModel & { id: string; hosts?: readonly unknown[] | undefined },
): string {
  // A long processor name is cut in the id, so the parts after it are looked for, and what is before them compared.
  const model = slug(modelParts(machine));
  const processor = slug([machine.processor]);
  const at = machine.id.indexOf(`-${model}-`);
  if (at < 0 || !processor.startsWith(machine.id.slice(0, at))) return '';
  const rest = machine.id.slice(at + model.length + 2).replace(/^\d+-used-?/, '');
  return machine.hosts ? rest.replace(/^\d+-hosts?-[0-9a-f]{6}-?/, '') : rest;
}

/**
 * Returns the processor's name without trademarks and frequency: firmware updates change their spelling. A name without
 * a number, such as virtual machines report, stands for processors of several generations, so that what identifies one
 * to a compiler is added. Most ARM processors report no name at all, so that only this tells them apart.
 */
function processorName(cpuinfo: string, architecture: string): string {
  const reported = plainName(cpuinfo);
  if (reported !== null && /\d/.test(reported)) return reported;
  const keys =
    reported === null ? ['CPU implementer', 'CPU part', 'CPU variant'] : ['cpu family', 'model', 'stepping'];
  const known = keys.flatMap((key) => {
    const value = new RegExp(`^${key}\\s*:\\s*(\\w+)$`, 'm').exec(cpuinfo)?.[1];
    return value === undefined ? [] : [`${key.replace(/^cpu /i, '')} ${value}`];
  });
  const name = reported ?? architecture;
  return known.length < 2 ? name : `${name} (${known.join(', ')})`;
}

/** Returns `null` if the kernel reports none. */
function plainName(cpuinfo: string): string | null {
  const reported = /^(?:model name|Model|cpu model|Hardware)\s*:\s*(.+)$/m.exec(cpuinfo)?.[1] ?? '';
  const plain = reported
    .replace(/\((?:R|TM|C)\)/gi, '')
    .replace(/\s@.*$/, '')
    .replace(/\b(?:CPU|\d+-Core Processor)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain || null;
}

/** Names that common hypervisors write into DMI. */
const VENDORS: readonly [RegExp, string][] = [
  [/amazon ec2/i, 'amazon'],
  [/google/i, 'google'],
  [/vmware/i, 'vmware'],
  [/virtualbox|innotek/i, 'virtualbox'],
  [/microsoft.*virtual machine/is, 'microsoft'],
  [/parallels/i, 'parallels'],
  [/xen/i, 'xen'],
  [/kvm|qemu/i, 'kvm'],
];

/** Checks for a virtual machine first: it affects the figures more than a container around the harness. */
function virtualisationOf(source: MachineSource, cpuinfo: string): string | null {
  const dmi = ['sys_vendor', 'product_name', 'bios_vendor']
    .map((name) => source.read(`/sys/class/dmi/id/${name}`)?.trim() ?? '')
    .join(' ');
  const vendor = VENDORS.find(([pattern]) => pattern.test(dmi))?.[1];
  if (vendor) return vendor;
  const hypervisor = source.read('/sys/hypervisor/type')?.trim();
  if (hypervisor) return hypervisor;
  const clocks = source.read('/sys/devices/system/clocksource/clocksource0/available_clocksource') ?? '';
  if (clocks.includes('kvm-clock')) return 'kvm';
  if (clocks.includes('hyperv')) return 'microsoft';
  if (/^flags\s*:.*\bhypervisor\b/m.test(cpuinfo)) return 'vm';
  if (source.read('/.dockerenv') !== null) return 'docker';
  if (source.read('/run/.containerenv') !== null) return 'podman';
  return null;
}

/** Longest id: it is the name of a file, and an identifier of the model. */
const MOST_ID_CHARACTERS = 128;
/** Fewest characters that stay of the processor's name. */
const FEWEST_CHARACTERS = 8;

/** Cuts the processor's name where an id is too long, because the rest distinguishes machines of one model. */
function idOf(processor: string, rest: readonly string[]): string {
  const end = slug(rest);
  const room = Math.max(FEWEST_CHARACTERS, MOST_ID_CHARACTERS - end.length - 1);
  return slug([slug([processor]).slice(0, room), end])
    .slice(0, MOST_ID_CHARACTERS)
    .replace(/-+$/, '');
}

function slug(parts: readonly string[]): string {
  return parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
