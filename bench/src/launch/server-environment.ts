import { dirname, join } from 'node:path';
import type { Target, Variant } from '../model/index.ts';
import type { ServerSettings } from './launcher.ts';

/**
 * Returns the folder `targets` of a target's checkout: a duet's base is in another checkout than its head.
 */
export function targetsFolder(target: Target): string {
  return dirname(dirname(target.folder));
}

export function sharedFolder(target: Target): string {
  return join(targetsFolder(target), 'shared');
}

/** Number of processes that a server may consist of: one for each of its processors. */
export function workersOf(processors: readonly number[]): number {
  return Math.max(1, processors.length);
}

/**
 * Returns the contract's variables, which are the same for every launcher. The harness overrides the
 * manifest.
 */
export function contractEnvironment(variant: Variant, settings: ServerSettings): Record<string, string> {
  return {
    ...variant.environment,
    ...settings.environment,
    HOST: settings.host,
    PORT: String(settings.port),
    WORKERS: String(workersOf(settings.processors)),
  };
}
