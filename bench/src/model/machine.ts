import { z } from 'zod';
import { bytes, count, identifier, label } from './units.ts';

/**
 * `results/machines/<id>.json`. The id is made from what does not fluctuate (model, cores, memory rounded to
 * GiB, virtualisation, kernel's major.minor), so that the same machine keeps its id from day to day.
 */
export const machineSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: identifier,
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
});
export type Machine = z.infer<typeof machineSchema>;
