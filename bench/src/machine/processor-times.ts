import { type MachineSource, thisMachine } from './machine.ts';

/** Seconds since boot, summed over all processors; use the difference of two readings. */
export interface ProcessorTimes {
  total: number;
  /** Time that the hypervisor gave to another virtual machine. */
  steal: number;
  /** The times of each processor; `busy` is what the programs of this machine used. */
  processors: { processor: number; busy: number; total: number; steal: number }[];
}

const TICKS_PER_SECOND = 100;

/**
 * Whether the kernel leaves the time of interrupts out of what it accounts to the program that they interrupt, which
 * CONFIG_IRQ_TIME_ACCOUNTING decides: then that of the network's own work belongs to no program. Such a kernel reports
 * pressure by interrupts, unless that is switched off.
 */
function keepsInterruptsApart({ read }: Pick<MachineSource, 'read'>): boolean {
  if (read('/proc/pressure/irq') !== null) return true;
  const release = (read('/proc/sys/kernel/osrelease') ?? '').trim();
  return /^CONFIG_IRQ_TIME_ACCOUNTING=y$/m.test(read(`/boot/config-${release}`) ?? '');
}

/** Asked once of each source: a kernel does not change its mind. */
const apart = new WeakMap<object, boolean>();

/** Reads /proc/stat (proc_stat(5)); all is 0 if it cannot be read. */
export function readProcessorTimes(source: Pick<MachineSource, 'read'> = thisMachine): ProcessorTimes {
  const lines = (source.read('/proc/stat') ?? '').split('\n').filter((line) => line.startsWith('cpu'));
  const times: ProcessorTimes = { total: 0, steal: 0, processors: [] };
  const interruptsApart = apart.get(source) ?? keepsInterruptsApart(source);
  apart.set(source, interruptsApart);
  for (const line of lines) {
    const [name, ...fields] = line.trim().split(/\s+/);
    // The fields are user nice system idle iowait irq softirq steal; the guest times after them are part of
    // user.
    const ticks = fields.slice(0, 8).map(Number);
    const total = ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
    const steal = (ticks[7] ?? 0) / TICKS_PER_SECOND;
    if (name === 'cpu') {
      times.total = total;
      times.steal = steal;
    } else {
      const idle = ((ticks[3] ?? 0) + (ticks[4] ?? 0)) / TICKS_PER_SECOND;
      const interrupts = interruptsApart ? ((ticks[5] ?? 0) + (ticks[6] ?? 0)) / TICKS_PER_SECOND : 0;
      const processor = Number((name as string).slice(3));
      times.processors.push({ processor, busy: total - idle - steal - interrupts, total, steal });
    }
  }
  return times;
}
