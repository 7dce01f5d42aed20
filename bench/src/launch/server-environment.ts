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
    WORKERS: String(Math.max(1, settings.processors.length)),
  };
}
