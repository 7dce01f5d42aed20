import type { CanaryCosts, RunCanary } from '../../model/index.ts';
import { median } from '../../stats/index.ts';
import { significant } from '../../util/rounding.ts';

/** What a request of the canary cost meanwhile; `null` if it was not loaded. */
export function canaryCosts(
  canary: Pick<RunCanary, 'target' | 'cpuPerRequestNanoseconds'> | undefined,
): CanaryCosts | null {
  if (!canary || canary.cpuPerRequestNanoseconds.length === 0) return null;
  const costs = canary.cpuPerRequestNanoseconds;
  return {
    target: canary.target,
    loads: costs.length,
    medianNanoseconds: significant(median(costs)),
    lowNanoseconds: significant(Math.min(...costs)),
    highNanoseconds: significant(Math.max(...costs)),
  };
}
