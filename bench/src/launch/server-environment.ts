import { dirname, join } from 'node:path';
import type { Target, Variant } from '../model/index.ts';
import type { ServerSettings } from './launcher.ts';

/** The folder `targets` that a target is part of: a duet's base lies in another checkout than its head. */
export function targetsFolder(target: Target): string {
  return dirname(dirname(target.folder));
}

export function sharedFolder(target: Target): string {
  return join(targetsFolder(target), 'shared');
}

/** The contract's variables: the same for every launcher. What the harness says wins over the manifest. */
export function contractEnvironment(variant: Variant, settings: ServerSettings): Record<string, string> {
  return {
    ...variant.environment,
    ...settings.environment,
    HOST: settings.host,
    PORT: String(settings.port),
    WORKERS: String(Math.max(1, settings.processors.length)),
  };
}
