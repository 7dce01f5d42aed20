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
  /** `null` if the kernel reports none (most virtual machines). */
  governor: label.nullable(),
  /** Virtualisation that the kernel reports: `kvm`, `docker`, …; `null` on bare metal. */
  virtualisation: label.nullable(),
  /** True unless the machine is declared dedicated (PITWALL_DEDICATED=1). */
  shared: z.boolean(),
} as const;

/** One of several hosts, with its roles. */
const hostSchema = z.strictObject({
  roles: z.array(z.enum(roles)).min(1),
  ...described,
  /** Versions of the Docker engines of its roles; empty for the harness's own machine without a context. */
  engines: z.array(label),
});

/**
 * `results/machines/<id>.json`. The id is made from what does not fluctuate (model, cores, memory rounded to
 * GiB, virtualisation, kernel's major.minor), so that the same machine keeps its id from day to day. Where a cpuset or
 * a quota leaves the harness fewer processors, their number is part of it.
 */
export const machineSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: identifier,
  ...described,
  /**
   * Hosts with their roles, if server, database and loader were given hosts; the fields above then describe
   * the server's host. Absent if one machine has all roles by default.
   */
  hosts: z.array(hostSchema).min(1).max(roles.length).optional(),
});
export type Machine = z.infer<typeof machineSchema>;
