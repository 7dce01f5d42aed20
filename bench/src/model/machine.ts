import { z } from 'zod';
import { roles } from '../machine/roles.ts';
import { bytes, count, identifier, label } from './units.ts';

const described = {
  processor: label,
  architecture: label,
  logicalProcessors: count,
  memoryBytes: bytes,
  operatingSystem: label,
  kernel: label,
  /** `null` where the kernel tells none (most virtual machines). */
  governor: label.nullable(),
  /** What the kernel says it runs under: `kvm`, `docker`, …; `null` on bare metal. */
  virtualisation: label.nullable(),
  /** True unless someone said that nobody else uses the machine (PITWALL_DEDICATED=1). */
  shared: z.boolean(),
} as const;

/** One of several hosts, by what it does there. */
const hostSchema = z.strictObject({
  roles: z.array(z.enum(roles)).min(1),
  ...described,
  /** Versions of the Docker engines that its roles run on; none for the harness's own machine without a context. */
  engines: z.array(label),
});

/**
 * `results/machines/<id>.json`. The id is made from what does not fluctuate (model, cores, memory rounded to
 * GiB, virtualisation, kernel's major.minor), so that the same machine keeps its id from day to day.
 */
export const machineSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: identifier,
  ...described,
  /**
   * Where server, database and loader were given hosts: each host with its roles. What stands above is then of the
   * server's. Not in machines that have all roles without being told to.
   */
  hosts: z.array(hostSchema).min(1).max(roles.length).optional(),
});
export type Machine = z.infer<typeof machineSchema>;
